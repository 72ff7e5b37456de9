package org.attune.report;

import org.attune.api.Trial;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Seconds in which a study was worked on: breaks between sessions are left out, so that a study
 * that was gone on with the next day has no gap of a night.
 */
final class WorkingTime {
    private static final double BREAK = 0.02; // of all busy time, from which on a pause is left out

    /** A stretch of work, in seconds of the clock, and the working time at its beginning. */
    private record Stretch(double start, double end, double before) {}

    private final List<Stretch> stretches = new ArrayList<>();

    WorkingTime(List<Trial> trials) {
        var spans = new ArrayList<double[]>();
        for (Trial t : trials) {
            if (!t.origin().isTakenOver()) {
                double asked = seconds(t.provenance().asked());
                var effort = t.provenance().effort();
                double start = asked - effort.model() - effort.search();
                double end = seconds(ended(t));
                spans.add(new double[] {Math.min(start, end), Math.max(start, end)});
            }
        }
        spans.sort(Comparator.comparingDouble(s -> s[0]));
        double busy = spans.stream().mapToDouble(s -> s[1] - s[0]).sum();
        double start = Double.NaN;
        double end = Double.NaN;
        double before = 0;
        for (double[] s : spans) {
            if (s[0] - end <= Math.max(BREAK * busy, 1)) {
                end = Math.max(end, s[1]);
                continue;
            }
            if (!Double.isNaN(start)) {
                stretches.add(new Stretch(start, end, before));
                before += end - start;
            }
            start = s[0];
            end = s[1];
        }
        if (!Double.isNaN(start)) {
            stretches.add(new Stretch(start, end, before));
        }
    }

    static double seconds(Instant instant) {
        return instant.getEpochSecond() + instant.getNano() / 1e9;
    }

    /** Returns when the run of a trial ended, of a pending one when it was asked for. */
    static Instant ended(Trial trial) {
        return trial.ended().orElse(trial.provenance().asked());
    }

    /** Returns the working time at a moment. */
    double at(double seconds) {
        double last = 0;
        for (Stretch s : stretches) {
            if (seconds < s.start()) {
                return last;
            }
            last = s.before() + Math.min(seconds, s.end()) - s.start();
        }
        return last;
    }

    /** Returns the working time at the end of a trial; 0 while it is pending. */
    double end(Trial trial) {
        return trial.isPending() ? 0 : at(seconds(ended(trial)));
    }

    /** Returns how many breaks are left out. */
    int breaks() {
        return Math.max(stretches.size() - 1, 0);
    }
}
