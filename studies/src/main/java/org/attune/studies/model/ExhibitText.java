package org.attune.studies.model;

import org.attune.api.Exhibit;
import org.attune.api.Exhibit.Curve;
import org.attune.api.Format;
import org.attune.studies.text.Table;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Exhibits of a tuner for the terminal, as tables. */
public final class ExhibitText {
    private static final int ROWS = 12; // of a plot

    private ExhibitText() {}

    /** Prints these, with an empty line between two. */
    public static void print(List<Exhibit> exhibits, PrintStream out) {
        for (Exhibit exhibit : exhibits) {
            if (exhibit != exhibits.getFirst()) {
                out.println();
            }
            print(exhibit, out);
        }
    }

    /**
     * Prints title, table and note; of the lines of a plot up to twelve rows, its first and last
     * among them.
     */
    public static void print(Exhibit exhibit, PrintStream out) {
        out.println(exhibit.title());
        switch (exhibit) {
            case Exhibit.Table table ->
                    print(table.columns(), table.rows().stream().map(ExhibitText::cells), out);
            case Exhibit.Plot plot -> print(headings(lines(plot)), rows(lines(plot)), out);
        }
        if (!exhibit.note().isEmpty()) {
            out.println(exhibit.note());
        }
    }

    private static void print(List<String> headings, Stream<List<String>> rows, PrintStream out) {
        var table = new Table(headings);
        rows.forEach(row -> table.row(row.toArray()));
        table.print(out);
    }

    private static List<String> cells(List<?> values) {
        return values.stream().map(ExhibitText::cell).toList();
    }

    private static String cell(Object value) {
        return value instanceof Double d
                ? (Double.isNaN(d) ? "-" : Format.number(d))
                : value.toString();
    }

    /**
     * Returns the plot without single points beside its lines, where not all rows are shown: they
     * have none in common.
     */
    private static Exhibit.Plot lines(Exhibit.Plot plot) {
        List<Curve> lines = plot.curves().stream().filter(c -> !c.isPoints()).toList();
        return lines.isEmpty() || places(plot).size() <= ROWS
                ? plot
                : new Exhibit.Plot(plot.title(), plot.note(), plot.x(), plot.y(), lines);
    }

    private static List<String> headings(Exhibit.Plot plot) {
        var headings = new ArrayList<>(List.of(plot.x().label()));
        plot.curves().forEach(c -> headings.add(c.name()));
        return headings;
    }

    private static Stream<List<String>> rows(Exhibit.Plot plot) {
        List<Double> all = places(plot);
        int last = all.size() - 1;
        return IntStream.range(0, Math.min(ROWS, all.size()))
                .map(i -> last < ROWS ? i : (int) Math.round(i * last / (ROWS - 1.0)))
                .mapToObj(i -> {
                    var row = new ArrayList<>(List.of(all.get(i)));
                    plot.curves().forEach(c -> row.add(at(c, all.get(i))));
                    return cells(row);
                });
    }

    private static List<Double> places(Exhibit.Plot plot) {
        return plot.curves().stream().flatMap(c -> c.x().stream()).distinct().sorted().toList();
    }

    private static double at(Curve curve, double x) {
        int index = curve.x().indexOf(x);
        return index < 0 ? Double.NaN : curve.y().get(index);
    }
}
