package org.attune.execution;

import org.attune.api.DecimalNumber;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that computes features of a task from its input. It prints {@code name=number} lines;
 * other lines are passed over.
 */
public final class FeatureCommand {
    private static final String FIELD = "task_features.command";
    private static final long SECONDS = 600;
    private static final int MOST_BYTES = 16 << 20; // that are read of what it prints
    private static final Pattern LINE =
            Pattern.compile(
                    "^\\s*([\\p{L}_][\\p{L}\\p{N}_]*)\\s*=\\s*([-+0-9.eE]+)\\s*$",
                    Pattern.MULTILINE);

    private final TuningProblem problem;
    private final List<Template> words = new ArrayList<>();

    private FeatureCommand(TuningProblem problem) {
        this.problem = problem;
    }

    /**
     * Reads a command.
     *
     * @param command program and arguments, in which {@code {name}} stands for task parameters and
     *     constants
     * @throws IllegalArgumentException if a placeholder names nothing
     */
    public static FeatureCommand of(TuningProblem problem, List<?> command) {
        var read = new FeatureCommand(problem);
        var names = new ArrayList<>(problem.constants().keySet());
        problem.taskSpace().parameters().forEach(p -> names.add(p.name()));
        for (Object word : command) {
            read.words.add(
                    Template.parse(
                            "%s[%d]".formatted(FIELD, read.words.size()), word.toString(), names));
        }
        return read;
    }

    /**
     * Runs the program for a task.
     *
     * @param folder where it runs
     * @throws IllegalStateException if it fails, prints no feature, or takes longer than 10 minutes
     * @throws UncheckedIOException if it cannot be started
     */
    public Map<String, Double> features(Point task, Path folder) {
        var texts = new LinkedHashMap<String, String>();
        problem.constants().forEach((name, value) -> texts.put(name, value.toString()));
        task.values().forEach((name, value) -> texts.put(name, value.toString()));
        List<String> command = words.stream().map(w -> w.render(texts)).toList();
        String printed = printed(command, folder, task);
        var features = new LinkedHashMap<String, Double>();
        Matcher m = LINE.matcher(printed);
        while (m.find()) {
            if (DecimalNumber.is(m.group(2))) { // such as version=1.2.3 is none
                features.put(m.group(1), number(command, task, m.group()));
            }
        }
        if (features.isEmpty()) {
            throw failed(command, task, "printed no line of the form name=number", printed);
        }
        return features;
    }

    private static double number(List<String> command, Point task, String line) {
        double number = DecimalNumber.parse(line.substring(line.indexOf('=') + 1).strip());
        if (Double.isInfinite(number)) {
            throw failed(command, task, "printed a number that is too large", line);
        }
        return number;
    }

    private static String printed(List<String> command, Path folder, Point task) {
        Path out = null;
        try {
            out = Files.createTempFile("attune-features", ".txt");
            Process process =
                    Utf8Words.process(command, Map.of())
                            .directory(folder.toFile())
                            .redirectInput(new File("/dev/null"))
                            .redirectErrorStream(true)
                            .redirectOutput(out.toFile())
                            .start();
            boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            String printed;
            try (var in = Files.newInputStream(out)) {
                printed = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            }
            if (!ended || process.waitFor() != 0) {
                String why =
                        ended ? "ended with exit code " + process.exitValue() : "took too long";
                throw failed(command, task, why, printed);
            }
            return printed;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "%s: cannot start %s: %s".formatted(FIELD, command, e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(FIELD + ": interrupted", e);
        } finally {
            if (out != null) {
                SmallFiles.delete(out);
            }
        }
    }

    private static IllegalStateException failed(
            List<String> command, Point task, String why, String printed) {
        String last = RunEnd.lastLine(printed);
        return new IllegalStateException(
                "%s: for task %s, %s %s%s"
                        .formatted(
                                FIELD,
                                task,
                                String.join(" ", command),
                                why,
                                last.isEmpty() ? "." : ": " + last));
    }

    @Override
    public String toString() {
        return "Command of task features, %d words".formatted(words.size());
    }
}
