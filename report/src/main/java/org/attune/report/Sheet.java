package org.attune.report;

import org.attune.charts.page.Figure;
import org.attune.charts.page.Html;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the parts of the page write on: text, figures, and data for the page's script. */
final class Sheet {
    private final Html html = new Html();
    private final List<String> endings;
    private final List<Figure> figures = new ArrayList<>();
    private final PageData data = new PageData();
    private final Set<String> ids = new HashSet<>();

    /**
     * Begins a page.
     *
     * @param endings of the files that are written of each figure
     */
    Sheet(List<String> endings) {
        this.endings = List.copyOf(endings);
    }

    Html html() {
        return html;
    }

    PageData data() {
        return data;
    }

    /** Returns the figures shown so far. */
    List<Figure> figures() {
        return figures;
    }

    /** Shows a figure, whose files are to be written. */
    void show(Figure figure) {
        figures.add(figure);
        html.figure(figure, endings);
    }

    /** Returns a name for files and anchors that no figure has yet. */
    String id(String text) {
        String plain =
                text.toLowerCase(java.util.Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-|-$", "");
        plain = plain.isEmpty() ? "figure" : plain.substring(0, Math.min(plain.length(), 60));
        String id = plain;
        for (int i = 2; !ids.add(id); i++) {
            id = plain + "-" + i;
        }
        return id;
    }
}
