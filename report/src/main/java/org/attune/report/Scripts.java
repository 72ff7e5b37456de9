package org.attune.report;

import org.attune.charts.page.Html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The scripts of the page: uPlot for curves, with its licence, and ours for what it does not draw.
 */
final class Scripts {
    private static final String UPLOT = "META-INF/resources/webjars/uplot/1.6.30/";

    private Scripts() {}

    /** Returns the style that uPlot needs. */
    static String style() {
        return webjar("dist/uPlot.min.css") + "\n";
    }

    /** Returns the elements for the end of the page. */
    static String elements() {
        return "<script>\n/*!\nuPlot\n%s*/\n%s</script>\n<script>\n%s</script>\n"
                .formatted(
                        webjar("LICENSE").replace("*/", "* /"),
                        harmless(webjar("dist/uPlot.iife.min.js")),
                        harmless(
                                Html.resource(StudyReport.class, "chart.js")
                                        + Html.resource(StudyReport.class, "parallel.js")
                                        + Html.resource(StudyReport.class, "notes.js")
                                        + Html.resource(StudyReport.class, "table.js")
                                        + Html.resource(StudyReport.class, "surface.js")
                                        + Html.resource(StudyReport.class, "report.js")));
    }

    /** Returns a script in which nothing ends its element. */
    private static String harmless(String script) {
        return script.replace("</script", "<\\/script");
    }

    private static String webjar(String name) {
        ClassLoader loader = Scripts.class.getClassLoader();
        try (InputStream in = loader.getResourceAsStream(UPLOT + name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "%s of uPlot is missing. Maybe the installation is incomplete."
                                .formatted(name));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + name, e);
        }
    }
}
