package org.attune.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * A rule that has ended a task.
 *
 * @param task that gets no more trials for now
 * @param rule the first of the study's rules that holds
 * @param why for a human, beginning with the rule
 */
public record Stop(Point task, StoppingRule rule, String why) {
    /**
     * So many proposals are looked at: of eight in a row, the default tuner seeks some in the whole
     * space and where it expects most, and where it expects little it seeks one far from all
     * trials.
     */
    private static final int PROPOSALS = 8;

    /** Returns which tasks of a study its rules have ended, in the order of its tasks. */
    public static List<Stop> of(TuningProblem problem, StudyRecord setUp, Records records) {
        if (setUp.stop().isEmpty()) {
            return List.of();
        }
        var ended = new LinkedHashMap<Point, List<Trial>>();
        setUp.tasks().forEach(t -> ended.put(t, new ArrayList<>()));
        records.finished().stream()
                .filter(Trial::isFull)
                .forEach(t -> ended.computeIfAbsent(t.task(), k -> new ArrayList<>()).add(t));
        var stops = new ArrayList<Stop>();
        for (Point task : setUp.tasks()) {
            for (StoppingRule rule : setUp.stop()) {
                Optional<String> why = why(rule, problem, records, ended.get(task));
                if (why.isPresent()) {
                    stops.add(new Stop(task, rule, why.get()));
                    break;
                }
            }
        }
        return stops;
    }

    /**
     * Returns stops as one sentence, equal reasons once: "n=1, n=2: no improvement in 15 trials";
     * the empty task is not named.
     */
    public static String words(List<Stop> stops) {
        var tasks = new LinkedHashMap<String, List<String>>();
        stops.forEach(s ->
                tasks.computeIfAbsent(s.why(), w -> new ArrayList<>()).add(Format.task(s.task())));
        var parts = new ArrayList<String>();
        boolean one = stops.stream().allMatch(s -> s.task().equals(Point.EMPTY));
        tasks.forEach((why, of) -> parts.add(one ? why : String.join(", ", of) + ": " + why));
        return String.join("; ", parts);
    }

    private static Optional<String> why(
            StoppingRule rule, TuningProblem problem, Records records, List<Trial> ended) {
        return switch (rule) {
            case StoppingRule.Seconds s -> usedUp(s, records);
            case StoppingRule.Target t -> reached(t, problem, ended);
            case StoppingRule.NoImprovement n -> stagnant(n, problem, ended);
            case StoppingRule.Gain g -> hopeless(g, ended);
        };
    }

    private static Optional<String> usedUp(StoppingRule.Seconds rule, Records records) {
        List<Trial> own = own(records.trials());
        double pending = own.stream().filter(Trial::isPending).mapToDouble(Trial::cost).sum();
        double ended = own.stream().filter(t -> !t.isPending()).mapToDouble(Trial::cost).sum();
        double spent = own.stream().mapToDouble(t -> t.outcome().elapsed()).sum();
        double each = ended == 0 ? 0 : spent / ended; // of a full run
        if (spent + pending * each < rule.seconds()) {
            return Optional.empty();
        }
        return Optional.of(
                spent >= rule.seconds()
                        ? "%s used up".formatted(rule.words())
                        : "%s will be used up by what is pending".formatted(rule.words()));
    }

    private static Optional<String> reached(
            StoppingRule.Target rule, TuningProblem problem, List<Trial> ended) {
        return ended.stream()
                .filter(t -> Study.isUsable(problem, t))
                .filter(t ->
                        problem.optimized().stream()
                                .filter(o -> rule.values().containsKey(o.name()))
                                .allMatch(o ->
                                        o.goal().sign() * problem.value(t, o.name()).orElseThrow()
                                                <= o.goal().sign() * rule.values().get(o.name())))
                .findFirst()
                .map(t ->
                        "%s reached by trial %d%s"
                                .formatted(
                                        rule.words(),
                                        t.number(),
                                        isDefault(problem, t)
                                                ? ", the default configuration"
                                                : ""));
    }

    private static boolean isDefault(TuningProblem problem, Trial trial) {
        return problem.parameterSpace()
                .defaultPoint()
                .filter(trial.configuration()::equals)
                .isPresent();
    }

    private static Optional<String> stagnant(
            StoppingRule.NoImprovement rule, TuningProblem problem, List<Trial> ended) {
        var counted = new ArrayList<double[]>(); // smaller is better
        int since = 0;
        for (Trial trial : ended) {
            if (Study.isUsable(problem, trial) && improves(counted, problem, trial, rule.by())) {
                since = 0;
            } else if (!trial.origin().isTakenOver()) {
                since++;
            }
        }
        return counted.isEmpty() || since < rule.trials()
                ? Optional.empty()
                : Optional.of(rule.words());
    }

    /** Adds the trial to those that counted, if it is better than each of them allows. */
    private static boolean improves(
            List<double[]> counted, TuningProblem problem, Trial trial, double by) {
        double[] values = ParetoFront.values(problem, trial);
        for (double[] c : counted) {
            double[] enough = Arrays.stream(c).map(v -> v - by * Math.abs(v)).toArray();
            if (ParetoFront.noWorse(enough, values)) {
                return false;
            }
        }
        counted.removeIf(c -> ParetoFront.noWorse(values, c));
        counted.add(values);
        return true;
    }

    private static Optional<String> hopeless(StoppingRule.Gain rule, List<Trial> ended) {
        double[] gains =
                own(ended).stream()
                        .sorted(java.util.Comparator.comparingLong(Trial::number).reversed())
                        .mapToDouble(t -> t.provenance().logExpectedGain())
                        .filter(g -> !Double.isNaN(g))
                        .limit(PROPOSALS)
                        .toArray();
        double largest = Arrays.stream(gains).max().orElse(Double.NaN);
        return gains.length == PROPOSALS && largest < Math.log(rule.deviations())
                ? Optional.of("%s in the last %d proposals".formatted(rule.words(), PROPOSALS))
                : Optional.empty();
    }

    private static List<Trial> own(List<Trial> trials) {
        return trials.stream().filter(t -> !t.origin().isTakenOver()).toList();
    }
}
