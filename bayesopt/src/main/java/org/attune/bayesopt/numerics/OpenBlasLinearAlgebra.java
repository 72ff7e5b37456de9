package org.attune.bayesopt.numerics;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * The backend that calls OpenBLAS, with one thread.
 *
 * <p>LAPACK's matrices are column-major, so it takes the lower triangle of ours for an upper one: A
 * = Uᵀ U with U = Lᵀ, in place. Its lower form is faster in itself, but what it needs to be
 * transposed costs more from order 400 on, and a fifth is gained below.
 *
 * <p>A call of up to about 0.1 s works on Java's arrays themselves, while no garbage can be
 * collected and threads that need it wait; a longer one works on a copy, which costs it a fifth.
 * Solves with fewer than four right-hand sides are bound by reading L and done in Java.
 */
final class OpenBlasLinearAlgebra implements LinearAlgebra {
    static final List<String> FUNCTIONS = List.of("dpotrf_", "dpotri_", "dtrsm_");

    private static final double LONGEST_ON_HEAP = 2e9; // multiplications and additions
    private static final int FEWEST_COLUMNS = 4;

    private final OpenBlas library;
    private final double longestOnHeap;
    private final PlainLinearAlgebra plain = new PlainLinearAlgebra();
    private final MethodHandle factorise;
    private final MethodHandle factoriseOnHeap;
    private final MethodHandle invert;
    private final MethodHandle invertOnHeap;
    private final MethodHandle solve;
    private final MethodHandle solveOnHeap;

    OpenBlasLinearAlgebra(OpenBlas library) {
        this(library, LONGEST_ON_HEAP);
    }

    /**
     * Binds the functions.
     *
     * @param longestOnHeap multiplications and additions of a call above which it works on a copy
     */
    OpenBlasLinearAlgebra(OpenBlas library, double longestOnHeap) {
        this.longestOnHeap = longestOnHeap;
        this.library = library;
        factorise = library.subroutine("dpotrf_", 1, 5, false);
        factoriseOnHeap = library.subroutine("dpotrf_", 1, 5, true);
        invert = library.subroutine("dpotri_", 1, 5, false);
        invertOnHeap = library.subroutine("dpotri_", 1, 5, true);
        solve = library.subroutine("dtrsm_", 4, 11, false);
        solveOnHeap = library.subroutine("dtrsm_", 4, 11, true);
    }

    @Override
    public boolean cholesky(double[] a, int n) {
        PlainLinearAlgebra.requireMatrix("a", a, n, n);
        if (n == 0) {
            return true;
        }
        boolean onHeap = (double) n * n * n / 3 <= longestOnHeap;
        if (lapack(onHeap ? factoriseOnHeap : factorise, onHeap, a, n) != 0) {
            return false;
        }
        for (int i = 0;
                i < n;
                i++) { // OpenBLAS does not look for NaN, but whatever is not finite gets here
            double pivot = a[i * n + i];
            if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void inverseFromCholesky(double[] l, int n, double[] out) {
        PlainLinearAlgebra.requireMatrix("l", l, n, n);
        PlainLinearAlgebra.requireMatrix("out", out, n, n);
        for (int i = 0; i < n; i++) {
            System.arraycopy(l, i * n, out, i * n, i + 1);
        }
        boolean onHeap = (double) n * n * n * 2 / 3 <= longestOnHeap;
        if (n > 0 && lapack(onHeap ? invertOnHeap : invert, onHeap, out, n) != 0) {
            throw new IllegalArgumentException("l has a zero on its diagonal, so it is no factor.");
        }
        int tile = 16;
        for (int i0 = 0; i0 < n; i0 += tile) {
            for (int j0 = 0; j0 <= i0; j0 += tile) {
                for (int i = i0; i < Math.min(i0 + tile, n); i++) {
                    for (int j = j0; j < Math.min(j0 + tile, i); j++) {
                        out[j * n + i] = out[i * n + j];
                    }
                }
            }
        }
    }

    /** Calls dpotrf or dpotri on the lower triangle of a; returns its INFO. */
    private static int lapack(MethodHandle subroutine, boolean onHeap, double[] a, int n) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment order = arena.allocateFrom(JAVA_INT, n);
            MemorySegment info = arena.allocate(JAVA_INT);
            MemorySegment matrix = onHeap ? MemorySegment.ofArray(a) : copy(a, n, arena);
            subroutine.invokeExact(arena.allocateFrom("U"), order, matrix, order, info, 1L);
            if (!onHeap) {
                for (int i = 0; i < n; i++) {
                    long at = (long) i * n;
                    MemorySegment.copy(matrix, JAVA_DOUBLE, at * Double.BYTES, a, i * n, i + 1);
                }
            }
            return info.get(JAVA_INT, 0);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a native function throws nothing
        }
    }

    /** The lower triangle of a. */
    private static MemorySegment copy(double[] a, int n, Arena arena) {
        MemorySegment matrix = arena.allocate(JAVA_DOUBLE, (long) n * n);
        for (int i = 0; i < n; i++) {
            long at = (long) i * n * Double.BYTES;
            MemorySegment.copy(a, i * n, matrix, JAVA_DOUBLE, at, i + 1);
        }
        return matrix;
    }

    @Override
    public void solveLower(double[] l, int n, double[] b, int columns) {
        if (columns < FEWEST_COLUMNS) {
            plain.solveLower(l, n, b, columns);
        } else {
            triangular("N", l, n, b, columns);
        }
    }

    @Override
    public void solveLowerTransposed(double[] l, int n, double[] b, int columns) {
        if (columns < FEWEST_COLUMNS) {
            plain.solveLowerTransposed(l, n, b, columns);
        } else {
            triangular("T", l, n, b, columns);
        }
    }

    /** Xᵀ U = Bᵀ, or Xᵀ Uᵀ = Bᵀ, with U = Lᵀ. */
    private void triangular(String transposition, double[] l, int n, double[] b, int columns) {
        PlainLinearAlgebra.requireMatrix("l", l, n, n);
        PlainLinearAlgebra.requireMatrix("b", b, n, columns);
        if (n == 0) {
            return;
        }
        boolean onHeap = (double) n * n * columns <= longestOnHeap;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment order = arena.allocateFrom(JAVA_INT, n);
            MemorySegment rows = arena.allocateFrom(JAVA_INT, columns);
            MemorySegment one = arena.allocateFrom(JAVA_DOUBLE, 1.0);
            MemorySegment factor = MemorySegment.ofArray(l);
            MemorySegment x = MemorySegment.ofArray(b);
            if (!onHeap) {
                factor = copy(l, n, arena);
                long size = (long) n * columns;
                x = arena.allocate(JAVA_DOUBLE, size);
                MemorySegment.copy(b, 0, x, JAVA_DOUBLE, 0, n * columns);
            }
            MethodHandle subroutine = onHeap ? solveOnHeap : solve;
            subroutine.invokeExact(
                    arena.allocateFrom("R"),
                    arena.allocateFrom("U"),
                    arena.allocateFrom(transposition),
                    arena.allocateFrom("N"),
                    rows,
                    order,
                    one,
                    factor,
                    order,
                    x,
                    rows,
                    1L,
                    1L,
                    1L,
                    1L);
            if (!onHeap) {
                MemorySegment.copy(x, JAVA_DOUBLE, 0, b, 0, n * columns);
            }
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a native function throws nothing
        }
    }

    @Override
    public String name() {
        return "openblas";
    }

    @Override
    public boolean isPortable(int order) {
        return false;
    }

    @Override
    public String identity() {
        return library.config();
    }

    @Override
    public String description() {
        return "openblas (%s, from %s)".formatted(library.config(), library.origin());
    }
}
