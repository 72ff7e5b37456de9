package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A study is opened with everything made once, though its performance models are programs: counted
 * by the method tracing of Java's flight recorder.
 */
class OpenedOnceTest {
    private static final Pattern METHOD = Pattern.compile("method = [\\w.]*?(\\w+\\.\\w+)\\(");

    @TempDir Path folder;

    @Test
    @Timeout(180)
    void everythingIsMadeOnce() throws Exception {
        String programs =
                """
                performance_models:
                  rough: {command: [sh, -c, "echo rough={x}"], runs: 2}
                """;
        Path problem = Cli.problem(folder, Cli.TOY + programs);
        Files.createDirectory(folder.resolve("gptune"));
        Files.writeString(folder.resolve("gptune/meta.json"), "{\"tuning_problem_name\": \"toy\"}");
        Path recorded = folder.resolve("trace.jfr");
        String trace =
                "-XX:StartFlightRecording:filename=%s,method-trace=org.attune.studies.Evaluators::of;org.attune.problemfile.ProblemFile::tasks;org.attune.history.environment.MetaDescription::read;org.attune.api.StudyBuilder::open;org.attune.studies.StudyFile::store"
                        .formatted(recorded);
        var processes = new CliProcesses(folder);
        var command = CliProcesses.java(trace, "-Xlog:jfr*=off");
        processes.exits(0, processes.start(command, "tune", problem));
        Path events = folder.resolve("events.txt");
        Path jfr = Path.of(System.getProperty("java.home"), "bin", "jfr");
        var printing =
                new ProcessBuilder(
                                jfr.toString(),
                                "print",
                                "--events",
                                "jdk.MethodTrace",
                                recorded.toString())
                        .redirectOutput(events.toFile())
                        .start();
        assertEquals(0, printing.waitFor());
        var counts =
                METHOD.matcher(Files.readString(events))
                        .results()
                        .collect(
                                Collectors.groupingBy(
                                        r -> r.group(1), TreeMap::new, Collectors.counting()));
        assertEquals(
                "{Evaluators.of=1, MetaDescription.read=1, ProblemFile.tasks=1,"
                        + " StudyBuilder.open=1, StudyFile.store=1}",
                counts.toString());
    }
}
