package org.attune.execution;

import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.Outcome;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Makes an outcome of the outputs of a trial's runs, while it runs or from what was kept. */
final class TrialReading {
    private final CommandSettings settings;
    private final Map<String, List<Double>> outputs = new LinkedHashMap<>();
    private final Map<String, Object> unreadable = new LinkedHashMap<>();
    private final Map<String, String> readInPart = new LinkedHashMap<>();
    private Optional<Curve> curve = Optional.empty(); // of the only run
    private Optional<Fidelity> reached = Optional.empty();
    private int runs; // warm-ups, too

    TrialReading(CommandSettings settings) {
        this.settings = settings;
    }

    /** One run: its feeds first, then its verdict. */
    final class Run {
        private final Map<String, Collector> collectors = new LinkedHashMap<>(); // by output
        private final Optional<CheckCollector> check =
                settings.check().map(c -> new CheckCollector(c.pattern()));
        private final Optional<ProgressCollector> progress;

        /** One whose way nobody watches. */
        Run() {
            this(c -> {});
        }

        /**
         * @param heard hears of each point of the curve, where the program prints one
         */
        Run(Consumer<Curve> heard) {
            runs++;
            curve = settings.scale().filter(s -> settings.progress().isPresent()).map(Curve::new);
            progress = settings.progress().map(p -> new ProgressCollector(p, curve.get(), heard));
            for (Output output : settings.outputs()) {
                if (!(output.source() instanceof Source.Measure)) {
                    collectors.put(output.name(), Collector.of(output.source()));
                }
            }
        }

        /** Returns what reads stdout. */
        LineFeed stdout() {
            var all = new ArrayList<Collector>();
            for (Output output : settings.outputs()) {
                if (output.file().isEmpty() && collectors.containsKey(output.name())) {
                    all.add(collectors.get(output.name()));
                }
            }
            if (settings.check().filter(c -> c.file().isEmpty()).isPresent()) {
                all.add(check.orElseThrow());
            }
            progress.ifPresent(all::add);
            return new LineFeed(all);
        }

        /** Returns what reads the file of an output. */
        LineFeed file(String output) {
            return new LineFeed(List.of(collectors.get(output)));
        }

        /** Returns what reads the file of the {@code ok} rule. */
        LineFeed checkFile() {
            return new LineFeed(List.of(check.orElseThrow()));
        }

        /**
         * Ends the run.
         *
         * @param counts false for a warm-up, whose values are not kept
         * @param missing why the file of an output could not be read, by output
         * @return the failure, if it is one
         */
        Optional<Outcome.Failed> verdict(
                RunRecord record, boolean counts, Map<String, String> missing) {
            if (record.cause().isPresent()) {
                return Optional.of(Outcome.failed(record.cause().get(), record.detail()));
            }
            if (record.ended()) {
                end();
                return Optional.empty();
            }
            if (check.isPresent() && !check.get().found) {
                return Optional.of(check.get().failure());
            }
            for (Output output : settings.outputs()) {
                try {
                    List<Double> values = values(output, record, missing);
                    if (counts) {
                        outputs.computeIfAbsent(output.name(), n -> new ArrayList<>())
                                .addAll(values);
                    }
                } catch (UnreadableException e) {
                    String why = "%s: %s.".formatted(output.name(), e.getMessage());
                    if (settings.needs(output.name())) {
                        return Optional.of(Outcome.failed(FailureCause.UNREADABLE_OUTPUT, why));
                    }
                    unreadable.put(output.name(), why);
                }
            }
            return Optional.empty();
        }

        /** Returns whether anything was read of what it printed on its way. */
        boolean hasCurve() {
            return curve.filter(c -> !c.isEmpty()).isPresent();
        }

        /** What an ended run gives is where it has come to. */
        private void end() {
            Curve way = curve.orElseThrow();
            outputs.put(settings.progress().orElseThrow().output(), List.of(way.last()));
            reached = Optional.of(way.reached()).filter(r -> r < 1).map(Fidelity::new);
        }

        private List<Double> values(Output output, RunRecord record, Map<String, String> missing)
                throws UnreadableException {
            if (missing.containsKey(output.name())) {
                throw new UnreadableException(missing.get(output.name()));
            }
            if (!(output.source() instanceof Source.Measure measure)) {
                Collector collector = collectors.get(output.name());
                collector.readInPart().ifPresent(n -> readInPart.putIfAbsent(output.name(), n));
                return collector.values();
            }
            double value = record.quantity(measure.quantity()) / measure.unit();
            if (Double.isNaN(value)) {
                throw new UnreadableException(
                        measure.quantity().isAccounted()
                                ? record.usage().missing()
                                : "the run was too short for it to be measured"
                                        + (measure.quantity() == Source.Quantity.PEAK_RSS
                                                ? ". Maybe install perl, by which the kernel's own"
                                                        + " account is read"
                                                : ""));
            }
            return List.of(value);
        }
    }

    /** Returns a failure of what was printed with the last line of that. */
    static Outcome.Failed withLastLine(Outcome.Failed failed, String lastLine) {
        boolean byOutput =
                failed.cause() == FailureCause.UNREADABLE_OUTPUT
                        || failed.cause() == FailureCause.WRONG_ANSWER;
        return !byOutput
                ? failed
                : Outcome.failed(
                        failed.cause(), failed.detail() + printed(failed.detail(), lastLine));
    }

    /** Returns what the last line is, unless that has been said. */
    private static String printed(String said, String lastLine) {
        if (lastLine.isEmpty()) {
            return " The program printed nothing to stdout.";
        }
        return said.contains("'%s'".formatted(Collector.quoted(lastLine)))
                ? ""
                : " The last line printed is '%s'.".formatted(lastLine);
    }

    /** Returns the outcome of runs that all went well. */
    Outcome.Measured measured(double elapsed) {
        var extra = new LinkedHashMap<String, Object>();
        if (!unreadable.isEmpty()) {
            extra.put("unreadable", unreadable);
        }
        curve.filter(c -> !c.isEmpty()).ifPresent(c -> extra.put(Curves.KEY, c.recorded()));
        outputs.keySet()
                .removeAll(unreadable.keySet()); // some runs only: no basis for an aggregate
        return new Outcome.Measured(outputs, extra, elapsed, reached, runs);
    }

    /** Returns numbers of which patterns have read the beginning alone, by output. */
    Map<String, String> readInPart() {
        return Map.copyOf(readInPart);
    }

    private static final class CheckCollector extends Collector {
        private final LineMatcher matcher;
        private boolean found;
        private Optional<UnreadableException> broken = Optional.empty();
        private Optional<String> gap = Optional.empty();

        CheckCollector(Pattern pattern) {
            this.matcher = new LineMatcher(pattern);
        }

        @Override
        void line(String text, int from, int to) {
            if (found || broken.isPresent()) {
                return;
            }
            matcher.on(text, from, to);
            try {
                found = matcher.find();
            } catch (UnreadableException e) {
                broken = Optional.of(e);
            }
        }

        @Override
        void gap(String why) {
            gap = Optional.of(why);
        }

        Outcome.Failed failure() {
            return broken.map(e ->
                            Outcome.failed(
                                    FailureCause.UNREADABLE_OUTPUT, "ok: " + e.getMessage() + "."))
                    .orElseGet(() ->
                            Outcome.failed(
                                    FailureCause.WRONG_ANSWER,
                                    "no line matches '%s'%s."
                                            .formatted(
                                                    matcher.pattern(),
                                                    gap.map(why -> "; " + why).orElse(""))));
        }

        @Override
        List<Double> values() {
            return List.of();
        }
    }
}
