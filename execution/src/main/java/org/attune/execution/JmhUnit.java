package org.attune.execution;

import java.util.Map;
import java.util.Optional;

/**
 * The unit of a score of JMH, such as {@code us/op}, {@code ops/ms}, {@code MB/sec} or {@code
 * B/op}.
 *
 * @param above what is counted: a time, a size, or operations
 * @param below of what: a time, or one operation
 */
record JmhUnit(Part above, Part below) {
    private enum Kind {
        TIME,
        SIZE,
        OPERATION
    }

    /** A unit of a kind, in seconds, bytes or operations. */
    private record Part(Kind kind, double value) {}

    private static final Map<String, Part> OPERATIONS =
            Map.of(
                    "op", new Part(Kind.OPERATION, 1),
                    "ops", new Part(Kind.OPERATION, 1),
                    "1", new Part(Kind.OPERATION, 1));

    /**
     * Returns by what a score is multiplied for it to be in the unit of its output: 1 where JMH
     * names no unit, or the output has none.
     *
     * @param score its unit, as JMH writes it
     * @param output the unit in {@code output_space}, which may leave out {@code /op}
     * @throws UnreadableException if the one cannot be converted to the other
     */
    static double factor(String score, String output) throws UnreadableException {
        if (score.isEmpty() || output.isEmpty() || score.equals(output)) {
            return 1;
        }
        Optional<JmhUnit> from = parsed(score);
        Optional<JmhUnit> to = parsed(output);
        if (from.isEmpty() || to.isEmpty() || !from.get().isLike(to.get())) {
            throw new UnreadableException(
                    "JMH measured it in %s, which is not converted to '%s', its unit in output_space. Maybe write '%s' there"
                            .formatted(score, output, score));
        }
        return from.get().above().value()
                / to.get().above().value()
                * (to.get().below().value() / from.get().below().value());
    }

    private boolean isLike(JmhUnit other) {
        return above.kind() == other.above.kind() && below.kind() == other.below.kind();
    }

    private static Optional<JmhUnit> parsed(String unit) {
        String[] parts = unit.strip().split("/", 2);
        Optional<Part> below = part(parts.length > 1 ? parts[1].strip() : "op");
        return part(parts[0].strip()).flatMap(a -> below.map(b -> new JmhUnit(a, b)));
    }

    private static Optional<Part> part(String name) {
        return Optional.ofNullable(OPERATIONS.get(name))
                .or(() -> MeasureUnits.seconds(name).map(s -> new Part(Kind.TIME, s)))
                .or(() -> MeasureUnits.bytes(name).map(b -> new Part(Kind.SIZE, b)));
    }
}
