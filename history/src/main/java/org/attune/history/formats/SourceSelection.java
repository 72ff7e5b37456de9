package org.attune.history.formats;

import org.attune.api.Point;
import org.attune.api.SourceData;
import org.attune.api.Trial;
import org.attune.history.environment.Environment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which trials of a source are used.
 *
 * @param place where they come from, for messages
 * @param task {@code n=384,m=2}: only of tasks with these values
 * @param machine only those that ran on it
 */
public record SourceSelection(String place, Optional<String> task, Optional<String> machine) {
    /** Returns the selection that is asked for. */
    public static SourceSelection of(TransferSource source) {
        return new SourceSelection(source.place(), source.said("task"), source.said("machine"));
    }

    /**
     * Returns what is selected.
     *
     * @throws IllegalArgumentException if that is none of the trials
     */
    public SourceData from(SourceData data) {
        List<Trial> trials =
                data.trials().stream()
                        .filter(t -> task.isEmpty() || isTask(task.get(), t.task()))
                        .filter(t -> machine.isEmpty() || machine.equals(machine(data, t)))
                        .toList();
        if (trials.isEmpty() && !data.trials().isEmpty()) {
            boolean byTask =
                    data.trials().stream()
                            .noneMatch(t -> task.isEmpty() || isTask(task.get(), t.task()));
            throw new IllegalArgumentException(
                    "--transfer-from %s: no trial is of %s. There are trials of: %s."
                            .formatted(
                                    place,
                                    byTask ? "task " + task.get() : "machine " + machine.get(),
                                    data.trials().stream()
                                            .map(t ->
                                                    byTask
                                                            ? t.task().toString()
                                                            : machine(data, t).orElse("unknown"))
                                            .distinct()
                                            .limit(10)
                                            .collect(Collectors.joining("; "))));
        }
        var models = new LinkedHashMap<>(data.models());
        var best = new LinkedHashMap<>(data.best());
        models.keySet().removeIf(t -> task.isPresent() && !isTask(task.get(), t));
        best.keySet().removeIf(t -> task.isPresent() && !isTask(task.get(), t));
        return new SourceData(
                data.name(),
                data.problem(),
                trials,
                data.features(),
                data.environments(),
                models,
                best);
    }

    private static Optional<String> machine(SourceData data, Trial trial) {
        return Optional.ofNullable(data.environments().get(trial.number()))
                .flatMap(e -> Environment.of(e).name());
    }

    /** Returns whether a task has all the values of {@code n=384,m=2}. */
    private static boolean isTask(String wanted, Point task) {
        for (String pair : wanted.split(",")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? "" : pair.substring(0, equals);
            String value = pair.substring(equals + 1);
            if (!task.has(name) || !isSame(task.get(name), value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(Object value, String text) {
        return value instanceof Number n && text.matches("[-+0-9.eE]*\\d[-+0-9.eE]*")
                ? isNumber(n.doubleValue(), text)
                : value.toString().equals(text);
    }

    private static boolean isNumber(double value, String text) {
        try {
            return Double.parseDouble(text) == value;
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }
}
