package org.attune.benchmarks.problems;

import org.attune.api.Generator;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Point;
import org.attune.api.Space;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Runs of real programs at random configurations, kept as tables beside this class, and forests
 * grown on them.
 *
 * @param rows cells by the names in the first line
 */
record MeasuredRuns(List<Map<String, String>> rows) {
    private static final int TREES = 30;

    /** Reads a table. */
    static MeasuredRuns read(String resource) {
        try (InputStream in = MeasuredRuns.class.getResourceAsStream(resource)) {
            List<List<String>> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> List.of(line.split(",")))
                            .toList();
            return new MeasuredRuns(
                    lines.stream().skip(1).map(cells -> row(lines.getFirst(), cells)).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }

    private static Map<String, String> row(List<String> names, List<String> cells) {
        var row = new LinkedHashMap<String, String>();
        for (int i = 0; i < names.size(); i++) {
            row.put(names.get(i), cells.get(i));
        }
        return row;
    }

    /** Returns some of the runs. */
    MeasuredRuns where(Predicate<Map<String, String>> chosen) {
        return new MeasuredRuns(rows.stream().filter(chosen).toList());
    }

    /**
     * Returns a forest grown on the logarithms of an output, as a function of configurations.
     *
     * @param space whose parameters are columns
     * @param leaf number of runs in a leaf, at most
     */
    ToDoubleFunction<Point> emulator(Space space, String output, int leaf, Generator random) {
        double[][] x =
                rows.stream().map(r -> space.encode(point(space, r))).toArray(double[][]::new);
        double[] y =
                rows.stream()
                        .mapToDouble(r -> Math.log(Double.parseDouble(r.get(output))))
                        .toArray();
        var trees = new TreeEmulator(x, y, TREES, leaf, random);
        return configuration -> Math.exp(trees.value(space.encode(configuration)));
    }

    private static Point point(Space space, Map<String, String> row) {
        Object[] namesAndValues =
                space.parameters().stream()
                        .filter(p -> !row.getOrDefault(p.name(), "").isEmpty()) // inactive
                        .flatMap(p -> List.of(p.name(), value(p, row.get(p.name()))).stream())
                        .toArray();
        return Point.of(namesAndValues);
    }

    private static Object value(Parameter parameter, String cell) {
        return switch (parameter) {
            case Parameter.Categorical c -> cell;
            case Permutation p -> p.canonical(cell);
            default -> parameter.canonical(Double.valueOf(cell));
        };
    }
}
