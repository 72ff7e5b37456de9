package org.attune.api;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measured values that stand for a run that failed, as programs return them that were tuned by a
 * tool without failures: 1e30, or the time limit. A surrogate that takes such a number for a
 * measurement sees nothing else.
 *
 * <p>An output may say from which value on ({@link Objective#withPenalty}), or that there are none.
 * Otherwise they are found among the trials of one task at one fidelity, at least three of which
 * have better values: the worst values are penalties
 *
 * <ul>
 *   <li>where several trials have the very same one, and the next better value is farther from it
 *       than a third of the range of all better ones, or than ten times that range where a program
 *       that works may be so regular: half of the better trials have the same value as another one,
 *       or the worst ones have all the same value of a parameter, which no better one has. They are
 *       not where one of them is the default, or they differ in another output that is optimised;
 *   <li>or where the worst ones, the same or not, are at least 1e5, and lie beyond the better ones
 *       by a thousand times the range and the size of these, and by twice the range of their sizes
 *       on a scale of logarithms: what decays or grows over decades is no penalty.
 * </ul>
 *
 * <p>Values are those that were measured, before any {@link Normalisation}.
 *
 * <p>A value that is a penalty of one task, one fidelity or one source is one of the others, too,
 * where it is the worst.
 *
 * <p>What was measured stays what it is in the records: only tuners take it for a failure ({@link
 * TunerView}).
 */
public final class Penalties {
    private static final int FEWEST = 3; // better values
    private static final double OF_TIED = 1 / 3.0; // of the range of the better ones
    private static final double OF_REGULAR = 10; // of that range, where ties may have other reasons
    private static final double LARGE = 1e5; // for one that is alone
    private static final double FAR = 1000; // times their range and size
    private static final double LOG_FAR = 2; // times the range of their sizes in logarithms

    private final TuningProblem problem;
    private final Set<Found> known;

    /**
     * A penalty that was found.
     *
     * @param value smaller ones being better
     */
    record Found(String output, double value) {}

    /** Trials of one task at one fidelity. */
    private record Group(Point task, Fidelity fidelity) {}

    Penalties(TuningProblem problem, Collection<Found> known) {
        this.problem = problem;
        this.known = Set.copyOf(known);
    }

    /** Finds the penalties of a study and its sources. */
    public static Penalties of(TuningProblem problem, Records records) {
        return new Penalties(
                problem,
                Stream.concat(
                                Stream.of(records.trials()),
                                records.sources().stream().map(SourceRecord::trials))
                        .flatMap(trials -> found(problem, trials).stream())
                        .collect(Collectors.toSet()));
    }

    /**
     * Finds the penalties of trials.
     *
     * @param trials of any tasks, at any fidelity
     */
    public static Penalties of(TuningProblem problem, List<Trial> trials) {
        return new Penalties(problem, found(problem, trials));
    }

    static Set<Found> found(TuningProblem problem, List<Trial> trials) {
        var found = new HashSet<Found>();
        for (List<Trial> group : groups(trials)) {
            for (Objective output : problem.optimized()) {
                if (output.penalty().isEmpty()) {
                    limit(problem, output, group)
                            .ifPresent(limit ->
                                    Arrays.stream(values(problem, output, group))
                                            .filter(v -> v >= limit)
                                            .forEach(v -> found.add(new Found(output.name(), v))));
                }
            }
        }
        return found;
    }

    private static Collection<List<Trial>> groups(List<Trial> trials) {
        return trials.stream()
                .filter(t -> t.outcome() instanceof Outcome.Measured)
                .collect(Collectors.groupingBy(t -> new Group(t.task(), t.candidate().fidelity())))
                .values();
    }

    /** Returns the values that there are, smaller being better. */
    private static double[] values(TuningProblem problem, Objective output, List<Trial> trials) {
        return trials.stream()
                .mapToDouble(t -> oriented(problem, output, t))
                .filter(v -> !Double.isNaN(v))
                .toArray();
    }

    /** Returns a value as measured: whatever the drift of a machine, penalties are the same. */
    private static OptionalDouble value(TuningProblem problem, Objective output, Trial trial) {
        return problem.value(Normalisation.measured(trial), output.name());
    }

    /** Returns from which value on values are penalties; empty where there seem to be none. */
    private static OptionalDouble limit(
            TuningProblem problem, Objective output, List<Trial> group) {
        double[] y = values(problem, output, group);
        Arrays.sort(y);
        for (int i = FEWEST; i < y.length; i++) {
            boolean tied = i < y.length - 1 && y[i] == y[y.length - 1] && y[i] > y[i - 1];
            if (isFar(y, i)
                    || tied
                            && y[i - 1] > y[0]
                            && y[i] - y[i - 1]
                                    > gap(problem, output, group, y, i) * (y[i - 1] - y[0])) {
                return OptionalDouble.of(y[i]);
            }
        }
        return OptionalDouble.empty();
    }

    /** Returns how far penalties are from better values, in ranges of these, so that ties tell. */
    private static double gap(
            TuningProblem problem, Objective output, List<Trial> group, double[] y, int from) {
        Predicate<Trial> isWorst = t -> oriented(problem, output, t) == y[from];
        List<Trial> worst = group.stream().filter(isWorst).toList();
        if (worst.stream().anyMatch(t -> isDefault(problem, t))
                || problem.optimized().stream()
                        .anyMatch(o -> count(worst, t -> value(problem, o, t)) > 1)) {
            return Double.POSITIVE_INFINITY;
        }
        List<Trial> better = group.stream().filter(isWorst.negate()).toList();
        boolean isOfOneParameter =
                problem.parameterSpace().parameters().stream()
                        .map(p -> (Function<Trial, Object>) t -> setting(t, p.name()))
                        .filter(s -> count(worst, s) == 1)
                        .anyMatch(s ->
                                better.stream()
                                        .map(s)
                                        .noneMatch(s.apply(worst.getFirst())::equals));
        return isOfOneParameter || hasFewValues(y, from) ? OF_REGULAR : OF_TIED;
    }

    private static Optional<Object> setting(Trial trial, String parameter) {
        Point configuration = trial.configuration();
        return configuration.has(parameter)
                ? Optional.of(configuration.get(parameter))
                : Optional.empty();
    }

    private static long count(List<Trial> trials, Function<Trial, ?> what) {
        return trials.stream().map(what).distinct().count();
    }

    /** Returns whether this is the default's run, or another study's that is reused. */
    private static boolean isDefault(TuningProblem problem, Trial trial) {
        return problem.parameterSpace().defaultPoint().equals(Optional.of(trial.configuration()));
    }

    /** Returns the value, smaller being better; NaN where there is none. */
    private static double oriented(TuningProblem problem, Objective output, Trial trial) {
        return output.goal().sign() * value(problem, output, trial).orElse(Double.NaN);
    }

    /** Returns whether the values from here on are far from those before in size. */
    private static boolean isFar(double[] y, int from) {
        double range = y[from - 1] - y[0];
        double gap = y[from] - y[from - 1];
        if (y[from] < LARGE || gap < FAR * range) {
            return false;
        }
        double[] sizes = Arrays.stream(y, 0, from).map(Math::abs).filter(v -> v > 0).toArray();
        if (sizes.length == 0) {
            return false;
        }
        double largest = Arrays.stream(sizes).max().orElseThrow();
        double smallest = Arrays.stream(sizes).min().orElseThrow();
        return gap >= FAR * largest
                && Math.log(gap / largest) >= LOG_FAR * Math.log(largest / smallest);
    }

    /** Returns whether at least half of the first values are the same as another of these. */
    private static boolean hasFewValues(double[] sorted, int count) {
        long tied =
                IntStream.range(0, count)
                        .filter(i ->
                                i > 0 && sorted[i] == sorted[i - 1]
                                        || i + 1 < count && sorted[i] == sorted[i + 1])
                        .count();
        return 2 * tied >= count;
    }

    /**
     * Returns which of these trials have a penalty, by number, and which one, in words such as
     * {@code seconds = 1e+30}.
     *
     * @param trials numbered differently
     */
    public SortedMap<Long, String> in(List<Trial> trials) {
        var penalties = new TreeMap<Long, String>();
        for (List<Trial> group : groups(trials)) {
            Map<String, Double> limits = limits(group);
            group.forEach(t -> words(t, limits).ifPresent(w -> penalties.put(t.number(), w)));
        }
        return penalties;
    }

    /** Returns by output from which value on one is a penalty, smaller ones being better. */
    private Map<String, Double> limits(List<Trial> group) {
        var limits = new HashMap<String, Double>();
        for (Objective output : problem.optimized()) {
            double[] values = values(problem, output, group);
            if (output.penalty().isPresent()) {
                limits.put(output.name(), output.goal().sign() * output.penalty().getAsDouble());
            } else if (values.length > 0) {
                double worst = Arrays.stream(values).max().orElseThrow();
                boolean works =
                        worst < LARGE
                                && group.stream()
                                        .filter(t -> isDefault(problem, t))
                                        .anyMatch(t -> oriented(problem, output, t) == worst);
                double known =
                        !works && this.known.contains(new Found(output.name(), worst))
                                ? worst
                                : Double.POSITIVE_INFINITY;
                limits.put(
                        output.name(),
                        Math.min(limit(problem, output, group).orElse(known), known));
            }
        }
        return limits;
    }

    private Optional<String> words(Trial trial, Map<String, Double> limits) {
        for (Objective output : problem.optimized()) {
            OptionalDouble value = value(problem, output, trial);
            double limit = limits.getOrDefault(output.name(), Double.POSITIVE_INFINITY);
            if (value.isPresent() && output.goal().sign() * value.getAsDouble() >= limit) {
                return Optional.of(
                        "%s = %s".formatted(output.name(), Format.number(value.getAsDouble())));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns these trials, those with a penalty as ones that failed, whose detail is its value.
     *
     * @param trials numbered differently
     * @return {@code trials} itself where none has one
     */
    public List<Trial> asFailures(List<Trial> trials) {
        return asFailures(trials, in(trials));
    }

    static List<Trial> asFailures(List<Trial> trials, Map<Long, String> penalties) {
        return penalties.isEmpty()
                ? trials
                : trials.stream()
                        .map(t -> penalties.containsKey(t.number()) ? failed(t, penalties) : t)
                        .toList();
    }

    private static Trial failed(Trial trial, Map<Long, String> penalties) {
        return new Trial(
                trial.number(),
                trial.candidate(),
                trial.origin(),
                new Outcome.Failed(
                        FailureCause.WRONG_ANSWER,
                        penalties.get(trial.number()),
                        trial.outcome().elapsed()),
                trial.provenance());
    }

    @Override
    public String toString() {
        return "Penalties of %s: %s".formatted(problem.name(), known);
    }
}
