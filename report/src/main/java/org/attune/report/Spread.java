package org.attune.report;

import org.attune.api.Trial;
import org.attune.studies.report.Repetitions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much repetitions of one configuration differ in the first objective: the difference of the
 * largest and the smallest, in parts of the median, of every trial that has several.
 */
record Spread(List<Double> relative) {
    static Spread of(Subject subject) {
        var relative = new ArrayList<Double>();
        for (Trial t : subject.trials()) {
            double[] values = Repetitions.of(subject.problem(), t, subject.objective().name());
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            double middle = values.length < 2 ? 0 : middle(sorted);
            if (middle != 0) {
                relative.add((sorted[sorted.length - 1] - sorted[0]) / Math.abs(middle));
            }
        }
        relative.sort(null);
        return new Spread(relative);
    }

    static double middle(double[] sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** Returns that of the trial in the middle; NaN where nothing was repeated. */
    double median() {
        return relative.isEmpty() ? Double.NaN : relative.get(relative.size() / 2);
    }
}
