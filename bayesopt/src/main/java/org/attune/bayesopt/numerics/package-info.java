/**
 * The numerical ground under Gaussian processes: dense factorisations, bounded minimisation, the
 * normal distribution in its tails, and monotone transforms of outputs.
 *
 * <p>Matrices are row-major {@code double[n * n]}, entry (i, j) at {@code i * n + j}; of a
 * symmetric matrix only the lower triangle is read. Nothing here has state, threads, a clock or
 * randomness, and every sum runs in a fixed order, so results have the same bits in interpreted and
 * compiled code.
 *
 * <p>Expected failures are values: {@code false} or an empty {@code Optional} for a matrix that is
 * not positive definite, a status for a minimisation that stopped early. Exceptions mean a caller's
 * mistake.
 *
 * <p>Start with {@link org.attune.bayesopt.numerics.Cholesky} and {@link
 * org.attune.bayesopt.numerics.BoxLbfgs}.
 */
package org.attune.bayesopt.numerics;
