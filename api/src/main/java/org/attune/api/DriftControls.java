package org.attune.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The {@link Control}s of a study, which whoever runs its trials measures besides: each is claimed
 * in the history before it is run, so that processes share them, and one whose process has ended is
 * measured by another one, as the next attempt.
 *
 * <p>One is due before the first trial, and whenever {@link DriftPlan#every} further trials have
 * ended; once more where the last one is far off those before it, so that an outlier can be told
 * from a change. Thread-safe.
 */
public final class DriftControls {
    private static final int HOPELESS = 3; // failures at the beginning

    private final TuningProblem problem;
    private final DriftPlan plan;
    private final Candidate candidate;
    private final History history;
    private final Consumer<String> notes;

    /**
     * @throws IllegalArgumentException if the problem and the plan do not fit, or the history has
     *     controls of another configuration
     */
    DriftControls(
            TuningProblem problem,
            List<Point> tasks,
            DriftPlan plan,
            History history,
            Consumer<String> notes) {
        this.problem = problem;
        this.plan = plan;
        this.history = history;
        this.notes = notes;
        candidate = plan.candidate(problem, tasks);
        all().stream()
                .map(c -> c.run().candidate())
                .filter(c -> !c.equals(candidate))
                .findFirst()
                .ifPresent(c -> {
                    throw new IllegalArgumentException(
                            "drift.configuration: the study measures %s again, to which %s cannot be compared. Maybe keep it, or begin another study: --study NAME."
                                    .formatted(c.configuration(), candidate.configuration()));
                });
    }

    /** Returns the plan. */
    public DriftPlan plan() {
        return plan;
    }

    /** Returns the controls so far by number. */
    public List<Control> all() {
        return Control.of(history.records());
    }

    /** Returns the changes of their level so far. */
    public List<DriftChange> changes() {
        return DriftChange.of(problem, all());
    }

    /**
     * Claims the control that is due for this process, if one is: a new one, or one whose process
     * is lost.
     *
     * @param lost whether a process is; it is asked while the history is locked
     */
    public Optional<Control> claim(Predicate<ProcessId> lost) {
        if (due(history.records(), lost).isEmpty()) {
            return Optional.empty();
        }
        var mine = new AtomicReference<Optional<Control>>();
        history.update(records -> {
            mine.set(due(records, lost));
            return mine.get().map(Control::record).stream().toList();
        });
        return mine.get().flatMap(c -> byNumber(c.run().number())); // with its environment
    }

    private Optional<Control> byNumber(long number) {
        return all().stream().filter(c -> c.run().number() == number).findFirst();
    }

    private Optional<Control> due(Records records, Predicate<ProcessId> lost) {
        List<Control> controls = Control.of(records);
        int ended = records.finished().size();
        if (controls.isEmpty()) {
            return Optional.of(Control.here(1, candidate, ended));
        }
        Control last = controls.getLast();
        if (last.run().isPending()) {
            return lost.test(last.run().provenance().process())
                    ? Optional.of(last.with(last.run().adopted()))
                    : Optional.empty();
        }
        boolean due = ended - last.after() >= plan.every() || isDoubtful(controls);
        return due && !isHopeless(controls)
                ? Optional.of(Control.here(last.run().number() + 1, candidate, ended))
                : Optional.empty();
    }

    private boolean isHopeless(List<Control> controls) {
        return controls.size() >= HOPELESS
                && controls.stream().allMatch(c -> c.run().outcome() instanceof Outcome.Failed);
    }

    /** Returns whether the last one is far off the others, and no repetition itself. */
    private boolean isDoubtful(List<Control> controls) {
        List<Control> measured = DriftChange.measured(problem, controls);
        int n = measured.size();
        if (n < 2
                || !measured.getLast().equals(controls.getLast())
                || measured.get(n - 1).after() - measured.get(n - 2).after() < plan.every()) {
            return false;
        }
        List<DriftChange> changes = DriftChange.of(problem, controls);
        long first = changes.isEmpty() ? 1 : changes.getLast().first();
        String objective = problem.optimized().getFirst().name();
        double[] values =
                measured.stream()
                        .filter(c -> c.run().number() >= first)
                        .mapToDouble(c -> problem.value(c.run(), objective).orElseThrow())
                        .toArray();
        return DriftChange.isSurprising(values);
    }

    /**
     * Records the outcome of a control, and says what follows from it.
     *
     * @return empty where it comes late: another process has been given the control
     */
    public Optional<Control> tell(Trial run, Outcome outcome) {
        var told = new AtomicReference<Optional<Control>>();
        var before = new AtomicReference<List<Control>>();
        history.update(records -> {
            List<Control> controls = Control.of(records);
            before.set(controls);
            told.set(
                    controls.stream()
                            .filter(c -> c.run().number() == run.number())
                            .filter(c -> c.run().isPending())
                            .filter(c ->
                                    c.run().provenance().attempt() == run.provenance().attempt())
                            .findFirst()
                            .map(c -> c.with(c.run().with(outcome))));
            return told.get().map(Control::record).stream().toList();
        });
        told.get().ifPresent(c -> say(c, before.get()));
        return told.get();
    }

    private void say(Control control, List<Control> before) {
        List<Control> now = all();
        if (control.run().outcome() instanceof Outcome.Failed) {
            notes.accept(
                    "Drift control %d, %s: %s%s"
                            .formatted(
                                    control.run().number(),
                                    Format.brief(candidate.configuration()),
                                    control.run().outcome().words(),
                                    isHopeless(now)
                                            ? ". None has given a result: no more are measured."
                                            : ""));
            return;
        }
        for (String output : plan.normalised()) {
            if (value(control, output).isEmpty()) {
                notes.accept(
                        "Drift control %d says nothing of '%s', which is not positive: nothing is normalised by it."
                                .formatted(control.run().number(), output));
            }
        }
        List<DriftChange> changes = DriftChange.of(problem, now);
        if (changes.size() > DriftChange.of(problem, before).size()) {
            notes.accept("Drift: " + changes.getLast().words() + ".");
        }
    }

    /**
     * Returns a trial whose measured outputs are divided by how much slower the machine was while
     * it ran than at the first control, by the controls that had been told when the trial was.
     *
     * @param before the trial as it was, whose outcome, if it has one, was divided by factors that
     *     stay
     */
    Trial normalised(Trial trial, Trial before, Records records) {
        if (plan.normalised().isEmpty()
                || !(trial.outcome() instanceof Outcome.Measured measured)
                || trial.provenance().source().isPresent()) {
            return trial;
        }
        Instant told = before.ended().or(trial::ended).orElseThrow();
        Instant middle = told.minusNanos((long) (measured.elapsed() / 2 * 1e9));
        Map<String, Double> factors =
                before.outcome() instanceof Outcome.Measured
                        ? Normalisation.of(before.outcome())
                                .map(Normalisation::factors)
                                .orElse(Map.of())
                        : factors(Control.of(records), told, middle);
        Outcome.Measured divided = Normalisation.divided(measured, factors);
        return divided == measured
                ? trial
                : new Trial(
                        trial.number(),
                        trial.candidate(),
                        trial.origin(),
                        divided,
                        trial.provenance());
    }

    private Map<String, Double> factors(List<Control> controls, Instant known, Instant at) {
        var factors = new LinkedHashMap<String, Double>();
        for (String output : plan.normalised()) {
            var measurements = new ArrayList<MachineLevel.Measurement>();
            for (Control c : controls) {
                Optional<Double> value = value(c, output);
                if (value.isPresent()
                        && !c.run().provenance().told().orElse(Instant.MAX).isAfter(known)) {
                    measurements.add(new MachineLevel.Measurement(c.time(), value.get()));
                }
            }
            if (!measurements.isEmpty()) {
                factors.put(output, MachineLevel.of(measurements).factor(at));
            }
        }
        return factors;
    }

    /**
     * Returns the value of a control's output, empty where there is none, or none that is positive.
     */
    private Optional<Double> value(Control control, String output) {
        double value = problem.value(control.run(), output).orElse(Double.NaN);
        return value > 0 ? Optional.of(value) : Optional.empty();
    }

    @Override
    public String toString() {
        return "Controls of %s, every %d trials: %d"
                .formatted(candidate.configuration(), plan.every(), all().size());
    }
}
