package org.attune.benchmarks.report;

import org.attune.charts.page.Figure;
import org.attune.charts.page.Html;
import org.attune.charts.page.Html.Cell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the parts of the page write on: text, figures, and names that only one figure has. */
final class Sheet {
    private final Standing standing;
    private final boolean hasPng;
    private final Html html = new Html();
    private final List<Figure> figures = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    Sheet(Standing standing, boolean hasPng) {
        this.standing = standing;
        this.hasPng = hasPng;
    }

    /** Returns the text. */
    Html html() {
        return html;
    }

    /** Returns the figures shown so far. */
    List<Figure> figures() {
        return figures;
    }

    /** Shows a figure, whose files are to be written. */
    void show(Figure figure) {
        figures.add(figure);
        html.figure(figure, hasPng);
    }

    /** Returns a tuner's name with its mark. */
    Cell key(String tuner) {
        return Cell.key(tuner, standing.look(tuner));
    }

    /** Returns a name for files and anchors that no figure has yet. */
    String id(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("-$", "");
        String id = plain;
        for (int i = 2; !ids.add(id); i++) {
            id = plain + "-" + i;
        }
        return id;
    }
}
