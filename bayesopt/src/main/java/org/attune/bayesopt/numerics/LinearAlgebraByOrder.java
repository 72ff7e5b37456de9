package org.attune.bayesopt.numerics;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The choice of a backend: plain Java for small orders, the fastest that works for large ones.
 *
 * <p>OpenBLAS is faster than plain Java at order 80 already. The limit is higher, so that small
 * studies have the same bits everywhere and do not wait for a native library: it is looked for in
 * the first call with a large matrix.
 */
final class LinearAlgebraByOrder implements LinearAlgebra {
    /** The smallest order that is not left to {@link PlainLinearAlgebra}. */
    static final int LARGE = 128;

    /** The system property that forces a backend, for all orders. */
    static final String PROPERTY = "attune.linear-algebra";

    private static final LinearAlgebra SMALL = new PlainLinearAlgebra();

    private static final class Large {
        static final LinearAlgebra ALGEBRA =
                fastest(OpenBlas.find().found(), hasVectors() && compiles());
    }

    private LinearAlgebraByOrder() {}

    /**
     * Returns the backend to use.
     *
     * @param forced the value of {@link #PROPERTY}, empty if there is none
     * @throws IllegalArgumentException if it is unknown
     * @throws IllegalStateException if it does not work here
     */
    static LinearAlgebra choose(String forced) {
        return switch (forced) {
            case "" -> new LinearAlgebraByOrder();
            case "plain" -> SMALL;
            case "vector" -> {
                if (!hasVectors()) {
                    throw new IllegalStateException(
                            PROPERTY
                                    + "=vector needs Java's incubating module. Maybe add"
                                    + " --add-modules jdk.incubator.vector to its options.");
                }
                yield new VectorLinearAlgebra();
            }
            case "openblas" ->
                    new OpenBlasLinearAlgebra(
                            OpenBlas.find()
                                    .found()
                                    .orElseThrow(() ->
                                            new IllegalStateException(
                                                    "%s=openblas, but OpenBLAS does not work here: %s."
                                                            .formatted(PROPERTY, reasons()))));
            default ->
                    throw new IllegalArgumentException(
                            "%s=%s is unknown. Maybe openblas, vector or plain was meant."
                                    .formatted(PROPERTY, forced));
        };
    }

    static LinearAlgebra fastest(Optional<OpenBlas> blas, boolean vectors) {
        if (blas.isPresent()) {
            return new OpenBlasLinearAlgebra(blas.get());
        }
        return vectors ? new VectorLinearAlgebra() : SMALL;
    }

    static boolean hasVectors() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }

    /** Without the second compiler each operation on a vector allocates objects. */
    private static boolean compiles() {
        String mode = System.getProperty("java.vm.info", "").toLowerCase(Locale.ROOT);
        return !mode.contains("emulated-client") && !mode.contains("interpreted");
    }

    private static String reasons() {
        return String.join("; ", OpenBlas.find().reasons());
    }

    private static LinearAlgebra of(int n) {
        return n < LARGE ? SMALL : Large.ALGEBRA;
    }

    @Override
    public boolean cholesky(double[] a, int n) {
        return of(n).cholesky(a, n);
    }

    @Override
    public void inverseFromCholesky(double[] l, int n, double[] out) {
        of(n).inverseFromCholesky(l, n, out);
    }

    @Override
    public void inverseOfLower(double[] l, int n, double[] out) {
        of(n).inverseOfLower(l, n, out);
    }

    @Override
    public void solveLower(double[] l, int n, double[] b, int columns) {
        of(n).solveLower(l, n, b, columns);
    }

    @Override
    public void solveLowerTransposed(double[] l, int n, double[] b, int columns) {
        of(n).solveLowerTransposed(l, n, b, columns);
    }

    /** The name of what computes large orders; loads it. */
    @Override
    public String name() {
        return Large.ALGEBRA.name();
    }

    @Override
    public boolean isPortable(int order) {
        return order < LARGE || Large.ALGEBRA.isPortable(order);
    }

    @Override
    public String identity() {
        return Large.ALGEBRA.identity();
    }

    @Override
    public String description() {
        List<String> reasons = OpenBlas.find().reasons();
        return "%s; plain for matrices of order below %d%s"
                .formatted(
                        Large.ALGEBRA.description(),
                        LARGE,
                        reasons.isEmpty() ? "" : "; OpenBLAS: " + reasons());
    }
}
