package org.attune.report;

import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.charts.Png;
import org.attune.charts.page.Html;
import org.attune.charts.page.Html.Cell;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns a study into a page, and its figures into SVG, PNG and CSV.
 *
 * <pre>{@code
 * StudyReport.write(subject, Path.of("blur-report"));
 * }</pre>
 */
public final class StudyReport {
    private StudyReport() {}

    /**
     * What was written.
     *
     * @param page the page
     * @param figures how many figures it has
     * @param withoutPng why there are no PNG files, if there are none
     */
    public record Written(Path page, int figures, Optional<String> withoutPng) {}

    /**
     * Writes {@code index.html} and the folder {@code figures}; the files of an earlier report are
     * replaced.
     *
     * @param folder made where it does not exist
     * @throws IllegalArgumentException if the folder has other files than those of a report
     * @throws UncheckedIOException if something cannot be written
     */
    public static Written write(Subject subject, Path folder) {
        ReportFolder to = ReportFolder.of(folder);
        Optional<String> withoutPng = Png.obstacle();
        var sheet =
                new Sheet(
                        withoutPng.isEmpty()
                                ? List.of("svg", "png", "csv")
                                : List.of("svg", "csv"));
        String text = text(subject, sheet, Optional.of(folder), "");
        to.write(text, sheet.figures(), withoutPng.isEmpty());
        return new Written(to.page(), sheet.figures().size(), withoutPng);
    }

    /**
     * Returns the page alone, as a server shows it.
     *
     * @param top markup at the beginning of the page's text, every text escaped
     */
    public static String page(Subject subject, String top) {
        return text(subject, new Sheet(List.of()), Optional.empty(), top);
    }

    /** Returns a page of other text, in the same look and with the same scripts. */
    public static String page(Html html, String title) {
        return html.page(title, "", title, style(), new PageData().element() + Scripts.elements());
    }

    private static String style() {
        return Html.resource(StudyReport.class, "report.css") + Scripts.style();
    }

    private static String text(Subject subject, Sheet sheet, Optional<Path> folder, String top) {
        Optional<ImportancePart> importance =
                subject.model().map(m -> new ImportancePart(subject, m));
        List<String> unimportant = importance.map(i -> i.below(0.02)).orElse(List.of());
        sheet.html().raw(top);
        new InShort(subject, sheet).write(new Advice(subject).all(unimportant));
        new ProgressPart(subject, sheet).write();
        new TrialsPart(subject, sheet, folder).write();
        subject.model()
                .ifPresent(m -> {
                    new TrustPart(subject, sheet, m).write();
                    importance.orElseThrow().write(sheet);
                    new BeliefPart(subject, sheet, m).write(importance.orElseThrow());
                    if (subject.tasks().size() > 1) {
                        TasksPart.write(subject, sheet, m);
                    }
                });
        if (subject.problem().optimized().size() > 1) {
            new FrontPart(subject, sheet).write();
        }
        if (!subject.exhibits().isEmpty()) {
            ExhibitPart.write(subject.exhibits(), sheet);
        }
        if (!subject.rivals().isEmpty()) {
            new StudiesPart(subject, sheet).write();
        }
        TimelinePart.write(subject, sheet);
        FailurePart.write(subject, sheet);
        if (subject.trials().stream().anyMatch(t -> t.outcome() instanceof Outcome.Measured)) {
            new NoisePart(subject, sheet).write(subject.model());
        }
        about(subject, sheet.html());
        var setUp = subject.study().setUp();
        return sheet.html()
                .page(
                        "%s: study '%s'".formatted(subject.problem().name(), setUp.study()),
                        "%s with %s"
                                .formatted(
                                        Format.count(subject.trials().size(), "trial"),
                                        setUp.tuner()),
                        "%s, study %s".formatted(subject.problem().name(), setUp.study()),
                        style(),
                        sheet.data().element() + Scripts.elements());
    }

    private static void about(Subject subject, Html html) {
        html.section("about", "About this study");
        var setUp = subject.study().setUp();
        var rows = new ArrayList<List<Cell>>();
        row(rows, "history", subject.study().history().toString());
        row(rows, "tuner", setUp.tuner() + setUp.reason().map(r -> ", chosen as " + r).orElse(""));
        if (!setUp.options().isEmpty()) {
            row(rows, "options", setUp.options().toString());
        }
        row(rows, "seed", Long.toString(setUp.seed()));
        row(rows, "trials for each task", Integer.toString(setUp.trials()));
        row(rows, "tasks", Integer.toString(setUp.tasks().size()));
        for (var p : subject.problem().parameterSpace().parameters()) {
            row(rows, "parameter " + p.name(), ParameterWords.of(p));
        }
        for (var c : subject.problem().constraints()) {
            row(rows, "constraint", c.name());
        }
        html.table(List.of(Cell.text("what"), Cell.text("value")), rows, false);
        html.list(
                List.of(
                        "Best values count full runs whose outputs are in their ranges.",
                        "Intervals of the model hold if the model is right; 'How far to trust the"
                                + " model' says how often they were.",
                        "Curves and maps can be enlarged, brushed and turned where scripts are"
                            + " allowed; every picture has its numbers below it and, in the folder"
                            + " figures, as CSV."));
    }

    private static void row(List<List<Cell>> rows, String what, String value) {
        rows.add(List.of(Cell.text(what), Cell.text(value)));
    }
}
