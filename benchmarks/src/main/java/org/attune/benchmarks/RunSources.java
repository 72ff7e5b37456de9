package org.attune.benchmarks;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which sources the tuner of a run was given.
 *
 * @param tasks names of the source tasks, such as {@code pdgeqrf:1}
 * @param trials of each
 * @param tuner that ran them, as the command line names it
 */
public record RunSources(List<String> tasks, int trials, String tuner) {
    /** Copies the names. */
    public RunSources {
        tasks = List.copyOf(tasks);
    }

    /** Returns {@code 3 sources of 20 trials by sobol}. */
    public String words() {
        return "%d %s of %d trials by %s"
                .formatted(tasks.size(), tasks.size() == 1 ? "source" : "sources", trials, tuner);
    }

    /** What has to be the same for two runs of a tuner to be one run. */
    private record Place(String peer, String problem, long seed) {}

    /**
     * Returns the tuners that ran on some problem with some seed more than once, with other sources
     * or with and without: those are to be shown as several.
     */
    public static Set<String> mixed(Collection<RunResult> results) {
        Map<Place, Optional<RunSources>> first = new HashMap<>();
        var mixed = new TreeSet<String>();
        for (RunResult r : results) {
            RunResult.Key k = r.key();
            Optional<RunSources> other =
                    first.putIfAbsent(new Place(k.peer(), k.problem(), k.seed()), k.sources());
            if (other != null && !other.equals(k.sources())) {
                mixed.add(k.peer());
            }
        }
        return mixed;
    }

    /** Returns the name of a run's tuner, with its sources where it is one of these. */
    public static String peer(RunResult.Key key, Set<String> mixed) {
        return key.sources()
                .filter(s -> mixed.contains(key.peer()))
                .map(s -> "%s (%s)".formatted(key.peer(), s.words()))
                .orElse(key.peer());
    }
}
