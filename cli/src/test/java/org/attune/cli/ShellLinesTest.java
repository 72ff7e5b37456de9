package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What shells read of the command, and what it reads of theirs. */
class ShellLinesTest {
    @TempDir Path folder;

    private Path withName(String name) {
        return Cli.problem(
                folder,
                Cli.TOY.replace("name: kind", "name: " + name).replace("{kind}", "{" + name + "}"));
    }

    /**
     * The documented {@code eval} would break the script, or hand it to whoever chose the value.
     */
    @ParameterizedTest
    @ValueSource(strings = {"PATH", "IFS", "LD_PRELOAD", "BASH_ENV", "HOME", "PYTHONPATH", "größe"})
    void namesThatShellsCannotTakeAreRefused(String name) {
        Path toy = withName(name);
        Cli asked = Cli.run("ask", toy).exits(2);
        assertTrue(asked.err().contains("'" + name + "'"), asked.err());
        boolean helped = !name.equals("größe"); // by a prefix
        assertEquals(helped, asked.err().contains("Maybe --json, or --prefix P_"), asked.err());
        assertEquals(helped, Cli.run("check", toy).out().contains("without --json or --prefix."));
        assertTrue(Cli.run("check", toy).exits(0).out().contains("'ask' refuses this one"));
        assertEquals(0, Cli.run("history", "list", toy).exits(0).lines().size() - 1);
        Cli.run("ask", toy, "--json").exits(0);
        if (!helped) {
            Cli refused = Cli.run("ask", toy, "--prefix", "P_").exits(2);
            assertTrue(refused.err().endsWith("Maybe --json.\n"), refused.err());
        } else {
            String line = Cli.run("ask", toy, "--prefix", "P_").exits(0).lines().getFirst();
            assertEquals("trial=2 P_n=2 P_x=10 P_" + name + "=a", line);
        }
        Cli.run("tell", toy, "--trial", "1", "--output", "seconds=3").exits(0);
        assertTrue(Cli.run("best", toy, "--format", "env").exits(2).err().contains("'" + name));
    }

    /** The script, as bash runs it when a user presses the tab key. */
    @Test
    void bashCompletesVerbsAndOptions() throws Exception {
        Path script = folder.resolve("completion.sh");
        Files.writeString(script, Cli.run("completion").exits(0).out());
        assertEquals("sensitivity", completed(script, "sens"));
        assertEquals("--method --meta", completed(script, "sensitivity", "--me"));
        assertEquals("list", completed(script, "history", "li"));
    }

    private static String completed(Path script, String... words) throws Exception {
        String line =
                "source %s; COMP_WORDS=(attune %s); COMP_CWORD=%d; _complete_attune; echo \"${COMPREPLY[@]}\""
                        .formatted(script, String.join(" ", words), words.length);
        Process bash =
                new ProcessBuilder("bash", "-c", line)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    @Test
    void prefixesAreNamesThemselves() {
        Path toy = Cli.toy(folder);
        assertTrue(Cli.run("ask", toy, "--prefix", "1;").exits(2).err().contains("'1;' cannot"));
        Cli.run("run", toy, "--set", "x=7", "--task", "n=1").exits(0);
        String best = Cli.run("best", toy, "--format", "env", "--prefix", "A_").exits(0).out();
        assertEquals("A_n=1 A_x=7 A_kind=a", best.strip());
        assertFalse(Cli.run("check", toy).exits(0).out().contains("refuses"));
    }

    /** Cron, containers and batch systems have the C locale. */
    @Test
    void linesAreUtf8InEveryLocale() throws Exception {
        Path toy =
                Cli.problem(
                        folder,
                        Cli.TOY.replace("[a, b], default: a", "[größer, b], default: größer"));
        Files.writeString(folder.resolve("toy.sh"), "printf %s \"$3\" > kind; echo cost=1\n");
        var ask =
                new ProcessBuilder("env", "LC_ALL=C")
                        .directory(folder.toFile())
                        .redirectError(folder.resolve("err").toFile());
        ask.command().addAll(CliProcesses.java());
        ask.command().addAll(java.util.List.of("ask", toy.toString()));
        Process process = ask.start();
        String line =
                new String(
                        process.getInputStream().readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), Files.readString(folder.resolve("err")));
        assertEquals("trial=1 n=1 x=10 kind='größer'", line.strip());
    }

    /** A detail comes from the output of a program, which may print anything. */
    @Test
    void wordsThatBeginWithAnAtSignAreTexts() throws Exception {
        Path toy = Cli.toy(folder);
        Cli.run("ask", toy).exits(0);
        Path file = Files.writeString(folder.resolve("words"), "secret --correct");
        String detail = "@" + file;
        Cli.run("tell", toy, "--trial", "1", "--failed", "crash", "--detail", detail).exits(0);
        String listed = Cli.run("history", "show", toy, "1").exits(0).out();
        assertTrue(listed.contains(detail) && !listed.contains("secret"), listed);
    }
}
