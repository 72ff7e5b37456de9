package org.attune.cli;

import org.attune.api.Reused;
import org.attune.api.Study;
import org.attune.api.StudyRecord;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The trials of other studies that one takes over. */
final class ReusedTrials {
    private ReusedTrials() {}

    /** Takes them over, and returns what to say of it. */
    static List<String> takeOver(OpenStudy open, Map<String, Filtered> trials) {
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

    private static String leftOut(String from, int all, Map<String, Integer> leftOut) {
        int count = leftOut.values().stream().mapToInt(Integer::intValue).sum();
        List<String> why =
                leftOut.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList();
        return "%d of %s of study '%s' left out: %s."
                .formatted(count, Format.count(all, "trial"), from, String.join(", ", why));
    }

    /** Returns what the study still has to run. */
    static String budget(OpenStudy open) {
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
