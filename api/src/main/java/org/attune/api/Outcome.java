package org.attune.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What became of a trial. */
public sealed interface Outcome {
    /** The outcome of a trial that has not ended. */
    Outcome PENDING = new Pending();

    /** Returns what happened, for a sentence. */
    String words();

    /** Returns the wall seconds that the evaluation took, 0 while it is pending or not known. */
    double elapsed();

    /**
     * Returns the outcome with these wall seconds where something ran and its time is not known,
     * else this outcome.
     */
    Outcome taking(double seconds);

    /** Proposed, not yet told. */
    record Pending() implements Outcome {
        @Override
        public String words() {
            return "it is pending";
        }

        @Override
        public double elapsed() {
            return 0;
        }

        @Override
        public Outcome taking(double seconds) {
            return this;
        }
    }

    /**
     * Ran and measured.
     *
     * @param outputs all repetitions of every output, in order; at least one output, at least one
     *     repetition each, all finite
     * @param extra further results, kept but not interpreted: strings, numbers, lists and maps of
     *     them
     * @param elapsed wall seconds that the evaluation took, not negative; 0 where nobody has taken
     *     the time
     * @param reached the fidelity at which the run was ended because it promised too little, from
     *     where the outputs are; empty where it went on to its own end
     * @param runs how many runs of the program took this time, positive: warm-ups count, and a run
     *     may give several values
     */
    record Measured(
            Map<String, List<Double>> outputs,
            Map<String, Object> extra,
            double elapsed,
            Optional<Fidelity> reached,
            int runs)
            implements Outcome {
        /**
         * Checks and copies the outputs.
         *
         * @throws IllegalArgumentException if there is no output, one without a value, or one that
         *     is not finite, or no run
         */
        public Measured {
            var copy = new LinkedHashMap<String, List<Double>>();
            outputs.forEach((name, values) -> copy.put(name, checked(name, values)));
            if (copy.isEmpty()) {
                throw new IllegalArgumentException("A measured outcome needs at least one output.");
            }
            // most trials have one output and nothing else; histories of a million are kept whole
            outputs = copy.size() == 1 ? Map.copyOf(copy) : Collections.unmodifiableMap(copy);
            extra =
                    extra.isEmpty()
                            ? Map.of()
                            : Collections.unmodifiableMap(new LinkedHashMap<>(extra));
            requireElapsed(elapsed);
            Objects.requireNonNull(reached, "reached");
            if (runs < 1) {
                throw new IllegalArgumentException("Measured in %d runs.".formatted(runs));
            }
        }

        /** The outcome of as many runs as there are repetitions. */
        public Measured(
                Map<String, List<Double>> outputs,
                Map<String, Object> extra,
                double elapsed,
                Optional<Fidelity> reached) {
            this(outputs, extra, elapsed, reached, repetitions(outputs));
        }

        /** The outcome of a run that went on to its own end. */
        public Measured(
                Map<String, List<Double>> outputs, Map<String, Object> extra, double elapsed) {
            this(outputs, extra, elapsed, Optional.empty());
        }

        /** Returns the same of a run at the fidelity that was reached, which is its end then. */
        Measured whole() {
            return new Measured(outputs, extra, elapsed, Optional.empty(), runs);
        }

        /** Returns the same, of so many runs of the program. */
        public Measured inRuns(int programRuns) {
            return new Measured(outputs, extra, elapsed, reached, programRuns);
        }

        /** Returns how many repetitions the output has that has the most. */
        public int repetitions() {
            return repetitions(outputs);
        }

        private static int repetitions(Map<String, List<Double>> outputs) {
            return outputs.values().stream().mapToInt(List::size).max().orElse(0);
        }

        /** Returns those of the names of outputs that have no value. */
        List<String> missing(Collection<String> names) {
            return names.stream().filter(n -> !outputs.containsKey(n)).toList();
        }

        @Override
        public String words() {
            var values = new ArrayList<String>();
            outputs.forEach((name, all) ->
                    values.add(
                            name
                                    + " = "
                                    + String.join(", ", all.stream().map(Format::exact).toList())));
            return "it measured " + String.join(", ", values);
        }

        @Override
        public Measured taking(double seconds) {
            return elapsed == 0 ? new Measured(outputs, extra, seconds, reached, runs) : this;
        }

        private static List<Double> checked(String name, List<Double> values) {
            boolean finite = !values.isEmpty();
            for (double value : values) {
                finite &= Double.isFinite(value);
            }
            if (!finite) {
                throw new IllegalArgumentException(
                        "Output '%s' is %s, but must have finite values. Maybe the run failed: tell it so."
                                .formatted(name, Format.exact(values)));
            }
            return List.copyOf(values);
        }
    }

    /**
     * Ran or was to be run, without a usable result.
     *
     * @param cause why
     * @param detail for a human, such as the last line of the error output
     * @param elapsed wall seconds until then, not negative; 0 where nothing ran, or nobody has
     *     taken the time
     * @param lastRun wall seconds of the run that failed alone, not negative; the same as elapsed
     *     where no other run of the trial came before it
     */
    record Failed(FailureCause cause, String detail, double elapsed, double lastRun)
            implements Outcome {
        /** Checks the parts. */
        public Failed {
            Objects.requireNonNull(cause, "cause");
            Objects.requireNonNull(detail, "detail");
            requireElapsed(elapsed);
            requireElapsed(lastRun);
        }

        /** The outcome of a trial whose first run failed. */
        public Failed(FailureCause cause, String detail, double elapsed) {
            this(cause, detail, elapsed, elapsed);
        }

        @Override
        public String words() {
            return "it failed (%s%s)"
                    .formatted(cause.text(), detail.isBlank() ? "" : ": " + detail.strip());
        }

        @Override
        public Failed taking(double seconds) {
            return elapsed == 0 && cause.ran() ? new Failed(cause, detail, seconds) : this;
        }
    }

    /**
     * Returns the outcome of one measured output, measured once. {@link Study#tell} adds the time.
     */
    static Measured measured(String output, double value) {
        return measured(Map.of(output, value));
    }

    /**
     * Returns the outcome of several outputs, each measured once: the values by name. {@link
     * Study#tell} adds the time.
     */
    static Measured measured(Map<String, Double> outputs) {
        var once = new LinkedHashMap<String, List<Double>>();
        outputs.forEach((name, value) -> once.put(name, List.of(value)));
        return new Measured(once, Map.of(), 0);
    }

    /** Returns a failure. {@link Study#tell} adds the time, where its cause is one of a run. */
    static Failed failed(FailureCause cause, String detail) {
        return new Failed(cause, detail, 0);
    }

    private static void requireElapsed(double elapsed) {
        if (!(elapsed >= 0 && elapsed < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "Elapsed time is %s s, but must be finite and not negative."
                            .formatted(elapsed));
        }
    }
}
