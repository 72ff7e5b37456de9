package org.attune.api;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a tuner and its models see of the records of a study: full runs alone where its provider
 * declares no fidelities, and {@link Penalties} as failures, in sources, too.
 */
public final class TunerView {
    private final TuningProblem problem;
    private final TunerProvider provider;
    private Map<SourceRecord, SourceRecord> seen = new IdentityHashMap<>(); // saves time only

    /** Prepares the view of a study's tuner. */
    public TunerView(TuningProblem problem, TunerProvider provider) {
        this.problem = problem;
        this.provider = provider;
    }

    /** Returns what is seen of these records: they themselves where that is everything. */
    public synchronized Records of(Records records) {
        Records some = provider.abilities().fidelities() ? records : FullRuns.of(records);
        Map<Long, String> penalties = Penalties.among(problem, some.trials());
        List<SourceRecord> sources = some.sources().stream().map(this::source).toList();
        var now = new IdentityHashMap<SourceRecord, SourceRecord>();
        for (int i = 0; i < sources.size(); i++) {
            now.put(some.sources().get(i), sources.get(i));
        }
        seen = now;
        boolean same = now.entrySet().stream().allMatch(e -> e.getKey() == e.getValue());
        return penalties.isEmpty() && same ? some : new Seen(some, penalties, sources);
    }

    private SourceRecord source(SourceRecord source) {
        return Optional.ofNullable(seen.get(source)).orElseGet(() -> withoutPenalties(source));
    }

    private SourceRecord withoutPenalties(SourceRecord source) {
        List<Trial> trials = Penalties.asFailures(problem, source.trials());
        return trials == source.trials()
                ? source
                : new SourceRecord(
                        source.name(),
                        source.digest(), // of what was measured
                        source.task(),
                        source.features(),
                        source.environment(),
                        trials,
                        source.parameters(),
                        source.models(),
                        source.best());
    }

    /** Records with these penalties as failures. */
    private record Seen(
            List<Trial> trials, List<Trial> finished, List<SourceRecord> sources, Records all)
            implements Records {
        Seen(Records all, Map<Long, String> penalties, List<SourceRecord> sources) {
            this(
                    Penalties.asFailures(all.trials(), penalties),
                    Penalties.asFailures(all.finished(), penalties),
                    sources,
                    all);
        }

        @Override
        public Optional<ModelRecord> model(String key) {
            return all.model(key);
        }

        @Override
        public List<ModelRecord> models() {
            return all.models();
        }

        @Override
        public Optional<StudyRecord> study() {
            return all.study();
        }
    }
}
