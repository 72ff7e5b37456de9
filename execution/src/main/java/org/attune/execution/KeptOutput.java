package org.attune.execution;

import org.attune.api.Outcome;
import org.attune.api.Trial;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The output of past trials, for reading it again with other settings, and for looking at it. */
public final class KeptOutput {
    private final Path runs;

    /** Opens the output below the folder that the evaluator got. */
    public KeptOutput(Path runs) {
        this.runs = runs;
    }

    /**
     * Returns what a trial's outcome is when its output is read with these settings. Runs are not
     * repeated: a run that crashed has crashed, and there are as many repetitions as there were.
     *
     * @throws IllegalStateException if no output of the trial is kept
     * @throws java.io.UncheckedIOException with the path, if a file of it cannot be read or is
     *     damaged
     */
    public Outcome reparse(Trial trial, CommandSettings settings) {
        Path folder = folder(trial);
        List<String> labels = runs(trial);
        if (labels.isEmpty()) {
            throw new IllegalStateException(
                    "No output of trial %d is kept in %s.".formatted(trial.number(), folder));
        }
        double elapsed = 0;
        var reading = new TrialReading(settings);
        for (String label : labels) {
            RunRecord record = RunRecord.read(folder.resolve(label + ".properties"));
            elapsed += record.wall();
            TrialReading.Run run = reading.new Run();
            boolean isKept = KeptStream.read(folder, label + ".out", run.stdout());
            if (!isKept && record.cause().isEmpty()) { // a run that never began has no output
                throw KeptProperties.damaged(folder.resolve(label + ".out.gz"), "it is gone");
            }
            Map<String, String> missing = readFiles(folder, label, settings, run);
            Optional<Outcome.Failed> failure =
                    run.verdict(record, label.startsWith("run-"), missing);
            if (failure.isPresent()) {
                return new Outcome.Failed(failure.get().cause(), failure.get().detail(), elapsed);
            }
        }
        return reading.measured(elapsed);
    }

    /**
     * Returns the runs of a trial whose output is kept, in their order: {@code warmup-1}, {@code
     * run-1}.
     */
    public List<String> runs(Trial trial) {
        var labels = new ArrayList<String>();
        for (boolean warmup : new boolean[] {true, false}) {
            for (int i = 0; ; i++) {
                String label = label(warmup, i);
                if (!Files.exists(folder(trial).resolve(label + ".properties"))) {
                    break;
                }
                labels.add(label);
            }
        }
        return labels;
    }

    /**
     * Returns what a run printed to stdout, as far as it is kept: at most the first and the last
     * MiB.
     */
    public List<String> stdout(Trial trial, String run) {
        return lines(trial, run + ".out");
    }

    /** Like {@link #stdout}, what it printed to stderr. */
    public List<String> stderr(Trial trial, String run) {
        return lines(trial, run + ".err");
    }

    /**
     * Returns what patterns find in what a run printed to stdout: the texts that match, by the name
     * of the output, or {@code ok}. Patterns that read a file are left out.
     */
    public Map<String, List<String>> matches(Trial trial, String run, CommandSettings settings) {
        return matches(trial, run + ".out", settings, new ArrayList<>());
    }

    /** Returns the same of what a run printed to stderr, which is never read. */
    public Map<String, List<String>> matchesOfStderr(
            Trial trial, String run, CommandSettings settings) {
        return matches(trial, run + ".err", settings, new ArrayList<>());
    }

    /**
     * Returns numbers in what a run printed to stdout of which patterns match only the beginning:
     * {@code 1.5e-05} where {@code 1.5} is read.
     */
    public List<String> numbersReadInPart(Trial trial, String run, CommandSettings settings) {
        var parts = new ArrayList<String>();
        matches(trial, run + ".out", settings, parts);
        return parts.stream().distinct().toList();
    }

    private Map<String, List<String>> matches(
            Trial trial, String file, CommandSettings settings, List<String> parts) {
        var found = new LinkedHashMap<String, List<String>>();
        var collectors = new ArrayList<Collector>();
        settings.check()
                .filter(c -> c.file().isEmpty())
                .ifPresent(c ->
                        collectors.add(
                                new Matches(c.pattern(), added(found, "ok"), new ArrayList<>())));
        for (Output output : settings.outputs()) {
            if (output.source() instanceof Source.Matching m && output.file().isEmpty()) {
                collectors.add(new Matches(m.pattern(), added(found, output.name()), parts));
            }
        }
        KeptStream.read(folder(trial), file, new LineFeed(collectors));
        return found;
    }

    private static List<String> added(Map<String, List<String>> found, String name) {
        return found.computeIfAbsent(name, n -> new ArrayList<>());
    }

    private List<String> lines(Trial trial, String name) {
        var lines = new ArrayList<String>();
        KeptStream.read(folder(trial), name, new LineFeed(List.of(new Lines(lines))));
        return lines;
    }

    /** Keeps the lines. */
    private static final class Lines extends Collector {
        private final List<String> lines;

        Lines(List<String> lines) {
            this.lines = lines;
        }

        @Override
        void line(String text, int from, int to) {
            lines.add(text.substring(from, to));
        }

        @Override
        void gap(String why) {
            lines.add("[...]");
        }

        @Override
        List<Double> values() {
            return List.of();
        }
    }

    /** Keeps what matches a pattern. */
    private static final class Matches extends Collector {
        private final LineMatcher matcher;
        private final List<String> found;
        private final List<String> parts;
        private boolean broken;

        Matches(Pattern pattern, List<String> found, List<String> parts) {
            this.matcher = new LineMatcher(pattern);
            this.found = found;
            this.parts = parts;
        }

        @Override
        void line(String text, int from, int to) {
            if (broken) {
                return;
            }
            matcher.on(text, from, to);
            try {
                while (matcher.find()) {
                    found.add(matcher.match());
                    matcher.wholeNumber().ifPresent(parts::add);
                }
            } catch (UnreadableException e) {
                broken = true;
                found.add("[" + e.getMessage() + "]");
            }
        }

        @Override
        void gap(String why) {
            found.add("[...]");
        }

        @Override
        List<Double> values() {
            return List.of();
        }
    }

    private static Map<String, String> readFiles(
            Path folder, String label, CommandSettings settings, TrialReading.Run run) {
        var missing = new LinkedHashMap<String, String>();
        for (Output output : settings.outputs()) {
            if (output.file().isPresent()
                    && !KeptStream.read(
                            folder, fileName(label, output.name()), run.file(output.name()))) {
                missing.put(output.name(), "its file was not kept");
            }
        }
        if (settings.check().flatMap(OkRule::file).isPresent()) {
            KeptStream.read(folder, checkFileName(label), run.checkFile());
        }
        return missing;
    }

    private Path folder(Trial trial) {
        return runs.resolve(Long.toString(trial.number()));
    }

    static String label(boolean warmup, int index) {
        return "%s-%d".formatted(warmup ? "warmup" : "run", index + 1);
    }

    static String fileName(String label, String output) {
        return "%s.file-%s".formatted(label, output);
    }

    static String checkFileName(String label) {
        return label + ".ok";
    }

    @Override
    public String toString() {
        return "Kept output in " + runs;
    }
}
