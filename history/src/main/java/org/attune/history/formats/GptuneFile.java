package org.attune.history.formats;

import org.attune.api.Entry;
import org.attune.api.ModelRecord;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Source;
import org.attune.api.SourceRecord;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.EntryText;
import org.attune.history.Shown;
import org.attune.history.TrialUids;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * What one text of a {@link GptuneStore} holds.
 *
 * <p>A trial of a study is a record of {@code func_eval} whose key {@code attune} has what GPTune
 * has no key for: the keys of a journal's trial, {@code order}, its place among those that have
 * ended, and {@code offers}, how often it was handed out. The key {@code attune} of the file has
 * the set-ups and models of studies, each as a text, because jq rounds integers of more than 53
 * bits. The outcome is read from {@code evaluation_result} alone: null is pending, a number
 * measured, a text failed.
 */
final class GptuneFile {
    private static final String OURS = OwnRecord.KEY;
    private static final List<String> ELSEWHERE =
            List.of(
                    "record",
                    "number",
                    "state",
                    "task_parameter",
                    "tuning_parameter",
                    "evaluation_detail",
                    "additional_output",
                    "cause");

    private static final Map<String, Object> NEW = Map.of("func_eval", List.of());
    private final String text;
    private final String name; // of the file, for messages and sources
    private final TuningProblem problem;
    private final SequencedMap<String, Object> top = new LinkedHashMap<>();
    private final List<Map<String, Object>> evaluations = new ArrayList<>();
    private final Map<String, Records> records = new HashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final OwnRecordReader reader;

    private GptuneFile(String text, Instant changed, Path file, TuningProblem problem) {
        this.text = text;
        this.name = file.getFileName().toString();
        this.problem = problem;
        reader = new OwnRecordReader(problem, name, changed, notes);
    }

    /**
     * Reads a file.
     *
     * @param text of the file, empty where there is none
     * @param changed when it was written last: by then scripts had filled in their results
     * @param last the text that Attune wrote last, empty where it has written none
     * @throws IllegalArgumentException if it is damaged, or of another problem
     */
    static GptuneFile read(
            String text, Instant changed, String last, Path file, TuningProblem problem) {
        var content = new GptuneFile(text, changed, file, problem);
        Map<String, Object> top;
        try {
            top = text.isBlank() ? NEW : object(PythonJson.read(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s is damaged, or no JSON: %s. Nothing was written.%s"
                            .formatted(
                                    file,
                                    Shown.text(e.getMessage(), 2_000),
                                    last.isEmpty()
                                            ? ""
                                            : " What Attune wrote last is in %s.last."
                                                    .formatted(file)),
                    e);
        }
        if (!(top.get("func_eval") instanceof List<?> list)
                || !list.stream().allMatch(Map.class::isInstance)) {
            throw new IllegalArgumentException(
                    "%s is no file of GPTune as it is today: it has no list 'func_eval' of objects. Maybe another file was meant; older ones can be read: attune history import"
                            .formatted(file));
        }
        content.top.put("tuning_problem_name", problem.name());
        content.top.put("tuning_problem_category", null);
        content.top.put("surrogate_model", List.of());
        content.top.putAll(top);
        if (!problem.name().equals(content.top.get("tuning_problem_name"))) {
            throw new IllegalArgumentException(
                    "%s is of problem '%s', not of '%s'. Maybe another file was meant."
                            .formatted(
                                    file, content.top.get("tuning_problem_name"), problem.name()));
        }
        list.forEach(item -> content.evaluations.add(object(item)));
        if (!last.isEmpty() && !last.equals(text)) {
            LastWritten.read(last, file, content.reader, content.notes)
                    .ifPresent(l -> l.restore(content.top, content.evaluations));
        }
        content.studies().forEach(s -> content.records.put(s, content.folded(s)));
        return content;
    }

    boolean isOf(String other) {
        return text.equals(other);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Returns the studies that have anything, be it without a set-up. */
    List<String> studies() {
        var names = new LinkedHashSet<>(ours(top, "studies").keySet());
        names.addAll(ours(top, "models").keySet());
        names.addAll(ours(top, "sources").keySet());
        for (Map<String, Object> e : evaluations) {
            if (object(e.get(OURS)).get("study") instanceof String s && OwnRecord.isOf(e, s)) {
                names.add(s);
            }
        }
        return List.copyOf(names);
    }

    Records records(String study) {
        return records.getOrDefault(study, new RecordLog().snapshot());
    }

    /** Returns a text that holds only the records that are of no study. */
    String others() {
        return PythonText.line(
                Map.of(
                        "func_eval",
                        evaluations.stream().filter(e -> !e.containsKey(OURS)).toList()));
    }

    int place(String study, long trial) {
        for (int i = 0; i < evaluations.size(); i++) {
            if (OwnRecord.isOf(evaluations.get(i), study)
                    && OwnRecord.number(evaluations.get(i)) == trial) {
                return i;
            }
        }
        return -1;
    }

    int offers(String study, long trial) {
        return (int) OwnRecord.offers(evaluations.get(place(study, trial)));
    }

    /** Returns the records of a study, in which trials stand by number, and ended ones by order. */
    private Records folded(String study) {
        var log = new RecordLog();
        if (ours(top, "studies").get(study) instanceof String setUp) {
            log.add(EntryText.entry(setUp));
        }
        for (String kind : List.of("models", "sources")) {
            object(ours(top, kind).get(study))
                    .values()
                    .forEach(m -> log.add(EntryText.entry(String.valueOf(m))));
        }
        var trials = new ArrayList<Placed>();
        for (int i = 0; i < evaluations.size(); i++) {
            Map<String, Object> record = evaluations.get(i);
            if (OwnRecord.isOf(record, study)) {
                try {
                    trials.add(new Placed(reader.trial(record), OwnRecord.order(record)));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "%s: func_eval[%d]: %s"
                                    .formatted(name, i, Shown.text(e.getMessage(), 2_000)),
                            e);
                }
            }
        }
        trials.sort(Comparator.comparingLong(t -> t.trial().number()));
        for (int i = 0; i < trials.size(); i++) {
            Trial trial = trials.get(i).trial();
            if (trial.number() != i + 1) {
                throw new IllegalArgumentException(
                        "%s has no record of trial %d of study '%s', but one of trial %d. Maybe a script has removed or doubled it."
                                .formatted(name, i + 1, study, trial.number()));
            }
            log.add(trial.untold());
        }
        trials.stream()
                .sorted(Comparator.comparingLong(Placed::order))
                .map(Placed::trial)
                .filter(t -> !t.isPending())
                .forEach(log::add);
        return log.snapshot();
    }

    /** A trial, and its place among those that have ended. */
    private record Placed(Trial trial, long order) {}

    /** Returns whether everything that scripts have filled in has been taken over. */
    boolean isSettled(String study) {
        return unordered(study).isEmpty();
    }

    /** Returns the text of the file with further entries of a study. */
    String with(String study, List<? extends Entry> entries) {
        var log = new RecordLog(records(study));
        var trials = new ArrayList<Trial>(unordered(study));
        for (Entry entry : entries) {
            switch (entry) {
                case StudyRecord s -> {
                    var studies = new LinkedHashMap<>(ours(top, "studies"));
                    studies.put(study, EntryText.text(study, s));
                    put("studies", studies);
                }
                case ModelRecord m -> put("models", study, m.key(), m);
                case SourceRecord s -> put("sources", study, s.name(), s);
                case Trial t -> {
                    trials.removeIf(c -> c.number() == t.number());
                    trials.add(t);
                }
            }
            log.add(entry);
        }
        Records after = log.snapshot();
        Map<Long, String> uids = TrialUids.of(problem.name(), after);
        Map<Long, Long> orders = orders(study, after);
        for (Trial trial : trials) {
            store(trial, study, uids.get(trial.number()), after, orders.get(trial.number()));
        }
        var file = new LinkedHashMap<>(top);
        file.put("func_eval", evaluations);
        return LastWritten.sealed(file);
    }

    /** Puts a model or source of a study in the place of the one of the same name. */
    private void put(String kind, String study, String entryName, Entry entry) {
        var all = new LinkedHashMap<>(ours(top, kind));
        var own = new LinkedHashMap<>(object(all.get(study)));
        own.put(entryName, EntryText.text(study, entry));
        all.put(study, own);
        put(kind, all);
    }

    /** Returns the places of the trials that have ended; those that have one keep it. */
    private Map<Long, Long> orders(String study, Records after) {
        var orders = new HashMap<Long, Long>();
        evaluations.stream()
                .filter(e -> OwnRecord.isOf(e, study) && OwnRecord.order(e) != Long.MAX_VALUE)
                .forEach(e -> orders.put(OwnRecord.number(e), OwnRecord.order(e)));
        long next = orders.values().stream().mapToLong(o -> o + 1).max().orElse(0);
        for (Trial trial : after.finished()) {
            if (orders.putIfAbsent(trial.number(), next) == null) {
                next++;
            }
        }
        return orders;
    }

    /** Returns the trials whose results scripts have filled in since the last update. */
    private List<Trial> unordered(String study) {
        return records(study).finished().stream()
                .filter(t ->
                        OwnRecord.order(evaluations.get(place(study, t.number())))
                                == Long.MAX_VALUE)
                .toList();
    }

    private void store(Trial trial, String study, String uid, Records after, Long order) {
        int place = place(study, trial.number());
        if (place < 0 && trial.provenance().source().isPresent()) {
            place = placeOfOther(trial.provenance().source().get());
        }
        boolean fresh = place < 0;
        Map<String, Object> record = fresh ? new LinkedHashMap<>() : evaluations.get(place);
        Map<String, Object> old = object(record.get(OURS));
        boolean untouched = !fresh && trial.origin().equals(Origin.IMPORTED) && old.isEmpty();
        if (!untouched) {
            OwnRecord.update(record, written(trial, uid, after));
        }
        var attune = new LinkedHashMap<String, Object>();
        attune.put("study", study);
        attune.put("trial", trial.number());
        attune.putAll(EntryText.object(study, trial));
        ELSEWHERE.forEach(attune::remove);
        OwnRecord.putOthers(attune, trial.outcome(), problem);
        if (untouched) {
            record.put("uid", uid);
            attune.remove("source"); // is the record itself
        }
        if (trial.isPending()) {
            attune.put("offers", fresh ? 1L : OwnRecord.offers(record) + 1);
        } else if (old.containsKey("offers")) {
            attune.put("offers", old.get("offers"));
        }
        if (order != null) {
            attune.put("order", order);
        }
        record.put(OURS, attune);
        if (fresh) {
            evaluations.add(record);
        }
    }

    /** Returns the record as on export, but with results that survive jq, which knows no NaN. */
    private Map<String, Object> written(Trial trial, String uid, Records after) {
        var record =
                new LinkedHashMap<>(
                        new GptuneWriter(problem, ZoneId.systemDefault()).own(trial, uid, after));
        record.put("source", "RCI_measure");
        if (!(trial.outcome() instanceof Outcome.Measured)) {
            Object result =
                    trial.outcome() instanceof Outcome.Failed f ? (Object) f.cause().text() : null;
            var results = new LinkedHashMap<String, Object>();
            problem.measuredOutputs().forEach(o -> results.put(o, result));
            record.put("evaluation_result", results);
        }
        return record;
    }

    private int placeOfOther(Source source) {
        for (int i = 0; i < evaluations.size(); i++) {
            Map<String, Object> e = evaluations.get(i);
            if (!e.containsKey(OURS)
                    && (source.uid().equals(e.get("uid"))
                            || source.record().equals(PythonText.line(e)))) {
                return i;
            }
        }
        return -1;
    }

    private static Map<String, Object> ours(Map<String, Object> file, String key) {
        return object(object(file.get(OURS)).get(key));
    }

    private void put(String key, Map<String, Object> value) {
        var attune = new LinkedHashMap<>(object(top.get(OURS)));
        attune.put("format", 1L);
        attune.put(key, value);
        top.put(OURS, attune);
    }

    private static Map<String, Object> object(Object value) {
        return GptuneRecord.object(value).orElse(Collections.emptyMap());
    }
}
