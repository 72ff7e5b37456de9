package org.attune.history.formats;

import static org.attune.history.formats.GptuneSamples.NOW;
import static org.attune.history.formats.GptuneSamples.PROBLEM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.Generator;
import org.attune.api.MemoryHistory;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class CsvTest {
    private static Reading read(String text) {
        return CsvReader.read(text, "t.csv", PROBLEM, NOW);
    }

    private static List<List<String>> cells(String text) {
        return Csv.read(text).stream().map(Csv.Row::cells).toList();
    }

    @Test
    void quotesLineBreaksAndEmptyCellsAreRead() {
        assertEquals(
                List.of(List.of("a", "b,\"c\"", ""), List.of("", "x\r\ny", " z"), List.of("1")),
                cells("\uFEFFa,\"b,\"\"c\"\"\",\r\n\r\n,\"x\r\ny\", z\n1"));
        assertEquals(
                List.of(1, 3, 5),
                Csv.read("a\n\n\"b\nc\"\nd").stream().map(Csv.Row::line).toList());
        var open = assertThrows(IllegalArgumentException.class, () -> Csv.read("a\n\"b\nc"));
        assertTrue(open.getMessage().startsWith("line 3: "), open.getMessage());
        var behind = assertThrows(IllegalArgumentException.class, () -> Csv.read("x\n\"a\"b"));
        assertTrue(behind.getMessage().startsWith("line 2: "), behind.getMessage());
    }

    @Test
    void cellsSurvive() {
        for (int n = 0; n < 500; n++) {
            Generator random = new Seed(2).generator("cells", n);
            var cells = new ArrayList<String>();
            for (int i = 0; i < 4; i++) {
                var cell = new StringBuilder("x");
                for (int c = random.nextInt(5); c > 0; c--) {
                    cell.append("a,\"\r\n '\t;".charAt(random.nextInt(9)));
                }
                cells.add(cell.toString());
            }
            assertEquals(List.of(cells), cells(Csv.line(cells)), "seed " + n);
        }
    }

    private static Records study() {
        var history = new MemoryHistory();
        Study study =
                Study.of(PROBLEM)
                        .tasks(List.of(Point.of("m", 7)))
                        .tuner(new GivenTuner())
                        .history(history)
                        .open();
        Point configuration = Point.of("mb", 2, "fill", 0.1 + 0.2, "order", "True");
        Candidate candidate = Candidate.of(Point.of("m", 7), configuration);
        study.add(List.of(candidate, candidate, candidate, candidate));
        study.tell(
                1,
                new Outcome.Measured(
                        Map.of("r", List.of(1.0 / 3, 2e-300)), Map.of("note", "a, b"), 4.5));
        study.tell(2, new Outcome.Failed(FailureCause.CRASH, "line 1\nline \"2\"", 60));
        study.tell(3, Outcome.measured("r", 3));
        return history.records();
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Records records = study();
        String text = CsvWriter.text(PROBLEM, records);
        Reading again = read(text);
        assertEquals(
                List.of("line 6: trial.state: not measured yet"),
                again.skipped().stream().map(Reading.Skipped::toString).toList());
        for (int i = 0; i < 3; i++) {
            Trial expected = records.trials().get(i);
            Trial trial = again.trials().get(i);
            assertEquals(expected.candidate(), trial.candidate());
            assertEquals(expected.outcome(), trial.outcome());
            assertEquals(expected.provenance().asked(), trial.provenance().asked());
            assertEquals(expected.provenance().told(), trial.provenance().told());
        }
        Records copies = new MemoryHistory().update(r -> again.trials());
        Reading third = read(CsvWriter.text(PROBLEM, copies));
        assertEquals(
                again.trials().stream().map(Trial::outcome).toList(),
                third.trials().stream().map(Trial::outcome).toList());
        assertEquals(
                again.trials().stream().map(t -> t.provenance().source()).toList(),
                third.trials().stream().map(t -> t.provenance().source()).toList());
    }

    private static final TuningProblem GRIDS =
            TuningProblem.named("p")
                    .parameter(Parameter.integer("x", 1, 64))
                    .objective(Objective.minimize("r"))
                    .fidelity(FidelityParameter.integer("grid", 10, 36).withCost("grid**3"))
                    .build();

    private static Trial at(long number, double share) {
        return new Trial(
                number,
                new Candidate(Point.EMPTY, Point.of("x", 5L), new Fidelity(share)),
                Origin.of("test"),
                Outcome.measured("r", number),
                Provenance.here(Effort.NONE));
    }

    /** Through every format that has trials of ours. */
    @Test
    void fidelitiesAreKept() {
        Records records = new MemoryHistory().update(r -> List.of(at(1, 0.125), at(2, 1)));
        String table = CsvWriter.text(GRIDS, records);
        assertTrue(cells(table).getFirst().contains("grid"));
        for (Reading reading :
                List.of(
                        CsvReader.read(table, "t.csv", GRIDS, NOW),
                        T4Reader.read(T4Writer.text(GRIDS, records), "t.json", GRIDS, NOW),
                        GptuneReader.read(
                                GptuneWriter.text(GRIDS, records, ZoneOffset.UTC),
                                "p.json",
                                GRIDS,
                                NOW))) {
            assertEquals(List.of(), reading.skipped());
            assertEquals(List.of(0.125, 1.0), reading.trials().stream().map(Trial::cost).toList());
        }
    }

    /** Through every format that has trials of ours. */
    @Test
    void runsAndTheTimeOfTheLastOneAreKept() {
        List<Outcome> outcomes =
                List.of(
                        new Outcome.Measured(Map.of("r", List.of(1.0, 2.0)), Map.of(), 6).inRuns(3),
                        new Outcome.Failed(FailureCause.TIMEOUT, "late", 5, 2.5));
        Records records =
                new MemoryHistory()
                        .update(r ->
                                List.of(
                                        at(1, 1).with(outcomes.getFirst()),
                                        at(2, 1).with(outcomes.getLast())));
        for (Reading reading :
                List.of(
                        CsvReader.read(CsvWriter.text(GRIDS, records), "t.csv", GRIDS, NOW),
                        T4Reader.read(T4Writer.text(GRIDS, records), "t.json", GRIDS, NOW),
                        GptuneReader.read(
                                GptuneWriter.text(GRIDS, records, ZoneOffset.UTC),
                                "p.json",
                                GRIDS,
                                NOW))) {
            assertEquals(outcomes, reading.trials().stream().map(Trial::outcome).toList());
        }
    }

    /** A table of other origin names the quantity; without it, runs are full ones. */
    @Test
    void aTableMayNameTheQuantity() {
        Reading reading =
                CsvReader.read("x,grid,r\n5,18,1\n5,,2\n5,36,3\n5,9,4\n", "t.csv", GRIDS, NOW);
        assertEquals(List.of(0.125, 1.0, 1.0), reading.trials().stream().map(Trial::cost).toList());
        assertEquals(
                "line 5: fidelity grid: 9 is not run. It is an integer between 10 and 36.",
                reading.skipped().getFirst().toString());
    }

    private static final TuningProblem TEXTS =
            TuningProblem.named("p")
                    .constant("cores", 4)
                    .parameter(Parameter.categorical("flags", List.of("", " -O3", "-O2 ", "-g")))
                    .parameter(Parameter.real("depth", 0, 1).activeIf("flags == ''"))
                    .objective(Objective.minimize("r"))
                    .build();

    private static Trial with(long number, Point configuration, Map<String, List<Double>> outputs) {
        return new Trial(
                number,
                Candidate.of(Point.EMPTY, configuration),
                Origin.of("test"),
                new Outcome.Measured(outputs, Map.of(), 1),
                Provenance.here(Effort.NONE));
    }

    /** A text of blanks, or of none, is a value like others; blanks around others are none. */
    @Test
    void textsComeBackWithTheirBlanks() {
        var r = Map.of("r", List.of(1.0));
        List<Point> configurations =
                List.of(
                        Point.of("flags", "", "depth", 0.5),
                        Point.of("flags", " -O3"),
                        Point.of("flags", "-O2 "));
        Records records =
                new MemoryHistory()
                        .update(all ->
                                List.of(
                                        with(1, configurations.get(0), r),
                                        with(2, configurations.get(1), r),
                                        with(3, configurations.get(2), r)));
        Reading again = CsvReader.read(CsvWriter.text(TEXTS, records), "t.csv", TEXTS, NOW);
        assertEquals(List.of(), again.skipped());
        assertEquals(configurations, again.trials().stream().map(Trial::configuration).toList());
        Reading others = CsvReader.read("flags,depth,r\n -g ,,1\n", "t.csv", TEXTS, NOW);
        assertEquals(Point.of("flags", "-g"), others.trials().getFirst().configuration());
    }

    /** Beside those that the problem declares. */
    @Test
    void outputsThatWereRecordedBesidesAreKept() {
        Trial trial =
                with(
                        1,
                        Point.of("flags", "-g"),
                        Map.of("r", List.of(1.0), "bytes", List.of(3.0, 5.0, 4.0, 9.0)));
        String text = CsvWriter.text(TEXTS, new MemoryHistory().update(all -> List.of(trial)));
        List<List<String>> cells = cells(text);
        assertEquals("4.5", cells.get(1).get(cells.get(0).indexOf("bytes")));
        assertEquals(
                trial.outcome(),
                CsvReader.read(text, "t.csv", TEXTS, NOW).trials().getFirst().outcome());
    }

    @Test
    void runsWithOtherConstantsAreLeftOut() {
        String text = "flags,depth,r,cores\n-g,,1,4.0\n-g,,2,8\n-g,,3,\n";
        Reading reading = CsvReader.read(text, "t.csv", TEXTS, NOW);
        assertEquals(2, reading.trials().size());
        assertEquals(
                List.of("line 3: constants: cores is 8, but 4 in the problem"),
                reading.skipped().stream().map(Reading.Skipped::toString).toList());
    }

    @Test
    void anImportedRecordOfGptuneGoesThroughATable() {
        Trial trial = GptuneSamples.only(GptuneSamples.current(", \"unknown\": [NaN]"));
        Records records = new MemoryHistory().update(r -> List.of(trial));
        Reading again = read(CsvWriter.text(PROBLEM, records));
        Records copy = new MemoryHistory().update(r -> again.trials());
        assertEquals(
                GptuneWriter.text(PROBLEM, records, ZoneOffset.UTC),
                GptuneWriter.text(PROBLEM, copy, ZoneOffset.UTC));
    }

    @Test
    void anyTableWithTheNamesIsRead() {
        String text = "order,r,fill,mb,m,who\n4,1.5 2.5,.5,3,9,me\n4,nan,1,3,9,\n";
        Reading reading = read(text);
        Trial first = reading.trials().getFirst();
        assertEquals(Point.of("mb", 3, "fill", 0.5, "order", "4"), first.configuration());
        assertEquals(List.of(1.5, 2.5), ((Outcome.Measured) first.outcome()).outputs().get("r"));
        assertTrue(first.provenance().source().orElseThrow().record().contains("\"who\": \"me\""));
        assertEquals(
                "r is [NaN]", ((Outcome.Failed) reading.trials().getLast().outcome()).detail());
        assertEquals(
                reading.trials().stream().map(t -> t.provenance().source()).toList(),
                read(text).trials().stream().map(t -> t.provenance().source()).toList());
    }

    @Test
    void aRecordMustBeOneThatCanBeWrittenAgain() {
        for (String record : List.of("3", "{", "text")) {
            Reading reading =
                    read("order,r,fill,mb,m,trial.format,trial.record\n4,1,1,3,9,t4," + record);
            assertEquals(List.of(), reading.trials());
            assertEquals(1, reading.skipped().size());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4,1,1,3,9,0 | 'it has 6 cells, but there are 5 columns'",
                "4,x,1,3,9 | 'r: ''x'' is not a number'",
                "4,,1,3,9 | 'r: the cell is empty'",
                "4,1,2,3,9 | 'fill: 2 is outside its bounds [0, 1].'",
                "4,1,1,,9 | 'No value is given for ''mb''.'",
            })
    void whatDoesNotFitIsSaid(String line, String why) {
        Reading reading = read("order,r,fill,mb,m\n" + line + "\n");
        assertEquals(
                List.of("line 2: " + why),
                reading.skipped().stream().map(Reading.Skipped::toString).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | is empty",
                "order;r;fill;mb;m | seems to be separated by semicolons. Maybe save it with"
                        + " commas",
                "'\"order\";\"r\"' | seems to be separated by semicolons",
                "order\tr\tfill\tmb\tm | seems to be separated by tabs",
                "'order,r,fill,mb' | has no column m.",
                "'order,fill,mb,m' | has no column r.",
                "'order,r,fill,mb,m,m' | two columns of one name",
                "'order,\"r' | line 1: Missing closing quote",
            })
    void otherTablesAreRefused(String text, String why) {
        var e = assertThrows(IllegalArgumentException.class, () -> read(text));
        assertTrue(
                e.getMessage().contains(why) && e.getMessage().startsWith("t.csv"), e.getMessage());
    }
}
