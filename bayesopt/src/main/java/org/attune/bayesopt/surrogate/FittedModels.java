package org.attune.bayesopt.surrogate;

import org.attune.api.ModelQuality;
import org.attune.api.PerformanceModel;
import org.attune.api.Point;
import org.attune.bayesopt.numerics.SampleStatistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/**
 * The performance models of a task, fitted to its runs.
 *
 * @param enrichment which models
 * @param data the runs
 * @param models each of them
 */
record FittedModels(Enrichment enrichment, Dataset data, List<One> models) {
    FittedModels {
        models = List.copyOf(models);
    }

    /** Returns the values of all models at x, NaN where one has none. */
    double[] values(double[] x) {
        Optional<Point> known = enrichment.known(x);
        return models.stream().mapToDouble(m -> known.map(m::value).orElse(Double.NaN)).toArray();
    }

    /** Returns how well the models go with the runs. */
    List<ModelQuality> qualities() {
        double[] y = Arrays.stream(data.y()).map(v -> enrichment.sign() * v).toArray();
        return models.stream().map(m -> m.quality(enrichment.objective(), y)).toList();
    }

    /** One model with its values at the runs. Whatever it throws means that it has no value. */
    static final class One {
        private final PerformanceModel model;
        private final Optional<PerformanceModel.Fit> fit;
        private final double[] atRuns;
        private final double[] heldOut;
        private Optional<String> fault = Optional.empty(); // of a fit, or the first one at a run

        /**
         * Fits a model.
         *
         * @param runs null where nothing is known of one
         * @param group of each run, by which they are left out together
         */
        One(PerformanceModel model, PerformanceModel.Run[] runs, int[] group) {
            this.model = model;
            this.fit = fit(runs, group, -1);
            this.atRuns = new double[runs.length];
            this.heldOut = new double[runs.length];
            Arrays.setAll(atRuns, i -> runs[i] == null ? Double.NaN : value(fit, runs[i].known()));
            IntStream.range(0, runs.length)
                    .filter(i -> Double.isNaN(atRuns[i]) && fault.isEmpty())
                    .findFirst()
                    .ifPresent(i -> fault = Optional.of(why(runs[i])));
            for (int g = 0; g <= Arrays.stream(group).max().orElse(-1); g++) {
                Optional<PerformanceModel.Fit> others = fit(runs, group, g);
                for (int i = 0; i < runs.length; i++) {
                    if (group[i] == g) {
                        heldOut[i] = runs[i] == null ? Double.NaN : value(others, runs[i].known());
                    }
                }
            }
        }

        private Optional<PerformanceModel.Fit> fit(
                PerformanceModel.Run[] runs, int[] group, int without) {
            var some = new ArrayList<PerformanceModel.Run>();
            for (int i = 0; i < runs.length; i++) {
                if (group[i] != without && runs[i] != null) {
                    some.add(runs[i]);
                }
            }
            try {
                return Optional.ofNullable(model.fit(some));
            } catch (RuntimeException thrown) {
                fault = fault.or(() -> Optional.of(words(thrown)));
                return Optional.empty();
            }
        }

        /** Returns the values at the runs, NaN where there is none. */
        double[] atRuns() {
            return atRuns;
        }

        /** Returns the values at the runs of fits that have not seen them. */
        double[] heldOut() {
            return heldOut;
        }

        double value(Point known) {
            return value(fit, known);
        }

        private ModelQuality quality(String objective, double[] y) {
            int[] rows =
                    IntStream.range(0, y.length).filter(i -> Double.isFinite(heldOut[i])).toArray();
            double[] said = Arrays.stream(rows).mapToDouble(i -> heldOut[i]).toArray();
            double[] measured = Arrays.stream(rows).mapToDouble(i -> y[i]).toArray();
            SequencedMap<String, Double> coefficients =
                    fit.map(PerformanceModel.Fit::coefficients).orElseGet(LinkedHashMap::new);
            boolean enough = rows.length > 1;
            double ranks = enough ? SampleStatistics.rankCorrelation(said, measured) : Double.NaN;
            return new ModelQuality(
                    model.name(),
                    objective,
                    rows.length,
                    enough
                            ? ModelAgreement.relativeError(said, measured, coefficients.isEmpty())
                            : Double.NaN,
                    ranks,
                    coefficients,
                    remark(rows.length, objective, ranks));
        }

        private String remark(int usable, String objective, double rankCorrelation) {
            String why = fault.map(f -> ": " + f).orElse("");
            if (usable < atRuns.length) {
                return "no value at %d of %d runs%s"
                        .formatted(atRuns.length - usable, atRuns.length, why);
            }
            if (usable > 1 && Arrays.stream(atRuns).distinct().count() == 1) {
                return "the same value at all runs";
            }
            return rankCorrelation < 0 ? "larger where %s is smaller".formatted(objective) : "";
        }

        private static double value(Optional<PerformanceModel.Fit> by, Point known) {
            try {
                double value = by.isEmpty() ? Double.NaN : by.get().value(known);
                return Double.isFinite(value) ? value : Double.NaN;
            } catch (RuntimeException withoutValue) {
                return Double.NaN; // why is said of runs alone
            }
        }

        /** Returns why there is no value at a run. */
        private String why(PerformanceModel.Run run) {
            if (run == null) {
                return "a derived value cannot be computed";
            }
            try {
                return fit.map(f -> "its value is " + f.value(run.known())).orElse("it has no fit");
            } catch (RuntimeException thrown) {
                return words(thrown);
            }
        }

        private static String words(RuntimeException thrown) {
            String message = thrown.getMessage();
            return message == null || message.isBlank() ? thrown.toString() : message;
        }
    }
}
