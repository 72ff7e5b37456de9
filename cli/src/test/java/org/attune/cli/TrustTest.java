package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Trust;
import org.attune.studies.model.TrustTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What surrogate, predict and tune say of the default tuner's model. */
class TrustTest {
    /** seconds = (x - 7)² + n + 1, plus 100 for kind b; never above x = 15, nor for n = 9. */
    private static final String CONDITIONAL =
            Cli.TOY
                    .replace("tuner: walk", "tuner: gp-lcm")
                    .replace("trials: 5", "trials: 12")
                    .replace("tasks: [{n: 1}, {n: 2}]", "tasks: [{n: 1}, {n: 9}]")
                    .replace(
                            "output_space:",
                            """
                              - {name: depth, type: integer, lower_bound: 1, upper_bound: 4,
                                 default: 1, active_if: "kind == 'b'"}
                            output_space:\
                            """)
                    .replace(
                            "command: [sh, toy.sh, \"{x}\"",
                            "command: [sh, -c, 'test $1 -le 15 && test $2 -lt 9 && sh toy.sh $*',"
                                    + " toy, \"{x}\"");

    @TempDir Path folder;

    /** A model with regimes has a kernel of each, so that there is no share of the one. */
    @Test
    void ofRegimesNoAdditiveShareIsSaid() {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY
                                .replace("tuner: walk", "tuner: cgp")
                                .replace("trials: 5", "trials: 12")
                                .replace("tasks: [{n: 1}, {n: 2}]", "tasks: [{n: 1}]"));
        Cli.run("tune", toy, "--option", "evidence=-1000000").exits(0);
        Cli shown = Cli.run("surrogate", "show", toy).exits(0);
        assertTrue(shown.out().contains("Regimes of seconds"), shown.out());
        assertTrue(shown.out().contains("Noise that it believes in"), shown.out());
        assertFalse(shown.out().contains("NaN"), shown.out());
    }

    @Test
    void everythingIsSaidAboutOneModel() {
        Path toy = Cli.problem(folder, CONDITIONAL);
        Cli tuned =
                Cli.run("tune", toy).exits(0); // of n = 9 all fail, which must not end the report
        assertTrue(
                tuned.out()
                        .contains("n=9: The model knows nothing yet: nothing has been measured."),
                tuned.out());
        Cli run = Cli.run("run", toy, "--set", "x=16", "--set", "x=18", "--task", "n=1");
        run.exits(run.code());

        Cli shown = Cli.run("surrogate", "show", toy).exits(0);
        for (String part :
                List.of(
                        "n=1: 14 trials: ",
                        " failed, 0 pending",
                        "Held-out runs: median error",
                        "inside their 50 % interval",
                        "Noise that it believes in",
                        "additive share",
                        "Predicted best: ",
                        "importance",
                        "Importance is the Shapley effect",
                        "n=9: 12 trials: 0 measured, 12 failed, 0 pending")) {
            assertTrue(shown.out().contains(part), part + " in\n" + shown.out());
        }
        assertTrue(shown.lines().size() < 24, "one screen:\n" + shown.out());
        var tasks =
                (List<?>)
                        Cli.run("surrogate", "show", toy, "--format", "json")
                                .exits(0)
                                .json()
                                .get("tasks");
        var first = (Map<?, ?>) tasks.getFirst();
        assertEquals(3, ((List<?>) first.get("parameters")).size());
        assertTrue(((Map<?, ?>) first.get("predicted_best")).containsKey("failure_probability"));
        assertEquals(12, ((Map<?, ?>) tasks.get(1)).get("failed"));

        Cli predicted =
                Cli.run("predict", toy, "--set", "x=20", "depth=2", "--set", "x=7").exits(0);
        assertTrue(predicted.err().contains("Nothing has been measured of task n=9"));
        assertTrue(
                predicted
                        .out()
                        .contains("Inactive, and without influence, in x=20 kind=a: depth."));
        assertTrue(
                Cli.run("run", toy, "--set", "x=20", "depth=2")
                        .err()
                        .contains("note: Inactive, and without influence, in x=20 kind=a: depth."));
        assertFalse(predicted.out().contains("violates"), "x + n is 21 <= 27");
        assertFalse(predicted.out().contains(" -"), "no bound is negative:\n" + predicted.out());
        Cli nothing = Cli.run("predict", toy, "--set", "x=20", "--task", "n=9").exits(2);
        assertTrue(nothing.err().contains("Nothing has been measured of task n=9"), nothing.err());
        assertEquals("", nothing.out(), "no headings without rows");
        List<?> rows = predictions(toy, "x=20", "x=7");
        double far = failing(rows.getFirst());
        double near = failing(rows.getLast());
        assertTrue(far > 0.5 && near < 0.3, far + " and " + near);
    }

    @Test
    void largeErrorsAreFactors() {
        var seconds = Objective.minimize("seconds").withUnit("s");
        Trust trust = new Trust(9, 0.5, 2, 0.9, 1, 0.5, 0.9, 1, "");
        assertEquals("2 s (50 %)", TrustTable.error(seconds, trust));
        Trust far = new Trust(9, 1e250, 2, 0, 1, 0.5, 0.9, 1, "");
        assertEquals("2 s (a factor of 1e+250)", TrustTable.error(seconds, far));
    }

    @Test
    void aViolatedConstraintIsNamed() {
        Path toy = Cli.problem(folder, CONDITIONAL.replace("<= 27", "<= 18"));
        Cli.run("run", toy, "--set", "x=7", "--set", "x=8", "--task", "n=1").exits(0);
        Cli predicted = Cli.run("predict", toy, "--set", "x=20", "--task", "n=1").exits(0);
        assertTrue(
                predicted.out().contains("n=1 x=20 kind=a violates 'small' (x + n <= 18)"),
                predicted.out());
        assertEquals(
                List.of("small"),
                ((Map<?, ?>) predictions(toy, "x=20").getFirst()).get("violates"));
    }

    @Test
    void failedTrialsAreNotMeasured() {
        Path toy = Cli.problem(folder, CONDITIONAL);
        Cli.run("run", toy, "--set", "x=16", "--set", "x=17", "--task", "n=1");
        Cli refused = Cli.run("predict", toy, "--set", "x=1").exits(2);
        assertTrue(refused.err().contains("for a model: 0; 2 failed"), refused.err());
        Cli shown = Cli.run("surrogate", "show", toy).exits(0);
        assertTrue(shown.out().contains("0 measured, 2 failed"), shown.out());
        assertTrue(shown.out().contains("knows nothing yet"), shown.out());
    }

    private static List<?> predictions(Path toy, String... sets) {
        var words = new java.util.ArrayList<Object>(List.of("predict", toy, "--format", "json"));
        for (String set : sets) {
            words.addAll(List.of("--set", set));
        }
        words.addAll(List.of("--task", "n=1"));
        return (List<?>) Cli.run(words.toArray()).exits(0).json().get("predictions");
    }

    private static double failing(Object row) {
        return ((Number) ((Map<?, ?>) row).get("failure_probability")).doubleValue();
    }

    @Test
    void alikeTasksAreSaidToHaveLearnedFromEachOther() throws IOException {
        Files.writeString(
                folder.resolve("alike.sh"),
                "awk -v n=$1 -v x=$2 -v w=$3"
                        + " 'BEGIN{print \"y=\" n*(1+(x-.3)^2+(w-.6)^2+x*w)}'\n");
        Path problem = folder.resolve("alike.yaml");
        Files.writeString(
                problem,
                """
                tuning_problem_name: alike
                input_space: [{name: n, type: integer, lower_bound: 1, upper_bound: 100}]
                parameter_space:
                  - {name: x, type: real, lower_bound: 0, upper_bound: 1}
                  - {name: w, type: real, lower_bound: 0, upper_bound: 1}
                output_space: [{name: y, type: real}]
                tasks: [{n: 1}, {n: 10}, {n: 100}]
                trials: 8
                evaluation:
                  command: [sh, alike.sh, "{n}", "{x}", "{w}"]
                  outputs: {y: {regex: "y=([0-9.eE+-]+)"}}
                """);
        String tuned = Cli.run("tune", problem).exits(0).out();
        assertEquals(
                3,
                tuned.lines().filter(l -> l.matches("n=\\d+: [^.]+(\\.\\d[^.]*)*\\.")).count(),
                "one sentence for each task: " + tuned);
        assertFalse(tuned.contains("Correlation of the tasks"), tuned);
        assertTrue(tuned.contains(" surrogate show "), tuned);
        String shown = Cli.run("surrogate", "show", problem).exits(0).out();
        assertTrue(shown.contains("It has learned from all tasks, by their features."), shown);
        assertTrue(shown.contains("Correlation of the tasks"), shown);
        assertTrue(shown.contains("#3 n=100"), shown);

        Path other = folder.resolve("alone.jsonl");
        String alone =
                Cli.run("tune", problem, "--history", other, "--option", "sharing=none")
                                .exits(0)
                                .out()
                        + Cli.run("surrogate", "show", problem, "--history", other).exits(0).out();
        assertFalse(alone.contains("all tasks") || alone.contains("Correlation"), alone);
    }

    /** Makes a problem of one tile, of which a line of awk prints the seconds. */
    private Path tile(String print) throws IOException {
        Files.writeString(
                folder.resolve("tile.sh"),
                """
                awk -v t="$1" 'BEGIN {
                    off = (t - 300) / 512
                    %s
                }'
                """
                        .formatted(print));
        return Cli.problem(
                folder,
                """
                tuning_problem_name: tile
                parameter_space: [{name: tile, type: integer, lower_bound: 1, upper_bound: 512}]
                output_space: [{name: seconds, unit: s}]
                trials: 20
                evaluation:
                  command: [sh, tile.sh, "{tile}"]
                  outputs: {seconds: {regex: "seconds=(.*)"}}
                """);
    }

    /** Returns what is told of the tile, by its values. */
    private static Map<Long, String> tiles(String shown) {
        Matcher told = Pattern.compile("There by how often two divides tile: (.*)").matcher(shown);
        assertTrue(told.find(), shown);
        Map<Long, String> tiles = new LinkedHashMap<>();
        for (String one : told.group(1).split(", ")) {
            String[] words = one.split(" ", 2);
            tiles.put(Long.valueOf(words[0]), words[1]);
        }
        assertEquals(8, tiles.size(), shown);
        return tiles;
    }

    @Test
    void whatDividesATileIsTold() throws IOException {
        Path problem = tile("print \"seconds=\" (1 + off * off) * (t % 8 ? 1.4 : 1)");
        Cli.run("tune", problem).exits(0);
        String shown = Cli.run("surrogate", "show", problem).exits(0).out();
        tiles(shown)
                .forEach((tile, seconds) ->
                        assertEquals(
                                tile % 8 == 0 ? 1 : 1.4,
                                Double.parseDouble(seconds.split(" ")[0]),
                                0.15,
                                tile + " in " + shown));

        String json = Cli.run("surrogate", "show", problem, "--format", "json").exits(0).out();
        assertTrue(json.contains("\"alignments\""), json);
        String without = Cli.run("surrogate", "show", problem, "--option", "alignment=false").out();
        assertFalse(without.contains("how often two divides"), without);
    }

    @Test
    void whatHasToDivideATileIsTold() throws IOException {
        Path problem = tile("if (t % 8) exit 1; print \"seconds=\" 1 + off * off");
        Cli.run("tune", problem).exits(0);
        String shown = Cli.run("surrogate", "show", problem).exits(0).out();
        Pattern failing = Pattern.compile("fails with (over )?(\\d+) %");
        tiles(shown)
                .forEach((tile, words) -> {
                    Matcher told = failing.matcher(words);
                    int percent = told.find() ? Integer.parseInt(told.group(2)) : 0;
                    assertEquals(tile % 8 != 0, percent > 50, tile + " in " + shown);
                });
        String json = Cli.run("surrogate", "show", problem, "--format", "json").exits(0).out();
        assertTrue(json.contains("\"failing\""), json);
    }
}
