package org.attune.report;

import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Point;
import org.attune.api.Predictor;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.studies.report.Repetitions;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TaskSummary;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * By which factor the best configuration is better than the default, and how sure that is.
 *
 * @param value in the middle
 * @param lower end of the 95 % interval
 * @param upper end of the 95 % interval
 */
record Gain(double value, double lower, double upper) {
    private static final int DRAWS = 400;

    /**
     * Returns what the model says of the noise-free outputs: functions are drawn from its
     * posterior, and their values at both configurations are divided. That the best of many
     * readings is partly luck, it knows. Empty where outputs are not positive: a factor says
     * nothing of them.
     */
    static Optional<Gain> believed(
            Subject subject, FittedModel model, TaskSummary task, Trial best) {
        Objective objective = subject.objective();
        if (task.standard().isEmpty()
                || !model.outputs().contains(objective.name())
                || model.trust(task.task(), objective.name()).trials() == 0) {
            return Optional.empty();
        }
        Optional<Predictor> predictor = model.predictor(task.task(), objective.name());
        if (predictor.isEmpty()) {
            return Optional.empty();
        }
        double[][] x = {
            encoded(subject, task.standard().get()), encoded(subject, best.configuration())
        };
        double[][] drawn =
                predictor
                        .get()
                        .draws(
                                DRAWS,
                                new Seed(subject.study().setUp().seed()).child("report gain", 0))
                        .values(x);
        double[] ratios =
                Arrays.stream(drawn)
                        .mapToDouble(d ->
                                ratio(
                                        objective,
                                        predictor.get().output(d[0]),
                                        predictor.get().output(d[1])))
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
        return ratios.length < 0.9 * DRAWS
                ? Optional.empty()
                : Optional.of(
                        new Gain(
                                quantile(ratios, 0.5),
                                quantile(ratios, 0.025),
                                quantile(ratios, 0.975)));
    }

    private static double[] encoded(Subject subject, Point configuration) {
        return subject.problem()
                .parameterSpace()
                .encode(subject.problem().parameterSpace().canonical(configuration));
    }

    /** Returns how many times better it is after than before; NaN unless both are positive. */
    private static double ratio(Objective objective, double before, double after) {
        if (!(before > 0 && after > 0)) {
            return Double.NaN;
        }
        return objective.goal() == Objective.Goal.MINIMIZE ? before / after : after / before;
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    /**
     * Returns what {@code confirm} has measured: medians are divided, and the interval is that of
     * the percentile bootstrap over repetitions of both. Empty where outputs are not positive.
     *
     * @param best that was found, of which the newest trial of the same configuration counts
     */
    static Optional<Gain> confirmed(Subject subject, StoredStudy confirm, Point task, Trial best) {
        Optional<Point> standard = subject.problem().parameterSpace().defaultPoint();
        if (standard.isEmpty()) {
            return Optional.empty();
        }
        double[] before = repetitions(subject, confirm, task, standard.get());
        double[] after = repetitions(subject, confirm, task, best.configuration());
        if (before.length < 3 || after.length < 3) {
            return Optional.empty();
        }
        var random = new Seed(subject.study().setUp().seed()).generator("report bootstrap", 0);
        double[] ratios = new double[2000];
        for (int i = 0; i < ratios.length; i++) {
            double a = median(resampled(before, random));
            double b = median(resampled(after, random));
            ratios[i] = ratio(subject.objective(), a, b);
        }
        Arrays.sort(ratios);
        double middle = ratio(subject.objective(), median(before), median(after));
        return middle > 0 && Arrays.stream(ratios).allMatch(r -> r > 0)
                ? Optional.of(new Gain(middle, quantile(ratios, 0.025), quantile(ratios, 0.975)))
                : Optional.empty();
    }

    private static double[] repetitions(
            Subject subject, StoredStudy confirm, Point task, Point configuration) {
        List<Trial> trials =
                confirm.records().trials(task).stream()
                        .filter(t -> t.configuration().equals(configuration) && !t.isPending())
                        .toList();
        return trials.isEmpty()
                ? new double[0]
                : Repetitions.of(subject.problem(), trials.getLast(), subject.objective().name());
    }

    private static double[] resampled(double[] values, java.util.random.RandomGenerator random) {
        double[] drawn = new double[values.length];
        Arrays.setAll(drawn, i -> values[random.nextInt(values.length)]);
        return drawn;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
}
