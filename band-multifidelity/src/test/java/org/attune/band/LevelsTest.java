package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.Exhibit;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** How {@code mf} uses, drops and judges levels. */
class LevelsTest {
    private static TuningProblem problem(FidelityParameter fidelity) {
        return TuningProblem.named("p")
                .fidelity(fidelity)
                .parameter(Parameter.real("x", 0, 1))
                .parameter(Parameter.real("z", 0, 1))
                .objective(Objective.minimize("y"))
                .build();
    }

    private static double full(Candidate c) {
        double x = c.configuration().number("x");
        double z = c.configuration().number("z");
        return Math.pow(6 * x - 2, 2) * Math.sin(12 * x - 4) / 6 + 3 * (z - 0.4) * (z - 0.4);
    }

    private static TuningRequest request(TuningProblem problem) {
        return new TuningRequest(
                problem,
                List.of(Point.EMPTY),
                Settings.of("mf", new FidelityProvider().options(), Map.of()),
                new Seed(1));
    }

    private static LevelWorth judged(Records records, TuningProblem problem) {
        return new FidelityTuner(request(problem))
                .worth(records)
                .get(problem.objectives().getFirst())
                .getFirst();
    }

    /** Cheap runs that are full ones but for a slope are kept and used. */
    @Test
    void aLevelThatPredictsIsKept() {
        TuningProblem problem = problem(FidelityParameter.levels("s", 0.1, 1));
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        9,
                        c ->
                                Outcome.measured(
                                        "y",
                                        full(c)
                                                + (c.fidelity().isFull()
                                                        ? 0
                                                        : c.configuration().number("x"))));
        LevelWorth worth = judged(records, problem);
        assertTrue(worth.isKept() && worth.gain() > 0, worth.toString());
        assertEquals(records.trials().stream().filter(Trial::isFull).count(), worth.fullRuns());
    }

    /**
     * Seconds grow with the cost of a run. The full run after a slow default was at a place that
     * cheap runs had shown to be slower than others.
     */
    @Test
    void secondsOverTheCostAreComparedWithThoseOfASlowDefault() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .fidelity(FidelityParameter.levels("s", 0.1, 0.3, 1))
                        .parameter(Parameter.integer("n", 1, 32).withDefault(6))
                        .parameter(Parameter.integer("m", 2, 128).withDefault(74))
                        .parameter(Parameter.real("x", 0, 1).withDefault(0.5))
                        .objective(Objective.minimize("seconds"))
                        .build();
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        3,
                        c -> {
                            double n = c.configuration().number("n") / 32 - 0.7;
                            double m = c.configuration().number("m") / 128 - 0.2;
                            double x = c.configuration().number("x") - 0.8;
                            double all = 0.4 + 4 * n * n + 3 * m * m + 2 * x * x + 2 * n * x;
                            return Outcome.measured("seconds", all * c.fidelity().value());
                        });
        List<Double> full = new ArrayList<>();
        double promised = Double.POSITIVE_INFINITY;
        for (Trial trial : records.trials()) {
            double seconds = problem.value(trial, "seconds").orElseThrow();
            if (trial.isFull()) {
                full.add(seconds);
            } else if (full.size() < 2) {
                promised = Math.min(promised, seconds / trial.cost());
            }
        }
        assertTrue(full.get(1) <= promised, full + ", promised " + promised);
    }

    /**
     * Noise at the cheap level: full runs alone predict as well, and hardly any cheap run is made.
     */
    @Test
    void aLevelThatTellsNothingIsNotPaidFor() {
        TuningProblem problem = problem(FidelityParameter.levels("s", 0.1, 1));
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        14,
                        c -> {
                            double noise =
                                    new Seed(c.configuration().hashCode())
                                            .generator("noise", 0)
                                            .nextDouble();
                            return Outcome.measured(
                                    "y", c.fidelity().isFull() ? full(c) : 4 * noise);
                        });
        List<Trial> later = records.trials().stream().skip(records.trials().size() / 2).toList();
        double cheap = later.stream().filter(t -> !t.isFull()).mapToDouble(Trial::cost).sum();
        double dear = later.stream().filter(Trial::isFull).mapToDouble(Trial::cost).sum();
        assertTrue(cheap < 0.1 * dear, "cheap runs cost %s, full ones %s".formatted(cheap, dear));
    }

    /**
     * After five equal values there is nothing to be learned at the level: full runs alone follow.
     */
    @Test
    void aConstantLevelIsDroppedAtOnce() {
        TuningProblem problem = problem(FidelityParameter.levels("s", 0.1, 1));
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        8,
                        c -> Outcome.measured("y", c.fidelity().isFull() ? full(c) : 50.5));
        assertEquals(5, records.trials().stream().filter(t -> !t.isFull()).count());
        assertEquals(7, records.trials().stream().filter(Trial::isFull).count());
        LevelWorth worth = judged(records, problem);
        assertEquals("dropped: all runs gave the same", worth.verdict());
        assertTrue(worth.flat() && !worth.isKept());
    }

    /**
     * A level at which nothing runs is dropped after five failures, and asked again after five full
     * runs.
     */
    @Test
    void aLevelWhoseRunsAllFailIsDropped() {
        TuningProblem problem = problem(FidelityParameter.levels("s", 0.1, 1));
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        10,
                        c ->
                                c.fidelity().isFull()
                                        ? Outcome.measured("y", full(c))
                                        : Outcome.failed(FailureCause.CRASH, "grid too coarse"));
        assertEquals(6, records.trials().stream().filter(t -> !t.isFull()).count());
        assertEquals("dropped: all runs failed", judged(records, problem).verdict());
    }

    /** Whole numbers may be equal by chance: the level is asked again, and comes back. */
    @Test
    void aLevelThatWasFlatByChanceComesBack() {
        TuningProblem problem = problem(FidelityParameter.levels("s", 0.1, 1));
        var cheap = new AtomicInteger();
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        14,
                        c ->
                                Outcome.measured(
                                        "y",
                                        c.fidelity().isFull()
                                                ? full(c)
                                                : cheap.getAndIncrement() < 5
                                                        ? 7
                                                        : Math.rint(20 * full(c))));
        LevelWorth worth = judged(records, problem);
        assertFalse(worth.flat(), worth.toString());
        assertTrue(worth.runs() > 5, worth.toString());
        Trial again = records.trials().stream().filter(t -> !t.isFull()).skip(5).findFirst().get();
        long before = records.trials().stream().limit(again.number()).filter(Trial::isFull).count();
        assertEquals(LevelWorth.FEWEST, before);
    }

    /** A level that is flat indeed is asked once for every five full runs. */
    @Test
    void aFlatLevelOfWholeNumbersIsAskedSeldom() {
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem(FidelityParameter.levels("s", 0.1, 1)),
                        Map.of(),
                        13,
                        c -> Outcome.measured("y", c.fidelity().isFull() ? full(c) : 50));
        assertEquals(7, records.trials().stream().filter(t -> !t.isFull()).count());
        assertEquals(12, records.trials().stream().filter(Trial::isFull).count());
    }

    /** Of two levels at which all runs failed only the cheaper one was ever asked again. */
    @Test
    void eachLevelThatFailedIsAskedAgain() {
        TuningProblem problem = problem(FidelityParameter.levels("s", 0.1, 0.3, 1));
        var log = new RecordLog();
        for (int i = 0; i < 15; i++) {
            Fidelity at = new Fidelity(List.of(0.1, 0.3, 1.0).get(i / 5));
            var candidate =
                    new Candidate(Point.EMPTY, Point.of("x", i / 15.0, "z", i % 4 / 4.0), at);
            log.add(
                    new Trial(
                            i + 1L,
                            candidate,
                            Origin.of("test"),
                            at.isFull()
                                    ? Outcome.measured("y", full(candidate))
                                    : Outcome.failed(FailureCause.CRASH, "139"),
                            Provenance.here(Effort.NONE)));
        }
        var asked = new ArrayList<Double>();
        for (int i = 0; i < 3; i++) {
            Proposal next =
                    new FidelityTuner(request(problem))
                            .propose(
                                    log.snapshot(),
                                    new Demand(List.of(Point.EMPTY), Map.of(Point.EMPTY, 9)));
            Suggestion suggestion = ((Proposal.Run) next).suggestions().getFirst();
            asked.add(suggestion.candidate().fidelity().value());
            log.add(
                    new Trial(
                            log.snapshot().nextNumber(),
                            suggestion.candidate(),
                            suggestion.origin(),
                            Outcome.failed(FailureCause.CRASH, "139"),
                            Provenance.here(Effort.NONE)));
        }
        assertEquals(List.of(0.1, 0.3, 1.0), asked);
    }

    /**
     * Where the first full run is as bad as cheap ones are good, the next is where those are bad.
     */
    @Test
    void theSecondFullRunIsWhereCheapOnesAreWorst() {
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem(FidelityParameter.levels("s", 0.1, 1)),
                        Map.of(),
                        4,
                        c -> Outcome.measured("y", valley(c) * (c.fidelity().isFull() ? 1 : -0.5)));
        List<Trial> full = records.trials().stream().filter(Trial::isFull).toList();
        assertEquals("opposite", full.get(1).origin().technique());
        Point worst =
                records.trials().stream()
                        .takeWhile(t -> !t.isFull())
                        .map(Trial::candidate)
                        .min(Comparator.comparingDouble(LevelsTest::valley))
                        .orElseThrow()
                        .configuration();
        assertEquals(worst, full.get(1).configuration());
        assertFalse(full.get(2).origin().technique().equals("opposite"));
    }

    /** A steep and curved valley. */
    private static double valley(Candidate c) {
        double x = 15 * c.configuration().number("x") - 5;
        double z = 15 * c.configuration().number("z");
        return Math.pow(z - 0.13 * x * x + 1.6 * x - 6, 2);
    }

    /** What is found far away while the last four full runs are made could not be followed. */
    @Test
    void theLastFullRunsStayNearby() {
        List<Trial> trials = ofBowl(16, 0.9, Map.of("refine", "false")).trials();
        List<Integer> elsewhere = elsewhere(trials);
        assertFalse(elsewhere.isEmpty());
        long later = trials.stream().skip(elsewhere.getLast()).filter(Trial::isFull).count();
        assertTrue(later > 4, later + " full runs after the last one elsewhere");
    }

    /**
     * A place far from all others is looked at by a cheap run, once for each full one; until the
     * bowl is known to eight digits, where rounding decides whether cheap runs tell anything.
     */
    @Test
    void elsewhereIsLookedAtCheaply() {
        List<Trial> trials = ofBowl(24, 0.9).trials();
        List<Integer> elsewhere = elsewhere(trials);
        assertTrue(elsewhere.size() > 1, elsewhere.toString());
        for (int i : elsewhere) {
            assertFalse(trials.get(i).isFull(), "trial " + i);
        }
        for (int n = 1; n < elsewhere.size(); n++) {
            List<Trial> between = trials.subList(elsewhere.get(n - 1), elsewhere.get(n));
            assertTrue(between.stream().anyMatch(Trial::isFull), elsewhere.toString());
        }
        long places = elsewhere.stream().map(i -> trials.get(i).configuration()).distinct().count();
        assertEquals(elsewhere.size(), places);
    }

    /** Where cheap runs tell nothing, the only way to look elsewhere is in full. */
    @Test
    void withoutLevelsElsewhereIsRunInFull() {
        List<Trial> trials = ofBowl(18, 0).trials();
        List<Integer> elsewhere = elsewhere(trials);
        assertFalse(elsewhere.isEmpty());
        for (int i : elsewhere) {
            assertTrue(trials.get(i).isFull(), "trial " + i);
        }
    }

    /** Runs of a bowl that is this much of itself in cheap runs. */
    private static Records ofBowl(int trials, double cheap) {
        return ofBowl(trials, cheap, Map.of());
    }

    private static Records ofBowl(int trials, double cheap, Map<String, String> options) {
        return Runs.of(
                new FidelityProvider(),
                problem(FidelityParameter.levels("s", 0.1, 1)),
                options,
                trials,
                c -> Outcome.measured("y", bowl(c) * (c.fidelity().isFull() ? 1 : cheap)));
    }

    /** Returns the indices of the trials that were to be far from all others. */
    private static List<Integer> elsewhere(List<Trial> trials) {
        return IntStream.range(0, trials.size())
                .filter(i -> trials.get(i).origin().equals(Origin.ELSEWHERE))
                .boxed()
                .toList();
    }

    private static double bowl(Candidate c) {
        double x = c.configuration().number("x") - 0.3;
        double z = c.configuration().number("z") - 0.6;
        return x * x + 2 * z * z;
    }

    /** A range, whole numbers and a share are run at the rungs of the ladder. */
    @Test
    void everyKindOfFidelityIsRun() {
        for (FidelityParameter fidelity :
                List.of(
                        FidelityParameter.real("s", 0.05, 1),
                        FidelityParameter.integer("n", 8, 64).withCost("n**2"),
                        FidelityParameter.share("s"))) {
            TuningProblem problem = problem(fidelity);
            Records records =
                    Runs.of(
                            new FidelityProvider(),
                            problem,
                            Map.of(),
                            5,
                            c -> Outcome.measured("y", full(c) + 1 - c.fidelity().value()));
            double spent = records.trials().stream().mapToDouble(Trial::cost).sum();
            assertTrue(spent <= 5 + Fidelity.TOLERANCE && spent > 4, fidelity + ": " + spent);
            assertTrue(records.trials().stream().anyMatch(t -> !t.isFull()), fidelity.toString());
            assertTrue(records.trials().getLast().isFull(), fidelity.toString());
        }
    }

    private static List<Trial> failures(long from, long to, double share) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(n ->
                        new Trial(
                                n,
                                new Candidate(
                                        Point.EMPTY,
                                        Point.of("x", n / 10.0, "z", 0.5),
                                        new Fidelity(share)),
                                Origin.of("test"),
                                Outcome.failed(FailureCause.CRASH, "told to"),
                                org.attune.api.Provenance.here(org.attune.api.Effort.NONE)))
                .toList();
    }

    @Test
    void theWorthOfLevelsIsShown() {
        TuningProblem problem = problem(FidelityParameter.levels("s", 0.1, 1));
        Records records =
                Runs.of(
                        new FidelityProvider(),
                        problem,
                        Map.of(),
                        4,
                        c -> Outcome.measured("y", full(c)));
        var provider = new FidelityProvider();
        List<Exhibit> shown =
                provider.models()
                        .orElseThrow()
                        .exhibits(
                                new TuningRequest(
                                        problem,
                                        List.of(Point.EMPTY),
                                        Settings.of("mf", provider.options(), Map.of()),
                                        new Seed(1)),
                                records);
        assertEquals(2, shown.size());
        var worth = (Exhibit.Table) shown.getFirst();
        assertEquals("used, not judged yet", worth.rows().getFirst().getLast());
        var rungs = (Exhibit.Table) shown.getLast();
        int runs = rungs.rows().stream().mapToInt(r -> (int) r.get(1)).sum();
        assertEquals(records.trials().size(), runs);
    }
}
