package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

class BenchTest {
    @TempDir private Path folder;

    @Test
    @Timeout(60)
    void anInterruptKeepsWhatHasEnded() throws Exception {
        var processes = new CliProcesses(folder);
        Path out = folder.resolve("results.jsonl");
        Process run =
                processes.start(
                        "bench",
                        "run",
                        "public",
                        "--problems",
                        "branin",
                        "--tuners",
                        "random",
                        "--seeds",
                        "0-99999",
                        "--trials",
                        40,
                        "--out",
                        out);
        int before = processes.lines("results.jsonl", 3).size();
        CliProcesses.signal(run, "INT");
        String err = processes.exits(130, run);
        assertTrue(err.contains("Stopped: the runs that have ended are in " + out), err);
        List<String> lines = Files.readAllLines(out);
        assertTrue(lines.size() >= before && lines.stream().allMatch(l -> l.endsWith("}")));
    }

    @Test
    void runsASuiteAndGoesOn() throws IOException {
        Path out = folder.resolve("results.jsonl");
        String[] first = {
            "bench", "run", "public", "--problems", "branin:0,pdgeqrf:*", "--tuners", "random"
        };
        Cli.run(
                        first[0],
                        first[1],
                        first[2],
                        first[3],
                        first[4],
                        first[5],
                        first[6],
                        "--seeds",
                        "0",
                        "--trials",
                        4,
                        "--out",
                        out)
                .exits(0);
        assertEquals(5, Files.readAllLines(out).size());

        Cli again =
                Cli.run(
                                first[0],
                                first[1],
                                first[2],
                                first[3],
                                first[4],
                                first[5],
                                first[6],
                                "--seeds",
                                "0-1",
                                "--trials",
                                4,
                                "--workers",
                                2,
                                "--out",
                                out)
                        .exits(0);
        assertTrue(again.out().startsWith("2 runs (0 of them"), again.out());
        assertTrue(again.out().contains("2 skipped"), again.out());
        assertTrue(again.err().contains("2 of 2: random on "), again.err());
        assertEquals(10, Files.readAllLines(out).size());
    }

    @Test
    void runsAProblemFileAndSkipsWhatCannotRun() throws IOException {
        String text =
                """
                tuning_problem_name: %s
                parameter_space: [{name: x, type: integer, lower_bound: 1, upper_bound: 9, default: 7}]
                output_space: [{name: y}]
                evaluation: {command: [%s, "y={x}"], outputs: {y: {regex: "y=(.*)"}}}
                """;
        Files.writeString(folder.resolve("echo.yaml"), text.formatted("echo", "echo"));
        Files.writeString(folder.resolve("gone.yaml"), text.formatted("gone", "no-such-solver"));
        Path out = folder.resolve("results.jsonl");
        Cli done =
                Cli.run(
                                "bench",
                                "run",
                                folder,
                                "--tuners",
                                "random",
                                "--seeds",
                                "0",
                                "--trials",
                                3,
                                "--out",
                                out)
                        .exits(0);
        assertTrue(done.out().startsWith("1 run "), done.out());
        assertTrue(done.err().contains("skipped: gone ("), done.err());
        assertTrue(done.err().contains("no-such-solver"), done.err());
        Path gone = folder.resolve("gone.yaml");
        Cli none = Cli.run("bench", "run", gone, "--tuners", "random", "--out", out).exits(2);
        assertTrue(none.err().contains("no-such-solver"), none.err());
    }

    @Test
    void everyOptionOfTheHelpHasAName() {
        for (String verb : new String[] {"list", "run", "compare", "report", "journal"}) {
            String help = Cli.run("bench", verb, "--help").exits(0).out();
            assertFalse(help.contains("<arg"), help);
        }
    }

    @Test
    void listsTheSuitesAndTheProblemsOfOne() {
        String suites = Cli.run("bench", "list").exits(0).out();
        assertTrue(suites.matches("(?s).*\\nwalls +8\\n.*"), suites);
        String problems = Cli.run("bench", "list", "public").exits(0).out();
        assertTrue(problems.matches("(?s).*\\npdgeqrf +\\d+ +\\d+ +1\\n.*"), problems);
        Cli.run("bench", "list", "pubic").exits(2);
    }

    @Test
    void mistakesHaveExitCode2() {
        Path out = folder.resolve("results.jsonl");
        Cli.run("bench").exits(2);
        Cli.run("bench", "run", "--tuners", "random", "--out", out).exits(2);
        Cli.run("bench", "run", "public", "--serve", "cat", "--tuners", "random", "--out", out)
                .exits(2);
        Cli pubic = Cli.run("bench", "run", "pubic").exits(2);
        assertTrue(pubic.err().contains("no suite 'pubic'"), pubic.err());
        assertTrue(pubic.err().contains("Maybe you meant 'public'"), pubic.err());
        Cli noOut = Cli.run("bench", "run", "public", "--tuners", "random").exits(2);
        assertTrue(noOut.err().contains("'--out=FILE'"), noOut.err());
        Cli.run("bench", "run", "public", "--out", out).exits(2);
        Cli.run(
                        "bench",
                        "run",
                        "--serve",
                        "exit 3",
                        "--problems",
                        "a",
                        "--tuners",
                        "random",
                        "--out",
                        out)
                .exits(1);
        assertFalse(Files.exists(out));
    }

    @Test
    void comparesTwoTuners() {
        Path out = folder.resolve("two.jsonl");
        Cli.run(
                        "bench",
                        "run",
                        "public",
                        "--problems",
                        "branin:0",
                        "--tuners",
                        "random,sobol",
                        "--seeds",
                        "0-2",
                        "--trials",
                        6,
                        "--out",
                        out)
                .exits(0);
        Cli compared =
                Cli.run("bench", "compare", out, "--tuner", "sobol", "--budgets", "3,6,80")
                        .exits(0);
        assertEquals(1 + 2 + 2 + 1, compared.out().lines().count(), compared.out());
        assertTrue(
                compared.out()
                        .contains("sobol is significantly worse than random in 0 of 2 comparisons"),
                compared.out());
        assertTrue(compared.err().contains("note: 2 of these 2 can hardly find"), compared.err());
        Cli one = Cli.run("bench", "compare", out, "--tuner", "sobol", "--budgets", "1").exits(0);
        assertTrue(one.out().contains("At 1 trial sobol"), one.out());
        assertTrue(one.out().contains("0 of 1 comparison."), one.out());
        Cli.run("bench", "compare", folder.resolve("none.jsonl")).exits(2);
        Cli.run("bench", "compare", out, "--tuner", "magic").exits(2);
    }

    @Test
    void reportsResults() throws IOException {
        Path out = folder.resolve("quick.jsonl");
        Cli.run("bench", "run", "public", "--quick", "--tuners", "random,sobol", "--out", out)
                .exits(0);
        Path page = folder.resolve("report");
        Cli reported = Cli.run("bench", "report", out, "--out", page).exits(0);
        assertTrue(reported.out().contains(" the best average rank of 2 tuners"), reported.out());
        assertTrue(Files.readString(page.resolve("index.html")).contains("attune "), "versions");
        assertTrue(Files.exists(page.resolve("figures").resolve("ranks.svg")));
        long lines = Files.readAllLines(out).size();
        Files.writeString(out, "{\"peer\":\"ran", StandardOpenOption.APPEND);
        for (Cli torn :
                List.of(
                        Cli.run("bench", "report", out, "--out", page),
                        Cli.run("bench", "compare", out, "--tuner", "sobol"))) {
            String err = torn.exits(0).err();
            assertTrue(err.contains("quick.jsonl:%d is left out".formatted(lines + 1)), err);
        }
        Cli.run("bench", "report", out).exits(2);
        String file = Cli.run("bench", "report", out, "--out", out).exits(2).err();
        assertTrue(file.contains(out + " is a file, not a folder."), file);
        String of = Cli.run("bench", "report", folder, "--out", page).exits(2).err();
        assertTrue(of.contains(folder + " is a folder. Maybe name the result files in it."), of);
        Cli.run("bench", "report", folder.resolve("none.jsonl"), "--out", page).exits(2);
        Files.writeString(out, "notes\n");
        Cli broken = Cli.run("bench", "report", out, "--out", page).exits(2);
        assertTrue(broken.err().contains("quick.jsonl:1 is no result of a run"), broken.err());
    }

    @Test
    void experimentsAreRunByName() {
        String unknown = Cli.run("bench", "experiment", "SamplerSpeeds").exits(2).err();
        assertTrue(unknown.contains("Maybe you meant 'SamplerSpeed'."), unknown);
        assertFalse(Cli.run("bench", "--help").exits(0).out().contains("experiment"));
        Cli cost = Cli.run("bench", "experiment", "ProposalCost", "random", "ring4", "2").exits(0);
        assertTrue(cost.out().startsWith("trials  first, CPU s"), cost.out());
    }

    @Test
    void olderIsAgainOrKeep() throws IOException {
        Path out = folder.resolve("older.jsonl");
        String refused =
                Cli.run(
                                "bench",
                                "run",
                                "public",
                                "--problems",
                                "branin",
                                "--tuners",
                                "random",
                                "--out",
                                out,
                                "--older",
                                "twice")
                        .exits(2)
                        .err();
        assertTrue(refused.contains("--older is 'twice', but must be again or keep."), refused);
    }
}
