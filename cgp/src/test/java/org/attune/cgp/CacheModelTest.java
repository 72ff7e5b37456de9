package org.attune.cgp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.Exhibit;
import org.attune.api.Fidelity;
import org.attune.api.FittedModel;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/**
 * A model of a blocked matrix multiplication whose caches are known: three blocks of b × b doubles
 * fit into a cache of S bytes up to b = √(S / 24), and where they do not, each element costs more.
 */
class CacheModelTest {
    private static final double FIRST = Math.sqrt(32 * 1024 / 24.0); // 36.95
    private static final double SECOND = Math.sqrt(1024 * 1024 / 24.0); // 209.02
    private static final TuningProblem PROBLEM =
            TuningProblem.named("matmul")
                    .parameter(Parameter.integer("block", 4, 512).log())
                    .objective(Objective.minimize("seconds"))
                    .build();

    private static double seconds(double block) {
        double perElement = block <= FIRST ? 1 : block <= SECOND ? 1.8 : 4;
        return perElement * (1 + 3 / block + block / 4000);
    }

    private static Study measured(Map<String, String> options) {
        Study study =
                Study.of(PROBLEM)
                        .tuner(new ClusteredTuner.Provider())
                        .options(options)
                        .trials(60)
                        .open();
        for (int i = 0; i < 40; i++) {
            long block = Math.round(4 * Math.pow(128, (i + 0.5) / 40));
            var candidate = new Candidate(Point.EMPTY, Point.of("block", block), Fidelity.FULL);
            Trial trial = study.add(List.of(candidate)).getFirst();
            study.tell(trial.number(), Outcome.measured("seconds", seconds(block)));
        }
        return study;
    }

    private static Exhibit.Table table(Study study, String title) {
        return study.exhibits().stream()
                .filter(e -> e.title().startsWith(title))
                .map(e -> (Exhibit.Table) e)
                .findFirst()
                .orElseThrow();
    }

    /** Each border lies between the two blocks that were measured beside it. */
    @Test
    void theBordersAreThoseOfTheCaches() {
        try (Study study = measured(Map.of())) {
            List<List<Object>> borders = table(study, "Boundaries").rows();
            assertEquals(2, borders.size(), borders.toString());
            double apart = Math.pow(128, 1.0 / 40); // ratio of neighbouring blocks
            assertEquals(
                    0, Math.log((Double) borders.get(0).get(1) / FIRST), Math.log(apart) + 0.03);
            assertEquals(
                    0, Math.log((Double) borders.get(1).get(1) / SECOND), Math.log(apart) + 0.03);
            assertEquals(3, table(study, "Regimes").rows().size());
        }
    }

    /**
     * Exhibits beside: a posterior and probabilities along the parameter, the regime of each run.
     */
    @Test
    void exhibitsAreTold() {
        try (Study study = measured(Map.of())) {
            assertEquals(40, table(study, "Regime of each measured trial").rows().size());
            var plots =
                    study.exhibits().stream()
                            .filter(Exhibit.Plot.class::isInstance)
                            .map(Exhibit.Plot.class::cast)
                            .toList();
            assertEquals(
                    List.of(
                            "Posterior along block of seconds",
                            "Probability of each regime along block of seconds"),
                    plots.stream().map(Exhibit.Plot::title).toList());
            assertEquals(
                    List.of(
                            "runs in A",
                            "runs in B",
                            "runs in C",
                            "boundary",
                            "expected",
                            "95 % from",
                            "95 % to",
                            "in regime A",
                            "in regime B",
                            "in regime C",
                            "expected of one regime"),
                    plots.getFirst().curves().stream().map(Exhibit.Curve::name).toList());
            assertEquals(
                    40,
                    plots.getFirst().curves().subList(0, 3).stream()
                            .filter(Exhibit.Curve::isPoints)
                            .flatMap(c -> c.y().stream())
                            .filter(Double::isFinite)
                            .count());
            assertTrue(
                    plots.get(1).curves().stream()
                            .flatMap(c -> c.y().stream())
                            .allMatch(p -> p >= 0 && p <= 1));
        }
    }

    /**
     * Values in two regimes have a mean that is a value of neither; what is expected is the median.
     */
    @Test
    void expectedIsWhatTheProbableRegimeSays() {
        try (Study study = measured(Map.of())) {
            var plots =
                    study.exhibits().stream()
                            .filter(Exhibit.Plot.class::isInstance)
                            .map(Exhibit.Plot.class::cast)
                            .toList();
            List<Exhibit.Curve> curves = plots.getFirst().curves();
            List<Double> expected = curve(curves, "expected");
            int doubtful = 0;
            for (int k = 0; k < 3; k++) {
                List<Double> says = curve(curves, "in regime " + (char) ('A' + k));
                List<Double> probable = plots.get(1).curves().get(k).y();
                for (int i = 0; i < expected.size(); i++) {
                    if (probable.get(i) > 0.6) {
                        assertEquals(says.get(i), expected.get(i), 0.05 * says.get(i));
                        doubtful += probable.get(i) < 0.8 ? 1 : 0;
                    }
                }
            }
            assertTrue(doubtful > 0, "places near a boundary");
        }
    }

    private static List<Double> curve(List<Exhibit.Curve> curves, String name) {
        return curves.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow().y();
    }

    /** Over two parameters, the boundary is where the caches of the program end. */
    @Test
    void theBoundaryIsDrawnOverPairs() {
        TuningProblem problem =
                TuningProblem.named("tiles")
                        .parameter(Parameter.integer("rows", 4, 512).log())
                        .parameter(Parameter.integer("columns", 4, 512).log())
                        .objective(Objective.maximize("speed"))
                        .build();
        try (Study study =
                Study.of(problem).tuner(new ClusteredTuner.Provider()).trials(40).open()) {
            for (int i = 0; i < 36; i++) {
                long rows = Math.round(4 * Math.pow(128, i % 6 / 5.0));
                long columns = Math.round(4 * Math.pow(128, i / 6 / 5.0));
                Point tile = Point.of("rows", rows, "columns", columns);
                Trial trial =
                        study.add(List.of(new Candidate(Point.EMPTY, tile, Fidelity.FULL)))
                                .getFirst();
                double speed = (rows * columns <= 4096 ? 9 : 4) + 0.01 * i;
                study.tell(trial.number(), Outcome.measured("speed", speed));
            }
            var plot =
                    study.exhibits().stream()
                            .filter(e -> e.title().startsWith("Boundaries over"))
                            .map(e -> (Exhibit.Plot) e)
                            .findFirst()
                            .orElseThrow();
            Exhibit.Curve boundary = plot.curves().getLast();
            assertEquals("boundary", boundary.name());
            assertTrue(boundary.isPoints());
            double off = 0;
            int count = 0;
            for (int i = 0; i < boundary.x().size(); i += 2) {
                off += Math.abs(Math.log(boundary.x().get(i) * boundary.y().get(i) / 4096));
                count++;
            }
            assertTrue(off / count < Math.log(128) / 5, "off by " + off / count);
        }
    }

    /** Each task has its own regimes, and the one without a jump has one. */
    @Test
    void bordersMoveWithTheTask() {
        TuningProblem problem =
                TuningProblem.named("matmuls")
                        .task(Parameter.integer("t", 0, 2))
                        .parameter(Parameter.integer("block", 4, 512).log())
                        .objective(Objective.minimize("seconds"))
                        .build();
        double[] ends = {30, 120, 1000};
        List<Point> tasks = List.of(Point.of("t", 0), Point.of("t", 1), Point.of("t", 2));
        try (Study study =
                Study.of(problem)
                        .tasks(tasks)
                        .tuner(new ClusteredTuner.Provider())
                        .trials(30)
                        .open()) {
            for (int i = 0; i < 20; i++) {
                for (int t = 0; t < 3; t++) {
                    long block = Math.round(4 * Math.pow(128, (i + 0.5) / 20));
                    var candidate =
                            new Candidate(tasks.get(t), Point.of("block", block), Fidelity.FULL);
                    Trial trial = study.add(List.of(candidate)).getFirst();
                    double seconds =
                            (block <= ends[t] ? 1 : 1.8) * (1 + 0.5 / block + block / 4000.0);
                    study.tell(trial.number(), Outcome.measured("seconds", (t + 1) * seconds));
                }
            }
            List<Exhibit> exhibits = study.exhibits();
            for (int t = 0; t < 3; t++) {
                String title =
                        "Regime of each measured trial of seconds"
                                + tasks.get(t).after(" of task ");
                List<Exhibit> found =
                        exhibits.stream().filter(e -> e.title().equals(title)).toList();
                assertEquals(t < 2 ? 1 : 0, found.size(), title);
                for (Exhibit table : found) {
                    for (List<Object> row : ((Exhibit.Table) table).rows()) {
                        boolean below = ((Number) row.get(2)).doubleValue() <= ends[t];
                        boolean larger = row.getFirst().equals("A"); // regimes go by their size
                        assertEquals(t == 0 ? !below : below, larger, title + " " + row);
                    }
                }
            }
        }
    }

    /** A run of which a model with regimes thinks more of than one without. */
    @Test
    void unseenRunsAreExpectedBetter() {
        try (Study regimes = measured(Map.of());
                Study one = measured(Map.of("no-cluster", "true"))) {
            FittedModel better = regimes.model().orElseThrow();
            FittedModel worse = one.model().orElseThrow();
            double gain = 0;
            int count = 0;
            for (int block = 5; block < 500; block += 7) {
                Point p = Point.of("block", block);
                gain +=
                        better.logDensity(Point.EMPTY, p, "seconds", seconds(block)).orElseThrow()
                                - worse.logDensity(Point.EMPTY, p, "seconds", seconds(block))
                                        .orElseThrow();
                count++;
            }
            assertTrue(gain / count > 0.3, "gain " + gain / count);
        }
    }
}
