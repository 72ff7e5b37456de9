package org.attune.charts;

import java.util.List;
import java.util.Locale;

/** Writes an SVG drawing; y points down, lengths are pixels. */
final class Svg {
    /** Fonts that are alike and that some system has, in the order of preference. */
    static final String FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif";

    static final String INK = "#222222";
    static final String GRID = "#e4e4e4";
    static final double FONT = 12;

    /** Where a text stands on its point. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    private final StringBuilder body = new StringBuilder();
    private final String id;
    private final String title;
    private int clips;

    /**
     * Creates an empty drawing.
     *
     * @param id distinct among the drawings of a page
     * @param title read aloud by screen readers
     */
    Svg(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /**
     * Returns an upper bound of a text's width in pixels: letters of the usual fonts are narrower.
     */
    static double width(String text, double size) {
        return 0.66 * size * text.length();
    }

    static String escaped(String text) {
        var escaped = new StringBuilder();
        text.codePoints()
                .forEach(c -> {
                    switch (c) {
                        case '&' -> escaped.append("&amp;");
                        case '<' -> escaped.append("&lt;");
                        case '>' -> escaped.append("&gt;");
                        case '"' -> escaped.append("&quot;");
                        case '\'' -> escaped.append("&#39;");
                        default -> {
                            boolean allowed =
                                    c >= ' ' && !(c >= 0xD800 && c <= 0xDFFF) && c < 0xFFFE
                                            || c > 0xFFFF;
                            escaped.appendCodePoint(allowed ? c : 0xFFFD);
                        }
                    }
                });
        return escaped.toString();
    }

    private static String n(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceFirst("\\.?0+$", "").replaceFirst("^-0$", "0");
    }

    void line(double x1, double y1, double x2, double y2, String color, double width) {
        body.append(
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>\n"
                        .formatted(n(x1), n(y1), n(x2), n(y2), color, n(width)));
    }

    /** Draws a line through points given as x and y in turn. */
    void path(double[] xy, Look look) {
        if (xy.length < 4) {
            return;
        }
        body.append(
                "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linejoin=\"round\"%s/>\n"
                        .formatted(
                                data(xy),
                                look.color(),
                                n(look.width()),
                                look.dash().isEmpty()
                                        ? ""
                                        : " stroke-dasharray=\"" + look.dash() + "\""));
    }

    /** Fills the polygon of these points. */
    void area(double[] xy, String color, double opacity) {
        if (xy.length >= 6) {
            body.append(
                    "<path d=\"%sZ\" fill=\"%s\" fill-opacity=\"%s\" stroke=\"none\"/>\n"
                            .formatted(data(xy), color, n(opacity)));
        }
    }

    private static String data(double[] xy) {
        var data = new StringBuilder();
        for (int i = 0; i + 1 < xy.length; i += 2) {
            data.append(i == 0 ? 'M' : 'L').append(n(xy[i])).append(' ').append(n(xy[i + 1]));
        }
        return data.toString();
    }

    void rectangle(double x, double y, double width, double height, String fill) {
        body.append(
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>\n"
                        .formatted(n(x), n(y), n(width), n(height), fill));
    }

    /**
     * Fills many rectangles of one colour.
     *
     * @param boxes left, top, width and height of each in turn
     */
    void rectangles(List<double[]> boxes, String fill) {
        var data = new StringBuilder();
        for (double[] b : boxes) {
            data.append('M')
                    .append(n(b[0]))
                    .append(' ')
                    .append(n(b[1]))
                    .append('h')
                    .append(n(b[2]));
            data.append('v').append(n(b[3])).append('h').append(n(-b[2])).append('Z');
        }
        body.append("<path d=\"%s\" fill=\"%s\"/>\n".formatted(data, fill));
    }

    void disc(double x, double y, double radius, String fill) {
        body.append(
                "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"0.6\"/>\n"
                        .formatted(n(x), n(y), n(radius), fill));
    }

    /** Draws a disc through which others can be seen. */
    void dot(double x, double y, double radius, String fill, double opacity) {
        body.append(
                "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" fill-opacity=\"%s\"/>\n"
                        .formatted(n(x), n(y), n(radius), fill, n(opacity)));
    }

    /** Draws a ring around a point. */
    void ring(double x, double y, double radius, String stroke) {
        body.append(
                "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n"
                        .formatted(n(x), n(y), n(radius), stroke));
    }

    /** Draws a cross. */
    void cross(double x, double y, double radius, String stroke) {
        double r = 0.8 * radius;
        body.append(
                "<path d=\"M%s %sL%s %sM%s %sL%s %s\" stroke=\"%s\" stroke-width=\"1.5\" fill=\"none\"/>\n"
                        .formatted(
                                n(x - r), n(y - r), n(x + r), n(y + r), n(x - r), n(y + r),
                                n(x + r), n(y - r), stroke));
    }

    /** Fills the polygon of these points, with an edge of its own colour. */
    void facet(double[] xy, String fill) {
        body.append(
                "<path d=\"%sZ\" fill=\"%s\" stroke=\"%s\" stroke-width=\"0.5\"/>\n"
                        .formatted(data(xy), fill, fill));
    }

    /** Writes a text that lies on a light ground, whatever the ground of the page is. */
    void onLight(double x, double y, Anchor anchor, double size, String text) {
        text(x, y, anchor, size, " fill=\"#111111\"", text);
    }

    void text(double x, double y, Anchor anchor, double size, String text) {
        text(x, y, anchor, size, "", text);
    }

    void bold(double x, double y, Anchor anchor, double size, String text) {
        text(x, y, anchor, size, " font-weight=\"bold\"", text);
    }

    /** Writes a text that reads from below to above. */
    void upright(double x, double y, double size, String text) {
        text(
                x,
                y,
                Anchor.MIDDLE,
                size,
                " transform=\"rotate(-90 %s %s)\"".formatted(n(x), n(y)),
                text);
    }

    private void text(
            double x, double y, Anchor anchor, double size, String attributes, String text) {
        body.append(
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" font-size=\"%s\"%s>%s</text>\n"
                        .formatted(
                                n(x),
                                n(y),
                                anchor.name().toLowerCase(Locale.ROOT),
                                n(size),
                                attributes,
                                escaped(text)));
    }

    /** Cuts off what is drawn until {@link #unclip} outside this rectangle. */
    void clip(double x, double y, double width, double height) {
        String name = "%s-clip%d".formatted(id, ++clips);
        body.append(
                "<clipPath id=\"%s\"><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/></clipPath>\n<g clip-path=\"url(#%s)\">\n"
                        .formatted(name, n(x), n(y), n(width), n(height), name));
    }

    void unclip() {
        body.append("</g>\n");
    }

    /** Returns the drawing on a white ground. */
    Picture picture(double width, double height) {
        int w = (int) Math.ceil(width);
        int h = (int) Math.ceil(height);
        String svg =
                ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0"
                                + " 0 %d %d\" role=\"img\" font-family=\"%s\" fill=\"%s\">\n"
                                + "<title>%s</title>\n"
                                + "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n"
                                + "%s</svg>\n")
                        .formatted(w, h, w, h, FONTS, INK, escaped(title), w, h, body);
        return new Picture(w, h, svg);
    }
}
