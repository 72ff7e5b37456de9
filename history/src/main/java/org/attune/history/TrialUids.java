package org.attune.history;

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
 * candidate asked for at the same moment are counted.
 */
public final class TrialUids {
    private TrialUids() {}

    /** Returns the uids of the trials of one study by number. */
    public static Map<Long, String> of(String problem, Records records) {
        var uids = new LinkedHashMap<Long, String>();
        var seen = new HashMap<String, Integer>();
        for (Trial trial : records.trials()) {
            uids.put(
                    trial.number(),
                    trial.provenance()
                            .source()
                            .map(Source::uid)
                            .orElseGet(() -> derived(identity(problem, trial), seen)));
        }
        return uids;
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
                        trial.candidate().fidelity().value(),
                        trial.provenance().asked());
    }

    private static Map<String, Object> sorted(Point point) {
        return new TreeMap<>(point.values());
    }
}
