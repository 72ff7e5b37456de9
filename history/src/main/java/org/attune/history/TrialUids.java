package org.attune.history;

import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Source;
import org.attune.api.Trial;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * By which name each trial is known outside of its study.
 *
 * <p>An imported trial keeps the uid that it came with. For any other it follows from the problem,
 * the candidate and the moment when it was asked for, all of which stay when the trial is told,
 * corrected, taken over by another process or copied to another study or journal. Trials of one
 * candidate asked for at the same moment are counted. A trial that stands for one that was lost
 * when a journal was damaged has none: nothing of that is known but its number.
 */
public final class TrialUids {
    /** The technique of a trial that stands for a lost one. */
    static final String LOST = "lost";

    /** Its outcome; older journals have no other sign of it. */
    static final String LOST_DETAIL = "Lost when the journal was damaged.";

    private TrialUids() {}

    /** Returns the uids of the trials of one study by number, without those that are lost. */
    public static Map<Long, String> of(String problem, Records records) {
        var uids = new LinkedHashMap<Long, String>();
        var seen = new HashMap<String, Integer>();
        for (Trial trial : records.trials()) {
            if (isLost(trial)) {
                continue;
            }
            uids.put(
                    trial.number(),
                    trial.provenance()
                            .source()
                            .map(Source::uid)
                            .orElseGet(() -> derived(identity(problem, trial), seen)));
        }
        return uids;
    }

    /** Returns whether a trial stands for a lost one. */
    static boolean isLost(Trial trial) {
        return trial.origin().technique().equals(LOST)
                || trial.outcome() instanceof Outcome.Failed f && f.detail().equals(LOST_DETAIL);
    }

    private static String derived(String identity, Map<String, Integer> seen) {
        int before = seen.merge(identity, 1, Integer::sum) - 1;
        return UUID.nameUUIDFromBytes((before + " " + identity).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static String identity(String problem, Trial trial) {
        return "%s %s %s %s %s"
                .formatted(
                        problem,
                        sorted(trial.task()),
                        sorted(trial.configuration()),
                        trial.asked().fidelity().value(),
                        trial.provenance().asked());
    }

    private static Map<String, Object> sorted(Point point) {
        return new TreeMap<>(point.values());
    }
}
