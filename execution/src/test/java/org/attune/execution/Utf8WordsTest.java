package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Programs get the letters that are recorded, in a process whose locale lacks them, too. */
@EnabledOnOs(OS.LINUX)
class Utf8WordsTest {
    private static final String LETTERS = "it's größer \\0303\\n\t%s $x €😀";

    @TempDir Path folder;

    private String run(String locale, String what) throws Exception {
        var builder =
                new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Tuner.class.getName(),
                        folder.toString(),
                        what);
        builder.environment().keySet().removeIf(n -> n.startsWith("LC_") || n.equals("LANG"));
        builder.environment().put("LC_ALL", locale);
        Process tuner = builder.redirectErrorStream(true).start();
        String said = new String(tuner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        tuner.waitFor();
        return said;
    }

    private String read(String name) throws Exception {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void argumentsAndVariablesAreUtf8() throws Exception {
        for (String locale : List.of("C", "POSIX", "C.UTF-8")) {
            String said = run(locale, "words");
            assertTrue(said.contains("seconds=[3.0]"), said);
            assertEquals(LETTERS, read("argument"), locale);
            assertEquals(LETTERS, read("variable"), locale);
            Files.delete(folder.resolve("argument"));
        }
    }

    @Test
    void programsOfFeaturesGetThemToo() throws Exception {
        String said = run("C", "features");
        assertTrue(said.contains("f=2.0"), said);
        assertEquals(LETTERS, read("argument"));
    }

    /** File names cannot be written in such a locale: refused before anything runs. */
    @Test
    void pathsAreRefusedBeforeTheFirstRun() throws Exception {
        String said = run("C", "path");
        assertTrue(said.contains("evaluation.files[0].to: '"), said);
        assertTrue(said.contains("Maybe set LC_ALL=C.UTF-8"), said);
        assertTrue(run("C.UTF-8", "path").contains("seconds=[3.0]"));
    }

    /** Evaluates in a process of its own. */
    static final class Tuner {
        private static final TuningProblem PROBLEM =
                TuningProblem.named("toy")
                        .task(Parameter.categorical("input", List.of(LETTERS)))
                        .parameter(Parameter.categorical("order", List.of(LETTERS, "plain")))
                        .objective(Objective.minimize("seconds"))
                        .build();

        private Tuner() {}

        public static void main(String[] arguments) throws Exception {
            var folder = Path.of(arguments[0]);
            Point task = Point.of("input", LETTERS);
            if (arguments[1].equals("features")) {
                List<String> command =
                        List.of(
                                "sh",
                                "-c",
                                "printf %s \"$1\" >argument; echo f=2",
                                "sh",
                                "{input}");
                print(FeatureCommand.of(PROBLEM, command).features(task, folder).toString());
                return;
            }
            String script =
                    "printf %s \"$1\" >argument; printf %s \"$V\" >variable;" + " echo time=3";
            Files.writeString(folder.resolve("deck"), "");
            boolean path = arguments[1].equals("path");
            Map<String, Object> section =
                    Bench.script(
                            script,
                            "command",
                            List.of("sh", "-c", script, "sh", "{order}"),
                            "environment",
                            Map.of("V", "{order}"),
                            "files",
                            path
                                    ? List.of(Map.of("template", "deck", "to", "{workdir}/{input}"))
                                    : List.of());
            try (var evaluator =
                    new CommandEvaluator(
                            PROBLEM,
                            CommandSettings.of(PROBLEM, section),
                            folder,
                            folder.resolve("runs"),
                            1)) {
                var trial =
                        new org.attune.api.Trial(
                                1,
                                org.attune.api.Candidate.of(task, Point.of("order", LETTERS)),
                                org.attune.api.Origin.of("test"),
                                org.attune.api.Outcome.PENDING,
                                org.attune.api.Provenance.here(org.attune.api.Effort.NONE));
                print(evaluator.submit(trial).get().toString());
            } catch (IllegalArgumentException e) {
                print(e.getMessage());
            }
        }

        private static void print(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            System.out.write(bytes, 0, bytes.length);
            System.out.flush();
        }
    }
}
