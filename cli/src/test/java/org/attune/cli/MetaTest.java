package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code attune meta}, what is recorded of machine and software, and filters by it. */
class MetaTest {
    private static final String META =
            """
            {"machine_configuration": {"machine_name": "my box's", "haswell": {"nodes": 2, "cores": 32}},
             "software_configuration": {"my-gcc": {"version_split": [8, 3, 0]}}}
            """;

    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void files() throws Exception {
        toy = Cli.toy(folder);
    }

    private Path meta(String text) throws Exception {
        Path meta = Files.createDirectories(folder.resolve(".gptune")).resolve("meta.json");
        return Files.writeString(meta, text);
    }

    private Path record(String name, String machine, int cores, String gcc) throws Exception {
        return Files.writeString(
                folder.resolve(name + ".json"),
                """
                {"func_eval": [{"task_parameter": {"n": 1}, "tuning_parameter": {"x": %d, "kind": "a"},
                  "evaluation_result": {"seconds": %d}, "uid": "%s",
                  "machine_configuration": {"machine_name": "%s", "haswell": {"nodes": 1, "cores": %d}},
                  "software_configuration": {"gcc": {"version_split": %s}}}]}\
                """
                        .formatted(name.length(), cores, name, machine, cores, gcc));
    }

    @Test
    void theBracketsThatTheGuidePrintsAreExplained() throws Exception {
        meta("{\n \"machine_configuration\": {\"haswell\": [\"nodes\":8, \"cores\": 32]}\n}");
        Cli refused = Cli.run("meta", toy).exits(2);
        assertTrue(refused.err().contains("meta.json is no meta description: line 2, "));
        assertTrue(refused.err().contains("a list [...] cannot hold names"), refused.err());
        assertEquals(1, refused.err().lines().count());
    }

    /** In GPTune's programs nodes and cores come from the description. */
    @Test
    void expressionsThatMeanAnotherMachineThanTheDescriptionAreSaid() throws Exception {
        meta(META.replace("32", "\"99999\""));
        assertFalse(Cli.run("ask", toy).exits(0).err().contains("Expressions mean"));
        Path cores =
                Cli.problem(
                        folder, Cli.TOY.replace("x + n <= 27", "x + n <= 27 and x <= 9 + cores"));
        String said = "'cores' is " + Machine.local().cores() + ", not 99999";
        String advice = "Maybe add to toy.yaml: machine: {nodes: 2, cores: 99999}";
        for (String verb : List.of("check", "ask", "tune")) {
            Cli warned = Cli.run(verb, cores).exits(0);
            String words = warned.out() + warned.err();
            assertTrue(words.contains(said), words);
            assertTrue(words.contains(advice), words);
            assertFalse(words.contains("'nodes' is"), words);
        }
        Path known = Cli.problem(folder, Files.readString(cores) + "machine: {cores: 2}\n");
        assertFalse(Cli.run("check", known).exits(0).out().contains("Expressions mean"));
    }

    @Test
    void aShellCanReadIt() throws Exception {
        meta(META);
        Cli run = Cli.run("meta", toy).exits(0);
        assertTrue(run.lines().contains("software_my_gcc=8.3.0"), run.out());
        Path script = folder.resolve("meta.sh");
        Files.writeString(script, run.out() + "echo \"$machine,$processor,$nodes,$cores\"\n");
        var shell = new ProcessBuilder("sh", script.toString()).start();
        assertEquals("my box's,haswell,2,32\n", new String(shell.getInputStream().readAllBytes()));
        Map<String, Object> json = Cli.run("meta", toy, "--json").exits(0).json();
        assertEquals("my box's", json.get("machine"));
        assertEquals(32, json.get("cores"));
        assertTrue(((Map<?, ?>) json.get("software_configuration")).containsKey("my-gcc"));
    }

    @Test
    void withoutADescriptionItIsDetected() {
        Map<String, Object> json = Cli.run("meta", toy, "--json").exits(0).json();
        assertEquals(1, json.get("nodes"));
        assertTrue((int) json.get("cores") >= 1);
    }

    @Test
    void keysOfTheProblemFileCount() throws Exception {
        meta(META);
        Path problem =
                Cli.problem(
                        folder,
                        Cli.TOY
                                + "machine_configuration: {machine_name: Cori, knl: {nodes: 1,"
                                + " cores: 68}}\n");
        Cli run = Cli.run("meta", problem).exits(0);
        assertEquals(
                List.of("machine=Cori", "processor=knl", "nodes=1", "cores=68"),
                run.lines().subList(0, 4));
        Cli.run("meta", folder.resolve("none.yaml")).exits(2);
        Cli wrong = Cli.run("meta", toy, "--meta", Files.writeString(folder.resolve("m"), "[1]"));
        assertTrue(wrong.exits(2).err().contains("is no meta description"), wrong.err());
    }

    @Test
    void everyTrialSaysWhereItRan() throws Exception {
        meta(META);
        Cli.run("tune", toy, "--trials", "1").exits(0);
        meta(META.replace("32", "16"));
        Cli.run("tune", toy, "--trials", "2").exits(0);
        String journal = Files.readString(folder.resolve("attune.db/toy.jsonl"));
        List<String> stored = journal.lines().filter(l -> l.contains("\"environments\"")).toList();
        assertTrue(
                stored.getLast().contains("\"cores\":32")
                        && stored.getLast().contains("\"cores\":16"));
        assertEquals(
                4,
                journal.lines()
                        .filter(l ->
                                l.contains("\"state\":\"measured\"")
                                        && l.contains("\"environment\""))
                        .count());
        Map<String, Object> first = Cli.run("history", "show", toy, "1", "--json").exits(0).json();
        assertEquals("my box's", first.get("machine"));
        String exported = Cli.run("history", "export", toy, "--format", "gptune").exits(0).out();
        assertEquals(2, exported.split("\"cores\": 32", -1).length - 1);
        assertEquals(2, exported.split("\"cores\": 16", -1).length - 1);
        Cli.run("tune", toy, "--study", "b", "--reuse", "main", "--trials", "2").exits(0);
        Cli reused = Cli.run("history", "query", toy, "--study", "b", "--machine", "my box's");
        assertEquals(5, reused.exits(0).lines().size());
        Cli none = Cli.run("history", "query", toy, "--study", "b", "--machine", "x").exits(0);
        assertTrue(none.err().contains("Left out: 4 of machine 'my box's'."), none.err());
    }

    @Test
    void loadableRecordsAreImported() throws Exception {
        Path a = record("a", "Cori", 32, "[4, 10, 0]");
        Path bb = record("bb", "Cori", 16, "[4, 10, 0]");
        Path ccc = record("ccc", "Theta", 32, "[4, 10, 0]");
        Path dddd = record("dddd", "Cori", 32, "[5, 1, 0]");
        String loadable =
                """
                {"loadable_machine_configurations": {"Cori": {"haswell": {"nodes": 1, "cores": [32, 64]}}},
                 "loadable_software_configurations":
                   {"gcc": {"version_from": [4, 0, 1], "version_to": [5, 0, 1]}}, "no_load_check": "%s"}\
                """;
        meta(loadable.formatted("no"));
        Cli run = Cli.run("history", "import", toy, a, bb, ccc, dddd).exits(0);
        assertTrue(run.out().contains(a + ": 1 record, 1 imported"), run.out());
        assertTrue(run.out().contains("1 with 16 cores"), run.out());
        assertTrue(run.out().contains("1 of machine 'Theta'"), run.out());
        assertTrue(run.out().contains("1 with gcc 5.1.0, not 4.0.1..5.0.1"), run.out());
        Cli.run("history", "import", toy, ccc, "--study", "s", "--software", "cmake=3..").exits(0);
        meta(loadable.formatted("yes"));
        Cli all = Cli.run("history", "import", toy, a, bb, ccc, dddd).exits(0);
        assertTrue(all.out().contains(dddd + ": 1 record, 1 imported"), all.out());
        Files.delete(folder.resolve(".gptune/meta.json"));
        Cli free = Cli.run("history", "import", toy, ccc, "--study", "free").exits(0);
        assertTrue(free.out().contains("1 imported"), free.out());
    }

    @Test
    void filtersSelectByValue() throws Exception {
        Path a = record("a", "Cori", 32, "[4]");
        Path bb = record("bb", "Cori", 16, "[4]");
        Cli run = Cli.run("history", "import", toy, a, bb, "--where", "seconds=20..").exits(0);
        assertTrue(run.out().contains("1 where seconds is not 20.."), run.out());
        Cli.run("history", "import", toy, a, bb, "--study", "all").exits(0);
        Cli query = Cli.run("history", "query", toy, "--study", "all", "--where", "x=2").exits(0);
        assertEquals(2, query.lines().size());
        assertFalse(query.err().isEmpty());
        Cli tuned =
                Cli.run(
                        "tune",
                        toy,
                        "--study",
                        "t",
                        "--reuse",
                        "all",
                        "--trials",
                        "2",
                        "--software",
                        "gcc=4",
                        "--where",
                        "x=1");
        assertTrue(tuned.exits(0).err().contains("1 where x is not 1"), tuned.err());
        Cli typo = Cli.run("history", "query", toy, "--where", "secnds=1").exits(2);
        assertTrue(typo.err().contains("seconds"), typo.err());
        Cli.run("history", "query", toy, "--where", "x=a..b").exits(2);
        Cli.run("history", "import", toy, a, "--software", "gcc=new").exits(2);
    }

    @Test
    void theMetaDescriptionOfAnotherProblemIsSaidToBeOne() throws Exception {
        meta("{\"tuning_problem_name\": \"PDGEQRF\"}");
        String remark =
                "The meta description is of problem 'PDGEQRF', not of 'toy', and counts all the"
                        + " same.";
        Cli asked = Cli.run("ask", toy).exits(0);
        assertTrue(asked.err().contains("note: " + remark), asked.err());
        assertTrue(Cli.run("meta", toy).exits(0).err().contains(remark));
        Path other = folder.resolve(".gptune/meta.json");
        Cli queried = Cli.run("history", "query", toy, "--meta", other).exits(0);
        assertTrue(queried.err().contains(remark), queried.err());
        for (String row : new String[] {"", "1,5,a,6\n"}) { // nothing, and a trial
            Path table = Files.writeString(folder.resolve("runs.csv"), "n,x,kind,seconds\n" + row);
            Cli imported = Cli.run("history", "import", toy, table);
            assertTrue(imported.err().contains(remark), row + imported.err());
        }
        meta("{\"tuning_problem_name\": \"toy\"}");
        assertFalse(Cli.run("ask", toy).exits(0).err().contains("of problem"));
    }
}
