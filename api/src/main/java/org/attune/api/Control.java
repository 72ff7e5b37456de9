package org.attune.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One measurement of the same configuration again, which shows how the machine drifts. It is no
 * trial of the study: tuners do not see it, and it counts for no budget.
 *
 * <p>In a history it is a {@link ModelRecord}, which versions that know of no controls read and
 * pass over; a later record of the same number replaces an earlier one.
 *
 * @param run the run as evaluators know it, numbered from 1 among the controls
 * @param after how many trials had ended when it was asked for
 */
public record Control(Trial run, int after) {
    private static final String KEY = "drift control ";
    private static final Origin ORIGIN = new Origin(Origin.Phase.GIVEN, "drift control");

    /** Returns a control that this process measures now. */
    static Control here(long number, Candidate candidate, int after) {
        return new Control(
                new Trial(number, candidate, ORIGIN, Outcome.PENDING, Provenance.here(Effort.NONE)),
                after);
    }

    /** Returns whether what an evaluator is given is a control, not a trial of the study. */
    public static boolean is(Trial trial) {
        return trial.origin().equals(ORIGIN);
    }

    /** Returns the controls of a study by number. */
    public static List<Control> of(Records records) {
        var controls = new ArrayList<Control>();
        records.models().forEach(m -> of(m).ifPresent(controls::add));
        controls.sort(Comparator.comparingLong(c -> c.run().number()));
        return List.copyOf(controls);
    }

    /** Returns whether a record is one of a control. */
    public static boolean is(ModelRecord record) {
        return record.key().startsWith(KEY);
    }

    /** Returns the same with another run, such as one that has ended. */
    public Control with(Trial newRun) {
        return new Control(newRun, after);
    }

    /** Returns when the run was in its middle, as far as anybody knows. */
    public Instant time() {
        Instant end = run.provenance().told().orElse(run.provenance().asked());
        return end.minusNanos((long) (run.outcome().elapsed() / 2 * 1e9));
    }

    /** Returns the record of the history. */
    public ModelRecord record() {
        var content = new LinkedHashMap<String, Object>();
        content.put("control", run.number());
        content.put("after", (long) after);
        content.put("task_parameter", run.task().values());
        content.put("tuning_parameter", run.configuration().values());
        switch (run.outcome()) {
            case Outcome.Pending p -> content.put("state", "pending");
            case Outcome.Measured m -> {
                content.put("state", "measured");
                var details = new LinkedHashMap<String, Object>();
                m.outputs().forEach((name, v) -> details.put(name, Map.of("evaluations", v)));
                content.put("evaluation_detail", details);
                content.put("elapsed", m.elapsed());
                if (m.runs() != m.repetitions()) {
                    content.put("runs", (long) m.runs());
                }
            }
            case Outcome.Failed f -> {
                content.put("state", "failed");
                content.put("cause", f.cause().text());
                content.put("detail", f.detail());
                content.put("elapsed", f.elapsed());
                if (f.lastRun() != f.elapsed()) {
                    content.put("last_run", f.lastRun());
                }
            }
        }
        Provenance p = run.provenance();
        content.put("asked", p.asked().toString());
        p.told().ifPresent(t -> content.put("told", t.toString()));
        content.put("host", p.process().host());
        content.put("pid", p.process().pid());
        content.put("started", p.process().started());
        content.put("birth", p.process().birth());
        p.environment().ifPresent(e -> content.put("environment", e));
        content.put("attempt", (long) p.attempt());
        return new ModelRecord(KEY + run.number(), "measured", content);
    }

    /**
     * Returns the control of a record, empty where it is none.
     *
     * @throws IllegalArgumentException if it is one of another form
     */
    public static Optional<Control> of(ModelRecord record) {
        if (!is(record)) {
            return Optional.empty();
        }
        Map<String, Object> in = record.content();
        try {
            var provenance =
                    new Provenance(
                            Instant.parse(text(in, "asked")),
                            Optional.ofNullable(in.get("told")).map(t -> Instant.parse((String) t)),
                            new ProcessId(
                                    text(in, "host"),
                                    integer(in, "pid"),
                                    integer(in, "started"),
                                    text(in, "birth")),
                            Effort.NONE,
                            Optional.empty(),
                            Optional.ofNullable((String) in.get("environment")),
                            Double.NaN,
                            false,
                            (int) integer(in, "attempt"));
            var run =
                    new Trial(
                            integer(in, "control"),
                            Candidate.of(
                                    point(in, "task_parameter"), point(in, "tuning_parameter")),
                            ORIGIN,
                            outcome(in),
                            provenance);
            return Optional.of(new Control(run, (int) integer(in, "after")));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "The record '%s' is no control: %s".formatted(record.key(), e.getMessage()), e);
        }
    }

    private static Outcome outcome(Map<String, Object> in) {
        return switch (text(in, "state")) {
            case "pending" -> Outcome.PENDING;
            case "failed" ->
                    new Outcome.Failed(
                            FailureCause.of(text(in, "cause")),
                            text(in, "detail"),
                            elapsed(in),
                            in.get("last_run") instanceof Number n ? n.doubleValue() : elapsed(in));
            default -> {
                var outputs = new LinkedHashMap<String, List<Double>>();
                ((Map<?, ?>) in.get("evaluation_detail"))
                        .forEach((name, detail) ->
                                outputs.put(
                                        String.valueOf(name),
                                        ((List<?>) ((Map<?, ?>) detail).get("evaluations"))
                                                .stream()
                                                        .map(v -> ((Number) v).doubleValue())
                                                        .toList()));
                var measured = new Outcome.Measured(outputs, Map.of(), elapsed(in));
                yield in.containsKey("runs")
                        ? measured.inRuns((int) integer(in, "runs"))
                        : measured;
            }
        };
    }

    private static double elapsed(Map<String, Object> in) {
        return ((Number) in.get("elapsed")).doubleValue();
    }

    private static long integer(Map<String, Object> in, String key) {
        return ((Number) in.get(key)).longValue();
    }

    private static String text(Map<String, Object> in, String key) {
        return String.valueOf(in.get(key));
    }

    private static Point point(Map<String, Object> in, String key) {
        var named = new LinkedHashMap<String, Object>();
        ((Map<?, ?>) in.get(key)).forEach((k, v) -> named.put(String.valueOf(k), v));
        return Point.of(named);
    }
}
