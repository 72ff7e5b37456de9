package org.attune.history;

import org.attune.api.Control;
import org.attune.api.Entry;
import org.attune.api.ModelRecord;
import org.attune.api.Point;
import org.attune.api.ProblemChange;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Makes one journal of several of one problem. Studies of one name become one, in which every uid
 * is once: the trials of the first journal keep their numbers, what the others add follows.
 */
final class JournalMerge {
    /** One of these is in the content of a model that means the same in another journal. */
    private static final List<String> LASTING = List.of("function_evaluations", "elapsed");

    private final String problem;
    private final Map<String, List<Side>> studies = new LinkedHashMap<>();

    /** A study as one of the journals has it. */
    private record Side(Path file, Records records) {}

    private JournalMerge(String problem) {
        this.problem = problem;
    }

    static List<MergedStudy> merge(List<Path> in, Path out, Consumer<String> notes) {
        if (Files.exists(out)) {
            throw new IllegalArgumentException(
                    "%s exists already. Maybe name another file.".formatted(out));
        }
        var merge = new JournalMerge(Journal.problem(in.getFirst()));
        in.forEach(file -> merge.read(file, notes));
        Path target = out.toAbsolutePath();
        Path part =
                target.resolveSibling(
                        ".%s.%d.part".formatted(out.getFileName(), ProcessHandle.current().pid()));
        try {
            Files.deleteIfExists(part);
            try {
                String madeOf =
                        "%s, merged at %s"
                                .formatted(
                                        String.join(
                                                ", ",
                                                in.stream()
                                                        .map(f -> f.getFileName().toString())
                                                        .toList()),
                                        Instant.now());
                Files.write(part, JournalContent.header(merge.problem, madeOf));
                List<MergedStudy> report = merge.write(part);
                Files.move(part, target); // fails where a file has come into being meanwhile
                Tail.syncFolder(target.getParent());
                return report;
            } finally {
                EndMark.forget(part);
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write %s: %s".formatted(out, e), e);
        }
    }

    private void read(Path file, Consumer<String> notes) {
        Journal.problem(file); // refuses a file that does not exist
        try (Journal journal = Journal.open(file, problem)) {
            for (String study : journal.studies()) {
                studies.computeIfAbsent(study, s -> new ArrayList<>())
                        .add(new Side(file, journal.study(study).records()));
            }
            journal.incompleteLine()
                    .ifPresent(line ->
                            notes.accept(
                                    "The last line of %s (%d) is incomplete; it is left out."
                                            .formatted(file, line)));
        }
    }

    private List<MergedStudy> write(Path part) {
        var plans = new LinkedHashMap<String, Plan>();
        studies.forEach((name, sides) -> plans.put(name, new Plan(name, sides)));
        try (Journal journal = Journal.open(part, problem)) {
            journal.begin(); // there may be no study
            plans.forEach((name, plan) -> journal.study(name).update(r -> plan.entries));
        }
        return plans.values().stream().map(p -> p.report).toList();
    }

    /** What a study becomes. */
    private final class Plan {
        final List<Entry> entries = new ArrayList<>();
        final MergedStudy report;
        private final Map<String, Trial> all = new LinkedHashMap<>(); // by uid, as numbered
        private final Map<String, Long> numbers = new HashMap<>(); // of these
        private final Map<String, Trial> ended = new LinkedHashMap<>(); // in the order of outcomes
        private final List<String> notes = new ArrayList<>();
        private int shared;

        Plan(String name, List<Side> sides) {
            setUp(name, sides).ifPresent(entries::add);
            addSources(sides);
            sides.forEach(side -> take(side, side == sides.getFirst()));
            addTrials();
            addModels(sides);
            report = new MergedStudy(name, all.size(), shared, notes);
        }

        private void take(Side side, boolean isFirst) {
            Map<Long, String> uids = new HashMap<>(TrialUids.of(problem, side.records()));
            Map<Long, Long> here = new HashMap<>(); // numbers, by those in the journal
            for (Trial trial : side.records().trials()) {
                if (isFirst && !uids.containsKey(trial.number())) {
                    uids.put(trial.number(), "lost " + trial.number()); // it keeps its number
                } else if (!uids.containsKey(trial.number())) {
                    continue;
                }
                String uid = uids.get(trial.number());
                if (all.putIfAbsent(uid, renumbered(trial, here)) != null) {
                    shared++;
                }
                here.put(trial.number(), numbers.computeIfAbsent(uid, u -> (long) all.size()));
            }
            for (Trial trial : side.records().finished()) {
                String uid = uids.get(trial.number());
                if (uid == null) {
                    continue;
                }
                Trial taken = renumbered(trial, here);
                Trial known = ended.putIfAbsent(uid, taken);
                if (known != null && !known.outcome().equals(taken.outcome())) {
                    Trial newer = told(taken).isAfter(told(known)) ? taken : known;
                    ended.put(uid, newer);
                    notes.add(
                            "Trial %d of %s has two outcomes; the newer one is kept: %s."
                                    .formatted(
                                            trial.number(), side.file(), newer.outcome().words()));
                }
            }
        }

        /** Adds outcomes in their order, and before each the pending trials of lower numbers. */
        private void addTrials() {
            List<String> uids = List.copyOf(all.keySet());
            int asked = 0;
            for (Map.Entry<String, Trial> end : ended.entrySet()) {
                long number = numbers.get(end.getKey());
                for (; asked < number - 1; asked++) {
                    entries.add(pending(all.get(uids.get(asked)), asked + 1L));
                }
                asked = Math.max(asked, (int) number);
                Trial t = end.getValue();
                entries.add(numbered(t, number));
            }
            for (; asked < uids.size(); asked++) {
                entries.add(pending(all.get(uids.get(asked)), asked + 1L));
            }
        }

        /**
         * Adds the models. Where several journals have the study, those that say by uid what they
         * were fitted to, what runs of performance models gave, and the controls of the first one
         * that has any: the rest is what tuners know of the trials of one journal, in its order, or
         * what its processes are about.
         */
        private void addModels(List<Side> sides) {
            var models = new LinkedHashMap<String, ModelRecord>();
            for (Side side : sides) {
                boolean controlled = models.values().stream().anyMatch(Control::is);
                if (controlled && side.records().models().stream().anyMatch(Control::is)) {
                    notes.add(
                            "What %s measured again to see its machine drift is left out: machines are not compared."
                                    .formatted(side.file()));
                }
                for (ModelRecord model : side.records().models()) {
                    boolean lasts = LASTING.stream().anyMatch(model.content()::containsKey);
                    if (!lasts && sides.size() > 1 || controlled && Control.is(model)) {
                        continue;
                    }
                    ModelRecord known = models.putIfAbsent(model.key(), model);
                    if (known != null && !known.equals(model)) {
                        notes.add(
                                "The stored model '%s' of %s is another one than that of the journals before, which is kept."
                                        .formatted(model.key(), side.file()));
                    }
                }
            }
            entries.addAll(models.values());
        }

        /** Adds the sources; of those of one name, the first. */
        private void addSources(List<Side> sides) {
            var sources = new LinkedHashMap<String, SourceRecord>();
            for (Side side : sides) {
                for (SourceRecord source : side.records().sources()) {
                    SourceRecord known = sources.putIfAbsent(source.name(), source);
                    if (known != null && !known.digest().equals(source.digest())) {
                        notes.add(
                                "The source '%s' of %s is another one than that of the journals before, which is kept."
                                        .formatted(source.name(), side.file()));
                    }
                }
            }
            entries.addAll(sources.values());
        }

        private Optional<StudyRecord> setUp(String name, List<Side> sides) {
            Optional<StudyRecord> merged = Optional.empty();
            for (Side side : sides) {
                Optional<StudyRecord> next = side.records().study();
                if (merged.isPresent() && next.isPresent()) {
                    merged = Optional.of(united(merged.get(), next.get(), side.file()));
                } else {
                    merged = merged.or(() -> next);
                }
            }
            return merged;
        }

        private StudyRecord united(StudyRecord a, StudyRecord b, Path file) {
            ProblemChange change = ProblemChange.between(a.problem(), b.problem());
            if (!change.errors().isEmpty()) {
                throw new IllegalArgumentException(
                        "Study '%s' of %s is of another problem than that of the journals before: %s."
                                .formatted(a.study(), file, String.join("; ", change.errors())));
            }
            List<String> less =
                    Stream.of(
                                    change.goals(),
                                    change.measurements(),
                                    change.narrowed(),
                                    change.warnings())
                            .flatMap(List::stream)
                            .toList();
            if (!less.isEmpty()) {
                notes.add(
                        "The problem of %s is not quite that of the journals before, which is kept: %s."
                                .formatted(file, String.join("; ", less)));
            }
            if (!a.tuner().equals(b.tuner())
                    || !a.options().equals(b.options())
                    || a.seed() != b.seed()
                    || a.allocation() != b.allocation()
                    || !a.stop().equals(b.stop())) {
                notes.add(
                        "Tuner, options, seed, allocation or stopping rules of %s differ; those of the first journal are kept."
                                .formatted(file));
            }
            var features = new HashMap<>(b.features());
            features.putAll(a.features());
            return new StudyRecord(
                    a.study(),
                    a.problem(),
                    union(a.tasks(), b.tasks()),
                    a.tuner(),
                    a.options(),
                    a.seed(),
                    Math.max(a.trials(), b.trials()),
                    union(a.initial(), b.initial()),
                    a.allocation(),
                    features,
                    a.with(b.environments()).environments(),
                    a.stop(),
                    a.reason());
        }
    }

    private static List<Point> union(List<Point> a, List<Point> b) {
        var union = new LinkedHashSet<>(a);
        union.addAll(b);
        return List.copyOf(union);
    }

    private static Instant told(Trial trial) {
        return trial.provenance().told().orElse(trial.provenance().asked());
    }

    private static Trial pending(Trial t, long number) {
        return numbered(t.untold(), number);
    }

    private static Trial numbered(Trial t, long number) {
        return new Trial(number, t.candidate(), t.origin(), t.outcome(), t.provenance().unseen());
    }

    /** Returns the trial with its parent's number among these. */
    private static Trial renumbered(Trial t, Map<Long, Long> numbers) {
        return new Trial(
                t.number(),
                t.candidate(),
                t.origin(),
                t.outcome(),
                t.provenance().renumbered(numbers));
    }
}
