package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.studies.report.TunerTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code tuner: auto}: which tuner a study takes that names none, and what is said of it. */
class AutoTest {
    private static final String NONE = Cli.TOY.replace("tuner: walk\n", "");
    private static final String ONE_TASK = NONE.replace("[{n: 1}, {n: 2}]", "[{n: 1}]");
    private static final String NUMBERS =
            ONE_TASK.replaceFirst("  - \\{name: kind.*\n", "")
                    .replace("\"{kind}\"", "a"); // parameters without an order are left out

    @TempDir private Path folder;

    private static String started(Path problem) throws IOException {
        return Files.readString(
                problem.resolveSibling("attune.db")
                        .resolve(problem.getFileName().toString().replace(".yaml", ".jsonl")));
    }

    private static List<String> chosen(Cli run) {
        return run.err().lines().filter(l -> l.contains("was chosen")).toList();
    }

    @Test
    void isTheDefaultAndSaysInOneLineWhatItTookAndWhy() throws IOException {
        Path toy = Cli.problem(folder, NONE);
        Cli first = Cli.run("ask", toy).exits(0);
        assertEquals(
                List.of(
                        "note: Tuner 'gp-lcm' was chosen, as no other has won more runs on problems"
                                + " like this one. Name another one to choose yourself (--tuner;"
                                + " 'attune tuners' lists them)."),
                chosen(first));
        assertTrue(started(toy).contains("\"tuner\":\"gp-lcm\""), started(toy));
        assertTrue(started(toy).contains("\"tuner_reason\":\"no other has won"), started(toy));
        assertEquals(List.of(), chosen(Cli.run("ask", toy).exits(0)), "said once");
    }

    @Test
    void theWordStandsInTheFileOrOnTheCommandLine() {
        Path file = Cli.problem(folder, ONE_TASK + "tuner: {name: auto, options: {initial: 3}}\n");
        assertEquals(1, chosen(Cli.run("ask", file).exits(0)).size());
        Path walk = Cli.problem(folder, Cli.TOY.replace("_name: toy", "_name: other"));
        Cli chosen = Cli.run("ask", walk, "--tuner", "auto").exits(0);
        assertTrue(chosen(chosen).getFirst().contains("'gp-lcm'"), chosen.err());
        Cli again = Cli.run("ask", walk, "--tuner", "auto").exits(0);
        assertEquals("", again.err(), "it agrees with what it chose");
        Cli other = Cli.run("ask", walk, "--tuner", "walk").exits(2);
        assertTrue(other.err().contains("was started with the tuner gp-lcm"), other.err());
        Cli misspelt = Cli.run("ask", walk, "--tuner", "wlak").exits(2);
        assertTrue(misspelt.err().contains("Maybe you meant 'walk'."), misspelt.err());
    }

    @Test
    void aStudyOfANamedTunerKeepsIt() {
        Path toy = Cli.toy(folder);
        Cli.run("ask", toy).exits(0);
        Cli again = Cli.run("ask", toy, "--tuner", "auto").exits(0);
        assertTrue(again.err().contains("keeps the tuner 'walk'"), again.err());
    }

    /** A journal whose first record says the word itself, which no version writes. */
    @Test
    void aJournalCannotHaveTheWordForItsTuner() throws IOException {
        Path toy = Cli.toy(folder);
        Cli.run("ask", toy).exits(0);
        Path journal = folder.resolve("attune.db/toy.jsonl");
        Path copy = folder.resolve("attune.db/changed.jsonl");
        Files.writeString(
                copy,
                Files.readString(journal).replace("\"tuner\":\"walk\"", "\"tuner\":\"auto\""));
        Cli refused = Cli.run("ask", toy, "--history", copy);
        assertTrue(refused.code() != 0, refused.out());
    }

    @ParameterizedTest
    @CsvSource({"numbers, gp-lcm", "fidelity, mf", "categories, hybrid", "few, gp-lcm"})
    void theProblemDecides(String what, String tuner) {
        String problem =
                switch (what) {
                    case "fidelity" ->
                            NUMBERS
                                    + "fidelity: {name: grid, lower_bound: 10, upper_bound: 20,"
                                    + " type: integer, cost: grid}\n";
                    case "categories", "few" -> categories(what.equals("few") ? 39 : 40);
                    default -> NUMBERS;
                };
        Path file = Cli.problem(folder, problem);
        Cli checked = Cli.run("check", file).exits(0);
        assertTrue(
                checked.out().contains("Tuner: auto, which is " + tuner + " here"), checked.out());
        Cli asked = Cli.run("ask", file).exits(0);
        assertTrue(chosen(asked).getFirst().contains("Tuner '" + tuner + "'"), asked.err());
    }

    private static String categories(int trials) {
        return """
        tuning_problem_name: switches
        parameter_space:
        %soutput_space:
          - {name: seconds, type: real, unit: s}
        trials: %d
        """
                .formatted(
                        IntStream.range(0, 6)
                                .mapToObj(i ->
                                        "  - {name: s%d, type: categorical, categories: [a, b]}\n"
                                                .formatted(i))
                                .collect(Collectors.joining()),
                        trials);
    }

    /** Sources are counted, too. */
    @Test
    void otherTasksMakeItTransfer() {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy).exits(0);
        Path other = Cli.problem(folder, ONE_TASK.replace("_name: toy", "_name: next"));
        Cli asked =
                Cli.run("ask", other, "--transfer-from", folder.resolve("attune.db/toy.jsonl"))
                        .exits(0);
        assertTrue(chosen(asked).getFirst().contains("Tuner 'tla'"), asked.err());
    }

    /** Where auto is a tuner, its runs are that tuner's: they are measured once. */
    @ParameterizedTest
    @CsvSource({
        "public, branin, gp-lcm, 12",
        "fidelities, currin_mf, mf, 6",
        "public, 'demo:*', gp-lcm, 6",
    })
    void itsRunsAreThoseOfTheTunerThatItTakes(String suite, String problem, String tuner, int n)
            throws IOException {
        Path out = folder.resolve("results.jsonl");
        Cli.run(
                        "bench",
                        "run",
                        suite,
                        "--problems",
                        problem,
                        "--tuners",
                        "auto," + tuner,
                        "--seeds",
                        "3",
                        "--trials",
                        n,
                        "--out",
                        out)
                .exits(0);
        Map<String, List<String>> best =
                Files.readAllLines(out).stream()
                        .collect(
                                Collectors.groupingBy(
                                        l -> l.replaceFirst(".*\"peer\":\"([^\"]*)\".*", "$1"),
                                        Collectors.mapping(
                                                l ->
                                                        l.replaceFirst(
                                                                ".*(\"problem\":.*\"best\":\\[[^\\]]*\\]).*",
                                                                "$1"),
                                                Collectors.toList())));
        assertEquals(2, best.size());
        assertEquals(best.get(tuner), best.get("auto"));
    }

    @Test
    void itsRulesAreListed() {
        Cli rules = Cli.run("tuners", "auto").exits(0);
        for (String tuner : List.of("tla", "mf", "hybrid", "gp-lcm")) {
            assertTrue(
                    rules.lines().stream().anyMatch(l -> l.startsWith(tuner + " ")), rules.out());
        }
        assertTrue(Cli.run("tuners", "auto", "--json").exits(0).out().contains("measured"));
    }

    @Test
    void theTableOfTheDocumentIsTheOneThatTunersPrints() throws IOException {
        String table = new TunerTable(withoutTests()).markdown();
        String page =
                Files.readString(
                        Path.of("").toAbsolutePath().resolveSibling("docs/choosing-a-tuner.md"));
        String begin = "<!-- generated: attune tuners --markdown -->\n";
        int at = page.indexOf(begin) + begin.length();
        assertEquals(table, page.substring(at, page.indexOf("<!-- end -->", at)));
        assertFalse(Cli.run("tuners", "--markdown").exits(0).out().isBlank());
    }

    private static List<TunerProvider> withoutTests() {

        return Tuners.available().all().stream()
                .filter(t -> Tuners.type(t) != WalkTuner.class)
                .toList();
    }
}
