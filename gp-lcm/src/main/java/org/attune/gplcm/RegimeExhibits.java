package org.attune.gplcm;

import org.attune.api.Exhibit;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.StudyTrials;
import org.attune.bayesopt.regimes.RegimeSurrogate;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What is known of regimes, task by task and output by output: their sizes and values, the regime
 * of each trial, and along each parameter with an order, from the best trial on, what each regime
 * would give, how probable it is, and where the boundaries lie; of two such parameters a map of the
 * most probable regimes.
 */
public final class RegimeExhibits extends GpLcmTuner.Models {
    private static final int BORDER_STEPS = 1210; // along a parameter
    private static final int CELLS = 12; // of a map, along each side
    private static final int PAIRS = 3; // of parameters at most

    private final boolean always;

    private RegimeExhibits(Function<TuningRequest, GpLcmTuner> tuners, boolean always) {
        super(tuners);
        this.always = always;
    }

    /** Returns the exhibits of these tuners, which show the model of one regime as well. */
    public static RegimeExhibits always(Function<TuningRequest, GpLcmTuner> tuners) {
        return new RegimeExhibits(tuners, true);
    }

    /** Returns the exhibits of these tuners; there are none of what has one regime. */
    static RegimeExhibits whereFound(Function<TuningRequest, GpLcmTuner> tuners) {
        return new RegimeExhibits(tuners, false);
    }

    @Override
    public List<Exhibit> exhibits(TuningRequest request, Records records) {
        var exhibits = new ArrayList<Exhibit>();
        GpLcmTuner tuner = tuner(request);
        if (!always && !tuner.seeksRegimes()) {
            return List.of();
        }
        StudyTrials trials = tuner.trials(records);
        for (Point task : request.tasks()) {
            for (Objective output : request.problem().optimized()) {
                tuner.surrogate(output, task, trials)
                        .filter(s -> always || s instanceof RegimeSurrogate)
                        .ifPresent(s ->
                                exhibits.addAll(
                                        new View(request.problem(), output, task, s).all()));
            }
        }
        return List.copyOf(exhibits);
    }

    /** One output of one task. */
    private record View(TuningProblem problem, Objective output, Point task, Surrogate surrogate) {
        List<Exhibit> all() {
            if (surrogate.data().size() == 0) {
                return List.of();
            }
            var plots =
                    new RegimePlots(
                            problem.parameterSpace(),
                            output.name(),
                            output.goal().sign(),
                            this::title,
                            surrogate,
                            surrogate.marginal(new Seed(0).generator("exhibit", 0)));
            var exhibits = new ArrayList<Exhibit>();
            int[] ordered = ordered();
            if (!(surrogate instanceof RegimeSurrogate regimes) || regimes.components() == 1) {
                exhibits.add(one());
                Arrays.stream(ordered).mapToObj(plots::along).forEach(exhibits::add);
                return exhibits;
            }
            exhibits.add(table(regimes));
            exhibits.add(trials(regimes));
            for (int axis : ordered) {
                exhibits.add(plots.along(axis));
                exhibits.add(plots.probabilities(regimes, axis));
            }
            if (ordered.length > 0) {
                boundaries(regimes, ordered).ifPresent(exhibits::add);
            }
            int pairs = 0;
            for (int i = 0; i < ordered.length; i++) {
                for (int j = i + 1; j < ordered.length && pairs < PAIRS; j++, pairs++) {
                    exhibits.add(plots.over(regimes, ordered[i], ordered[j]));
                    exhibits.add(map(regimes, plots, ordered[i], ordered[j]));
                }
            }
            return exhibits;
        }

        private String title(String what) {
            return what + " of " + output.name() + task.after(" of task ");
        }

        private Exhibit one() {
            return new Exhibit.Table(
                    title("Regimes"),
                    "One regime explains what was measured as well as several do.",
                    List.of("regime", "trials"),
                    List.of(List.of("A", surrogate.data().size())));
        }

        private Exhibit table(RegimeSurrogate regimes) {
            var rows = new ArrayList<List<Object>>();
            for (int k = 0; k < regimes.components(); k++) {
                double[] values =
                        Arrays.stream(regimes.partition().rows(k))
                                .mapToDouble(i -> value(regimes.data().y()[i]))
                                .sorted()
                                .toArray();
                rows.add(
                        List.of(
                                name(k),
                                values.length,
                                values[0],
                                values[values.length / 2],
                                values[values.length - 1]));
            }
            return new Exhibit.Table(
                    title("Regimes"),
                    "Parts of the space that are modelled each for itself, by what was measured in"
                            + " them.",
                    List.of("regime", "trials", "least", "middle", "largest"),
                    rows);
        }

        private Exhibit trials(RegimeSurrogate regimes) {
            List<Parameter> parameters = problem.parameterSpace().parameters();
            var columns = new ArrayList<String>(List.of("regime", output.name()));
            parameters.forEach(p -> columns.add(p.name().equals("regime") ? "regime " : p.name()));
            var rows = new ArrayList<List<Object>>();
            for (int i = 0; i < regimes.data().size(); i++) {
                Point p = problem.parameterSpace().decode(regimes.data().x()[i]);
                var row = new ArrayList<Object>();
                row.add(name(regimes.partition().regime(i)));
                row.add(value(regimes.data().y()[i]));
                for (Parameter parameter : parameters) {
                    row.add(p.has(parameter.name()) ? p.get(parameter.name()) : "-");
                }
                rows.add(row);
            }
            return new Exhibit.Table(
                    title("Regime of each measured trial"),
                    "In the order in which they were measured.",
                    columns,
                    rows);
        }

        /** Returns axes of numbers with more than two values; those of permutations are none. */
        private int[] ordered() {
            return IntStream.range(0, problem.parameterSpace().axes().size())
                    .filter(d -> isNumeric(problem.parameterSpace().owner(d)))
                    .toArray();
        }

        private static boolean isNumeric(Parameter parameter) {
            return (parameter instanceof Parameter.Real || parameter instanceof Parameter.Int)
                    && parameter.size() > 2
                    && parameter.activeIf().isEmpty();
        }

        /**
         * Returns the table of boundaries; none where one regime is the most probable everywhere.
         */
        private Optional<Exhibit> boundaries(RegimeSurrogate regimes, int[] axes) {
            var rows = new ArrayList<List<Object>>();
            for (int axis : axes) {
                for (double[] border :
                        RegimePlots.borders(
                                regimes, problem.parameterSpace(), axis, BORDER_STEPS)) {
                    rows.add(
                            List.of(
                                    problem.parameterSpace().owner(axis).name(),
                                    border[0],
                                    name((int) border[1]),
                                    name((int) border[2])));
                }
            }
            if (rows.isEmpty()) {
                return Optional.empty();
            }
            var table =
                    new Exhibit.Table(
                            title("Boundaries"),
                            "Where the most probable regime changes along a parameter, from the"
                                    + " best trial.",
                            List.of("parameter", "at", "below", "above"),
                            rows);
            return Optional.of(table);
        }

        private Exhibit map(RegimeSurrogate regimes, RegimePlots plots, int across, int down) {
            Space space = problem.parameterSpace();
            TreeMap<Double, double[]> columns =
                    RegimePlots.along(space, RegimePlots.best(regimes), across, CELLS);
            var headings = new ArrayList<String>();
            headings.add(space.owner(down).name() + " \\ " + space.owner(across).name());
            columns.keySet().forEach(v -> headings.add(String.format(Locale.ROOT, "%.4g", v)));
            var rows = new ArrayList<List<Object>>();
            RegimePlots.along(space, RegimePlots.best(regimes), down, CELLS)
                    .descendingMap()
                    .forEach((value, x) -> {
                        var row = new ArrayList<Object>();
                        row.add(value);
                        columns.values()
                                .forEach(c -> {
                                    double[] place = x.clone();
                                    place[across] = c[across];
                                    row.add(
                                            name(regimes.regime(place))
                                                    + String.format(
                                                            Locale.ROOT,
                                                            " %.3g",
                                                            plots.expected(place)));
                                });
                        rows.add(row);
                    });
            return new Exhibit.Table(
                    title(
                            "Regimes over %s and %s"
                                    .formatted(
                                            space.owner(across).name(), space.owner(down).name())),
                    "The most probable regime and what is expected (the median), other parameters"
                            + " as in the best trial.",
                    headings,
                    rows);
        }

        private double value(double oriented) {
            return output.goal().sign() * oriented;
        }

        private static String name(int regime) {
            return RegimePlots.name(regime);
        }
    }
}
