package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Kept runs that were torn, damaged or exchanged: each verb says so in a line, and loses nothing.
 */
@Timeout(300)
class DamagedRunsTest {
    /** What became of a file. */
    enum Damage {
        GONE {
            @Override
            void damage(Path file) throws IOException {
                Files.delete(file);
            }
        },
        EMPTY {
            @Override
            void damage(Path file) throws IOException {
                Files.writeString(file, "");
            }
        },
        CUT {
            @Override
            void damage(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
            }
        },
        FOLDER {
            @Override
            void damage(Path file) throws IOException {
                Files.delete(file);
                Files.createDirectory(file);
            }
        },
        NOISE {
            @Override
            void damage(Path file) throws IOException {
                Files.writeString(file, "\u001b[31m\\u12 wall=\0".repeat(1000));
            }
        },
        WRONG_VALUES {
            @Override
            void damage(Path file) throws IOException {
                Files.writeString(
                        file,
                        "wall=soon\ncpu=much\ncause=bad luck\nboot=x\nmark=y\npid=z\nstart=z\n");
            }
        },
        WITHOUT_TIME {
            @Override
            void damage(Path file) throws IOException {
                Files.writeString(file, "wall=-1e999\n");
            }
        },
        /** A few kilobytes that unpack to much more. */
        BOMB {
            @Override
            void damage(Path file) throws IOException {
                var packed = new ByteArrayOutputStream();
                try (var out = new GZIPOutputStream(packed)) {
                    byte[] zeros = new byte[1 << 20];
                    for (int i = 0; i < 64; i++) {
                        out.write(zeros);
                    }
                }
                Files.write(file, packed.toByteArray());
            }
        },
        LARGE {
            @Override
            void damage(Path file) throws IOException {
                Files.writeString(file, "detail=" + "x".repeat(3 << 20));
            }
        };

        abstract void damage(Path file) throws IOException;
    }

    @TempDir Path folder;
    private Path toy;
    private Path runs;

    @BeforeEach
    void tune() {
        toy = Cli.toy(folder);
        Cli.run("tune", toy, "--trials", "2").exits(0);
        runs = folder.resolve("attune.db/toy.runs/main");
    }

    private List<?> trials() {
        return (List<?>) Cli.run("history", "list", toy, "--json").exits(0).json().get("trials");
    }

    @ParameterizedTest
    @EnumSource
    void everyVerbSaysSoAndNoTrialIsLost(Damage damage) throws IOException {
        List<?> before = trials();
        for (String name : List.of("run-1.properties", "run-1.out.gz", "run-1.err.gz")) {
            damage.damage(runs.resolve("2").resolve(name));
        }
        Path process = Files.writeString(runs.resolve("2").resolve("process"), "mark=m\n");
        damage.damage(process);
        Cli reparse = said(Cli.run("history", "reparse", toy));
        boolean gone = damage == Damage.GONE; // nothing is kept: there is nothing to read
        assertEquals(gone ? 0 : 1, reparse.code(), reparse.err());
        if (!gone) {
            assertTrue(
                    reparse.err().contains("Left alone: trial 2, since " + runs.resolve("2")),
                    reparse.err());
            assertTrue(reparse.err().contains("Read the output of 3 trials again"), reparse.err());
        }
        assertEquals(before, trials());
        for (List<Object> verb :
                List.<List<Object>>of(
                        List.of("best", toy),
                        List.of("history", "show", toy, 2),
                        List.of("history", "show", toy, 2, "--json"),
                        List.of("check", toy, "--run"),
                        List.of("history", "rerun", toy, 2),
                        List.of("tune", toy, "--trials", 4))) {
            assertEquals(0, said(Cli.run(verb.toArray())).code(), verb + " ends well");
        }
        assertEquals(before, trials().subList(0, before.size()));
    }

    /** Its measurement was replaced by a failure: that nothing in the output matches. */
    @Test
    void aTrialWhoseOutputIsGoneIsLeftAlone() throws IOException {
        List<?> before = trials();
        Files.delete(runs.resolve("2/run-1.out.gz"));
        Cli reparse = said(Cli.run("history", "reparse", toy).exits(1));
        assertTrue(
                reparse.err().contains("Left alone: trial 2, since " + runs.resolve("2")),
                reparse.err());
        assertTrue(reparse.err().contains("is gone"), reparse.err());
        assertEquals(before, trials());
    }

    private static Cli said(Cli run) {
        assertFalse(run.err().contains("\tat "), run.err());
        assertFalse(run.err().contains("This should not happen"), run.err());
        assertFalse(run.err().contains("Exception"), run.err());
        assertFalse(run.err().contains("\u001b"), run.err());
        return run;
    }

    /** A process that died while it ran trial 5 left this: whatever is there, the trial runs. */
    @ParameterizedTest
    @EnumSource
    void whatADeadProcessLeftIsTakenOver(Damage damage) throws IOException {
        Cli.run("ask", toy, "--trials", "3", "--json").exits(0);
        Path process = Files.createDirectories(runs.resolve("5")).resolve("process");
        damage.damage(Files.writeString(process, "mark=m\npid=1\nstart=1\n"));
        Path journal = folder.resolve("attune.db/toy.jsonl");
        String text = Files.readString(journal, StandardCharsets.UTF_8);
        assertTrue(text.contains("\"number\":5"), text);
        said(Cli.run("tune", toy, "--trials", "4").exits(0));
        assertEquals(8, trials().size());
    }

    @Test
    void anUnreadableFolderOfRunsIsNamed() throws IOException {
        Path other = Files.writeString(folder.resolve("attune.db/none.runs"), "a file");
        Path problem =
                Files.writeString(
                        folder.resolve("none.yaml"),
                        Cli.TOY.replace("tuning_problem_name: toy", "tuning_problem_name: none"));
        Cli tune = said(Cli.run("tune", problem));
        assertEquals(1, tune.code(), tune.err());
        assertTrue(tune.err().contains(other.toString()), tune.err());
    }
}
