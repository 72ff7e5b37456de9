package org.attune.execution;

import org.attune.api.Outcome;
import org.attune.api.Trial;

import java.io.IOException;
import java.io.UncheckedIOException;
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
    /** What to do where numbers are read in part. */
    public static final String WHOLE_NUMBER =
            "Maybe let the group match the whole number, ([0-9.eE+-]+), and print a decimal point.";

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
     * @throws UncheckedIOException with the path, if a file of it cannot be read, is damaged, or
     *     was not kept; and if a run was ended early and nothing says how far it had come
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
            if (record.ended() && !run.hasCurve()) {
                String message =
                        "it was ended early by what it printed on its way, of which"
                                + " evaluation.progress reads nothing now.";
                throw new UncheckedIOException(message, new IOException(message));
            }
            boolean ended = record.cause().isPresent() || record.ended();
            Map<String, String> missing =
                    ended ? Map.of() : readFiles(folder, label, settings, run);
            Optional<Outcome.Failed> failure =
                    run.verdict(record, label.startsWith("run-"), missing);
            if (failure.isPresent()) {
                Outcome.Failed failed =
                        TrialReading.withLastLine(failure.get(), lastLine(trial, label));
                return new Outcome.Failed(failed.cause(), failed.detail(), elapsed, record.wall());
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
     * MiB. Control characters are escaped, so that they do nothing to a terminal.
     */
    public List<String> stdout(Trial trial, String run) {
        return lines(trial, run + ".out").stream().map(Collector::shown).toList();
    }

    /** Like {@link #stdout}, what it printed to stderr. */
    public List<String> stderr(Trial trial, String run) {
        return lines(trial, run + ".err").stream().map(Collector::shown).toList();
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

    private String lastLine(Trial trial, String run) {
        return RunEnd.lastLine(String.join("\n", lines(trial, run + ".out")));
    }

    /**
     * Reads the copies of files. What may be missing is an output that is not needed, and what was
     * missing when it ran.
     */
    private static Map<String, String> readFiles(
            Path folder, String label, CommandSettings settings, TrialReading.Run run) {
        KeptFiles kept = KeptFiles.read(folder, label);
        var missing = new LinkedHashMap<String, String>();
        for (Output output : settings.outputs()) {
            if (output.file().isEmpty()) {
                continue;
            }
            Template path = output.file().get();
            Optional<String> copy = kept.copy(KeptFiles.name(output.name()), path);
            Optional<String> why = copy.flatMap(kept::missing);
            if (why.isPresent()) {
                missing.put(output.name(), why.get());
            } else if (!read(folder, label, copy, run.file(output.name()))) {
                if (settings.needs(output.name())) {
                    throw notKept(path);
                }
                missing.put(output.name(), "its file was not kept");
            }
        }
        settings.check()
                .flatMap(OkRule::file)
                .ifPresent(path -> {
                    Optional<String> copy = kept.copy(KeptFiles.OK, path);
                    if (copy.flatMap(kept::missing).isEmpty()
                            && !read(folder, label, copy, run.checkFile())) {
                        throw notKept(path);
                    }
                });
        return missing;
    }

    private static boolean read(Path folder, String label, Optional<String> copy, LineFeed feed) {
        return copy.isPresent() && KeptStream.read(folder, label + "." + copy.get(), feed);
    }

    private static UncheckedIOException notKept(Template path) {
        String message = "no copy of %s is kept.".formatted(path);
        return new UncheckedIOException(message, new IOException(message));
    }

    private Path folder(Trial trial) {
        return runs.resolve(Long.toString(trial.number()));
    }

    static String label(boolean warmup, int index) {
        return "%s-%d".formatted(warmup ? "warmup" : "run", index + 1);
    }

    @Override
    public String toString() {
        return "Kept output in " + runs;
    }
}
