package org.attune.bayesopt.numerics;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The functions of {@link Math} as this JVM computes them.
 *
 * <p>{@code Math.exp}, {@code log}, {@code pow} and their like may differ in the last digit between
 * processors, JDKs and flags such as {@code -XX:-UseLibmIntrinsic}, and a search that follows a
 * gradient makes other proposals of it. Within one JVM they are the same in interpreted and
 * compiled code. Nothing here is decided by it; it is what a study records, so that it can be said.
 */
public final class MathFunctions {
    private static final int PROBES = 512;

    /** The digits of HotSpot's own functions on x86-64, JDK 25. */
    private static final String USUAL = "92510f47";

    private static final String HERE =
            identity(List.of(Math::exp, Math::log, x -> Math.pow(x, 1.7), Math::cos, Math::sin));

    private MathFunctions() {}

    /**
     * Returns what tells the digits of this JVM from those of others, 8 hexadecimal digits; empty
     * where they are those of most machines, so that they need no mention.
     */
    public static Optional<String> unusual() {
        return HERE.equals(USUAL) ? Optional.empty() : Optional.of(HERE);
    }

    /** Returns whose digits they are, for a human. */
    public static String description() {
        return unusual().isEmpty()
                ? "the usual ones (%s)".formatted(USUAL)
                : "%s, not the usual ones (%s): proposals may differ in small ways from those of other machines"
                        .formatted(HERE, USUAL);
    }

    /** Returns a checksum of the values of functions at fixed places. */
    static String identity(List<DoubleUnaryOperator> functions) {
        int hash = 1;
        for (DoubleUnaryOperator function : functions) {
            for (int i = 1; i <= PROBES; i++) {
                hash = 31 * hash + Double.hashCode(function.applyAsDouble(i * 0.0371));
            }
        }
        return HexFormat.of().toHexDigits(hash);
    }
}
