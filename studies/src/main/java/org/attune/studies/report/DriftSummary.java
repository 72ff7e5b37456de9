package org.attune.studies.report;

import org.attune.api.Control;
import org.attune.api.DriftChange;
import org.attune.api.Format;
import org.attune.api.Normalisation;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.studies.text.Json.IfPresent;

import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * How the machine drifted while a study ran, as the measurements of one configuration say.
 *
 * @param configuration that was measured again and again
 * @param objective that is looked at
 * @param controls the measurements
 * @param changes of their level
 * @param normalised how many trials were normalised
 * @param smallest factor by which a value was divided
 * @param largest factor by which a value was divided
 */
public record DriftSummary(
        Point configuration,
        String objective,
        List<Measurement> controls,
        List<DriftChange> changes,
        int normalised,
        @IfPresent OptionalDouble smallest,
        @IfPresent OptionalDouble largest) {
    /**
     * One of the measurements.
     *
     * @param after how many trials had ended
     * @param value of the objective
     * @param failure why it has none
     * @param environment by its name in the study
     */
    public record Measurement(
            long number,
            int after,
            Instant asked,
            Optional<Instant> told,
            OptionalDouble value,
            @IfPresent Optional<String> failure,
            String host,
            Optional<String> environment,
            int attempt) {
        private static Measurement of(TuningProblem problem, String objective, Control c) {
            var p = c.run().provenance();
            return new Measurement(
                    c.run().number(),
                    c.after(),
                    p.asked(),
                    p.told(),
                    problem.value(c.run(), objective),
                    c.run().outcome() instanceof Outcome.Failed f
                            ? Optional.of(f.words())
                            : Optional.empty(),
                    p.process().host(),
                    p.environment(),
                    p.attempt());
        }
    }

    /** Sums up a study; empty where nothing was measured again, and nothing normalised. */
    public static Optional<DriftSummary> of(StoredStudy study) {
        List<Control> controls = Control.of(study.records());
        var factors = new DoubleSummaryStatistics();
        int normalised = 0;
        for (Trial t : study.records().trials()) {
            Optional<Normalisation> by = Normalisation.of(t.outcome());
            if (by.isPresent()) {
                normalised++;
                by.get().factors().values().forEach(factors::accept);
            }
        }
        if (controls.isEmpty() && normalised == 0) {
            return Optional.empty();
        }
        TuningProblem problem = study.problem();
        String objective = problem.optimized().getFirst().name();
        return Optional.of(
                new DriftSummary(
                        controls.isEmpty()
                                ? Point.EMPTY
                                : controls.getFirst().run().configuration(),
                        objective,
                        controls.stream().map(c -> Measurement.of(problem, objective, c)).toList(),
                        DriftChange.of(problem, controls),
                        normalised,
                        normalised == 0
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(factors.getMin()),
                        normalised == 0
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(factors.getMax())));
    }

    /** Returns what to say of it, a line for each thing. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        long measured = controls.stream().filter(c -> c.value().isPresent()).count();
        long failed = controls.stream().filter(c -> c.failure().isPresent()).count();
        changes.forEach(c -> lines.add("Drift: " + c.words()));
        if (changes.isEmpty() && !controls.isEmpty()) {
            lines.add(
                    measured < org.attune.api.LevelShift.FEWEST
                            ? "Drift: %s of %s; %d are the fewest that show a change"
                                    .formatted(
                                            Format.count((int) measured, "measurement"),
                                            Format.brief(configuration),
                                            org.attune.api.LevelShift.FEWEST)
                            : "Drift: %s in %s of %s"
                                    .formatted(
                                            isNormalised() ? "no change is certain" : "none seen",
                                            Format.count((int) measured, "measurement"),
                                            Format.brief(configuration)));
        }
        if (failed > 0) {
            lines.add(
                    "Drift: %d of %d measurements failed. The last: %s"
                            .formatted(
                                    failed,
                                    controls.size(),
                                    controls.stream()
                                            .flatMap(c -> c.failure().stream())
                                            .collect(Collectors.toList())
                                            .getLast()));
        }
        normalisation().ifPresent(lines::add);
        return List.copyOf(lines);
    }

    /** Returns whether the level that values are divided by has moved at all. */
    private boolean isNormalised() {
        return normalised > 0 && (smallest.orElseThrow() != 1 || largest.orElseThrow() != 1);
    }

    /** Returns what to say where values are not as they were measured. */
    public Optional<String> normalisation() {
        return normalised == 0
                ? Optional.empty()
                : Optional.of(
                        String.format(
                                Locale.ROOT,
                                "Normalised: values of %s are divided by %.3f to %.3f, for a"
                                        + " machine as it was at first; 'history show' has what"
                                        + " was measured",
                                Format.count(normalised, "trial"),
                                smallest.orElseThrow(),
                                largest.orElseThrow()));
    }

    /** Returns the objective that is looked at, of its problem. */
    public Objective objective(TuningProblem problem) {
        return problem.objectives().stream()
                .filter(o -> o.name().equals(objective))
                .findFirst()
                .orElseThrow();
    }
}
