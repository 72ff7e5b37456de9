package org.attune.api;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What a tuner and its models see of the records of a study: full runs alone where its provider
 * declares no fidelities, and {@link Penalties} as failures, in sources, too.
 */
public final class TunerView {
    private final TuningProblem problem;
    private final TunerProvider provider;
    private Map<SourceRecord, Set<Penalties.Found>> found = new IdentityHashMap<>(); // saves time
    private Map<SourceRecord, SourceRecord> seen = new IdentityHashMap<>(); // saves time
    private Set<Penalties.Found> known = Set.of(); // when they were seen

    /** Prepares the view of a study's tuner. */
    public TunerView(TuningProblem problem, TunerProvider provider) {
        this.problem = problem;
        this.provider = provider;
    }

    /** Returns what is seen of these records: they themselves where that is everything. */
    public synchronized Records of(Records records) {
        Records some = provider.abilities().fidelities() ? records : FullRuns.of(records);
        Set<Penalties.Found> now = new HashSet<>(Penalties.found(problem, some.trials()));
        found = kept(some.sources(), found, s -> Penalties.found(problem, s.trials()));
        found.values().forEach(now::addAll);
        var penalties = new Penalties(problem, now);
        seen =
                kept(
                        some.sources(),
                        now.equals(known) ? seen : Map.of(),
                        s -> with(s, penalties.asFailures(s.trials())));
        known = now;
        Map<Long, String> own = penalties.in(some.trials());
        boolean same = seen.entrySet().stream().allMatch(e -> e.getKey() == e.getValue());
        return own.isEmpty() && same
                ? some
                : new RecordsView(
                        some,
                        Penalties.asFailures(some.trials(), own),
                        Penalties.asFailures(some.finished(), own),
                        some.sources().stream().map(seen::get).toList());
    }

    private static <T> Map<SourceRecord, T> kept(
            List<SourceRecord> sources, Map<SourceRecord, T> before, Function<SourceRecord, T> of) {
        var now = new IdentityHashMap<SourceRecord, T>();
        sources.forEach(s -> now.put(s, before.containsKey(s) ? before.get(s) : of.apply(s)));
        return now;
    }

    private static SourceRecord with(SourceRecord source, List<Trial> trials) {
        return trials == source.trials()
                ? source
                : new SourceRecord(
                        source.name(),
                        SourceDigest.of( // what was learned of the measured values is not of these
                                source.task(),
                                source.features(),
                                trials,
                                source.parameters(),
                                source.models(),
                                source.best()),
                        source.task(),
                        source.features(),
                        source.environment(),
                        trials,
                        source.parameters(),
                        source.models(),
                        source.best());
    }

    @Override
    public String toString() {
        return "What '%s' sees of %s".formatted(provider.name(), problem.name());
    }
}
