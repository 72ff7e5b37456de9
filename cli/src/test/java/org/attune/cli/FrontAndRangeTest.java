package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Several outputs: the Pareto front, and ranges that nothing keeps. */
class FrontAndRangeTest {
    @TempDir Path folder;

    /** The toy with a second output, rest = 20 - x. */
    private Path with(String rest) {
        return Cli.problem(
                folder,
                Cli.TOY
                        .replace(
                                "constraints:", "derived_outputs: {rest: \"20 - x\"}\nconstraints:")
                        .replace("unit: s}\n", "unit: s}\n  - {name: rest" + rest + "}\n")
                        .replace("tuner: walk", "tuner: random")
                        .replace("trials: 5", "trials: 8"));
    }

    /** Default, the other study's best, the front and the rest: a disc each, and no link. */
    @Test
    void theFrontIsDrawnBesideOtherStudies() throws IOException {
        Path toy = with("");
        Cli.run("tune", toy).exits(0);
        Path alone = Cli.problem(folder, Files.readString(toy).replace("  - {name: rest}\n", ""));
        Cli.run("tune", alone, "--study", "fast").exits(0);
        with("");
        Path svg = folder.resolve("front.svg");
        String[] plot = {"best", toy.toString(), "--task", "n=1", "--plot", svg.toString()};
        Cli.run((Object[]) plot).exits(0);
        Object[] beside = Stream.concat(Stream.of(plot), Stream.of("--beside", "fast")).toArray();
        Cli.run(beside).exits(0);
        String drawn = Files.readString(svg);
        assertTrue(drawn.startsWith("<svg "), drawn);
        assertTrue(drawn.contains("best seconds (fast)"), drawn);
        assertTrue(drawn.contains("seconds in parts of the default&#39;s "), drawn);
        assertTrue(drawn.contains(" s</text>"), "with its unit: " + drawn);
        assertTrue(drawn.contains(">toy, n=1</text>"), drawn);
        Path png = folder.resolve("front.PNG");
        Cli.run("best", toy, "--task", "n=1", "--plot", png).exits(0);
        byte[] bytes = Files.readAllBytes(png);
        assertEquals("PNG", new String(bytes, 1, 3, StandardCharsets.US_ASCII));
        Cli.run("best", toy, "--task", "n=1", "--plot", folder.resolve("front.gif")).exits(2);
        assertFalse(drawn.replace("http://www.w3.org/2000/svg", "").contains("http"), drawn);
    }

    @Test
    void picturesThatCannotBeAreRefused() {
        Path toy = with("");
        Cli.run("tune", toy).exits(0);
        String svg = folder.resolve("front.svg").toString();
        Cli both = Cli.run("best", toy, "--plot", svg).exits(2);
        assertTrue(both.err().contains("--task"), both.err());
        Cli itself =
                Cli.run("best", toy, "--task", "n=1", "--plot", svg, "--beside", "main").exits(2);
        assertTrue(itself.err().contains("--beside main: that study optimises"), itself.err());
        Cli none = Cli.run("best", toy, "--task", "n=1", "--plot", svg, "--beside", "x").exits(2);
        assertTrue(none.err().contains("has no study 'x'"), none.err());
    }

    /** A trial with no place on a logarithmic axis is left out, but dominates as it does. */
    @Test
    void whatHasNoPlaceInThePictureIsSaid() throws IOException {
        Path toy = with("");
        Files.writeString(
                toy, Files.readString(toy).replace("rest: \"20 - x\"", "rest: \"11 - x\""));
        for (int x : List.of(10, 12, 11, 9)) {
            Cli.run("run", toy, "--task", "n=1", "--set", "x=" + x).exits(0);
        }
        Path svg = folder.resolve("front.svg");
        Cli drawn = Cli.run("best", toy, "--task", "n=1", "--plot", svg).exits(0);
        assertTrue(
                drawn.err().contains("note: 2 trials are not in it, of which 'seconds' or 'rest'"),
                drawn.err());
        Path negative =
                Files.writeString(toy, Files.readString(toy).replace("\"11 - x\"", "\"9 - x\""));
        Cli none = Cli.run("best", negative, "--task", "n=1", "--plot", svg).exits(2);
        assertTrue(none.err().contains("and its 'rest' is -1. Maybe"), none.err());
        Cli.run("run", toy, "--study", "other", "--task", "n=1", "--set", "x=12").exits(0);
        Cli missing =
                Cli.run("best", toy, "--study", "other", "--task", "n=1", "--plot", svg).exits(2);
        assertTrue(
                missing.err().contains("the default, which has not been measured"), missing.err());
        Files.writeString(toy, Files.readString(toy).replace(", default: 10", ""));
        Cli without = Cli.run("best", toy, "--task", "n=1", "--plot", svg).exits(2);
        assertTrue(without.err().contains("Maybe give every parameter a default"), without.err());
    }

    /**
     * Where every range was kept, but never all of them, the command is refused with the reason.
     */
    @Test
    void rangesThatContradictEachOtherAreWhyThereIsNoCommand() {
        Path toy = with(", upper_bound: 5, optimize: false");
        Path narrow =
                Cli.problem(folder, read(toy).replace("unit: s}", "unit: s, upper_bound: 12}"));
        for (int x : List.of(10, 17)) {
            Cli.run("run", narrow, "--task", "n=1", "--set", "x=" + x);
        }
        Cli none = Cli.run("best", narrow, "--format", "command").exits(2);
        assertTrue(
                none.err()
                        .contains(
                                "for task n=1 yet. Out of range: every output was in its range"
                                        + " once, but never all at once."),
                none.err());
    }

    /** The fastest trial, x = 7, is out of range: no configuration with that would be in it. */
    @Test
    void parametersAreFixedAtValuesInRange() {
        Path toy = with(", lower_bound: 15, optimize: false");
        for (int x : List.of(1, 5, 7, 9, 13, 18)) {
            Cli.run("run", toy, "--task", "n=1", "--set", "x=" + x).exits(0);
            Cli.run("run", toy, "--task", "n=1", "--set", "x=" + x, "kind=b").exits(0);
        }
        Object[] fix = {
            "sensitivity",
            toy,
            "--task",
            "n=1",
            "--output",
            "seconds",
            "--samples",
            "64",
            "--fix",
            "100"
        };
        Cli fixed = Cli.run(fix).exits(0);
        assertTrue(fixed.out().contains("Can be fixed: x=5"), fixed.out());
    }

    @Test
    void aPredictedBestOutsideOfTheRangeIsSaidToBe() {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY
                                .replace("tuner: walk", "tuner: gp-lcm")
                                .replace("unit: s}", "unit: s, upper_bound: 0.5}"));
        for (int x : List.of(2, 5, 9, 14, 18)) {
            Cli.run("run", toy, "--task", "n=1", "--set", "x=" + x);
        }
        String shown = Cli.run("surrogate", "show", toy).exits(0).out();
        assertTrue(shown.contains(" s, not at most 0.5 (95 % interval "), shown);
    }

    /** It was the smallest that the model expected, however far out of range. */
    @Test
    void anOutputThatIsNotOptimizedHasNoPredictedBest() {
        Path toy = with(", lower_bound: 5, optimize: false");
        Cli.problem(folder, read(toy).replace("tuner: random", "tuner: gp-lcm"));
        for (int x : List.of(2, 5, 9, 14, 18)) {
            Cli.run("run", toy, "--task", "n=1", "--set", "x=" + x).exits(0);
        }
        String shown = Cli.run("surrogate", "show", toy).exits(0).out();
        assertEquals(2, shown.split("Noise that it believes in", -1).length - 1, shown);
        assertEquals(1, shown.split("Predicted best", -1).length - 1, shown);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<?, ?> map(Object value) {
        return (Map<?, ?>) value;
    }

    private static double output(Map<?, ?> trial, String name) {
        return ((Number) map(trial.get("outputs")).get(name)).doubleValue();
    }

    /** The trials of the list that no other of their task dominates, by number. */
    private static List<Object> front(List<?> trials, Object task, int sign) {
        var front = new ArrayList<Object>();
        for (Object a : trials) {
            boolean dominated = false;
            for (Object b : trials) {
                double seconds = output(map(b), "seconds") - output(map(a), "seconds");
                double rest = sign * (output(map(b), "rest") - output(map(a), "rest"));
                dominated |=
                        map(b).get("task").equals(task)
                                && seconds <= 0
                                && rest <= 0
                                && seconds + rest < 0;
            }
            if (map(a).get("task").equals(task) && !dominated) {
                front.add(map(a).get("trial"));
            }
        }
        return front;
    }

    /** Counts the cells of a fine grid that some trial of the front dominates. */
    private static double byGrid(List<?> front, Map<?, ?> reference, int sign) {
        double seconds = ((Number) reference.get("seconds")).doubleValue();
        double rest = sign * ((Number) reference.get("rest")).doubleValue();
        double lowSeconds =
                front.stream().mapToDouble(t -> output(map(t), "seconds")).min().orElseThrow();
        double lowRest =
                front.stream().mapToDouble(t -> sign * output(map(t), "rest")).min().orElseThrow();
        int cells = 400;
        int hits = 0;
        for (int i = 0; i < cells * cells; i++) {
            double x = lowSeconds + (i % cells + 0.5) / cells * (seconds - lowSeconds);
            double y = lowRest + (i / cells + 0.5) / cells * (rest - lowRest);
            hits +=
                    front.stream()
                                    .anyMatch(t ->
                                            output(map(t), "seconds") <= x
                                                    && sign * output(map(t), "rest") <= y)
                            ? 1
                            : 0;
        }
        return (seconds - lowSeconds) * (rest - lowRest) * hits / cells / cells;
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimize", "maximize"})
    void everyVerbShowsTheSameFront(String goal) {
        int sign = goal.equals("minimize") ? 1 : -1;
        Path toy = with(", goal: " + goal);
        Map<String, Object> tuned = Cli.run("tune", toy, "--json").exits(0).json();
        Map<String, Object> best = Cli.run("best", toy, "--json").exits(0).json();
        assertEquals(tuned.get("tasks"), best.get("tasks"));
        Map<String, Object> list = Cli.run("history", "list", toy, "--json").exits(0).json();
        var fronts = (List<?>) list.get("fronts");
        String table = Cli.run("best", toy).exits(0).out();
        String history = Cli.run("history", "list", toy).exits(0).out();
        int i = 0;
        for (Object entry : (List<?>) best.get("tasks")) {
            Map<?, ?> task = map(entry);
            var pareto = (List<?>) task.get("pareto");
            List<Object> numbers = pareto.stream().<Object>map(t -> map(t).get("trial")).toList();
            assertEquals(front((List<?>) list.get("trials"), task.get("task"), sign), numbers);
            Map<?, ?> shown = map(fronts.get(i++));
            assertEquals(numbers, shown.get("trials"));
            assertEquals(task.get("hypervolume"), shown.get("hypervolume"));
            assertEquals(task.get("reference"), shown.get("reference"));
            double volume = ((Number) task.get("hypervolume")).doubleValue();
            assertEquals(byGrid(pareto, map(task.get("reference")), sign), volume, 0.02 * volume);
            String line =
                    "%d trial%s that no other dominates, %s; hypervolume %s from the reference point seconds "
                            .formatted(
                                    numbers.size(),
                                    numbers.size() == 1 ? "" : "s",
                                    numbers.stream()
                                            .map(Object::toString)
                                            .collect(Collectors.joining(", ")),
                                    Format.number(volume));
            assertTrue(table.contains(line), table);
            assertTrue(history.contains(line), history);
        }
    }

    /** Before, predicting failed as soon as there was a second objective. */
    @Test
    void everyObjectiveAndEveryRangedOutputIsModelled() {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY
                                .replace(
                                        "constraints:",
                                        "derived_outputs: {rest: \"20 - x\", twice: \"2*x\"}\n"
                                                + "constraints:")
                                .replace(
                                        "unit: s}\n",
                                        "unit: s}\n  - {name: rest}\n"
                                                + "  - {name: twice, optimize: false,"
                                                + " upper_bound: 30}\n")
                                .replace("tuner: walk", "tuner: gp-lcm")
                                .replace("trials: 5", "trials: 8"));
        String tuned = Cli.run("tune", toy).exits(0).out();
        Map<String, Object> predicted =
                Cli.run("predict", toy, "--set", "x=12", "--json").exits(0).json();
        List<Object> outputs =
                ((List<?>) predicted.get("predictions"))
                        .stream().<Object>map(p -> map(p).get("output")).distinct().toList();
        assertEquals(List.of("seconds", "rest", "twice"), outputs);
        String shown = Cli.run("surrogate", "show", toy).exits(0).out();
        for (Object output : outputs) {
            assertTrue(tuned.contains("n=2, %s: ".formatted(output)), tuned);
            assertTrue(shown.contains("n=2, %s: ".formatted(output)), shown);
        }
    }

    @Test
    void anOutputThatIsNeverInItsRange() {
        Path toy = with(", optimize: false, upper_bound: -1");
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertTrue(tuned.out().contains("nothing usable was measured"), tuned.out());
        assertFalse(tuned.out().contains("attune best"), "it would be refused: " + tuned.out());
        Map<String, Object> json = Cli.run("best", toy, "--json").exits(0).json();
        for (Object entry : (List<?>) json.get("tasks")) {
            Map<?, ?> miss = map(((List<?>) map(entry).get("never_in_range")).getFirst());
            assertEquals("rest", miss.get("output"));
            assertTrue(
                    tuned.out()
                            .contains(
                                    "Out of range, n=%s: rest was never at most -1; the nearest is %s, of trial %s"
                                            .formatted(
                                                    map(map(entry).get("task")).get("n"),
                                                    Format.number(
                                                            ((Number) miss.get("nearest"))
                                                                    .doubleValue()),
                                                    miss.get("trial"))),
                    tuned.out());
        }
    }

    /** x = 10 gives 11 s and rest 10; x = 12 gives 27 s and rest 8. */
    @Test
    void outputsThatAreNeverInTheirRangesAtOnce() {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY
                                .replace(
                                        "constraints:",
                                        "derived_outputs: {rest: \"20 - x\"}\nconstraints:")
                                .replace(
                                        "unit: s}\n",
                                        "unit: s, upper_bound: 20}\n"
                                            + "  - {name: rest, optimize: false, lower_bound: 0,"
                                            + " upper_bound: 8}\n")
                                .replace("tasks: [{n: 1}, {n: 2}]", "tasks: [{n: 1}]"));
        Cli.run("run", toy, "--set", "x=10", "--set", "x=12").exits(0);
        String out = Cli.run("best", toy).exits(0).out();
        assertTrue(
                out.contains(
                        "Out of range, n=1: every output was in its range once, but never all at"
                                + " once"),
                out);
    }

    @Test
    void checkShowsRangesAndHintsAtNarrowOnes() {
        Path toy = with(", optimize: false, lower_bound: 3, upper_bound: 3");
        Cli checked = Cli.run("check", toy, "--run").exits(0);
        assertTrue(
                checked.out().contains("Output rest: not optimised, within [3, 3], median"),
                checked.out());
        assertTrue(
                checked.out().contains("'rest' is accepted at the value 3 alone"), checked.out());
        assertTrue(
                checked.out().contains("Out of range:  rest = 10 (within [3, 3])"), checked.out());
    }

    @Test
    void timesOfEachTask() {
        Path toy = with(", optimize: false, lower_bound: 0");
        Cli tuned = Cli.run("tune", toy).exits(0);
        assertTrue(tuned.out().contains("\n  n=2: evaluation "), tuned.out());
        assertFalse(tuned.out().contains("Out of range"), tuned.out());
        Map<?, ?> study =
                map(
                        ((List<?>)
                                        Cli.run("history", "stats", toy, "--json")
                                                .exits(0)
                                                .json()
                                                .get("studies"))
                                .getFirst());
        double sum =
                ((List<?>) study.get("by_task"))
                        .stream()
                                .mapToDouble(t -> ((Number) map(t).get("elapsed")).doubleValue())
                                .sum();
        assertEquals(((Number) study.get("elapsed")).doubleValue(), sum, 1e-9);
        assertTrue(sum > 0);
        Map<String, Object> best = Cli.run("best", toy, "--json").exits(0).json();
        assertEquals(
                ((Number) map(best.get("times")).get("evaluation")).doubleValue(),
                ((List<?>) best.get("tasks"))
                        .stream()
                                .mapToDouble(t ->
                                        ((Number) map(map(t).get("times")).get("evaluation"))
                                                .doubleValue())
                                .sum(),
                1e-9);
        assertTrue(Cli.run("history", "stats", toy).exits(0).out().contains("n=2"));
    }
}
