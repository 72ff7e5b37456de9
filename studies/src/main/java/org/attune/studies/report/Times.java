package org.attune.studies.report;

import org.attune.api.Effort;
import org.attune.api.Format;
import org.attune.api.Trial;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where the time of a study or of one of its tasks went, in wall seconds. What a tuner spent on
 * several proposals at once stands with the first of them.
 *
 * @param total time in which something was proposed or evaluated; breaks between sessions are not
 *     counted, and trials that ran at once are counted once
 * @param evaluation sum over all trials
 * @param model fitting
 * @param search maximising acquisition functions
 */
public record Times(double total, double evaluation, double model, double search) {
    private static final double YEAR = 366 * 86_400.0; // s

    private record Span(double start, double end) {}

    /** Adds up the times of trials; those taken over took another study's. */
    public static Times of(List<Trial> trials) {
        double evaluation = 0;
        Effort effort = Effort.NONE;
        var spans = new ArrayList<Span>();
        for (Trial trial : trials) {
            if (trial.origin().isTakenOver()) {
                continue; // its time was another study's
            }
            Effort own = trial.provenance().effort();
            effort = effort.plus(own);
            double asked = seconds(trial.provenance().asked());
            spans.add(new Span(asked - own.model() - own.search(), asked));
            double elapsed = trial.outcome().elapsed();
            evaluation += elapsed;
            trial.ended()
                    .map(Times::seconds)
                    .ifPresent(ended -> spans.add(new Span(ended - elapsed, ended)));
        }
        return new Times(union(spans), evaluation, effort.model(), effort.search());
    }

    private static double union(List<Span> spans) {
        spans.sort(Comparator.comparingDouble(Span::start));
        double total = 0;
        double end = Double.NEGATIVE_INFINITY;
        for (Span span : spans) {
            total += Math.max(0, span.end() - Math.max(end, span.start()));
            end = Math.max(end, span.end());
        }
        return total;
    }

    /**
     * Returns the seconds since a trial was asked for; 0 where the clock was set in the meantime,
     * so that it says less than nothing, or more than a year.
     */
    public static double since(Instant asked) {
        double seconds = Duration.between(asked, Instant.now()).toMillis() / 1e3;
        return seconds < 0 || seconds > YEAR ? 0 : seconds;
    }

    /** Returns how long the run of a trial took, until now where it has no outcome yet. */
    public static double elapsed(Trial trial) {
        return trial.isPending() ? since(trial.provenance().asked()) : trial.outcome().elapsed();
    }

    private static double seconds(Instant instant) {
        return instant.getEpochSecond() + instant.getNano() / 1e9;
    }

    /** Returns whether trials ran at once, by more than clocks are off. */
    private boolean overlap() {
        return evaluation > 1.05 * total + 0.05;
    }

    /** Returns what the time went into. */
    public String parts() {
        return "evaluation %s%s, model %s, search %s"
                .formatted(
                        Format.duration(evaluation),
                        overlap() ? " added up over runs at once" : "",
                        Format.duration(model),
                        Format.duration(search));
    }

    @Override
    public String toString() {
        return Format.duration(total) + " in all: " + parts();
    }
}
