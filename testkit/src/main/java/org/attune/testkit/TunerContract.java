package org.attune.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.Exhibit;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Proposal;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.SourceRecord;
import org.attune.api.Trial;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.api.TuningRequest;
import org.attune.testkit.TunerRun.Step;
import org.attune.testkit.WatchedTuner.Memory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What every tuner must do: be found, refuse wrong options, propose only what is admissible, keep
 * the replay law, live with failures and strange values, and end when its space is exhausted or its
 * budget is used up.
 *
 * <p>No test looks at a clock, so a slow tuner passes as well; it may want a smaller {@link
 * #trials}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // what several tests begin with is run once
public abstract class TunerContract {
    private static final int SOURCE_TRIALS = 6;
    private static final int AT_ONCE = 4;

    private final Map<String, Records> kept = new HashMap<>();
    private final Map<String, Records> atOnce = new HashMap<>();

    /** Starts with nothing; for subclasses. */
    protected TunerContract() {}

    /** Returns the provider under test, as {@link java.util.ServiceLoader} would make it. */
    protected abstract TunerProvider provider();

    /** Returns options for all studies of this suite; none if not overridden. */
    protected Map<String, String> options() {
        return Map.of();
    }

    /**
     * Returns the problems; if not overridden, {@link TestProblems#all}, and {@link
     * TestProblems#fidelities} and {@link TestProblems#permutation} for a tuner that uses them.
     */
    protected List<TestProblem> problems() {
        var problems = new ArrayList<>(TestProblems.all());
        if (provider().abilities().fidelities()) {
            problems.add(TestProblems.fidelities());
            problems.add(TestProblems.resumed());
        }
        if (provider().abilities().kinds().contains(TunerAbilities.Kind.PERMUTATION)) {
            problems.add(TestProblems.permutation());
        }
        return problems;
    }

    /**
     * Returns the number of trials of a study, 10 if not overridden; each of several tasks has half
     * of them and one more.
     */
    protected int trials() {
        return 10;
    }

    /**
     * Returns whether the tuner may evaluate a configuration of a small finite space twice; false
     * if not overridden.
     */
    protected boolean repeatsAllowed() {
        return false;
    }

    @Test
    void isFoundByItsName() {
        String name = provider().name();
        assertTrue(name.matches("[a-z0-9]+(-[a-z0-9]+)*"), name);
        assertEquals(
                provider().getClass(),
                Tuners.type(Tuners.available().named(name)),
                "META-INF/services/org.attune.api.TunerProvider");
    }

    @Test
    void describesItself() {
        String summary = provider().summary();
        assertFalse(summary.isBlank() || summary.contains("\n"), summary);
        var names = new HashSet<String>();
        for (Option<?> option : provider().options()) {
            assertTrue(option.name().matches("[a-z0-9]+(-[a-z0-9]+)*"), option.name());
            assertTrue(names.add(option.name()), option.name() + " is there twice");
            assertFalse(option.meaning().isBlank(), option.name());
            assertEquals(option.defaultValue(), option.parse(option.defaultValue().toString()));
            option.need().ifPresent(n -> n.met().test(settings(Map.of()))); // of options it has
        }
    }

    @Test
    void refusesUnknownOptionsWithAList() {
        String unknown = "no-such-option";
        String message =
                assertThrows(IllegalArgumentException.class, () -> settings(Map.of(unknown, "1")))
                        .getMessage();
        assertTrue(message.contains(unknown), message);
        provider().options().forEach(o -> assertTrue(message.contains(o.name()), message));
    }

    /**
     * One instance, fresh ones, and fresh ones whose stored models are lost give the same trials.
     */
    @TestFactory
    Stream<DynamicTest> replaysFromTheRecordsAlone() {
        return onAll(run -> {
            Records kept = kept(run);
            assertBudget(run, kept);
            for (Memory memory : List.of(Memory.NONE, Memory.NO_MODELS)) {
                Records replayed = run.oneByOne(memory, 1, run.truth());
                assertEquals(Step.of(kept), Step.of(replayed), memory.name());
            }
        });
    }

    /** What is asked for at once is what is asked for one by one with no outcome between. */
    @TestFactory
    Stream<DynamicTest> proposesAtOnceWhatItProposesOneByOne() {
        return onAll(run ->
                assertEquals(Step.of(run.batches(AT_ONCE, false, false)), Step.of(atOnce(run))));
    }

    @TestFactory
    Stream<DynamicTest> acceptsOutcomesInAnyOrder() {
        return onAll(run ->
                assertEquals(
                        Step.of(run.batches(4, true, true)), Step.of(run.batches(4, true, true))));
    }

    @TestFactory
    Stream<DynamicTest> goesOnWithoutTheOutcomesOfLostTrials() {
        return onAll(
                run -> assertEquals(Step.of(run.withLostTrials()), Step.of(run.withLostTrials())));
    }

    @TestFactory
    Stream<DynamicTest> anotherSeedGivesAnotherStudy() {
        return on(
                problems().stream().filter(p -> Double.isInfinite(size(p))).toList(),
                run ->
                        assertNotEquals(
                                Step.of(kept(run)),
                                Step.of(run.oneByOne(Memory.KEPT, 2, run.truth()))));
    }

    /**
     * Sources are part of the records: a tuner that learns from them replays with them, and any
     * other proposes as if there were none.
     */
    @TestFactory
    Stream<DynamicTest> sourcesMatterToThoseWhoDeclareThemOnly() {
        return on(
                problems().stream().filter(p -> Double.isInfinite(size(p))).limit(2).toList(),
                run -> {
                    TunerRun given = run.with(sources(run.problem()));
                    Records with = given.oneByOne(Memory.KEPT, 1, run.truth());
                    Records other =
                            provider().abilities().sources()
                                    ? given.oneByOne(Memory.NO_MODELS, 1, run.truth())
                                    : kept(run);
                    assertEquals(Step.of(other), Step.of(with));
                });
    }

    /** Whatever it declares it can do, and whatever it does not declare it leaves alone. */
    @TestFactory
    Stream<DynamicTest> canDoWhatItDeclares() {
        return DeclaredAbilities.tests(provider());
    }

    /** Returns what was measured of each task elsewhere. */
    static List<SourceRecord> sources(TestProblem problem) {
        var sources = new ArrayList<SourceRecord>();
        for (Point task : problem.tasks()) {
            var sampler = new AdmissibleSampler(problem.problem(), task);
            var trials = new ArrayList<Trial>();
            for (int i = 0; i < SOURCE_TRIALS; i++) {
                Candidate candidate =
                        Candidate.of(
                                task,
                                sampler.draw(new Seed(7).generator("source", i))
                                        .configuration()
                                        .orElseThrow());
                trials.add(
                        new Trial(
                                i + 1L,
                                candidate,
                                Origin.of("source"),
                                problem.evaluate(candidate),
                                Provenance.here(Effort.NONE)));
            }
            sources.add(
                    SourceRecord.of("source " + sources.size(), task, problem.problem())
                            .trials(trials)
                            .build());
        }
        return sources;
    }

    /** When, where and how fast earlier trials were proposed must not matter. */
    @TestFactory
    Stream<DynamicTest> timesAndPlacesDoNotMatter() {
        return onAll(run -> {
            Records records = kept(run);
            var request =
                    new TuningRequest(
                            run.problem().problem(),
                            run.problem().tasks(),
                            settings(options()),
                            new Seed(1));
            assertEquals(propose(request, records), propose(request, elsewhere(records)));
            assertEquals(exhibits(request, records), exhibits(request, elsewhere(records)));
        });
    }

    @TestFactory
    Stream<DynamicTest> survivesEveryFailure() {
        FailureCause[] causes = FailureCause.values();
        return withOutcomes(
                "some fail",
                run ->
                        trial ->
                                trial.number() % 2 == 0
                                        ? Outcome.failed(
                                                causes[(int) (trial.number() / 2) % causes.length],
                                                "told to fail")
                                        : run.problem().evaluate(trial.candidate()));
    }

    @TestFactory
    Stream<DynamicTest> survivesWhenEverythingFails() {
        return Stream.of(FailureCause.values())
                .flatMap(cause ->
                        withOutcomes(
                                cause.text(),
                                run -> trial -> Outcome.failed(cause, "told to fail")));
    }

    @TestFactory
    Stream<DynamicTest> survivesStrangeValues() {
        return Stream.of(
                        withOutcomes("identical", run -> trial -> measured(3.5)),
                        withOutcomes("zero", run -> trial -> measured(0)),
                        withOutcomes("huge", run -> trial -> measured(1e300 * sign(trial))),
                        withOutcomes("tiny", run -> trial -> measured(1e-300 * trial.number())),
                        withOutcomes(
                                "both", run -> trial -> measured(sign(trial) > 0 ? 1e300 : 1e-300)))
                .flatMap(Function.identity());
    }

    /**
     * Histories that no tuner would write: one configuration many times, values that contradict
     * each other, an outlier, failures alone.
     */
    @TestFactory
    Stream<DynamicTest> survivesDegenerateHistories() {
        return chosen().stream()
                .flatMap(p ->
                        DegenerateHistories.of(p).entrySet().stream()
                                .map(h ->
                                        dynamicTest(
                                                h.getKey() + ": " + p.name(),
                                                () -> assertAdmissible(p, h.getValue()))));
    }

    private void assertAdmissible(TestProblem p, Records records) {
        var request = new TuningRequest(p.problem(), p.tasks(), settings(options()), new Seed(1));
        List<Candidate> proposed = propose(request, records).orElseThrow();
        assertFalse(proposed.isEmpty());
        assertEquals(
                p.tasks().subList(0, proposed.size()), // fewer than wanted are allowed
                proposed.stream().map(Candidate::task).toList());
        for (Candidate candidate : proposed) {
            Point configuration = candidate.configuration();
            assertEquals(configuration, p.problem().parameterSpace().canonical(configuration));
            assertTrue(p.problem().admits(candidate.task(), configuration), candidate::toString);
        }
    }

    @TestFactory
    Stream<DynamicTest> proposesNothingTwice() {
        return onAll(run -> {
            if (repeatsAllowed()) {
                return;
            }
            Records records = atOnce(run);
            for (Point task : run.problem().tasks()) {
                var seen = new HashSet<Candidate>(); // at another fidelity it is no repeat
                for (Trial trial : records.trials(task)) {
                    assertTrue(seen.add(trial.candidate()), () -> trial + " is a repeat");
                }
            }
        });
    }

    /** A space of few points ends the study, each point having been evaluated once. */
    @TestFactory
    Stream<DynamicTest> endsWhenAFiniteSpaceIsExhausted() {
        return on(
                problems().stream().filter(p -> size(p) <= 64).toList(),
                run -> {
                    TestProblem problem = run.problem();
                    int more = (int) size(problem) + 3;
                    var longer = new TunerRun(provider(), options(), problem, more, List.of());
                    Records records = longer.oneByOne(Memory.KEPT, 1, longer.truth());
                    for (Point task : problem.tasks()) {
                        var tried =
                                new HashSet<>(
                                        records.trials(task).stream()
                                                .map(Trial::configuration)
                                                .toList());
                        if (repeatsAllowed()) {
                            continue;
                        }
                        assertEquals(tried.size(), records.trials(task).size(), "no repeats");
                        assertEquals(admissible(problem, task), tried, "every point");
                    }
                });
    }

    private static HashSet<Point> admissible(TestProblem problem, Point task) {
        var points = new HashSet<>(problem.problem().parameterSpace().points(64).orElseThrow());
        points.removeIf(p -> !problem.problem().admits(task, p));
        return points;
    }

    private Stream<DynamicTest> withOutcomes(
            String what, Function<TunerRun, Function<Trial, Outcome>> outcomes) {
        return on(
                chosen(),
                what + ": ",
                run -> assertBudget(run, run.oneByOne(Memory.KEPT, 1, outcomes.apply(run))));
    }

    /** A few of the problems, for tests that would take long on all. */
    private List<TestProblem> chosen() {
        List<TestProblem> chosen =
                problems().stream()
                        .filter(p ->
                                List.of("real", "conditional", "several-tasks").contains(p.name()))
                        .toList();
        return chosen.isEmpty() ? problems() : chosen;
    }

    private int trials(TestProblem p) {
        return p.tasks().size() == 1 ? trials() : trials() / 2 + 1;
    }

    /** Returns the study of a problem, one trial after the other; run once. */
    private Records kept(TunerRun run) {
        return kept.computeIfAbsent(
                run.problem().name(), name -> run.oneByOne(Memory.KEPT, 1, run.truth()));
    }

    /** Returns the study of a problem, some trials at once; run once. */
    private Records atOnce(TunerRun run) {
        return atOnce.computeIfAbsent(
                run.problem().name(), name -> run.batches(AT_ONCE, true, false));
    }

    private Stream<DynamicTest> onAll(Consumer<TunerRun> test) {
        return on(problems(), test);
    }

    private Stream<DynamicTest> on(List<TestProblem> chosen, Consumer<TunerRun> test) {
        return on(chosen, "", test);
    }

    private Stream<DynamicTest> on(
            List<TestProblem> chosen, String prefix, Consumer<TunerRun> test) {
        return chosen.stream()
                .map(p ->
                        dynamicTest(
                                prefix + p.name(),
                                () ->
                                        test.accept(
                                                new TunerRun(
                                                        provider(),
                                                        options(),
                                                        p,
                                                        trials(p),
                                                        List.of()))));
    }

    /**
     * Every task has had its trials, counted in full runs; fewer only where its space has fewer
     * points, or by less than one where runs can cost less.
     */
    private static void assertBudget(TunerRun run, Records records) {
        boolean cheaper = run.problem().problem().fidelity().isPresent();
        for (Point task : run.problem().tasks()) {
            double used = records.trials(task).stream().mapToDouble(Trial::cost).sum();
            assertTrue(
                    used <= run.trials() + Fidelity.TOLERANCE,
                    () -> used + " full runs of task " + task);
            if (Double.isInfinite(size(run.problem()))) {
                assertEquals(
                        run.trials(),
                        used,
                        cheaper ? 1 : Fidelity.TOLERANCE,
                        () -> "full runs of task " + task);
            }
        }
    }

    private static double size(TestProblem problem) {
        return problem.problem().parameterSpace().size();
    }

    private Settings settings(Map<String, String> given) {
        return Settings.of(provider().name(), provider().options(), given);
    }

    private Optional<List<Candidate>> propose(TuningRequest request, Records records) {
        List<Point> turn = request.tasks();
        var left = new java.util.LinkedHashMap<Point, Integer>();
        turn.forEach(t -> left.put(t, 3));
        return switch (provider().create(request).propose(records, new Demand(turn, left))) {
            case Proposal.Run run ->
                    Optional.of(run.suggestions().stream().map(s -> s.candidate()).toList());
            case Proposal.Wait wait -> Optional.empty();
            case Proposal.Done done -> Optional.empty();
        };
    }

    private List<Exhibit> exhibits(TuningRequest request, Records records) {
        return provider().models().map(m -> m.exhibits(request, records)).orElse(List.of());
    }

    private static Records elsewhere(Records records) {
        var log = new RecordLog(records);
        var provenance =
                new Provenance(
                        Instant.EPOCH,
                        Optional.of(Instant.EPOCH.plusSeconds(9)),
                        new ProcessId("elsewhere", 1, 0),
                        new Effort(3, 4));
        LongStream.range(0, records.trials().size())
                .mapToObj(i -> records.trials().get((int) i))
                .map(t ->
                        new Trial(
                                t.number(),
                                t.candidate(),
                                t.origin(),
                                t.outcome(),
                                provenance
                                        .after(t.provenance().parent()) // what it costs
                                        .planned(t.provenance().planned())))
                .forEach(log::add);
        return log.snapshot();
    }

    private static Outcome measured(double value) {
        return Outcome.measured("y", value);
    }

    private static int sign(Trial trial) {
        return trial.number() % 2 == 0 ? 1 : -1;
    }
}
