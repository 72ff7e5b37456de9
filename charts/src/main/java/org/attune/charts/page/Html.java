package org.attune.charts.page;

import org.attune.charts.Look;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes the body of a page; every text is escaped. */
public final class Html {
    private static final int ROWS = 50; // of the table behind a picture

    /**
     * A cell of a table.
     *
     * @param html escaped content
     * @param isNumber whether it is set to the right
     */
    public record Cell(String html, boolean isNumber) {
        /** Returns a text. */
        public static Cell text(String text) {
            return new Cell(escaped(text), false);
        }

        /** Returns a number as it is written. */
        public static Cell number(String text) {
            return new Cell(escaped(text), true);
        }

        /** Returns a whole number. */
        public static Cell number(long n) {
            return number(Long.toString(n));
        }

        /** Returns a name with a sample of its colour and dashes. */
        public static Cell key(String name, Look look) {
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

    /** Begins an empty page. */
    public Html() {}

    /** Returns a text in which nothing is markup. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Begins a section that the table of contents names. */
    public void section(String id, String title) {
        contents.add(new Entry(id, title));
        body.append("<h2 id=\"%s\">%s</h2>\n".formatted(escaped(id), escaped(title)));
    }

    /** Writes a heading below that of a section. */
    public void heading(String id, String title) {
        body.append("<h3 id=\"%s\">%s</h3>\n".formatted(escaped(id), escaped(title)));
    }

    /** Writes a paragraph. */
    public void paragraph(String text) {
        body.append("<p>%s</p>\n".formatted(escaped(text)));
    }

    /** Writes a paragraph in small letters. */
    public void quiet(String text) {
        body.append("<p class=\"quiet\">%s</p>\n".formatted(escaped(text)));
    }

    /** Writes a paragraph that stands out. */
    public void warning(String text) {
        body.append("<p class=\"warn\">%s</p>\n".formatted(escaped(text)));
    }

    /** Writes a list with dots. */
    public void list(List<String> entries) {
        body.append("<ul>\n");
        entries.forEach(e -> body.append("<li>%s</li>\n".formatted(escaped(e))));
        body.append("</ul>\n");
    }

    /** Writes markup, in which every text has been {@link #escaped}. */
    public void raw(String markup) {
        body.append(markup);
    }

    /** Writes links to the headings of figures. */
    public void links(List<Figure> figures) {
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
    public void table(List<Cell> header, List<List<Cell>> rows, boolean best) {
        body.append(
                "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">\n"
                        + "<table>\n"
                        + "<thead><tr>");
        header.forEach(c -> cell("th", c));
        body.append("</tr></thead>\n<tbody>\n");
        for (int r = 0; r < rows.size(); r++) {
            body.append(best && r == 0 ? "<tr class=\"best\">" : "<tr>");
            rows.get(r).forEach(c -> cell("td", c));
            body.append("</tr>\n");
        }
        body.append("</tbody>\n</table>\n</div>\n");
    }

    private void cell(String element, Cell cell) {
        String name =
                cell.html().isEmpty() ? "td" : element; // a heading without words heads nothing
        body.append(
                "<%s%s>%s</%s>"
                        .formatted(name, cell.isNumber() ? " class=\"n\"" : "", cell.html(), name));
    }

    /** Writes a figure, with a heading, its caption and links to its files. */
    public void figure(Figure figure, boolean hasPng) {
        figure(figure, hasPng ? List.of("svg", "png", "csv") : List.of("svg", "csv"));
    }

    /**
     * Writes a figure, with a heading and its caption.
     *
     * @param endings of the files in the folder {@code figures} that it links to
     */
    public void figure(Figure figure, List<String> endings) {
        body.append("<div class=\"together\">\n");
        heading(figure.id(), figure.title());
        String files =
                endings.stream()
                        .map(e ->
                                "<a href=\"figures/%s.%s\">%s</a>"
                                        .formatted(escaped(figure.id()), e, e.toUpperCase()))
                        .reduce((a, b) -> a + " · " + b)
                        .orElse("");
        body.append(
                "<figure>\n<div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"%s\">\n%s</div>\n<figcaption>%s <span class=\"files\">%s</span></figcaption>\n"
                        .formatted(
                                escaped(figure.title()),
                                figure.picture().svg(),
                                escaped(figure.caption()),
                                files));
        numbers(figure.csv());
        body.append("</figure>\n</div>\n");
    }

    /** Writes the table behind a picture, which opens when it is asked for. */
    private void numbers(Csv csv) {
        body.append("<details class=\"numbers\"><summary>Numbers</summary>\n");
        if (csv.size() > ROWS) {
            quiet(
                    "The first %d of %d rows; the others are in the CSV file."
                            .formatted(ROWS, csv.size()));
        }
        List<Object> sample = csv.size() == 0 ? List.of() : csv.first(1).getFirst();
        var header = new ArrayList<Cell>();
        for (int c = 0; c < csv.header().size(); c++) {
            boolean number = c < sample.size() && sample.get(c) instanceof Number;
            header.add(new Cell(escaped(csv.header().get(c).toString()), number));
        }
        var rows = new ArrayList<List<Cell>>();
        for (List<Object> row : csv.first(ROWS)) {
            rows.add(
                    row.stream()
                            .map(c -> new Cell(escaped(Csv.shown(c)), c instanceof Number))
                            .toList());
        }
        table(header, rows, false);
        body.append("</details>\n");
    }

    /**
     * Returns the whole page.
     *
     * @param title of the page
     * @param subtitle below it
     * @param footer at the foot of each printed page
     */
    public String page(String title, String subtitle, String footer) {
        return page(title, subtitle, footer, "", "");
    }

    /**
     * Returns the whole page.
     *
     * @param title of the page
     * @param subtitle below it
     * @param footer at the foot of each printed page
     * @param style more CSS
     * @param end markup at the end of the body, such as scripts
     */
    public String page(String title, String subtitle, String footer, String style, String end) {
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
        <meta name="color-scheme" content="light dark">
        <title>%s</title>
        <link rel="icon" href="data:,">
        <style>
        %s%s@page { @bottom-left { content: %s; font: 7.5pt sans-serif; color: #555; }
            @bottom-right { content: counter(page); font: 7.5pt sans-serif; color: #555; } }
        </style>
        </head>
        <body>
        <header>
        <h1>%s</h1>
        <p class="quiet">%s</p>
        </header>
        <nav aria-label="Contents"><ul>
        %s</ul></nav>
        <main>
        %s</main>
        %s</body>
        </html>
        """
                .formatted(
                        escaped(title),
                        resource(Html.class, "page.css"),
                        style,
                        cssString(footer),
                        escaped(title),
                        escaped(subtitle),
                        links,
                        body,
                        end);
    }

    /**
     * Returns a text file that lies beside a class.
     *
     * @throws IllegalStateException if it is missing
     */
    public static String resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "%s is missing. Maybe the jar is incomplete.".formatted(name));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + name, e);
        }
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
