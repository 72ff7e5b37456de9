package org.attune.band;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Effort;
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
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.Test;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The schedules of the bandits, on a problem whose cheap runs rank as the full ones do. */
class BanditsTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .fidelity(FidelityParameter.levels("s", 1 / 9.0, 1 / 3.0, 1))
                    .parameter(Parameter.real("x", 0, 1))
                    .objective(Objective.minimize("y"))
                    .build();

    private static Outcome value(Candidate c) {
        double x = c.configuration().number("x");
        return Outcome.measured("y", (x - 0.3) * (x - 0.3) + 1 - c.fidelity().value());
    }

    private static Records run(TunerProvider tuner, int trials, Map<String, String> options) {
        return Runs.of(tuner, PROBLEM, options, trials, BanditsTest::value);
    }

    private static List<Trial> at(List<Trial> trials, double share) {
        return trials.stream().filter(t -> Math.abs(t.cost() - share) < 1e-9).toList();
    }

    private static Set<Point> configurations(List<Trial> trials) {
        return trials.stream().map(Trial::configuration).collect(Collectors.toSet());
    }

    /** It went on there until the budget was gone, and nothing was ever run in full. */
    @Test
    void ashaPassesOverALevelAtWhichAllRunsFail() {
        List<Trial> trials =
                Runs.of(
                                new Asha.Provider(),
                                PROBLEM,
                                Map.of(),
                                12,
                                c ->
                                        c.fidelity().value() < 0.2
                                                ? Outcome.failed(FailureCause.CRASH, "too small")
                                                : value(c))
                        .trials();
        assertEquals(5, at(trials, 1 / 9.0).size());
        assertTrue(at(trials, 1).size() >= 2, "full runs " + at(trials, 1).size());
    }

    /** Three levels and eta = 3: 9, 3 and 1 runs, then 5 and 1, then 3 full ones. */
    @Test
    void hyperbandGoesThroughItsBrackets() {
        List<Trial> trials = run(new Hyperband.Provider(), 20, Map.of()).trials();
        int[][] expected = {{9, 3, 1}, {0, 5, 1}, {0, 0, 3}};
        for (int bracket = 0; bracket < 3; bracket++) {
            List<Trial> members = RungTuner.marked(trials, "bracket-" + bracket);
            assertEquals(expected[bracket][0], at(members, 1 / 9.0).size());
            assertEquals(expected[bracket][1], at(members, 1 / 3.0).size());
            assertEquals(expected[bracket][2], at(members, 1).size());
        }
        List<Trial> first = RungTuner.marked(trials, "bracket-0");
        assertEquals(best(at(first, 1 / 9.0), 3), configurations(at(first, 1 / 3.0)));
        assertEquals(best(at(first, 1 / 3.0), 1), configurations(at(first, 1)));
    }

    /** Proposals that a model made; promotions take no time worth reporting. */
    @Test
    void modelsSayWhatTheyTook() {
        for (TunerProvider tuner :
                List.of(new BandTuner.Provider(), new Hyperband.BohbProvider())) {
            List<Trial> modelled =
                    run(tuner, 20, Map.of()).trials().stream()
                            .filter(t -> t.origin().phase() == Origin.Phase.MODEL)
                            .toList();
            assertFalse(modelled.isEmpty(), tuner.name());
            Effort all = // a clock may be too coarse for one
                    modelled.stream()
                            .map(t -> t.provenance().effort())
                            .reduce(Effort.NONE, Effort::plus);
            assertTrue(all.model() > 0 && all.search() > 0, tuner.name() + ": " + all);
        }
    }

    /** A default that is the best of its arm went on to a level at which it had been run before. */
    @Test
    void aGoodDefaultIsRunOnceAtEachLevel() {
        TuningProblem problem =
                TuningProblem.named("p")
                        .fidelity(FidelityParameter.levels("s", 1 / 9.0, 1 / 3.0, 1))
                        .parameter(Parameter.real("x", 0, 1).withDefault(0.3))
                        .objective(Objective.minimize("y"))
                        .build();
        List<Candidate> run =
                Runs.of(new BandTuner.Provider(), problem, Map.of(), 20, BanditsTest::value)
                        .trials()
                        .stream()
                        .map(Trial::candidate)
                        .toList();
        assertEquals(new HashSet<>(run).size(), run.size(), run.toString());
    }

    private static Set<Point> best(List<Trial> trials, int count) {
        return configurations(
                trials.stream()
                        .sorted(
                                Comparator.comparingDouble(
                                        t -> Math.abs(t.configuration().number("x") - 0.3)))
                        .limit(count)
                        .toList());
    }

    /** One pass of GPTuneBand with s_max = 2 and eta = 3: N = 3, 3, 9. */
    @Test
    void gptuneBandGoesThroughItsArms() {
        List<Trial> trials = run(new BandTuner.Provider(), 40, Map.of("passes", "1")).trials();
        int[][] expected = {{0, 0, 3}, {0, 3, 1}, {9, 3, 1}};
        for (int arm = 0; arm < 3; arm++) {
            List<Trial> members = RungTuner.marked(trials, "pass-0-arm-" + arm);
            assertEquals(expected[arm][0], at(members, 1 / 9.0).size(), "arm " + arm);
            assertEquals(expected[arm][1], at(members, 1 / 3.0).size(), "arm " + arm);
            assertEquals(expected[arm][2], at(members, 1).size(), "arm " + arm);
        }
        assertTrue(RungTuner.marked(trials, "pass-1-arm-2").isEmpty(), "one pass");
    }

    /** What was left went to what halving had sorted out, 28 full runs of 40. */
    @Test
    void gptuneBandEndsAfterItsPasses() {
        Map<String, String> options = Map.of("passes", "1");
        Study study = study(options);
        List<Trial> asked = study.ask(7); // an arm of full runs, and of the others some samples
        for (List<Trial> more = study.ask(1); !more.isEmpty(); more = study.ask(1)) {
            Trial trial = more.getFirst();
            study.tell(trial.number(), value(trial.candidate()));
        }
        assertEquals(Study.State.WAIT, study.status().state(), "of those 7 rungs are open");
        asked.forEach(t -> study.tell(t.number(), value(t.candidate())));
        for (List<Trial> more = study.ask(1); !more.isEmpty(); more = study.ask(1)) {
            Trial trial = more.getFirst();
            study.tell(trial.number(), value(trial.candidate()));
        }
        assertEquals(Study.State.DONE, study.status().state());
        assertEquals("option passes=1: all arms are through", study.status().why());
        List<Trial> trials = run(new BandTuner.Provider(), 40, options).trials();
        assertEquals(20, trials.size());
        assertEquals(20, study.records().trials().size());
    }

    private static Study study(Map<String, String> options) {
        return Study.of(PROBLEM)
                .tuner(new BandTuner.Provider())
                .options(options)
                .trials(40)
                .seed(1)
                .open();
    }

    /** It was ignored. */
    @Test
    void gptuneBandWarpsOutputsAsAsked() {
        var proposed = new HashSet<Set<Point>>();
        for (String warp : List.of("yeo-johnson", "none", "log")) {
            proposed.add(
                    configurations(
                            run(new BandTuner.Provider(), 8, Map.of("output-warp", warp))
                                    .trials()));
        }
        assertEquals(3, proposed.size());
    }

    /** Options of the engine that a study with a fidelity or of one task makes no use of. */
    @Test
    void optionsWithoutEffectAreNamed() {
        for (TunerProvider tuner : List.of(new BandTuner.Provider(), new FidelityProvider())) {
            List<String> remarks = remarks(tuner, Map.of("censored", "false", "initial", "9"));
            assertTrue(
                    remarks.contains("Option 'censored' has no effect with a fidelity."),
                    remarks.toString());
            assertEquals(
                    tuner.name().equals("mf"),
                    remarks.contains(
                            "Option 'initial' has no effect with one task:"
                                    + " 'cheap-design' says how many runs come first."));
        }
    }

    private static List<String> remarks(TunerProvider tuner, Map<String, String> options) {
        return tuner.remarks(
                new TuningRequest(
                        PROBLEM,
                        List.of(Point.EMPTY),
                        Settings.of(tuner.name(), tuner.options(), options),
                        new Seed(1)));
    }

    /** Whenever a configuration is promoted it is among the best third of those below. */
    @Test
    void ashaPromotesTheBestThird() {
        List<Trial> trials = run(new Asha.Provider(), 15, Map.of()).trials();
        int promoted = 0;
        for (Trial trial : trials) {
            if (!trial.origin().technique().startsWith("promoted")
                    || trial.origin().technique().endsWith("cut")) {
                continue;
            }
            List<Trial> before = trials.subList(0, (int) trial.number() - 1);
            List<Trial> below = at(before, trial.cost() / 3);
            assertTrue(
                    best(below, below.size() / 3).contains(trial.configuration()),
                    trial.toString());
            promoted++;
        }
        assertTrue(promoted > 10, "promotions: " + promoted);
    }

    /** Every third trial never ends; the rungs are decided without them. */
    @Test
    void lostTrialsBlockNoRung() {
        for (TunerProvider tuner :
                List.of(
                        new Hyperband.Provider(),
                        new Hyperband.BohbProvider(),
                        new Asha.Provider(),
                        new BandTuner.Provider(),
                        new FidelityProvider())) {
            Study study = Study.of(PROBLEM).tuner(tuner).trials(15).seed(2).open();
            for (List<Trial> asked = study.ask(1); !asked.isEmpty(); asked = study.ask(1)) {
                Trial trial = asked.getFirst();
                if (trial.number() % 3 != 0) {
                    study.tell(trial.number(), value(trial.candidate()));
                }
            }
            List<Trial> trials = study.records().trials();
            double spent = trials.stream().mapToDouble(Trial::cost).sum();
            assertTrue(spent > 14 && spent <= 15 + Fidelity.TOLERANCE, tuner.name() + spent);
            assertTrue(
                    trials.stream().filter(Trial::isFull).count() >= 3, tuner.name() + " went on");
        }
    }

    /** What is left after a pass is used for a full run, and what was not finished is said. */
    @Test
    void aPassIsCutWhereTheBudgetEnds() {
        Records records = run(new Hyperband.Provider(), 2, Map.of());
        Trial last = records.trials().getLast();
        assertTrue(last.isFull(), last.toString());
        var words =
                new Hyperband.Provider()
                        .create(
                                new org.attune.api.TuningRequest(
                                        PROBLEM,
                                        List.of(Point.EMPTY),
                                        org.attune.api.Settings.of(
                                                "hyperband",
                                                new Hyperband.Provider().options(),
                                                Map.of()),
                                        new org.attune.api.Seed(1)))
                        .propose(
                                records,
                                new org.attune.api.Demand(
                                        List.of(Point.EMPTY), Map.of(Point.EMPTY, 0.5)));
        assertTrue(words.toString().contains("cut: bracket 0 has "), words.toString());
    }

    @Test
    void nothingIsRunTwice() {
        for (TunerProvider tuner :
                List.of(new BandTuner.Provider(), new Hyperband.BohbProvider())) {
            var seen = new HashSet<Candidate>();
            for (Trial trial : run(tuner, 12, Map.of()).trials()) {
                assertFalse(!seen.add(trial.candidate()), trial.toString());
            }
        }
    }

    private static TuningProblem resumed() {
        return TuningProblem.named("p")
                .fidelity(FidelityParameter.levels("s", 1 / 9.0, 1 / 3.0, 1).resumed())
                .parameter(Parameter.real("x", 0, 1))
                .objective(Objective.minimize("y"))
                .build();
    }

    /** 9 runs for 1/9, 3 more for 2/9 and 1 more for 2/3 cost 7/3 instead of 3. */
    @Test
    void promotionsCostTheDifferenceWhereRunsAreResumed() {
        Map<String, TunerProvider> tuners =
                Map.of(
                        "hyperband", new Hyperband.Provider(),
                        "asha", new Asha.Provider(),
                        "gptune-band", new BandTuner.Provider(),
                        "mf", new FidelityProvider());
        tuners.forEach((name, tuner) -> {
            List<Trial> trials =
                    Runs.of(tuner, resumed(), Map.of(), 8, BanditsTest::value).trials();
            int promoted = 0;
            double sum = 0;
            for (Trial trial : trials) {
                double paid =
                        trials.subList(0, (int) trial.number() - 1).stream()
                                .filter(t -> t.configuration().equals(trial.configuration()))
                                .mapToDouble(t -> t.candidate().fidelity().value())
                                .filter(v -> v < trial.candidate().fidelity().value())
                                .max()
                                .orElse(0);
                promoted += paid > 0 ? 1 : 0;
                sum += trial.cost();
                assertEquals(trial.candidate().fidelity().value() - paid, trial.cost(), 1e-9, name);
            }
            assertTrue(promoted > 0, name + " has promoted nothing");
            assertTrue(sum <= 8 + 1e-9 && sum > 7, name + " spent " + sum);
        });
        List<Trial> bracket =
                RungTuner.marked(
                        Runs.of(
                                        new Hyperband.Provider(),
                                        resumed(),
                                        Map.of(),
                                        8,
                                        BanditsTest::value)
                                .trials(),
                        "bracket-0");
        assertEquals(7 / 3.0, bracket.stream().mapToDouble(Trial::cost).sum(), 1e-9);
    }

    /** What is left pays for no full run, but for the rest of one of which a third is paid. */
    @Test
    void theEndOfTheBudgetGoesIntoTheRestOfARun() {
        for (TunerProvider tuner :
                List.of(new Asha.Provider(), new Hyperband.Provider(), new FidelityProvider())) {
            for (boolean resumes : new boolean[] {true, false}) {
                TuningProblem problem = resumes ? resumed() : PROBLEM;
                var log = new RecordLog();
                for (int i = 1; i <= 3; i++) {
                    Fidelity at = problem.fidelity().get().of(i < 3 ? 1 / 3.0 : 1 / 9.0);
                    var candidate = new Candidate(Point.EMPTY, Point.of("x", i / 4.0), at);
                    log.add(
                            new Trial(
                                    i,
                                    candidate,
                                    Origin.of("test"),
                                    value(candidate),
                                    Provenance.here(Effort.NONE)));
                }
                var request =
                        new TuningRequest(
                                problem,
                                List.of(Point.EMPTY),
                                Settings.of(tuner.name(), tuner.options(), Map.of()),
                                new Seed(1));
                Tuner made = tuner.create(request);
                Proposal poor = made.propose(log.snapshot(), left(0.654321));
                String why = assertInstanceOf(Proposal.Done.class, poor, tuner.name()).why();
                assertTrue(why.startsWith("what is left, 0.6543 of a full run, pays"), why);
                Proposal rest = made.propose(log.snapshot(), left(0.67));
                if (resumes) {
                    Candidate next =
                            assertInstanceOf(Proposal.Run.class, rest, tuner.name())
                                    .suggestions()
                                    .getFirst()
                                    .candidate();
                    assertEquals(Candidate.of(Point.EMPTY, Point.of("x", 0.25)), next);
                } else {
                    assertInstanceOf(Proposal.Done.class, rest, tuner.name());
                }
            }
        }
    }

    private static Demand left(double runs) {
        return new Demand(List.of(Point.EMPTY), Map.of(Point.EMPTY, runs));
    }

    /** An ended run counts on the rung for which it was asked, behind those that went on. */
    @Test
    void endedRunsStandBehindOthers() {
        Trial whole =
                Runs.of(new Asha.Provider(), PROBLEM, Map.of(), 2, BanditsTest::value)
                        .trials()
                        .getFirst();
        var low =
                new Outcome.Measured(
                        Map.of("y", List.of(-5.0)),
                        Map.of(),
                        1,
                        java.util.Optional.of(new Fidelity(0.05)));
        Trial ended = whole.untold().with(low);
        assertEquals(List.of(whole, ended), Standing.bestFirst(PROBLEM, List.of(ended, whole)));
        Ladder ladder = Ladder.of(PROBLEM, 3, 0, 10);
        assertEquals(0, ladder.rung(ended.asked().fidelity()));
        assertEquals(-1, ladder.measured(ended), "it has reached none");
        var later =
                new Outcome.Measured(
                        Map.of("y", List.of(-5.0)),
                        Map.of(),
                        1,
                        java.util.Optional.of(new Fidelity(0.9)));
        assertEquals(1, ladder.measured(whole.untold().with(later)), "never the full one");
    }
}
