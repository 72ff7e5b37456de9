package org.attune.report.live;

import org.attune.charts.page.Html;
import org.attune.report.StudyReport;
import org.attune.report.Subject;
import org.attune.report.SubjectReader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The pages of the studies of a history, made again when the history has grown; one that took long,
 * with a model, is kept for ten times as long, one without for twice.
 */
final class LivePages {
    private static final double PATIENCE = 10; // times that it took to make a page with a model
    private static final double HASTE = 2; // the same without one
    private static final double LONGEST = 300e9; // ns

    /** Which page: of which study, and whether with the model. */
    record Wanted(String study, boolean hasModel) {}

    /** A page, which is kept until a moment although the history has grown. */
    private record Made(String text, String state, long kept) {
        boolean isFresh(String now) {
            return state.equals(now) || System.nanoTime() < kept;
        }
    }

    private final Path history;
    private final Function<String, SubjectReader> readers;
    private final String token;
    private final Map<Wanted, Made> made = new HashMap<>();

    /**
     * Begins.
     *
     * @param history the file that is followed; it may not be there yet
     * @param readers of a study, by its name
     * @param token that links of the page carry
     */
    LivePages(Path history, Function<String, SubjectReader> readers, String token) {
        this.history = history;
        this.readers = readers;
        this.token = token;
    }

    /** Returns what changes when the history does: its length and its time. */
    String state() {
        try {
            return Files.size(history) + " " + Files.getLastModifiedTime(history).toMillis();
        } catch (IOException e) {
            return "none";
        }
    }

    /** Returns whether a page would be another one if it were asked for now. */
    synchronized boolean isOutdated(Wanted wanted, String seen) {
        Made page = made.get(wanted);
        String now = state();
        return !now.equals(seen)
                && (page == null || !page.isFresh(now) || page.state().equals(now));
    }

    /** Returns the state of the history that a page was made of. */
    synchronized String stateOf(Wanted wanted) {
        Made page = made.get(wanted);
        return page == null ? "" : page.state();
    }

    /** Returns a page, as new as its cost allows. */
    synchronized String page(Wanted wanted) {
        String now = state();
        Made page = made.get(wanted);
        if (page == null || !page.isFresh(now)) {
            long start = System.nanoTime();
            String text = text(wanted);
            long end = System.nanoTime();
            double times = wanted.hasModel() ? PATIENCE : HASTE;
            page = new Made(text, now, end + (long) Math.min(times * (end - start), LONGEST));
            made.put(wanted, page);
        }
        return page.text();
    }

    private String text(Wanted wanted) {
        try {
            SubjectReader reader = readers.apply(wanted.study());
            Subject subject = wanted.hasModel() ? reader.read() : reader.read(Optional.empty(), "");
            List<String> others = reader.others();
            return StudyReport.page(subject, top(wanted, others));
        } catch (IllegalArgumentException | IllegalStateException e) {
            var html = new Html();
            html.raw(top(wanted, List.of()));
            html.section("nothing", "Nothing to show yet");
            html.warning(String.valueOf(e.getMessage()));
            return StudyReport.page(html, "Study '%s'".formatted(wanted.study()));
        }
    }

    /** Returns what stands above a live page: what it follows, the other studies, the model. */
    private String top(Wanted wanted, List<String> others) {
        String links =
                others.stream()
                        .sorted()
                        .map(o ->
                                "<a href=\"%s\">%s</a>"
                                        .formatted(
                                                Html.escaped(
                                                        address(
                                                                "/",
                                                                new Wanted(o, wanted.hasModel()))),
                                                Html.escaped(o)))
                        .collect(Collectors.joining(" · "));
        return """
        <section class="live" aria-label="Live" data-events="%s" data-notes="%s">
        <p>This page follows <strong>%s</strong>. <span id="live-state" role="status">Connecting.</span></p>
        <p>%s%s</p>
        </section>
        """
                .formatted(
                        Html.escaped(address("/events", wanted)),
                        Html.escaped(address("/notes", wanted)),
                        Html.escaped(history.toString()),
                        links.isEmpty() ? "" : "Other studies: " + links + ". ",
                        wanted.hasModel()
                                ? "<a href=\"%s\">Without the model</a>, which is fitted again from time to time."
                                        .formatted(
                                                Html.escaped(
                                                        address(
                                                                "/",
                                                                new Wanted(wanted.study(), false))))
                                : "<a href=\"%s\">With the model</a>, which takes time to fit."
                                        .formatted(
                                                Html.escaped(
                                                        address(
                                                                "/",
                                                                new Wanted(
                                                                        wanted.study(), true)))));
    }

    /** Returns the address of a page. */
    String address(String path, Wanted wanted) {
        return "%s?token=%s&study=%s%s"
                .formatted(
                        path,
                        token,
                        java.net.URLEncoder.encode(
                                wanted.study(), java.nio.charset.StandardCharsets.UTF_8),
                        wanted.hasModel() ? "&model=yes" : "");
    }
}
