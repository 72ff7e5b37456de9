package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Fidelity;
import org.attune.api.FidelityParameter;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.execution.queue.JobUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

class CommandSettingsTest {
    private static Map<String, Object> with(String key, Object value) {
        var section = new LinkedHashMap<String, Object>();
        section.put("command", List.of("./solve"));
        section.put("outputs", Bench.SECONDS);
        section.put(key, value);
        return section;
    }

    private static List<String> command(Trial trial, Object... words) {
        return Bench.settings(with("command", List.of(words)))
                .command(Placeholders.of(Bench.PROBLEM, trial, Path.of("/w")));
    }

    @Test
    void writesValuesAsProgramsReadThem() {
        Trial trial = Bench.trial(7, "b", 8, "x", 1e-5, "solver", "direct");
        assertEquals(
                List.of("p", "100", "8", "1.0E-5", "12", "node1", "/w/7", "1.0", "1:4", "{b}", "3"),
                command(
                        trial,
                        "p",
                        "{n}",
                        "{b}",
                        "{x}",
                        "{blocks}",
                        "{machine}",
                        "{workdir}/{trial}",
                        "{fidelity}",
                        "{nodes}:{cores}",
                        "{{b}}",
                        3));
    }

    /** The quantity of the fidelity goes by its name; {fidelity} is the share of the cost. */
    @Test
    void rendersTheFidelity() {
        TuningProblem problem =
                TuningProblem.named("toy")
                        .parameter(Parameter.real("x", 0, 1))
                        .derived("cells", "grid**3")
                        .objective(Objective.minimize("seconds"))
                        .fidelity(FidelityParameter.integer("grid", 10, 36).withCost("grid**3"))
                        .build();
        Map<String, Object> section =
                Map.of(
                        "command",
                        List.of("p", "{grid}", "{cells}", "{fidelity}"),
                        "outputs",
                        Bench.SECONDS);
        CommandSettings settings = CommandSettings.of(problem, section);
        var rendered = new ArrayList<List<String>>();
        for (double share : new double[] {1 / 8.0, 1}) {
            var candidate = new Candidate(Point.EMPTY, Point.of("x", 0.5), new Fidelity(share));
            var trial =
                    new Trial(
                            1,
                            candidate,
                            Origin.of("test"),
                            Outcome.PENDING,
                            Provenance.here(Effort.NONE));
            rendered.add(settings.command(Placeholders.of(problem, trial, Path.of("/w"))));
        }
        assertEquals(
                List.of(List.of("p", "18", "5832", "0.125"), List.of("p", "36", "46656", "1.0")),
                rendered);
    }

    @Test
    void dropsGroupsOfInactiveParameters() {
        Object[] words = {
            "p",
            List.of("--levels", "{levels}"),
            List.of("--depth={depth}"),
            List.of("-b", "{b}"),
            "{smooth}"
        };
        Trial direct = Bench.trial(1, "b", 8, "x", 0.5, "solver", "direct");
        assertEquals(List.of("p", "-b", "8", "3"), command(direct, words));
        Trial amg = Bench.trial(1, "b", 8, "x", 0.5, "solver", "amg", "levels", 4, "smooth", 5);
        assertEquals(
                List.of("p", "--levels", "4", "--depth=5", "-b", "8", "5"), command(amg, words));
    }

    /** Outside a group: the default, else the lower bound; what is derived from it follows. */
    @Test
    void writesInactiveParametersOutsideGroups() {
        assertEquals(
                List.of("p", "2", "3", "3"),
                command(Bench.trial(1), "p", "{levels}", "{smooth}", "{depth}"));
    }

    @Test
    void timeLimits() {
        OptionalDouble none = OptionalDouble.empty();
        assertEquals(60, limit("60s").seconds(none));
        assertEquals(0.5, limit("500ms").seconds(none));
        assertEquals(90, limit("1.5m").seconds(OptionalDouble.of(1)));
        assertEquals(3600, limit("1 h").seconds(none));
        assertEquals(2.5, limit(2.5).seconds(none));
        var relative = limit(Map.of("times_best", 3, "at_least", "5s", "at_most", "10m"));
        assertEquals(600, relative.seconds(none));
        assertEquals(5, relative.seconds(OptionalDouble.of(1)));
        assertEquals(30, relative.seconds(OptionalDouble.of(10)));
        assertEquals(600, relative.seconds(OptionalDouble.of(1000)));
        assertEquals(Double.POSITIVE_INFINITY, limit(Map.of("times_best", 2)).seconds(none));
    }

    private static TimeLimit limit(Object value) {
        return Bench.settings(with("timeout", value)).timeLimit();
    }

    @ParameterizedTest
    @MethodSource
    void saysWhatIsWrong(String key, Object value, String begin, String contains) {
        String message =
                assertThrows(IllegalArgumentException.class, () -> Bench.settings(with(key, value)))
                        .getMessage();
        assertTrue(message.startsWith(begin + ": "), message);
        assertTrue(message.contains(contains), message);
    }

    @Test
    void saysAllThatIsWrongWithOutputs() {
        var outputs = new LinkedHashMap<String, Object>();
        outputs.put("seconds", Map.of("regex", "("));
        outputs.put("bytes", Map.of("mesure", "wall"));
        outputs.put("a-b", Map.of("measure", "wall"));
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> Bench.settings(with("outputs", outputs)));
        assertEquals(
                List.of("evaluation.outputs.bytes.mesure", "evaluation.outputs.a-b"),
                Arrays.stream(e.getSuppressed())
                        .map(s -> s.getMessage().split(": ", 2)[0])
                        .toList());
    }

    @Test
    void saysAllThatIsWrong() {
        Map<String, Object> section = with("timeout", "soon");
        section.put("command", List.of("./solve", "{blok}"));
        section.put("outputs", Map.of("seconds", Map.of("regex", "(")));
        section.put("threads", "1 +");
        var e = assertThrows(IllegalArgumentException.class, () -> Bench.settings(section));
        assertTrue(e.getMessage().startsWith("evaluation.command[1]: "), e.getMessage());
        assertEquals(
                List.of(
                        "evaluation.timeout",
                        "evaluation.outputs.seconds.regex",
                        "evaluation.threads"),
                Arrays.stream(e.getSuppressed())
                        .map(s -> s.getMessage().split(":", 2)[0])
                        .toList());
    }

    static List<Arguments> saysWhatIsWrong() {
        return List.of(
                row("comand", List.of(), "evaluation.comand", "Maybe you meant 'command'"),
                row("command", "./a b", "evaluation.command", "Maybe [\"./a\", \"b\"]"),
                row("command", List.of(), "evaluation.command", "begin with a program"),
                row("command", List.of(List.of("a")), "evaluation.command", "begin with a program"),
                row(
                        "command",
                        List.of("a", "{bb}"),
                        "evaluation.command[1]",
                        "Maybe you meant 'b'"),
                row("command", List.of("a", List.of("{", "b")), "evaluation.command[1][0]", "'{{'"),
                row("command", List.of("a", "}"), "evaluation.command[1]", "'}}'"),
                row("command", List.of(Map.of()), "evaluation.command[0]", "not a text"),
                row("files", List.of(Map.of("to", "a")), "evaluation.files[0].template", "missing"),
                row(
                        "files",
                        List.of(Map.of("template", "a", "to", "{q}")),
                        "evaluation.files[0].to",
                        "names nothing"),
                row("environment", List.of(), "evaluation.environment", "not a map"),
                row("environment", Map.of("A=B", 1), "evaluation.environment.A=B", "no name"),
                row("environment", Map.of("A", "{q}"), "evaluation.environment.A", "names nothing"),
                row("workdir", "{q}", "evaluation.workdir", "names nothing"),
                row("timeout", "60 parsecs", "evaluation.timeout", "Maybe write"),
                row("timeout", 0, "evaluation.timeout", "0 is no duration"),
                row("timeout", Map.of("at_most", 3), "evaluation.timeout.times_best", "missing"),
                row(
                        "timeout",
                        Map.of("times_best", -1),
                        "evaluation.timeout.times_best",
                        "positive"),
                row(
                        "timeout",
                        Map.of("times_best", 3, "at_least", 9, "at_most", 5),
                        "evaluation.timeout.at_most",
                        "below"),
                row("repeats", 0, "evaluation.repeats", "at least 1"),
                row("repeats_if_best", 0, "evaluation.repeats_if_best", "at least 1"),
                row("repeats", 1.5, "evaluation.repeats", "not an integer"),
                row("warmup", -1, "evaluation.warmup", "at least 0"),
                row("strict_cores", "yes", "evaluation.strict_cores", "neither true nor false"),
                row("ok", "check", "evaluation.ok", "not a map"),
                row("ok", Map.of("regex", "("), "evaluation.ok.regex", "no regular expression"),
                row("ranks", "q*2", "evaluation.ranks", "q"),
                row(
                        "outputs",
                        Map.of(
                                "seconds",
                                Map.of("measure", "cpu"),
                                "../x",
                                Map.of("measure", "cpu")),
                        "evaluation.outputs.../x",
                        "no name"),
                row("outputs", Map.of(), "evaluation.outputs.seconds", "nothing says where"),
                output(Map.of(), "evaluation.outputs.seconds", "none of"),
                output(Map.of("regex", "(a)", "csv", "b"), "evaluation.outputs.seconds", "several"),
                output(Map.of("regex", "a"), "evaluation.outputs.seconds.regex", "parentheses"),
                output(Map.of("regex", "(a)(b)"), "evaluation.outputs.seconds.regex", "2 groups"),
                output(Map.of("regex", "(a"), "evaluation.outputs.seconds.regex", "near index"),
                output(
                        Map.of("regex", "(a)", "match", "frst"),
                        "evaluation.outputs.seconds.match",
                        "'first'"),
                output(
                        Map.of("regex", "(a)", "unit", "ms"),
                        "evaluation.outputs.seconds.unit",
                        "belongs to measure"),
                output(Map.of("measure", "wal"), "evaluation.outputs.seconds.measure", "'wall'"),
                output(
                        Map.of("measure", "cpu", "unit", "MB"),
                        "evaluation.outputs.seconds.unit",
                        "ms"),
                output(
                        Map.of("measure", "wall", "unit", "ms"),
                        "evaluation.outputs.seconds.unit",
                        "it is ms, but the unit of this output in output_space is s. Maybe leave"),
                output(
                        Map.of("measure", "peak_rss"),
                        "evaluation.outputs.seconds.unit",
                        "'s' is not known"),
                output(
                        Map.of("measure", "peak_rss", "unit", "MB"),
                        "evaluation.outputs.seconds.unit",
                        "output_space is s. Maybe change that one."),
                output(
                        Map.of("measure", "cpu", "file", "a"),
                        "evaluation.outputs.seconds.file",
                        "belongs to"),
                output(Map.of("json", ""), "evaluation.outputs.seconds.json", "empty"),
                output(Map.of("jsn", "a"), "evaluation.outputs.seconds.jsn", "'json'"));
    }

    private static Arguments row(String key, Object value, String begin, String contains) {
        return Arguments.of(key, value, begin, contains);
    }

    private static Arguments output(Object source, String begin, String contains) {
        return Arguments.of("outputs", Map.of("seconds", source), begin, contains);
    }

    /** 1 s is 1000 ms, and 2^30 B are 1024 MiB. */
    @Test
    void measuresHaveTheUnitOfTheirOutput() {
        for (var row : Map.of("ms", 1000.0, "s", 1.0, "sec", 1.0, "", 1.0).entrySet()) {
            assertEquals(row.getValue(), second(row.getKey(), "wall"), row.getKey());
        }
        assertEquals(1024.0, second("MiB", "peak_rss"));
        assertEquals(0x1p30, second("", "peak_rss"));
        assertEquals(0x1p30 / 1e3, second("kB", "peak_rss"));
        assertEquals(7200.0, second("", "energy"));
        assertEquals(7.2, second("kJ", "energy"));
        assertEquals(2.0, second("Wh", "energy"));
        assertEquals(7200.0, second("joules", "energy"));
        assertEquals(0.5, second("GiB", "max_rss"));
        var e = assertThrows(IllegalArgumentException.class, () -> second("Gflop/s", "cpu"));
        assertTrue(e.getMessage().contains("'Gflop/s' is not known"), e.getMessage());
        e = assertThrows(IllegalArgumentException.class, () -> second("s", "energy"));
        assertTrue(e.getMessage().contains("'s' is not known"), e.getMessage());
    }

    @Test
    void theAccountingIsThatOfSlurm() {
        Map<String, Object> section = Bench.script("true");
        section.put(
                "outputs",
                Map.of(
                        "seconds",
                        Bench.SECONDS.get("seconds"),
                        "joules",
                        Map.of("measure", "energy")));
        assertWrong(
                "evaluation.outputs.joules.measure: energy is read from Slurm's accounting, but"
                        + " there is no section 'slurm'.",
                section);
        section.put("slurm", Map.of("steps", "agent"));
        assertWrong("evaluation.slurm.steps: an agent is one step for many runs", section);
        section.put("slurm", Map.of("steps", "srun"));
        Bench.settings(section);
        section.put("slurm", Map.of("accounting_delay", "soon"));
        assertWrong("evaluation.slurm.accounting_delay: 'soon'", section);
        section.remove("slurm");
        section.put(
                "queue",
                Map.of(
                        "submit",
                        List.of("qsub", "{script}"),
                        "poll_command",
                        List.of("qstat", "{job}"),
                        "cancel",
                        List.of("qdel", "{job}")));
        assertWrong(
                "evaluation.outputs.joules.measure: energy is read from Slurm's accounting, not",
                section);
    }

    private static void assertWrong(String begin, Map<String, Object> section) {
        var e = assertThrows(IllegalArgumentException.class, () -> Bench.settings(section));
        assertTrue(e.getMessage().startsWith(begin), e.getMessage());
    }

    /**
     * Returns what is recorded of a run of a second, a GiB, 7200 J and half a GiB for a rank, of an
     * output in this unit.
     */
    private static double second(String unit, String measure) {
        TuningProblem problem =
                TuningProblem.named("toy")
                        .parameter(Parameter.integer("b", 1, 64))
                        .objective(Objective.minimize("y").withUnit(unit))
                        .build();
        var settings =
                CommandSettings.of(
                        problem,
                        Map.of(
                                "command", List.of("true"),
                                "outputs", Map.of("y", Map.of("measure", measure)),
                                "slurm", Map.of("partition", "debug")));
        var reading = new TrialReading(settings);
        var run =
                new RunRecord(1, 1, 0x1p30, java.util.Optional.empty(), "")
                        .with(new JobUsage(7200, 0x1p29, ""));
        assertTrue(reading.new Run().verdict(run, true, Map.of()).isEmpty());
        return reading.measured(1).outputs().get("y").getFirst();
    }

    @Test
    void theBestAreNotMeasuredLessThanTheOthers() {
        Map<String, Object> section =
                Bench.script("echo time=1", "repeats", 3, "repeats_if_best", 2);
        var e = assertThrows(IllegalArgumentException.class, () -> Bench.settings(section));
        assertEquals(
                "evaluation.repeats_if_best: 2 is not an integer of at least 3.", e.getMessage());
    }
}
