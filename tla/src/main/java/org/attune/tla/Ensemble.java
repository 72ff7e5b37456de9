package org.attune.tla;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Which of several methods proposes the next trial, by the trials of its task so far. The origin of
 * each trial says which method it was, so that a study that goes on draws as it would have.
 */
record Ensemble(Kind kind, List<Method> methods, double exploration, boolean published) {
    private static final String AFTER = "/"; // the method in the technique of an origin
    private static final double LEAST = 0.05; // of a method's credit

    /** How a method is chosen. */
    enum Kind {
        /** One method alone. */
        SINGLE,
        /** In turns, after a {@link SourcePortfolio}. */
        PORTFOLIO,
        /** In turns, after a first trial where {@link OptimumPrediction} says. */
        TYPE_TWO,
        /** In turns. */
        TOGGLING,
        /** At random, by what each has found. */
        PROB,
        /** Likewise, with less exploration the more trials there are. */
        PROBDYN,
        /** In turns; a method sees its own trials, and of others the best of each round. */
        PEEKING
    }

    Ensemble {
        methods = List.copyOf(methods);
    }

    /** Returns whether there is a choice. */
    boolean isChoice() {
        return methods.size() > 1;
    }

    /** Returns whether the best trials of the sources are tried at once. */
    boolean hasPortfolio() {
        return !published
                && (kind == Kind.PORTFOLIO
                        || kind == Kind.TYPE_TWO && methods.contains(Method.BESIDE));
    }

    /** Returns the technique of a trial that a method proposed. */
    static String signed(Method method, String technique) {
        return method.word() + AFTER + technique;
    }

    /** Returns which method proposed a trial; empty where none did. */
    Optional<Method> of(Trial trial) {
        String technique = trial.origin().technique();
        return methods.stream().filter(m -> technique.startsWith(m.word() + AFTER)).findFirst();
    }

    /**
     * Chooses the method for the next trial.
     *
     * @param trials of the task by number, pending ones included
     * @param seed of the task
     */
    Method next(TuningProblem problem, List<Trial> trials, Seed seed) {
        int n = trials.size();
        Method inTurn = methods.get(n % methods.size());
        if (kind != Kind.PROB && kind != Kind.PROBDYN) {
            return inTurn;
        }
        for (Method m : methods) {
            if (trials.stream().noneMatch(t -> of(t).equals(Optional.of(m)))) {
                return m; // a first round of all
            }
        }
        Generator random = seed.generator("ensemble", n);
        double x =
                (double) methods.size()
                        * problem.parameterSpace().parameters().size()
                        / Math.max(n, 1);
        double rate = kind == Kind.PROBDYN ? x / (1 + x) : exploration;
        if (random.nextDouble() < rate) {
            return methods.get(random.nextInt(methods.size()));
        }
        double[] credit = credit(problem, trials);
        double draw = random.nextDouble() * Arrays.stream(credit).sum();
        for (int k = 0; k < credit.length; k++) {
            draw -= credit[k];
            if (draw < 0) {
                return methods.get(k);
            }
        }
        return methods.getLast();
    }

    /**
     * Returns what each method has earned. As published, one over the best value that it found, all
     * values being moved above 0 where one is not; by default the mean share of the other trials
     * that its trials are better than, so that only the order counts.
     */
    double[] credit(TuningProblem problem, List<Trial> trials) {
        var values = new ArrayList<Double>();
        var makers = new ArrayList<Optional<Method>>();
        for (Trial t : trials) {
            if (!t.isPending()) {
                values.add(value(problem, t));
                makers.add(of(t));
            }
        }
        double[] credit = new double[methods.size()];
        double[] best = new double[methods.size()];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        for (int k = 0; k < credit.length; k++) {
            int own = 0;
            for (int i = 0; i < values.size(); i++) {
                if (makers.get(i).equals(Optional.of(methods.get(k)))) {
                    own++;
                    best[k] = Math.min(best[k], values.get(i));
                    credit[k] += beaten(values, i);
                }
            }
            credit[k] = own == 0 ? 0.5 : Math.max(LEAST, credit[k] / own);
        }
        return published ? published(best) : credit;
    }

    /** Returns the value of the first objective, smaller being better; +∞ of a failed trial. */
    private static double value(TuningProblem problem, Trial trial) {
        var objective = problem.optimized().getFirst();
        OptionalDouble value = problem.value(trial, objective.name());
        return value.isPresent()
                ? objective.goal().sign() * value.getAsDouble()
                : Double.POSITIVE_INFINITY;
    }

    private static double beaten(List<Double> values, int i) {
        double better = 0;
        for (int j = 0; j < values.size(); j++) {
            if (j != i) {
                int order = Double.compare(values.get(i), values.get(j));
                better += order < 0 ? 1 : order == 0 ? 0.5 : 0;
            }
        }
        return values.size() < 2 ? 0.5 : better / (values.size() - 1);
    }

    private static double[] published(double[] best) {
        double least = Arrays.stream(best).min().orElse(1);
        double shift = least <= 0 ? 1 - least : 0;
        double[] credit = Arrays.stream(best).map(b -> 1 / (b + shift)).toArray();
        if (Arrays.stream(credit).sum() == 0) {
            Arrays.fill(credit, 1); // no method has found a value
        }
        return credit;
    }

    /**
     * Returns which finished trials a method sees.
     *
     * @param finished trials of the task, in the order of their outcomes
     */
    boolean[] seen(TuningProblem problem, List<Trial> finished, Method method) {
        boolean[] seen = new boolean[finished.size()];
        Arrays.fill(seen, kind != Kind.PEEKING);
        int round = methods.size();
        for (int from = 0; kind == Kind.PEEKING && from < seen.length; from += round) {
            int best = from;
            for (int i = from; i < Math.min(from + round, seen.length); i++) {
                best =
                        value(problem, finished.get(i)) < value(problem, finished.get(best))
                                ? i
                                : best;
                Optional<Method> maker = of(finished.get(i));
                seen[i] = maker.isEmpty() || maker.get() == method;
            }
            seen[best] = true;
        }
        return seen;
    }
}
