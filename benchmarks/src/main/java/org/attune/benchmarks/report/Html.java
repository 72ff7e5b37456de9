package org.attune.benchmarks.report;

import org.attune.charts.Look;

import java.util.ArrayList;
import java.util.List;

/** Writes the body of a page; every text is escaped. */
final class Html {
    /**
     * A cell of a table.
     *
     * @param html escaped content
     * @param isNumber whether it is set to the right
     */
    record Cell(String html, boolean isNumber) {
        static Cell text(String text) {
            return new Cell(escaped(text), false);
        }

        static Cell number(String text) {
            return new Cell(escaped(text), true);
        }

        static Cell number(long n) {
            return number(Long.toString(n));
        }

        /** Returns a name with a sample of its colour and dashes. */
        static Cell key(String name, Look look) {
            String dash = look.dash().isEmpty() ? "" : " stroke-dasharray=\"" + look.dash() + "\"";
            return new Cell(
                    "<svg class=\"key\" viewBox=\"0 0 24 10\" aria-hidden=\"true\"><path d=\"M0 5H24\" stroke=\"%s\" stroke-width=\"3\"%s/></svg>%s"
                            .formatted(look.color(), dash, escaped(name)),
                    false);
        }
    }

    private record Entry(String id, String title) {}

    private final StringBuilder body = new StringBuilder();
    private final List<Entry> contents = new ArrayList<>();

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Begins a section that the table of contents names. */
    void section(String id, String title) {
        contents.add(new Entry(id, title));
        body.append("<h2 id=\"%s\">%s</h2>\n".formatted(escaped(id), escaped(title)));
    }

    void heading(String id, String title) {
        body.append("<h3 id=\"%s\">%s</h3>\n".formatted(escaped(id), escaped(title)));
    }

    void paragraph(String text) {
        body.append("<p>%s</p>\n".formatted(escaped(text)));
    }

    void quiet(String text) {
        body.append("<p class=\"quiet\">%s</p>\n".formatted(escaped(text)));
    }

    void warning(String text) {
        body.append("<p class=\"warn\">%s</p>\n".formatted(escaped(text)));
    }

    void list(List<String> entries) {
        body.append("<ul>\n");
        entries.forEach(e -> body.append("<li>%s</li>\n".formatted(escaped(e))));
        body.append("</ul>\n");
    }

    /** Writes links to the headings of figures. */
    void links(List<Figure> figures) {
        var links =
                figures.stream()
                        .map(f ->
                                "<a href=\"#%s\">%s</a>"
                                        .formatted(escaped(f.id()), escaped(f.title())))
                        .toList();
        body.append("<p>%s</p>\n".formatted(String.join(" · ", links)));
    }

    /**
     * Writes a table.
     *
     * @param header cells
     * @param rows cells of each row
     * @param best whether the first row is the best one
     */
    void table(List<Cell> header, List<List<Cell>> rows, boolean best) {
        body.append("<table>\n<thead><tr>");
        header.forEach(c -> cell("th", c));
        body.append("</tr></thead>\n<tbody>\n");
        for (int r = 0; r < rows.size(); r++) {
            body.append(best && r == 0 ? "<tr class=\"best\">" : "<tr>");
            rows.get(r).forEach(c -> cell("td", c));
            body.append("</tr>\n");
        }
        body.append("</tbody>\n</table>\n");
    }

    private void cell(String element, Cell cell) {
        body.append(
                "<%s%s>%s</%s>"
                        .formatted(
                                element,
                                cell.isNumber() ? " class=\"n\"" : "",
                                cell.html(),
                                element));
    }

    /** Writes a figure, with a heading, its caption and links to its files. */
    void figure(Figure figure, boolean hasPng) {
        body.append("<div class=\"together\">\n");
        heading(figure.id(), figure.title());
        String files =
                List.of("svg", "png", "csv").stream()
                        .filter(e -> hasPng || !e.equals("png"))
                        .map(e ->
                                "<a href=\"figures/%s.%s\">%s</a>"
                                        .formatted(escaped(figure.id()), e, e.toUpperCase()))
                        .reduce((a, b) -> a + " · " + b)
                        .orElseThrow();
        body.append(
                "<figure>\n%s<figcaption>%s <span class=\"files\">%s</span></figcaption>\n</figure>\n</div>\n"
                        .formatted(figure.picture().svg(), escaped(figure.caption()), files));
    }

    /**
     * Returns the whole page.
     *
     * @param title of the page
     * @param subtitle below it
     * @param style CSS
     * @param footer at the foot of each printed page
     */
    String page(String title, String subtitle, String style, String footer) {
        var links = new StringBuilder();
        contents.forEach(e ->
                links.append(
                        "<li><a href=\"#%s\">%s</a></li>\n"
                                .formatted(escaped(e.id()), escaped(e.title()))));
        return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>
        %s@page { @bottom-left { content: %s; font: 7.5pt sans-serif; color: #555; }
            @bottom-right { content: counter(page); font: 7.5pt sans-serif; color: #555; } }
        </style>
        </head>
        <body>
        <h1>%s</h1>
        <p class="quiet">%s</p>
        <nav aria-label="Contents"><ul>
        %s</ul></nav>
        %s</body>
        </html>
        """
                .formatted(
                        escaped(title),
                        style,
                        cssString(footer),
                        escaped(title),
                        escaped(subtitle),
                        links,
                        body);
    }

    /** Returns a string of CSS in which no character can end the string or the style element. */
    private static String cssString(String text) {
        var string = new StringBuilder("\"");
        text.codePoints()
                .forEach(c -> {
                    boolean plain =
                            c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '<' && c != '&';
                    if (plain) {
                        string.appendCodePoint(c);
                    } else {
                        string.append("\\%06x".formatted(c));
                    }
                });
        return string.append('"').toString();
    }
}
