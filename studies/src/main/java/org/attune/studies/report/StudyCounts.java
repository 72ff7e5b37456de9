package org.attune.studies.report;

import org.attune.api.Control;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.history.formats.Surroundings;
import org.attune.studies.text.Json.IfPresent;
import org.attune.studies.text.Json.Inline;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a history holds of a study.
 *
 * @param tasks how many have trials
 * @param trials how many there are, pending ones included
 * @param fullRuns what they cost, where not all are full runs
 * @param causes of failures, how often each occurred
 * @param imported how many came from files of other programs
 * @param machines how many trials ran on each
 * @param byTask what each task has cost
 */
public record StudyCounts(
        String study,
        int tasks,
        int trials,
        @IfPresent OptionalDouble fullRuns,
        int measured,
        int failed,
        Map<String, Integer> causes,
        int pending,
        int imported,
        int models,
        @Inline Costs costs,
        Map<String, Integer> machines,
        List<OfTask> byTask) {

    /**
     * Seconds that trials have cost.
     *
     * @param elapsed in evaluations, those taken over included
     * @param model in fitting models
     * @param search in searching with them
     */
    public record Costs(double elapsed, double model, double search) {
        private static Costs of(List<Trial> trials) {
            Times times = Times.of(trials);
            double elapsed = trials.stream().mapToDouble(t -> t.outcome().elapsed()).sum();
            return new Costs(elapsed, times.model(), times.search());
        }
    }

    /** The trials of a task, and what they have cost. */
    public record OfTask(Point task, int trials, @Inline Costs costs) {}

    /** Counts what a study holds, and adds up what its tasks have cost. */
    public static StudyCounts of(String name, Records records) {
        List<Trial> trials = records.trials();
        List<OfTask> tasks =
                trials.stream()
                        .map(Trial::task)
                        .distinct()
                        .map(records::trials)
                        .map(own -> new OfTask(own.getFirst().task(), own.size(), Costs.of(own)))
                        .toList();
        Map<String, Integer> causes = counted(trials.stream().map(StudyCounts::cause));
        int failed = causes.values().stream().mapToInt(n -> n).sum();
        int pending = (int) trials.stream().filter(Trial::isPending).count();
        return new StudyCounts(
                name,
                tasks.size(),
                trials.size(),
                trials.stream().allMatch(Trial::isFull)
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(trials.stream().mapToDouble(Trial::cost).sum()),
                trials.size() - failed - pending,
                failed,
                causes,
                pending,
                (int) trials.stream().filter(t -> t.provenance().source().isPresent()).count(),
                (int) records.models().stream().filter(m -> !Control.is(m)).count(),
                Costs.of(trials),
                counted(trials.stream().map(t -> Surroundings.of(t, records).machine())),
                tasks);
    }

    private static Optional<String> cause(Trial trial) {
        return trial.outcome() instanceof Outcome.Failed f
                ? Optional.of(f.cause().text())
                : Optional.empty();
    }

    private static Map<String, Integer> counted(Stream<Optional<String>> words) {
        return words.flatMap(Optional::stream)
                .collect(Collectors.toMap(w -> w, w -> 1, Integer::sum, TreeMap::new));
    }
}
