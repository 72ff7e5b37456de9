package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Effort;
import org.attune.api.Exhibit;
import org.attune.api.Fidelity;
import org.attune.api.ModelRecord;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerProvider;
import org.attune.api.TunerView;
import org.attune.api.TuningRequest;
import org.attune.gplcm.GpLcmTuner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What all tuners with sources have in common. */
class MethodsTest {
    static Stream<TunerProvider> all() {
        return Stream.of(
                new TlaTuner.Default(),
                new TlaTuner.Lcm(),
                new TlaTuner.LcmBf(),
                new TlaTuner.Sum(),
                new TlaTuner.Regression(),
                new TlaTuner.Stacking(),
                new TlaTuner.Toggling(),
                new TlaTuner.Prob(),
                new TlaTuner.ProbDyn(),
                new TlaTuner.Peeking(),
                new TlaTuner.TypeTwo(),
                new TlaTuner.Extended());
    }

    /**
     * Values below 1.02 are those in an ellipse of area 0.011, which 6 random trials meet with a
     * probability of 0.065.
     */
    @ParameterizedTest
    @MethodSource("all")
    void findsGoodPlacesAtOnceWithAlikeSources(TunerProvider tuner) {
        List<Trial> trials = Studies.run(tuner, Studies.alike(), 6, Map.of());
        assertTrue(Studies.best(trials) < 1.02, tuner.name() + " " + Studies.best(trials));
    }

    @ParameterizedTest
    @MethodSource("all")
    void proposesWithoutSourcesWhatGpLcmDoes(TunerProvider tuner) {
        var plain = Studies.run(new GpLcmTuner.Provider(), List.of(), 6, Map.of());
        assertEquals(
                Studies.configurations(plain),
                Studies.configurations(Studies.run(tuner, List.of(), 6, Map.of())));
    }

    /** A trial for the contrast is spent where sources do not agree, or nothing is known of one. */
    @Test
    void secondTrialIsOfTheDesignOnlyWhereSourcesDoNotAgree() {
        List<SourceRecord> alike = Studies.agreeing();
        SourceRecord negated = Studies.source("negated", 0.2, 20, p -> 20 - Studies.bowl(0.2, p));
        assertEquals(Origin.Phase.MODEL, secondPhase(alike));
        assertEquals(Origin.Phase.INITIAL, secondPhase(alike.subList(0, 1)));
        assertEquals(Origin.Phase.INITIAL, secondPhase(List.of(alike.getFirst(), negated)));
    }

    /** Where sources agree, the second to fourth trial are among the three best of each. */
    @Test
    void goesWhereSourcesWereBestBeforeItSearches() {
        List<SourceRecord> alike = Studies.agreeing();
        List<Point> best =
                alike.stream()
                        .flatMap(s ->
                                s.trialsWithin(Studies.PROBLEM.parameterSpace()).stream()
                                        .sorted(
                                                Comparator.comparingDouble(
                                                        t -> Studies.best(List.of(t))))
                                        .limit(3))
                        .map(Trial::configuration)
                        .toList();
        List<Point> proposed =
                Studies.configurations(Studies.run(new TlaTuner.Default(), alike, 5, Map.of()));
        assertFalse(best.contains(proposed.getFirst()));
        assertTrue(best.containsAll(proposed.subList(1, 4)), proposed.toString());
        assertFalse(best.contains(proposed.get(4)));
    }

    /** The three best trials of a search that has converged were one place, tried three times. */
    @Test
    void placesOfAConvergedSourceAreApart() {
        List<SourceRecord> converged =
                List.of(
                        Studies.source("near", 0.2, 20, p -> Studies.bowl(0.2, p)),
                        Studies.converged("converged", 0.3));
        List<Point> proposed =
                Studies.configurations(Studies.run(new TlaTuner.Default(), converged, 4, Map.of()));
        for (int i = 1; i < 4; i++) {
            for (int j = 0; j < i; j++) {
                assertTrue(
                        Studies.distance(proposed.get(i), proposed.get(j)) > 0.02,
                        proposed.toString());
            }
        }
    }

    /** What was assumed of pending trials left the least mean where it was: all were one place. */
    @ParameterizedTest
    @MethodSource("all")
    void trialsOfARoundAreApart(TunerProvider tuner) {
        try (Study study =
                Study.of(Studies.PROBLEM)
                        .tasks(List.of(Point.of("t", 0.3)))
                        .tuner(tuner)
                        .sources(Studies.agreeing())
                        .seed(3)
                        .trials(20)
                        .open()) {
            List<Point> asked = Studies.configurations(study.ask(8));
            for (int i = 1; i < 8; i++) {
                for (int j = 0; j < i; j++) {
                    assertTrue(
                            Studies.distance(asked.get(i), asked.get(j)) > 0.02,
                            i + " and " + j + " of " + asked);
                }
            }
        }
    }

    private static Origin.Phase secondPhase(List<SourceRecord> sources) {
        List<Trial> trials = Studies.run(new TlaTuner.Default(), sources, 2, Map.of());
        assertEquals(Origin.Phase.MODEL, trials.getFirst().origin().phase());
        return trials.getLast().origin().phase();
    }

    /** A fresh tuner for every proposal proposes what one for all does. */
    @ParameterizedTest
    @MethodSource("all")
    void replaysWithSources(TunerProvider tuner) {
        for (String profile : List.of("standard", "published")) {
            Map<String, String> options = Map.of("profile", profile);
            List<Trial> trials = Studies.run(tuner, Studies.alike(), 4, options);
            var log = new RecordLog();
            Studies.alike().forEach(log::add);
            for (Trial t : trials) {
                var request =
                        new TuningRequest(
                                Studies.PROBLEM,
                                List.of(t.task()),
                                Settings.of(tuner.name(), tuner.options(), options),
                                new Seed(3));
                Proposal proposed =
                        tuner.create(request)
                                .propose(
                                        log.snapshot(),
                                        new Demand(
                                                List.of(t.task()),
                                                Map.of(t.task(), 5 - (int) t.number())));
                var suggestion = ((Proposal.Run) proposed).suggestions().getFirst();
                assertEquals(t.configuration(), suggestion.candidate().configuration(), profile);
                assertEquals(t.origin(), suggestion.origin());
                log.add(t);
            }
        }
    }

    /**
     * Sources that measured in another unit say the same. The factor is a power of two, which
     * rounds next to nothing: what 100 rounds in another way, searches that end at a tolerance
     * carry to the third digit on some processors.
     */
    @ParameterizedTest
    @MethodSource("all")
    void unitsOfSourcesDoNotMatter(TunerProvider tuner) {
        List<SourceRecord> scaled =
                List.of(
                        Studies.source("near", 0.2, 20, p -> 128 * Studies.bowl(0.2, p)),
                        Studies.source("far", 0.8, 20, p -> 128 * Studies.bowl(0.8, p)));
        List<Trial> plain = Studies.run(tuner, Studies.alike(), 3, Map.of());
        List<Trial> same = Studies.run(tuner, scaled, 3, Map.of());
        for (int i = 0; i < plain.size(); i++) {
            for (String axis : List.of("x", "y")) {
                assertEquals(
                        plain.get(i).configuration().number(axis),
                        same.get(i).configuration().number(axis),
                        1e-5,
                        tuner.name() + " trial " + (i + 1));
            }
        }
    }

    /** Wall seconds are never the same twice; nor would be the proposals that depended on them. */
    @ParameterizedTest
    @MethodSource("all")
    void howLongRunsOfSourcesTookDoesNotMatter(TunerProvider tuner) {
        List<SourceRecord> slower =
                List.of(
                        Studies.source("near", 0.2, 20, 1.5, p -> Studies.bowl(0.2, p)),
                        Studies.source("far", 0.8, 20, 2.5, p -> Studies.bowl(0.8, p)));
        assertEquals(
                Studies.configurations(Studies.run(tuner, Studies.alike(), 4, Map.of())),
                Studies.configurations(Studies.run(tuner, slower, 4, Map.of())));
    }

    /** A process that finds what another one has learned proposes the same, and learns nothing. */
    @ParameterizedTest
    @MethodSource("all")
    void whatWasLearnedOfSourcesIsTakenFromTheRecords(TunerProvider tuner) {
        RecordLog log = withManyTrials(tuner);
        Proposal.Run first = proposed(tuner, log.snapshot());
        assertTrue(first.models().size() >= 2, tuner.name());
        first.models().forEach(log::add);
        Proposal.Run second = proposed(tuner, log.snapshot());
        assertEquals(first.suggestions(), second.suggestions(), tuner.name());
        assertEquals(List.of(), second.models(), tuner.name());
    }

    static Stream<TunerProvider> ofSourcesModels() {
        return Stream.of(new TlaTuner.Default(), new TlaTuner.Sum(), new TlaTuner.Extended());
    }

    @ParameterizedTest
    @MethodSource("ofSourcesModels")
    void anotherRecordOfTheSameTrialsIsBelieved(TunerProvider tuner) {
        RecordLog log = withManyTrials(tuner);
        Proposal.Run first = proposed(tuner, log.snapshot());
        first.models().forEach(m -> log.add(withOtherLengthscales(m)));
        assertNotEquals(
                first.suggestions(), proposed(tuner, log.snapshot()).suggestions(), tuner.name());
    }

    /** As versions before penalties were seen did. */
    @ParameterizedTest
    @MethodSource("ofSourcesModels")
    void aRecordThatWasLearnedWithPenaltiesIsNotBelieved(TunerProvider tuner) {
        RecordLog log = penalised(tuner, 1e30, p -> p.number("x") < 0.45);
        List<ModelRecord> older = proposed(tuner, log.snapshot()).models();
        assertTrue(older.size() >= 2, tuner.name());
        var view = new TunerView(Studies.PROBLEM, tuner);
        Proposal.Run without = proposed(tuner, view.of(log.snapshot()));
        older.forEach(log::add);
        Proposal.Run with = proposed(tuner, view.of(log.snapshot()));
        assertEquals(without.suggestions(), with.suggestions(), tuner.name());
    }

    /** What a process has learned with a value that turns out to be a penalty is learned again. */
    @ParameterizedTest
    @MethodSource("all")
    void aValueOfASourceThatIsAPenaltyOnlyNowIsLearnedWithout(TunerProvider tuner) {
        var worst = new AtomicBoolean(true);
        RecordLog log = penalised(tuner, 50, p -> worst.getAndSet(false));
        var view = new TunerView(Studies.PROBLEM, tuner);
        Point task = Point.of("t", 0.3);
        Tuner one = tuner.create(request(tuner));
        one.propose(view.of(log.snapshot()), new Demand(List.of(task), Map.of(task, 7)));
        List<Trial> trials = log.snapshot().trials();
        assertEquals(log.snapshot().sources(), view.of(log.snapshot()).sources());
        for (int i = 0; i < 2; i++) {
            log.add(
                    new Trial(
                            trials.size() + i + 1L,
                            new Candidate(
                                    task,
                                    Point.of("x", 0.9 - 0.1 * i, "y", 0.1 * i),
                                    Fidelity.FULL),
                            Origin.of("test"),
                            Outcome.measured("seconds", 50),
                            Provenance.here(Effort.NONE)));
        }
        Records seen = view.of(log.snapshot());
        assertNotEquals(log.snapshot().sources(), seen.sources());
        Proposal.Run goesOn =
                (Proposal.Run) one.propose(seen, new Demand(List.of(task), Map.of(task, 5)));
        Proposal.Run fresh =
                (Proposal.Run)
                        tuner.create(request(tuner))
                                .propose(seen, new Demand(List.of(task), Map.of(task, 5)));
        assertEquals(fresh.suggestions(), goesOn.suggestions(), tuner.name());
    }

    /** Returns two sources, some trials of the first of which have a penalty, and 4 trials. */
    private static RecordLog penalised(
            TunerProvider tuner, double penalty, Predicate<Point> fails) {
        List<SourceRecord> sources =
                List.of(
                        Studies.source(
                                "near",
                                0.2,
                                40,
                                p -> fails.test(p) ? penalty : Studies.bowl(0.2, p)),
                        Studies.source("nearer", 0.25, 40, p -> Studies.bowl(0.25, p)));
        var log = new RecordLog();
        sources.forEach(log::add);
        Studies.run(tuner, sources, 4, Map.of()).forEach(log::add);
        return log;
    }

    /** Returns two sources of 120 trials, and 4 trials of the task. */
    private static RecordLog withManyTrials(TunerProvider tuner) {
        List<SourceRecord> sources =
                List.of(
                        Studies.source("near", 0.2, 120, p -> Studies.bowl(0.2, p)),
                        Studies.source("nearer", 0.25, 120, p -> Studies.bowl(0.25, p)));
        var log = new RecordLog();
        sources.forEach(log::add);
        Studies.run(tuner, sources, 4, Map.of()).forEach(log::add);
        return log;
    }

    private static ModelRecord withOtherLengthscales(ModelRecord record) {
        Map<String, Object> content = new LinkedHashMap<>(record.content());
        for (String key : List.of("anchor", "theta")) {
            content.put(
                    key,
                    ((List<?>) content.get(key))
                            .stream().map(v -> ((Number) v).doubleValue() + 0.7).toList());
        }
        return new ModelRecord(record.key(), record.basis(), content);
    }

    private static Proposal.Run proposed(TunerProvider tuner, Records records) {
        Point task = Point.of("t", 0.3);
        return (Proposal.Run)
                tuner.create(request(tuner))
                        .propose(records, new Demand(List.of(task), Map.of(task, 7)));
    }

    private static TuningRequest request(TunerProvider tuner) {
        return new TuningRequest(
                Studies.PROBLEM,
                List.of(Point.of("t", 0.3)),
                Settings.of(tuner.name(), tuner.options(), Map.of()),
                new Seed(3));
    }

    @ParameterizedTest
    @MethodSource("all")
    void tellsWhatSourcesWereWorth(TunerProvider tuner) {
        List<SourceRecord> sources =
                List.of(
                        Studies.source("near", 0.2, 20, p -> Studies.bowl(0.2, p)),
                        Studies.source("negated", 0.2, 20, p -> 20 - Studies.bowl(0.2, p)));
        List<Trial> trials = Studies.run(tuner, sources, 8, Map.of());
        var log = new RecordLog();
        sources.forEach(log::add);
        trials.forEach(log::add);
        var request =
                new TuningRequest(
                        Studies.PROBLEM,
                        List.of(trials.getFirst().task()),
                        Settings.of(tuner.name(), tuner.options(), Map.of()),
                        new Seed(3));
        List<Exhibit> exhibits = tuner.models().orElseThrow().exhibits(request, log.snapshot());
        Exhibit.Table table =
                exhibits.stream()
                        .filter(e -> e.title().startsWith("Sources"))
                        .map(Exhibit.Table.class::cast)
                        .findFirst()
                        .orElseThrow();
        double near = (double) table.rows().get(0).get(2);
        double negated = (double) table.rows().get(1).get(2);
        assertTrue(near > 0.6 && negated < 0.5, near + " and " + negated);
        assertEquals("like the task", table.columns().get(5));
        List<String> words = List.of("yes", "probably", "hardly", "no");
        table.rows().forEach(row -> assertTrue(words.contains(row.get(5)), "" + table));
        assertTrue(tuner.models().orElseThrow().fit(request, log.snapshot()).isPresent());
    }

    /** They were left out of the table, and it of a study that has no others. */
    @ParameterizedTest
    @MethodSource("all")
    void namesSourcesOfTooFewTrials(TunerProvider tuner) {
        SourceRecord near = Studies.source("near", 0.2, 20, p -> Studies.bowl(0.2, p));
        SourceRecord one = Studies.source("one", 0.4, 1, p -> Studies.bowl(0.4, p));
        for (List<SourceRecord> sources : List.of(List.of(near, one), List.of(one))) {
            var log = new RecordLog();
            sources.forEach(log::add);
            Studies.run(tuner, sources, 3, Map.of()).forEach(log::add);
            var request =
                    new TuningRequest(
                            Studies.PROBLEM,
                            List.of(log.snapshot().trials().getFirst().task()),
                            Settings.of(tuner.name(), tuner.options(), Map.of()),
                            new Seed(3));
            Exhibit.Table table =
                    tuner.models().orElseThrow().exhibits(request, log.snapshot()).stream()
                            .filter(e -> e.title().startsWith("Sources"))
                            .map(Exhibit.Table.class::cast)
                            .findFirst()
                            .orElseThrow();
            List<Object> last = table.rows().getLast();
            assertEquals(
                    List.of("one", 1, "too few trials"),
                    List.of(last.get(0), last.get(1), last.get(5)));
            assertEquals(sources.size(), table.rows().size());
        }
    }

    private static Exhibit.Table sources(
            TunerProvider tuner, List<SourceRecord> sources, Map<String, String> options) {
        var log = new RecordLog();
        sources.forEach(log::add);
        Studies.run(tuner, sources, 4, options).forEach(log::add);
        var request =
                new TuningRequest(
                        Studies.PROBLEM,
                        List.of(log.snapshot().trials().getFirst().task()),
                        Settings.of(tuner.name(), tuner.options(), options),
                        new Seed(3));
        return tuner.models().orElseThrow().exhibits(request, log.snapshot()).stream()
                .filter(e -> e.title().startsWith("Sources"))
                .map(Exhibit.Table.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** It was "rather like" where the trials happened to get better one after the other. */
    @ParameterizedTest
    @MethodSource("all")
    void aSourceOfEqualValuesTellsNothing(TunerProvider tuner) {
        SourceRecord near = Studies.source("near", 0.2, 20, p -> Studies.bowl(0.2, p));
        SourceRecord flat = Studies.source("flat", 0.4, 20, p -> 3);
        for (List<SourceRecord> sources : List.of(List.of(flat, near), List.of(flat))) {
            List<Object> row = sources(tuner, sources, Map.of()).rows().getLast();
            assertEquals(
                    List.of("flat", 20, Double.NaN, Double.NaN, Double.NaN, "all values equal"),
                    row);
        }
        assertEquals(
                Studies.configurations(Studies.run(tuner, List.of(near), 5, Map.of())),
                Studies.configurations(Studies.run(tuner, List.of(flat, near), 5, Map.of())));
    }

    @Test
    void tellsWhatHoldsOfTheProfile() {
        var tuner = new TlaTuner.Sum();
        List<SourceRecord> sources =
                List.of(Studies.source("near", 0.2, 9, p -> Studies.bowl(0.2, p)));
        String usual = sources(tuner, sources, Map.of()).note();
        assertTrue(usual.contains("below 0 they are hardly followed"), usual);
        String published = sources(tuner, sources, Map.of("profile", "published")).note();
        assertTrue(published.endsWith("profile=published follows them whatever these are."));
    }

    @Test
    void tellsHowManyOfManySourcesCount() {
        var sources = new ArrayList<SourceRecord>();
        for (int k = 0; k < 12; k++) {
            sources.add(Studies.source("s" + k, 0.2, 4, p -> Studies.bowl(0.2, p)));
        }
        String meaning = sources(new TlaTuner.Default(), sources, Map.of()).note();
        assertTrue(meaning.contains(" of 12 sources have one, of at most 8"), meaning);
    }

    @Test
    void ensemblesSignTheirTrials() {
        List<Trial> trials =
                Studies.run(
                        new TlaTuner.Toggling(),
                        Studies.agreeing(),
                        4,
                        Map.of("methods", "[sum,beside]"));
        assertTrue(trials.get(0).origin().technique().startsWith("sum/"));
        assertTrue(trials.get(1).origin().technique().startsWith("beside/"));
        assertTrue(trials.get(2).origin().technique().startsWith("sum/"));
    }

    /** It said that a method had proposed what the design did, and the method got the credit. */
    @Test
    void ensemblesDoNotSignWhatIsMadeWithoutSources() {
        List<Trial> trials = Studies.run(new TlaTuner.Prob(), Studies.alike(), 2, Map.of());
        assertTrue(trials.get(0).origin().technique().startsWith("regression/"));
        assertEquals("sobol", trials.get(1).origin().technique());
    }

    /** Two models whose mistakes differ, one after the other, from the first trial on. */
    @Test
    void theDefaultTakesTurns() {
        List<SourceRecord> alike = Studies.agreeing();
        List<String> techniques =
                Studies.run(new TlaTuner.Default(), alike, 6, Map.of()).stream()
                        .map(t -> t.origin().technique())
                        .toList();
        for (int i = 0; i < techniques.size(); i++) {
            String method = i % 2 == 0 ? "beside/" : "extended/";
            assertTrue(techniques.get(i).startsWith(method), techniques.toString());
        }
    }

    /** Three trials went around the prediction, whatever the first one had shown. */
    @Test
    void samplesAroundThePredictionOnlyWhileSourcesAreBelieved() {
        List<SourceRecord> negated =
                List.of(Studies.source("negated", 0.2, 20, p -> 20 - Studies.bowl(0.2, p)));
        assertEquals(1, centred(negated));
        assertEquals(3, centred(Studies.agreeing()));
    }

    private static long centred(List<SourceRecord> sources) {
        return Studies.run(new TlaTuner.Extended(), sources, 5, Map.of()).stream()
                .filter(t -> t.origin().technique().equals("centred-sampling"))
                .count();
    }

    /**
     * A method that sees few trials was compared with the model of these alone: of two models that
     * know next to nothing, sources that mislead were often the likelier one.
     */
    @Test
    void methodsThatSeeFewTrialsAreJudgedByAll() {
        List<SourceRecord> negated =
                List.of(Studies.source("negated", 0.2, 20, p -> 20 - Studies.bowl(0.2, p)));
        double[] last =
                Studies.run(new TlaTuner.Peeking(), negated, 14, Map.of()).subList(6, 14).stream()
                        .mapToDouble(t -> Studies.best(List.of(t)))
                        .sorted()
                        .toArray();
        assertTrue(last[4] < 1.05, "half of the last eight are below " + last[4]);
    }

    @Test
    void refusesUnknownMethods() {
        var tuner = new TlaTuner.Toggling();
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        Settings.of(
                                                tuner.name(),
                                                tuner.options(),
                                                Map.of("methods", "sum,magic")))
                        .getMessage();
        assertTrue(message.contains("magic") && message.contains("regression"), message);
    }

    /** As published, scales of sources are not matched, which changes what is proposed. */
    @Test
    void publishedFormsDiffer() {
        for (TunerProvider tuner :
                List.of(new TlaTuner.Sum(), new TlaTuner.Regression(), new TlaTuner.Stacking())) {
            assertNotEquals(
                    Studies.configurations(Studies.run(tuner, Studies.alike(), 5, Map.of())),
                    Studies.configurations(
                            Studies.run(
                                    tuner, Studies.alike(), 5, Map.of("profile", "published"))));
        }
    }

    /** Half of the space fails in the source; the target never runs there first. */
    @Test
    void failuresOfSourcesAreAvoided() {
        List<SourceRecord> sources =
                List.of(
                        Studies.source(
                                "crashing",
                                0.3,
                                30,
                                p ->
                                        p.number("x") < 0.45
                                                ? Double.NaN
                                                : 2 + p.number("x") * p.number("x")));
        Trial first = Studies.run(new TlaTuner.Default(), sources, 1, Map.of()).getFirst();
        assertFalse(first.configuration().number("x") < 0.4, first.configuration().toString());
    }
}
