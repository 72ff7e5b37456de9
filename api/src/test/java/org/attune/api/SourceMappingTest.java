package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.SourceMapping.Mapped;
import org.attune.api.SourceMapping.Outside;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class SourceMappingTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("new")
                    .task(Parameter.integer("n", 1, 1000))
                    .parameter(Parameter.integer("tile", 4, 64).log())
                    .parameter(Parameter.categorical("order", List.of("ijk", "kij")))
                    .objective(Objective.minimize("seconds").withUnit("s"))
                    .build();

    /** Trials of a task whose configurations follow each other. */
    private static List<Trial> trials(Point task, Object... configurations) {
        var trials = new ArrayList<Trial>();
        for (Object c : configurations) {
            long number = trials.size() + 1L;
            trials.add(
                    SourceRecordTest.trial(
                            number, task, (Point) c, Outcome.measured("seconds", number)));
        }
        return trials;
    }

    private static Point at(long tile) {
        return Point.of("tile", tile, "order", "ijk");
    }

    private static Mapped mapped(SourceMapping mapping, List<Trial> trials) {
        return mapping.apply(new SourceData("old", trials), PROBLEM);
    }

    private static String refused(SourceMapping mapping, SourceData data) {
        return assertThrows(IllegalArgumentException.class, () -> mapping.apply(data, PROBLEM))
                .getMessage();
    }

    @Test
    void whatAgreesNeedsNoWords() {
        Mapped mapped = mapped(SourceMapping.NONE, trials(Point.of("n", 9), at(8), at(16)));
        SourceRecord source = mapped.sources().getFirst();
        assertEquals("old", source.name());
        assertEquals(Point.of("n", 9), source.task());
        assertEquals(PROBLEM.parameterSpace().parameters(), source.parameters());
        assertEquals(List.of(at(8), at(16)), source.configurations());
        assertEquals(Map.of(), mapped.leftOut());
    }

    @Test
    void eachTaskAndMachineIsASource() {
        var all = new ArrayList<>(trials(Point.of("n", 9), at(8), at(16)));
        all.addAll(trials(Point.of("n", 5), at(8)).stream().map(t -> numbered(t, 3)).toList());
        Map<String, Object> cori = Map.of("machine_configuration", Map.of("machine_name", "cori"));
        Map<String, Object> mine = Map.of("machine_configuration", Map.of("machine_name", "mine"));
        var data =
                new SourceData(
                        "old",
                        Optional.empty(),
                        all,
                        Map.of(Point.of("n", 5), Map.of("nnz", 7.0)),
                        Map.of(1L, cori, 2L, mine, 3L, mine),
                        Map.of(),
                        Map.of());
        List<SourceRecord> sources = SourceMapping.NONE.apply(data, PROBLEM).sources();
        assertEquals(
                List.of("old n=9 on cori", "old n=9 on mine", "old n=5"),
                sources.stream().map(SourceRecord::name).toList());
        assertEquals(
                List.of(cori, mine, mine),
                sources.stream().map(SourceRecord::environment).toList());
        assertEquals(Map.of("nnz", 7.0), sources.getLast().features());
    }

    private static Trial numbered(Trial t, long number) {
        return new Trial(number, t.candidate(), t.origin(), t.outcome(), t.provenance());
    }

    /** A parameter has another name, one is missing, the task is fixed, the output is another. */
    @Test
    void otherNamesAreMapped() {
        var outcome =
                new Outcome.Measured(
                        Map.of("ms", List.of(1500.0, 500.0)), Map.of("note", "kept"), 3);
        Trial old =
                SourceRecordTest.trial(
                        1, Point.EMPTY, Point.of("log_block", 4L, "debug", "yes"), outcome);
        SourceMapping mapping =
                SourceMapping.NONE
                        .value("n", "500")
                        .value("tile", "2**log_block")
                        .value("order", "'kij'")
                        .value("seconds", "ms/1000")
                        .ignoring("debug");
        SourceRecord source = mapped(mapping, List.of(old)).sources().getFirst();
        assertEquals(Point.of("n", 500), source.task());
        assertEquals(
                Point.of("tile", 16, "order", "kij"), source.trials().getFirst().configuration());
        var mapped = (Outcome.Measured) source.trials().getFirst().outcome();
        assertEquals(List.of(1.5, 0.5), mapped.outputs().get("seconds"));
        assertEquals(Map.of("note", "kept"), mapped.extra());
    }

    @Test
    void whatNobodyExplainsIsRefusedWithTheReason() {
        Point n = Point.of("n", 9);
        List<Trial> renamed = trials(n, Point.of("block", 8L, "order", "ijk"));
        says(
                refused(SourceMapping.NONE, new SourceData("old", renamed)),
                "'block'",
                "map.NAME=block");
        says(
                refused(SourceMapping.NONE.ignoring("block"), new SourceData("old", renamed)),
                "no parameter 'tile'",
                "map.tile=");
        says(
                refused(SourceMapping.NONE.value("tiles", "8"), new SourceData("old", renamed)),
                "'tiles' is mapped",
                "'tile'");
        says(
                refused(
                        SourceMapping.NONE.value("tile", "block/0"),
                        new SourceData("old", renamed)),
                "map.tile=block/0 cannot be computed");
        Trial other = SourceRecordTest.trial(1, n, at(8), Outcome.measured("gflops", 3));
        says(
                refused(SourceMapping.NONE, new SourceData("old", List.of(other))),
                "no output 'seconds', but gflops",
                "map.seconds=");
        Trial pending = SourceRecordTest.trial(1, n, at(8), Outcome.PENDING);
        says(
                refused(SourceMapping.NONE, new SourceData("old", List.of(pending))),
                "no trial that can be learned from",
                "not ended=1");
    }

    private static void says(String message, String... parts) {
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void valuesOutsideAreRefusedDroppedOrKept() {
        List<Trial> trials =
                trials(Point.of("n", 2000), at(8), at(256), Point.of("tile", 16L, "order", "jki"));
        says(
                refused(SourceMapping.NONE, new SourceData("old", trials)),
                "3 of its 3 trials",
                "outside=drop",
                "outside=keep");
        says(
                refused(SourceMapping.NONE.outside(Outside.DROP), new SourceData("old", trials)),
                "no trial that can be learned from");
        List<Trial> small = trials(Point.of("n", 9), at(8), at(256));
        Mapped dropped = mapped(SourceMapping.NONE.outside(Outside.DROP), small);
        assertEquals(1, dropped.sources().getFirst().trials().size());
        assertEquals(Map.of("outside of the ranges", 1), dropped.leftOut());
        SourceRecord kept =
                mapped(SourceMapping.NONE.outside(Outside.KEEP), trials).sources().getFirst();
        assertEquals(3, kept.trials().size());
        assertEquals(1, kept.trialsWithin(PROBLEM.parameterSpace()).size());
        assertEquals(
                List.of(
                        Parameter.integer("tile", 4, 256).log(),
                        Parameter.categorical("order", List.of("ijk", "kij", "jki"))),
                kept.parameters());
    }

    /** A log scale has no place for 0. */
    @Test
    void aRangeThatCannotContainAValueIsRefused() {
        says(
                refused(
                        SourceMapping.NONE.outside(Outside.KEEP),
                        new SourceData("old", trials(Point.of("n", 9), at(0)))),
                "cannot have ranges of its own",
                "outside=drop");
    }

    @Test
    void boundsUnitsGoalsAndConstantsOfTheSourceAreHeard() {
        TuningProblem old =
                TuningProblem.named("old")
                        .task(Parameter.integer("n", 1, 100))
                        .parameter(Parameter.integer("tile", 2, 512))
                        .parameter(Parameter.categorical("order", List.of("ijk")))
                        .objective(Objective.maximize("seconds").withUnit("s"))
                        .constant("l2", 1)
                        .build();
        var ours =
                TuningProblem.named("new")
                        .task(Parameter.integer("n", 1, 1000))
                        .parameter(Parameter.integer("tile", 4, 64).log())
                        .parameter(Parameter.categorical("order", List.of("ijk", "kij")))
                        .objective(Objective.minimize("seconds").withUnit("ms"))
                        .constant("l2", 2)
                        .build();
        var data =
                new SourceData(
                        "old",
                        Optional.of(old.description()),
                        trials(Point.of("n", 9), at(8)),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of());
        String units =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> SourceMapping.NONE.apply(data, ours))
                        .getMessage();
        says(units, "in s, not in ms", "map.seconds=");
        Mapped mapped =
                SourceMapping.NONE
                        .value("seconds", "1000*seconds")
                        .outside(Outside.KEEP)
                        .apply(data, ours);
        assertEquals(
                1000,
                ours.value(mapped.sources().getFirst().trials().getFirst(), "seconds")
                        .orElseThrow());
        assertEquals(
                Parameter.integer("tile", 2, 512).log(),
                mapped.sources().getFirst().parameters().getFirst());
        says(String.join(" ", mapped.notes()), "constant 'l2' is 1, not 2");
        Mapped same = SourceMapping.NONE.apply(data, old(ours));
        says(String.join(" ", same.notes()), "to maximize it");
    }

    /** The same problem, in the unit of the source. */
    private static TuningProblem old(TuningProblem p) {
        TuningProblem.Builder builder = TuningProblem.named("new");
        p.taskSpace().parameters().forEach(builder::task);
        p.parameterSpace().parameters().forEach(builder::parameter);
        return builder.objective(Objective.minimize("seconds").withUnit("s")).build();
    }

    @Test
    void modelsAreMappedWithTheirPlaces() {
        var model =
                new SourceModel(
                        "ms",
                        List.of(Point.of("block", 8L, "order", "ijk")),
                        List.of(3.0),
                        List.of(0.5),
                        Map.of("kernel", "rbf"));
        var data =
                new SourceData(
                        "old",
                        Optional.empty(),
                        List.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(Point.of("n", 9), List.of(model)),
                        Map.of());
        SourceMapping mapping = SourceMapping.NONE.value("tile", "block").value("seconds", "ms");
        SourceRecord source = mapping.apply(data, PROBLEM).sources().getFirst();
        assertEquals(
                new SourceModel(
                        "seconds",
                        List.of(at(8)),
                        List.of(3.0),
                        List.of(0.5),
                        Map.of("kernel", "rbf")),
                source.models().getFirst());
        says(refused(mapping.value("seconds", "ms/1000"), data), "cannot be converted", "seconds");
    }

    @Test
    void bestConfigurationsAloneAreMapped() {
        var data =
                new SourceData(
                        "old",
                        Optional.empty(),
                        List.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(Point.of("n", 9), List.of(Point.of("block", 8L, "order", "ijk"))));
        SourceMapping mapping = SourceMapping.NONE.value("tile", "block");
        SourceRecord source = mapping.apply(data, PROBLEM).sources().getFirst();
        assertEquals(List.of(at(8)), source.best());
        assertEquals(Point.of("n", 9), source.task());
        assertEquals(List.of(), source.trials());
        says(refused(mapping.value("tile", "block*100"), data), "outside=keep");
    }

    /** A file is read by the source's names and any number. */
    @Test
    void aFileIsReadInTheSourcesWords() {
        TuningProblem reading =
                SourceMapping.NONE
                        .value("tile", "block")
                        .value("order", "'ijk'")
                        .value("seconds", "ms/1000")
                        .reading(PROBLEM);
        assertEquals(
                List.of("block"),
                reading.parameterSpace().parameters().stream().map(Parameter::name).toList());
        assertEquals(List.of("ms"), List.copyOf(reading.measuredOutputs()));
        assertEquals(
                Point.of("block", 1_000_000L),
                reading.parameterSpace().canonical(Point.of("block", 1e6)));
        assertEquals(
                List.of("seconds"),
                List.copyOf(SourceMapping.NONE.reading(PROBLEM).measuredOutputs()));
    }
}
