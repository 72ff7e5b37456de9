package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.attune.api.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Trials that run at once have cores of their own. */
@Timeout(120)
class PinTest {
    @TempDir Path folder;

    /** Says which processors it may use once both of two runs have begun. */
    private static final String BOTH =
            """
            touch ../../../began.$$
            while [ "$(ls ../../../began.* | wc -l)" -lt 2 ]; do sleep 0.02; done
            grep Cpus_allowed_list /proc/self/status >> ../../../masks
            echo time=1
            """;

    @Test
    void hardwareThreadsOfACoreStayTogether() {
        CpuSets sets = CpuSets.of("0-3,8-11", cpu -> "core " + cpu % 8, 2, 0);
        assertEquals(List.of("0,1,8,9", "2,3,10,11"), List.of(sets.text(0), half(sets)));
        assertEquals(0, sets.unused());
    }

    private static String half(CpuSets sets) {
        return sets.text(1);
    }

    @Test
    void coresThatAreLeftOverAreNobodys() {
        CpuSets sets = CpuSets.of("0-6", cpu -> "core " + cpu, 3, 2);
        assertEquals(List.of("0,1", "2,3", "4,5"), sets.texts());
        assertEquals(1, sets.unused());
        assertEquals(List.of("0,1,2", "3,4,5"), CpuSets.of("0-6", c -> "" + c, 2, 0).texts());
    }

    @Test
    void tooFewCoresAreRefused() {
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> CpuSets.of("0-3", cpu -> "core " + cpu / 2, 2, 2));
        assertTrue(
                e.getMessage()
                        .contains(
                                "2 at once with 2 cores of their own each need 4, but this process"
                                        + " may use 2 cores"),
                e.getMessage());
    }

    @Test
    void runsAtOnceHaveOtherProcessors() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() >= 2);
        Set<String> masks = new HashSet<>(masks(Map.of("cores", 1)));
        assertEquals(2, masks.size(), masks.toString());
    }

    /** The same program without pins, so that the test above is of them. */
    @Test
    void withoutPinsTheyShareAll() throws Exception {
        assertEquals(1, new HashSet<>(masks(false)).size());
    }

    private List<String> masks(Object pin) throws Exception {
        var bench = new Bench(folder);
        var section = Bench.script(BOTH, "pin", pin, "workdir", "{workdir}");
        try (var evaluator = bench.evaluator(section, 2)) {
            CompletableFuture<Outcome> first = evaluator.submit(Bench.trial(1));
            CompletableFuture<Outcome> second = evaluator.submit(Bench.trial(2));
            for (CompletableFuture<Outcome> run : List.of(first, second)) {
                Outcome outcome = run.get(60, TimeUnit.SECONDS);
                assertTrue(outcome instanceof Outcome.Measured, outcome::words);
            }
            assertEquals(pin instanceof Map ? 2 : 0, evaluator.pinned().size());
        }
        return Files.readAllLines(folder.resolve("masks"));
    }

    @Test
    void manyTrialsReuseThePlaces() throws Exception {
        var section = Bench.script("echo time=1", "pin", true);
        try (var evaluator = new Bench(folder).evaluator(section, 1)) {
            for (int i = 1; i <= 4; i++) {
                Outcome outcome = evaluator.submit(Bench.trial(i)).get(60, TimeUnit.SECONDS);
                assertTrue(outcome instanceof Outcome.Measured, outcome::words);
            }
        }
    }

    @Test
    void refusesWhatPinsItself() {
        assertRefused("'srun' gives ranks their cores itself", "launcher", "srun");
        assertRefused(
                "'mpirun' with binding core gives",
                "launcher",
                Map.of("with", "mpirun", "binding", "core"));
        assertRefused("and 'ssh' has them", "ssh", Map.of("hosts", List.of("a")));
        assertRefused("2 is neither true nor false", "pin", 2L);
        assertRefused("cores: 0 is not an integer of at least 1", "pin", Map.of("cores", 0L));
    }

    private static void assertRefused(String words, String key, Object value) {
        var section = Bench.script("echo time=1", "pin", true, key, value);
        var e = assertThrows(IllegalArgumentException.class, () -> Bench.settings(section));
        assertTrue(e.getMessage().startsWith("evaluation.pin"), e.getMessage());
        assertTrue(e.getMessage().contains(words), e.getMessage());
    }

    @Test
    void ranksInheritThePin() {
        var section = Bench.script("echo time=1", "pin", true, "launcher", "mpirun");
        assertEquals(
                Launcher.Binding.NONE,
                Bench.settings(section).launcher().orElseThrow().binding().orElseThrow());
    }

    @Test
    void aMissingTasksetIsSaid() {
        var e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new PinnedRuns(new PinSettings(0), 1, folder.toString()));
        assertTrue(e.getMessage().contains("no 'taskset' on the PATH"), e.getMessage());
    }

    @Test
    void moreThreadsThanProcessorsAreNotedOrRefused() {
        var pins = new PinnedRuns(new PinSettings(1), 1, System.getenv("PATH"));
        int there = pins.sets().slots().getFirst().size();
        var notes = new java.util.ArrayList<String>();
        assertTrue(pins.shortage(there, true, notes::add).isEmpty());
        assertTrue(pins.shortage(there + 1, false, notes::add).isEmpty());
        assertEquals(1, notes.size());
        assertTrue(pins.shortage(there + 1, true, notes::add).isPresent());
    }
}
