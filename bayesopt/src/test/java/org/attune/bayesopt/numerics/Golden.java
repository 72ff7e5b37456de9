package org.attune.bayesopt.numerics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a table of reference values: a line of text starting with #, then comma-separated numbers.
 */
final class Golden {
    private Golden() {}

    static List<double[]> rows(String name) {
        try (var in = Golden.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line ->
                            Arrays.stream(line.split(","))
                                    .mapToDouble(Double::parseDouble)
                                    .toArray())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
