package org.attune.history.formats;

import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.history.environment.LoadFilter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Trials that a filter has looked at.
 *
 * @param kept those that it lets through
 * @param leftOut how many it does not, by why
 */
public record Filtered(List<Trial> kept, Map<String, Integer> leftOut) {
    /** Looks at trials of a study. */
    public static Filtered of(
            LoadFilter filter, TuningProblem problem, List<Trial> trials, Records records) {
        return of(filter, problem, trials, t -> Surroundings.of(t, records));
    }

    /** Looks at trials that have been read from a file. */
    public static Filtered of(LoadFilter filter, TuningProblem problem, List<Trial> trials) {
        return of(filter, problem, trials, Surroundings::of);
    }

    private static Filtered of(
            LoadFilter filter,
            TuningProblem problem,
            List<Trial> trials,
            Function<Trial, Surroundings> where) {
        if (filter.equals(LoadFilter.ALL)) {
            return new Filtered(trials, Map.of());
        }
        var kept = new ArrayList<Trial>();
        var leftOut = new LinkedHashMap<String, Integer>();
        for (Trial trial : trials) {
            Surroundings s = where.apply(trial);
            filter.misfit(problem, trial, s.environment(), s.constants())
                    .ifPresentOrElse(
                            why -> leftOut.merge(why, 1, Integer::sum), () -> kept.add(trial));
        }
        return new Filtered(kept, leftOut);
    }

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
