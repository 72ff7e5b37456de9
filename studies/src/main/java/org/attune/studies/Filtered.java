package org.attune.studies;

import org.attune.api.Trial;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Trials that a filter has looked at.
 *
 * @param kept those that it lets through
 * @param leftOut how many it does not, by why
 */
public record Filtered(List<Trial> kept, Map<String, Integer> leftOut) {
    /** Returns how many were left out, with those that a study cannot use. */
    public Map<String, Integer> leftOut(Map<String, Integer> more) {
        var all = new LinkedHashMap<>(leftOut);
        more.forEach((why, count) -> all.merge(why, count, Integer::sum));
        return all;
    }

    /** Returns how many there were. */
    public int size() {
        return kept.size() + leftOut.values().stream().mapToInt(n -> n).sum();
    }
}
