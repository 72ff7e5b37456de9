package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class HistoryRerunTest {
    @TempDir Path folder;
    private Path toy;

    @BeforeEach
    void tuneAndImport() throws Exception {
        toy = Cli.toy(folder);
        Cli.run("tune", toy, "--trials", "1").exits(0);
        Path theirs =
                Files.writeString(
                        folder.resolve("theirs.json"),
                        """
                        [{"task_parameter": {"n": 1}, "tuning_parameter": {"x": 3, "kind": "b"},
                          "machine_configuration": {"machine_name": "cori"}, "uid": "their-uid",
                          "evaluation_result": {"seconds": 59}}]\
                        """);
        Cli.run("history", "import", toy, theirs).exits(0);
    }

    @Test
    void anOwnTrialAndAnImportedOneAreRunAgainAndCompared() {
        Cli own = Cli.run("history", "rerun", toy, "1").exits(0);
        assertEquals(
                List.of(
                        "Trial 1 of study 'main' on %s again, as trial 4: n=1 x=10 kind=a"
                                .formatted(Cli.run("meta", toy, "--json").json().get("machine")),
                        "output   before  now  now / before",
                        "seconds  11      11   1"),
                own.lines());
        Cli theirs = Cli.run("history", "rerun", toy, "their-uid").exits(0);
        assertTrue(theirs.out().contains("Trial 3 of study 'main' on cori again, as trial 5"));
        assertTrue(theirs.lines().getLast().matches("seconds +59 +118 +2"), theirs.out());
        Map<String, Object> json =
                Cli.run("history", "rerun", toy, "their-uid", "--json").exits(0).json();
        assertEquals(Map.of("seconds", 2.0), json.get("ratio"));
        assertEquals(3, ((Map<?, ?>) json.get("before")).get("trial"));
        assertEquals(6, ((Map<?, ?>) json.get("now")).get("trial"));
        Map<String, Object> shown = Cli.run("history", "show", toy, "5", "--json").exits(0).json();
        assertEquals("rerun-of-3", shown.get("technique"));
        assertEquals(
                Map.of("seconds", 59.0),
                Cli.run("history", "show", toy, "3", "--json").exits(0).json().get("outputs"),
                "the old one stays");
    }

    @Test
    void aTrialOfAnotherStudyIsFoundByItsUid() {
        Cli.run("tune", toy, "--study", "second", "--trials", "1").exits(0);
        Object uid = Cli.run("history", "show", toy, "1", "--json").exits(0).json().get("uid");
        Cli rerun = Cli.run("history", "rerun", toy, uid, "--study", "second").exits(0);
        assertTrue(rerun.out().startsWith("Trial 1 of study 'main'"), rerun.out());
        assertEquals(
                "rerun-of-main-1",
                Cli.run("history", "show", toy, "3", "--study", "second", "--json")
                        .exits(0)
                        .json()
                        .get("technique"));
    }

    @Test
    void aRunThatFailsNowIsSaid() throws Exception {
        Files.writeString(folder.resolve("toy.sh"), "exit 3\n");
        Cli rerun = Cli.run("history", "rerun", toy, "2").exits(1);
        assertTrue(rerun.out().contains("Now it failed: crash"), rerun.out());
        Files.writeString(folder.resolve("toy.sh"), Cli.PROGRAM);
        Cli again = Cli.run("history", "rerun", toy, "4").exits(0);
        assertTrue(again.out().contains("Before it failed: crash"), again.out());
    }

    @Test
    void mistakesAreNamed() {
        assertTrue(Cli.run("history", "rerun", toy, "9").exits(2).err().contains("no trial 9"));
        assertTrue(Cli.run("history", "rerun", toy, "0").exits(2).err().contains("no trial 0"));
        assertTrue(
                Cli.run("history", "rerun", toy, "no-uid").exits(2).err().contains("uid 'no-uid'"));
        Cli.run("history", "rerun", toy).exits(2);
        Cli.run("ask", toy, "--trials", "3").exits(0);
        assertTrue(Cli.run("history", "rerun", toy, "4").exits(2).err().contains("no outcome yet"));
    }
}
