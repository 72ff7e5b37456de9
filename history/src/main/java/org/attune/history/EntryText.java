package org.attune.history;

import org.attune.api.Allocation;
import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Entry;
import org.attune.api.FailureCause;
import org.attune.api.Fidelity;
import org.attune.api.ModelRecord;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Seen;
import org.attune.api.Source;
import org.attune.api.SourceRecord;
import org.attune.api.StoppingRule;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Entries as JSON objects, with GPTune's keys where GPTune has the thing. The module's README lists
 * all keys. Keys that are not known are ignored on reading.
 */
public final class EntryText {
    private static final int LONGEST_MESSAGE = 2_000;

    private EntryText() {}

    /** Returns an entry of a study as the text of one line. */
    public static String text(String study, Entry entry) {
        return new String(bytes(study, entry), StandardCharsets.US_ASCII);
    }

    /** Returns the bytes of that text. */
    static byte[] bytes(String study, Entry entry) {
        Optional<byte[]> plain =
                entry instanceof Trial t ? TrialLineWriter.object(study, t) : Optional.empty();
        return plain.orElseGet(() -> Json.write(object(study, entry)));
    }

    /**
     * Returns the entry of a text.
     *
     * @throws IllegalArgumentException if it is not one JSON object, or {@link #entry(Map)} refuses
     *     that
     */
    public static Entry entry(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Map<String, Object> map;
        try {
            map = Json.read(bytes, 0, bytes.length);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(Shown.text(e.getMessage(), LONGEST_MESSAGE), e);
        }
        return entry(map);
    }

    /** Returns an entry of a study as an object. */
    public static Map<String, Object> object(String study, Entry entry) {
        var map = new LinkedHashMap<String, Object>();
        switch (entry) {
            case StudyRecord s -> {
                map.put("record", "study");
                map.put("study", s.study());
                map.put("problem", s.problem());
                map.put("tasks", s.tasks().stream().map(Point::values).toList());
                map.put("tuner", s.tuner());
                map.put("options", s.options());
                map.put("seed", s.seed());
                map.put("trials", s.trials());
                map.put("initial", s.initial().stream().map(Point::values).toList());
                if (s.allocation() != Allocation.EQUAL) {
                    map.put("allocation", s.allocation().name().toLowerCase(Locale.ROOT));
                }
                if (!s.features().isEmpty()) {
                    map.put("task_features", s.tasks().stream().map(s.features()::get).toList());
                }
                if (!s.environments().isEmpty()) {
                    map.put("environments", s.environments());
                }
                if (!s.stop().isEmpty()) {
                    map.put("stop", StoppingRule.description(s.stop()));
                }
                s.reason().ifPresent(r -> map.put("tuner_reason", r));
            }
            case ModelRecord m -> {
                map.put("record", "model");
                map.put("study", study);
                map.put("key", m.key());
                map.put("basis", m.basis());
                map.put("content", m.content());
            }
            case SourceRecord s -> {
                map.put("record", "source");
                map.put("study", study);
                SourceText.put(map, s);
            }
            case Trial t -> {
                map.put("record", "trial");
                map.put("study", study);
                trial(map, t);
            }
        }
        return map;
    }

    static void trial(SequencedMap<String, Object> map, Trial t) {
        map.put("number", t.number());
        map.put("state", state(t.outcome()));
        map.put("task_parameter", t.task().values());
        map.put("tuning_parameter", t.configuration().values());
        if (!t.candidate().fidelity().equals(Fidelity.FULL)) {
            map.put("fidelity", t.candidate().fidelity().value());
        }
        switch (t.outcome()) {
            case Outcome.Pending p -> {}
            case Outcome.Measured m -> {
                var details = new LinkedHashMap<String, Object>();
                m.outputs().forEach((name, v) -> details.put(name, Map.of("evaluations", v)));
                map.put("evaluation_detail", details);
                if (!m.extra().isEmpty()) {
                    map.put("additional_output", m.extra());
                }
                map.put("elapsed", m.elapsed());
                if (m.runs() != m.repetitions()) {
                    map.put("runs", (long) m.runs());
                }
            }
            case Outcome.Failed f -> {
                map.put("cause", f.cause().text());
                map.put("detail", f.detail());
                map.put("elapsed", f.elapsed());
                if (f.lastRun() != f.elapsed()) {
                    map.put("last_run", f.lastRun());
                }
            }
        }
        map.put("modeling", t.origin().phase().name().toLowerCase(Locale.ROOT));
        map.put("technique", t.origin().technique());
        Provenance p = t.provenance();
        var time = new LinkedHashMap<String, Object>();
        time.put("asked", p.asked().toString());
        p.told().ifPresent(told -> time.put("told", told.toString()));
        p.first().ifPresent(first -> time.put("first", first.toString()));
        map.put("time", time);
        map.put("host", p.process().host());
        map.put("pid", p.process().pid());
        if (p.process().started() != 0) {
            map.put("started", p.process().started());
        }
        if (!p.process().birth().isEmpty()) {
            map.put("birth", p.process().birth());
        }
        if (!p.effort().equals(Effort.NONE)) {
            var effort = new LinkedHashMap<String, Object>();
            effort.put("model", p.effort().model());
            effort.put("search", p.effort().search());
            map.put("effort", effort);
        }
        p.environment().ifPresent(e -> map.put("environment", e));
        if (!Double.isNaN(p.logExpectedGain())) {
            map.put("gain", p.logExpectedGain());
        }
        if (p.corrected()) {
            map.put("corrected", true);
        }
        if (p.attempt() > 1) {
            map.put("attempt", p.attempt());
        }
        p.seen()
                .ifPresent(s ->
                        map.put(
                                "seen",
                                List.of((long) s.trials(), (long) s.told(), (long) s.ahead())));
        p.parent()
                .ifPresent(r -> {
                    var parent = new LinkedHashMap<String, Object>();
                    parent.put("trial", r.trial());
                    parent.put("fidelity", r.reached().value());
                    map.put("parent", parent);
                });
        p.planned().ifPresent(f -> map.put("planned_fidelity", f.value()));
        p.source().ifPresent(s -> map.put("source", source(s)));
    }

    private static Map<String, Object> source(Source s) {
        var map = new LinkedHashMap<String, Object>();
        map.put("format", s.format());
        map.put("uid", s.uid());
        map.put("file", s.file());
        map.put("record", s.record());
        return map;
    }

    static String state(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Pending p -> "pending";
            case Outcome.Measured m -> "measured";
            case Outcome.Failed f -> "failed";
        };
    }

    /**
     * Returns the entry of an object.
     *
     * @throws IllegalArgumentException if a key is missing or has a value that it cannot have
     */
    public static Entry entry(Map<String, Object> map) {
        try {
            return entry(new Fields(map));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(Shown.text(e.getMessage(), LONGEST_MESSAGE), e);
        }
    }

    private static Entry entry(Fields in) {
        String kind = in.string("record");
        return switch (kind) {
            case "study" ->
                    new StudyRecord(
                            in.string("study"),
                            in.object("problem").map(),
                            in.points("tasks"),
                            in.string("tuner"),
                            in.object("options").strings(),
                            in.integer("seed"),
                            Math.toIntExact(in.integer("trials")),
                            in.points("initial"),
                            in.has("allocation")
                                    ? known(Allocation.class, "allocation", in.string("allocation"))
                                    : Allocation.EQUAL,
                            in.has("task_features") ? features(in) : Map.of(),
                            in.has("environments") ? environments(in) : Map.of(),
                            in.has("stop") ? StoppingRule.of(in.object("stop").map()) : List.of(),
                            in.has("tuner_reason")
                                    ? Optional.of(in.string("tuner_reason"))
                                    : Optional.empty());
            case "model" ->
                    new ModelRecord(
                            in.string("key"), in.string("basis"), in.object("content").map());
            case "source" -> SourceText.source(in);
            case "trial" -> trial(in);
            default ->
                    throw new IllegalArgumentException(
                            "a record of the kind '%s' is not known. Maybe a newer version wrote it"
                                    .formatted(kind));
        };
    }

    private static Map<String, Map<String, Object>> environments(Fields in) {
        Fields all = in.object("environments");
        var environments = new LinkedHashMap<String, Map<String, Object>>();
        all.map().keySet().forEach(id -> environments.put(id, all.object(id).map()));
        return environments;
    }

    private static Map<Point, Map<String, Double>> features(Fields in) {
        List<Point> tasks = in.points("tasks");
        List<Point> rows = in.points("task_features");
        var features = new LinkedHashMap<Point, Map<String, Double>>();
        for (int i = 0; i < Math.min(tasks.size(), rows.size()); i++) {
            var values = new LinkedHashMap<String, Double>();
            for (String name : rows.get(i).values().keySet()) {
                values.put(name, rows.get(i).number(name));
            }
            features.put(tasks.get(i), values);
        }
        return features;
    }

    /**
     * Returns what a reader makes of an entry. Only where some value may come back as another, as
     * an {@code int} in further results does, this reads the text.
     *
     * @param object its text
     */
    static Entry asRead(Entry entry, byte[] object) {
        return entry instanceof Trial t && isPlain(t)
                ? t
                : entry(Json.read(object, 0, object.length));
    }

    private static boolean isPlain(Trial t) {
        return isPlain(t.task())
                && isPlain(t.configuration())
                && !(t.outcome() instanceof Outcome.Measured m && !m.extra().isEmpty());
    }

    private static boolean isPlain(Point point) {
        for (Object value : point.values().values()) {
            if (!(value instanceof Long
                    || value instanceof Double
                    || value instanceof String
                    || value instanceof List)) {
                return false;
            }
        }
        return true;
    }

    static Trial trial(Fields in) {
        double fidelity = in.has("fidelity") ? in.real("fidelity") : 1;
        var candidate =
                new Candidate(
                        Point.of(in.object("task_parameter").map()),
                        Point.of(in.object("tuning_parameter").map()),
                        new Fidelity(fidelity));
        var origin =
                new Origin(
                        known(Origin.Phase.class, "modeling", in.string("modeling")),
                        in.string("technique"));
        return new Trial(in.integer("number"), candidate, origin, outcome(in), provenance(in));
    }

    private static <E extends Enum<E>> E known(Class<E> kind, String key, String word) {
        try {
            return Enum.valueOf(kind, word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'%s' is '%s', which is not known. Maybe a newer version wrote it"
                            .formatted(key, word),
                    e);
        }
    }

    private static Outcome outcome(Fields in) {
        return switch (in.string("state")) {
            case "pending" -> Outcome.PENDING;
            case "measured" -> {
                var outputs = new LinkedHashMap<String, List<Double>>();
                Fields details = in.object("evaluation_detail");
                for (String name : details.map().keySet()) {
                    outputs.put(name, details.object(name).reals("evaluations"));
                }
                Map<String, Object> extra =
                        in.has("additional_output")
                                ? in.object("additional_output").map()
                                : Map.of();
                var measured = new Outcome.Measured(outputs, extra, in.real("elapsed"));
                yield in.has("runs") ? measured.inRuns(runs(in.integer("runs"))) : measured;
            }
            case "failed" ->
                    new Outcome.Failed(
                            FailureCause.of(in.string("cause")),
                            in.string("detail"),
                            in.real("elapsed"),
                            in.real(in.has("last_run") ? "last_run" : "elapsed"));
            default ->
                    throw new IllegalArgumentException(
                            "the state '%s' is not known".formatted(in.string("state")));
        };
    }

    /** Returns a number of runs; none at all for one that cannot be. */
    static int runs(long number) {
        return number > Integer.MAX_VALUE ? 0 : (int) Math.max(number, 0);
    }

    private static Provenance provenance(Fields in) {
        Fields time = in.object("time");
        Effort effort = Effort.NONE;
        if (in.has("effort")) {
            Fields parts = in.object("effort");
            effort = new Effort(parts.real("model"), parts.real("search"));
        }
        return new Provenance(
                instant(time.string("asked")),
                time.has("told") ? Optional.of(instant(time.string("told"))) : Optional.empty(),
                new ProcessId(
                        in.string("host"),
                        in.integer("pid"),
                        in.has("started") ? in.integer("started") : 0,
                        in.has("birth") ? in.string("birth") : ""),
                effort,
                in.has("source") ? Optional.of(source(in.object("source"))) : Optional.empty(),
                in.has("environment") ? Optional.of(in.string("environment")) : Optional.empty(),
                in.has("gain") ? in.real("gain") : Double.NaN,
                Boolean.TRUE.equals(in.map().get("corrected")),
                in.has("attempt") ? attempt(in.integer("attempt")) : 1,
                in.has("seen") ? Optional.of(seen(in.list("seen"))) : Optional.empty(),
                in.has("parent") ? Optional.of(parent(in.object("parent"))) : Optional.empty(),
                in.has("planned_fidelity")
                        ? Optional.of(new Fidelity(in.real("planned_fidelity")))
                        : Optional.empty(),
                time.has("first") ? Optional.of(instant(time.string("first"))) : Optional.empty());
    }

    private static Parent parent(Fields in) {
        return new Parent(in.integer("trial"), new Fidelity(in.real("fidelity")));
    }

    private static Seen seen(List<?> numbers) {
        int[] n = new int[3];
        for (int i = 0; i < n.length; i++) {
            if (numbers.size() != n.length
                    || !(numbers.get(i) instanceof Long value)
                    || value != value.intValue()) {
                throw new IllegalArgumentException(
                        "%s is not what a trial has seen.".formatted(numbers));
            }
            n[i] = value.intValue();
        }
        return new Seen(n[0], n[1], n[2]);
    }

    private static int attempt(long number) {
        if (number < 1 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("%d is no attempt.".formatted(number));
        }
        return (int) number;
    }

    private static Source source(Fields in) {
        return new Source(
                in.string("format"), in.string("uid"), in.string("file"), in.string("record"));
    }

    /**
     * Reads what {@link Instant#toString} usually writes by itself: its parser takes as long as the
     * rest of a line.
     */
    private static Instant instant(String text) {
        try {
            int scale =
                    switch (text.length()) {
                        case 24 -> 1_000_000;
                        case 27 -> 1_000;
                        case 30 -> 1;
                        default -> 0;
                    };
            if (scale == 0
                    || text.charAt(10) != 'T'
                    || text.charAt(19) != '.'
                    || !text.endsWith("Z")) {
                return Instant.parse(text);
            }
            long day =
                    LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10))
                            .toEpochDay();
            int second =
                    (digits(text, 11, 13) * 60 + digits(text, 14, 16)) * 60 + digits(text, 17, 19);
            return Instant.ofEpochSecond(
                    day * 86_400 + second, digits(text, 20, text.length() - 1) * (long) scale);
        } catch (DateTimeException | NumberFormatException e) {
            throw new IllegalArgumentException("a time is not of the form 2026-01-31T12:00:00Z", e);
        }
    }

    private static int digits(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
