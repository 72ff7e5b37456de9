package org.attune.studies;

import org.attune.api.Format;
import org.attune.api.ProblemChange;
import org.attune.api.Records;
import org.attune.api.Reused;
import org.attune.api.Study;
import org.attune.api.StudyRecord;
import org.attune.history.Store;
import org.attune.history.environment.LoadFilter;
import org.attune.history.formats.Filtered;
import org.attune.history.formats.GptuneStore;
import org.attune.history.formats.Reading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The trials of other studies that one takes over. */
public final class ReusedTrials {
    private ReusedTrials() {}

    /**
     * Returns the trials of other studies that one takes over, by study.
     *
     * @param wanted names of studies, or {@code all}
     * @throws IllegalArgumentException if there is no such study, or it had other parameters or
     *     outputs
     */
    static Map<String, Filtered> find(
            List<String> wanted, Store journal, StudyFile file, LoadFilter filter) {
        boolean all = wanted.contains("all");
        var trials = new LinkedHashMap<String, Filtered>();
        for (String name : all ? journal.studies() : wanted) {
            if (name.equals(file.study())) {
                if (!all) {
                    throw new IllegalArgumentException(
                            "Study '%s' sees its own trials without --reuse.".formatted(name));
                }
                continue;
            }
            Records records = StudyFile.records(journal, name);
            Map<String, Object> before = records.study().orElseThrow().problem();
            List<String> errors =
                    ProblemChange.between(before, file.problem().description()).errors();
            if (!errors.isEmpty()) {
                throw new IllegalArgumentException(
                        "The trials of study '%s' cannot be reused: %s."
                                .formatted(name, String.join("; ", errors)));
            }
            trials.put(name, Filtered.of(filter, file.problem(), records.finished(), records));
        }
        return trials;
    }

    /** Takes them over, and returns what to say of it. */
    public static List<String> takeOver(OpenStudy open, Map<String, Filtered> trials) {
        var notes = new ArrayList<String>();
        int all = 0;
        for (Map.Entry<String, Filtered> from : trials.entrySet()) {
            Reused reused = open.study().reuse(from.getValue().kept());
            int taken = reused.taken().size();
            all += taken;
            if (taken > 0) {
                notes.add(
                        "%s of study '%s' taken over; %s towards the number of trials."
                                .formatted(
                                        Format.count(taken, "trial"),
                                        from.getKey(),
                                        taken == 1 ? "it counts" : "they count"));
                measuredOtherwise(open, from.getKey()).ifPresent(notes::add);
            }
            Map<String, Integer> leftOut = from.getValue().leftOut(reused.leftOut());
            if (!leftOut.isEmpty()) {
                notes.add(leftOut(from.getKey(), from.getValue().size(), leftOut));
            }
        }
        if (all > 0) {
            notes.add(budget(open));
        }
        return notes;
    }

    /** Takes over the records of a file of GPTune that no study has yet, as far as they fit. */
    public static List<String> takeOver(OpenStudy open, GptuneStore store, LoadFilter filter) {
        Reading others = store.others();
        Filtered filtered = Filtered.of(filter, open.problem(), others.trials());
        Reused reused = open.study().reuse(filtered.kept());
        var notes = new ArrayList<String>();
        if (!reused.taken().isEmpty()) {
            notes.add(
                    "%s that other programs wrote taken over. %s"
                            .formatted(
                                    Format.count(reused.taken().size(), "record"), budget(open)));
        }
        Map<String, Integer> leftOut = filtered.leftOut(reused.leftOut());
        others.skipped().forEach(s -> leftOut.merge(s.why(), 1, Integer::sum));
        leftOut.forEach((why, count) ->
                notes.add(
                        "Not taken over: %s (%s).".formatted(Format.count(count, "record"), why)));
        return notes;
    }

    /**
     * Says where trials of another study may have measured something else than those of this one.
     */
    private static Optional<String> measuredOtherwise(OpenStudy open, String from) {
        StudyRecord other = StudyFile.records(open.journal(), from).study().orElseThrow();
        List<String> edited =
                ProblemChange.between(other.problem(), open.study().setUp().problem())
                        .measurements();
        return edited.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "ATTENTION: since study '%1$s' was started, %2$s. Do its trials tell what a run measures now? If not, begin a study without --reuse %1$s."
                                .formatted(from, String.join("; ", edited)));
    }

    private static String leftOut(String from, int all, Map<String, Integer> leftOut) {
        int count = leftOut.values().stream().mapToInt(Integer::intValue).sum();
        return "%d of %s of study '%s' left out: %s."
                .formatted(count, Format.count(all, "trial"), from, Format.counts(leftOut));
    }

    /** Returns what the study still has to run. */
    public static String budget(OpenStudy open) {
        Study study = open.study();
        StudyRecord setUp = study.setUp();
        int left = study.trialsLeft();
        if (left > 0) {
            return "%s left to run.".formatted(left == 1 ? "1 trial is" : left + " trials are");
        }
        return "Nothing is left to run: with them %s had the %s that it may have. Maybe raise that: --trials %d"
                .formatted(
                        setUp.tasks().size() == 1 ? "the task has" : "every task has",
                        Format.count(setUp.trials(), "trial"),
                        open.moreTrials());
    }
}
