package org.attune.benchmarks;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Fidelity;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.SourceRecord;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tuners that do what a comparison must survive, or show what tuners see. */
final class TestTuners {
    private TestTuners() {}

    /** Throws after a number of trials. */
    public static final class Throwing implements TunerProvider {
        private static final Option<Integer> AFTER =
                Option.integer("after", 2, 0, 100, "trials before it throws");

        /** For the service loader. */
        public Throwing() {}

        @Override
        public String name() {
            return "throwing";
        }

        @Override
        public String summary() {
            return "Throws.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of(AFTER);
        }

        @Override
        public List<String> remarks(TuningRequest request) {
            return List.of("It throws in the end.");
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) -> {
                if (records.trials().size() >= request.settings().get(AFTER)) {
                    throw new ArithmeticException("no Cholesky factor");
                }
                return middle(request, demand.tasksInTurn().getFirst(), 0.5);
            };
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }

    /** Goes through the space in ten steps, then says that it is done; keeps what it was told. */
    public static final class Sweeping implements TunerProvider {
        static final List<OptionalDouble> SEEN = new CopyOnWriteArrayList<>();

        /** For the service loader. */
        public Sweeping() {}

        @Override
        public String name() {
            return "sweeping";
        }

        @Override
        public String summary() {
            return "Sweeps.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public Tuner create(TuningRequest request) {
            String output = request.problem().objectives().getFirst().name();
            return (records, demand) -> {
                int size = records.trials().size();
                if (size > 0) {
                    Trial last = records.trials().getLast();
                    SEEN.add(request.problem().value(last, output));
                }
                return size == 10
                        ? new Proposal.Done("swept")
                        : middle(request, demand.tasksInTurn().getFirst(), (9.5 - size) / 10);
            };
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }

    /** Goes through the space at the cheapest fidelity, the 13th trial at the full one. */
    public static final class Cheap implements TunerProvider {
        /** For the service loader. */
        public Cheap() {}

        @Override
        public String name() {
            return "cheap";
        }

        @Override
        public String summary() {
            return "Runs cheaply.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of();
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withFidelities();
        }

        @Override
        public Tuner create(TuningRequest request) {
            Fidelity least = request.problem().fidelity().orElseThrow().levels().getFirst();
            return (records, demand) -> {
                int size = records.trials().size();
                Point task = demand.tasksInTurn().getFirst();
                double[] unit = new double[request.problem().parameterSpace().dimension()];
                java.util.Arrays.fill(unit, 1 - size / 30.0);
                Point x = request.problem().parameterSpace().decode(unit);
                var candidate = new Candidate(task, x, size == 12 ? Fidelity.FULL : least);
                return Proposal.run(List.of(new Suggestion(candidate, Origin.of("test"))));
            };
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }

    /**
     * Proposes the best configurations of its sources, the best one of each in turn, then what it
     * draws; keeps what it was given.
     */
    public static final class Transferring implements TunerProvider {
        static final List<List<SourceRecord>> GIVEN = new CopyOnWriteArrayList<>();

        /** For the service loader. */
        public Transferring() {}

        @Override
        public String name() {
            return "transferring";
        }

        @Override
        public String summary() {
            return "Transfers.";
        }

        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withSources();
        }

        @Override
        public Tuner create(TuningRequest request) {
            String output = request.problem().objectives().getFirst().name();
            return (records, demand) -> {
                Point task = demand.tasksInTurn().getFirst();
                int turn = records.trials(task).size();
                if (turn == 0) {
                    GIVEN.add(records.sources());
                }
                if (turn >= records.sources().size()) {
                    Point drawn =
                            new AdmissibleSampler(request.problem(), task)
                                    .draw(request.seed().generator("test", turn))
                                    .configuration()
                                    .orElseThrow();
                    return Proposal.run(
                            List.of(new Suggestion(Candidate.of(task, drawn), Origin.of("drawn"))));
                }
                Trial best =
                        records.sources().get(turn).trials().stream()
                                .filter(t -> request.problem().value(t, output).isPresent())
                                .filter(t -> request.problem().admits(task, t.configuration()))
                                .min(
                                        Comparator.comparingDouble(t ->
                                                request.problem().value(t, output).orElseThrow()))
                                .orElseThrow();
                return Proposal.run(
                        List.of(
                                new Suggestion(
                                        Candidate.of(task, best.configuration()),
                                        Origin.of("source " + turn))));
            };
        }
    }

    private static Proposal middle(TuningRequest request, Point task, double unit) {
        double[] u = new double[request.problem().parameterSpace().dimension()];
        java.util.Arrays.fill(u, unit);
        Point configuration = request.problem().parameterSpace().decode(u);
        return Proposal.run(
                List.of(new Suggestion(Candidate.of(task, configuration), Origin.of("test"))));
    }
}
