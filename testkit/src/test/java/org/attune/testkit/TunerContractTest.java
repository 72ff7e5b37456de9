package org.attune.testkit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Exhibit;
import org.attune.api.Fidelity;
import org.attune.api.FittedModel;
import org.attune.api.Generator;
import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningRequest;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Tuners that break one law each must fail the test of that law, and a lawful one passes them all.
 */
class TunerContractTest {
    @Test
    void aLawfulTunerPasses() {
        var contract = contract(request -> (records, demand) -> random(request, records, demand));
        assertEquals(0, failures(contract.replaysFromTheRecordsAlone()));
        assertEquals(0, failures(contract.proposesAtOnceWhatItProposesOneByOne()));
        assertEquals(0, failures(contract.acceptsOutcomesInAnyOrder()));
        assertEquals(0, failures(contract.goesOnWithoutTheOutcomesOfLostTrials()));
        assertEquals(0, failures(contract.anotherSeedGivesAnotherStudy()));
        assertEquals(0, failures(contract.timesAndPlacesDoNotMatter()));
        assertEquals(0, failures(contract.survivesEveryFailure()));
        assertEquals(0, failures(contract.survivesWhenEverythingFails()));
        assertEquals(0, failures(contract.survivesStrangeValues()));
        assertDoesNotThrow(contract::describesItself);
        assertDoesNotThrow(contract::refusesUnknownOptionsWithAList);
    }

    @Test
    void memoryBetweenCallsIsNoticed() {
        var contract =
                contract(request -> {
                    var calls = new AtomicLong();
                    return (records, demand) ->
                            at(request, demand, calls.incrementAndGet(), Point.class);
                });
        assertFails(contract.replaysFromTheRecordsAlone());
    }

    @Test
    void ignoringPendingTrialsIsNoticed() {
        var contract =
                contract(request ->
                        (records, demand) ->
                                demand.count() > 1
                                        ? random(request, records, demand)
                                        : at(
                                                request,
                                                demand,
                                                records.finished().size(),
                                                Trial.class));
        assertFails(contract.proposesAtOnceWhatItProposesOneByOne());
    }

    @Test
    void readingTheClockIsNoticed() {
        var contract =
                contract(request ->
                        (records, demand) -> at(request, demand, System.nanoTime(), Tuner.class));
        assertFails(contract.replaysFromTheRecordsAlone());
        assertFails(contract.acceptsOutcomesInAnyOrder());
    }

    @Test
    void learningFromSourcesWithoutSayingSoIsNoticed() {
        var contract =
                contract(request ->
                        (records, demand) ->
                                at(request, demand, records.sources().size(), SourceRecord.class));
        assertFails(contract.sourcesMatterToThoseWhoDeclareThemOnly());
    }

    @Test
    void readingTimesOfTrialsIsNoticed() {
        var contract =
                contract(request ->
                        (records, demand) ->
                                at(
                                        request,
                                        demand,
                                        records.trials().stream()
                                                .mapToLong(
                                                        t -> t.provenance().asked().toEpochMilli())
                                                .sum(),
                                        Records.class));
        assertFails(contract.timesAndPlacesDoNotMatter());
    }

    @Test
    void ignoringTheSeedIsNoticed() {
        var contract =
                contract(request ->
                        (records, demand) -> {
                            Point task = demand.tasksInTurn().getFirst();
                            return draw(request, task, new Generator(records.nextNumber()));
                        });
        assertFails(contract.anotherSeedGivesAnotherStudy());
    }

    @Test
    void crashingOnFailuresIsNoticed() {
        var contract =
                contract(request ->
                        (records, demand) -> {
                            for (Trial t : records.finished()) {
                                Outcome.Measured m = (Outcome.Measured) t.outcome();
                                assertTrue(m.outputs().containsKey("y"));
                            }
                            return random(request, records, demand);
                        });
        assertFails(contract.survivesEveryFailure());
    }

    @Test
    void repeatsInAFiniteSpaceAreNoticed() {
        var contract = contract(request -> (records, demand) -> random(request, records, demand));
        assertFails(contract.endsWhenAFiniteSpaceIsExhausted());
    }

    @Test
    void valuesThatAreNotCanonicalAreNoticed() {
        var contract =
                contract(request ->
                        (records, demand) ->
                                Proposal.run(
                                        List.of(
                                                suggestion(
                                                        demand.tasksInTurn().getFirst(),
                                                        Point.of("x", 1, "rate", 1)))));
        assertEquals(TestProblems.all().size(), failures(contract.acceptsOutcomesInAnyOrder()));
    }

    /** A random level among those that what is left suffices for. */
    private static Proposal leveled(TuningRequest request, Records records, Demand demand) {
        Point task = demand.tasksInTurn().getFirst();
        return leveled(request, records, demand, demand.fullRunsLeft(task));
    }

    private static Proposal leveled(
            TuningRequest request, Records records, Demand demand, double left) {
        var one = (Proposal.Run) random(request, records, demand);
        Candidate full = one.suggestions().getFirst().candidate();
        List<Fidelity> levels =
                request.problem()
                        .fidelity()
                        .map(f ->
                                f.levels().stream()
                                        .filter(s -> s.value() <= left + Fidelity.TOLERANCE)
                                        .toList())
                        .orElse(List.of(Fidelity.FULL));
        Generator random = request.seed().generator("level", records.nextNumber());
        var candidate =
                new Candidate(
                        full.task(),
                        full.configuration(),
                        levels.get(random.nextInt(levels.size())));
        return Proposal.run(List.of(new Suggestion(candidate, Origin.of("test"))));
    }

    @Test
    void aLawfulTunerWithFidelitiesPasses() {
        var contract = fidelities(TunerContractTest::leveled);
        assertEquals(16, contract.problems().size());
        assertEquals(0, failures(contract.replaysFromTheRecordsAlone()));
        assertEquals(0, failures(contract.proposesAtOnceWhatItProposesOneByOne()));
        assertEquals(0, failures(contract.goesOnWithoutTheOutcomesOfLostTrials()));
    }

    @Test
    void whatCostsMoreThanIsLeftIsNoticed() {
        var contract =
                fidelities((request, records, demand) ->
                        records.trials().isEmpty()
                                ? leveled(request, records, demand, 0.25)
                                : random(request, records, demand));
        assertEquals(2, failures(contract.replaysFromTheRecordsAlone()));
    }

    private interface Proposing {
        Proposal propose(TuningRequest request, Records records, Demand demand);
    }

    private static TunerContract fidelities(Proposing proposing) {
        Function<TuningRequest, Tuner> tuner =
                request -> (records, demand) -> proposing.propose(request, records, demand);
        return new TunerContract() {
            @Override
            protected TunerProvider provider() {
                return new Provider(tuner, TunerAbilities.USUAL.withFidelities());
            }
        };
    }

    @Test
    void exhibitsThatAreNoFunctionOfTheRecordsAreNoticed() {
        var contract =
                new TunerContract() {
                    @Override
                    protected TunerProvider provider() {
                        return new Showing();
                    }
                };
        assertEquals(TestProblems.all().size(), failures(contract.timesAndPlacesDoNotMatter()));
    }

    /** Keeps the law in proposals, and shows when trials were asked for. */
    private static final class Showing implements TunerProvider {
        @Override
        public String name() {
            return "showing";
        }

        @Override
        public String summary() {
            return "For tests.";
        }

        @Override
        public Tuner create(TuningRequest request) {
            return (records, demand) -> random(request, records, demand);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(
                    new ModelProvider() {
                        @Override
                        public Optional<FittedModel> fit(TuningRequest request, Records records) {
                            return Optional.empty();
                        }

                        @Override
                        public List<Exhibit> exhibits(TuningRequest request, Records records) {
                            List<List<Object>> rows =
                                    records.trials().stream()
                                            .map(t -> t.provenance().asked().toString())
                                            .map(List::<Object>of)
                                            .toList();
                            return List.of(new Exhibit.Table("T", "", List.of("asked"), rows));
                        }
                    });
        }
    }

    private static Proposal random(TuningRequest request, Records records, Demand demand) {
        return at(request, demand, records.nextNumber(), TunerContractTest.class);
    }

    /** A random point keyed by a number, which is what the tuners above get wrong. */
    private static Proposal at(TuningRequest request, Demand demand, long number, Class<?> label) {
        Point task = demand.tasksInTurn().getFirst();
        return draw(request, task, request.seed().generator(label.getName(), number));
    }

    private static Proposal draw(TuningRequest request, Point task, Generator random) {
        Point configuration =
                new AdmissibleSampler(request.problem(), task)
                        .sample(p -> true, AdmissibleSampler.PATIENCE, random)
                        .configuration()
                        .orElseThrow();
        return Proposal.run(List.of(suggestion(task, configuration)));
    }

    private static Suggestion suggestion(Point task, Point configuration) {
        return new Suggestion(Candidate.of(task, configuration), Origin.of("test"));
    }

    private static void assertFails(Stream<DynamicTest> tests) {
        assertTrue(failures(tests) > 0, "no test has failed");
    }

    private static int failures(Stream<DynamicTest> tests) {
        int failures = 0;
        for (DynamicTest test : tests.toList()) {
            try {
                test.getExecutable().execute();
            } catch (Throwable failure) {
                failures++;
            }
        }
        return failures;
    }

    private static TunerContract contract(Function<TuningRequest, Tuner> tuner) {
        return new TunerContract() {
            @Override
            protected TunerProvider provider() {
                return new Provider(tuner, TunerAbilities.USUAL);
            }
        };
    }

    private record Provider(Function<TuningRequest, Tuner> tuner, TunerAbilities abilities)
            implements TunerProvider {
        private static final Option<Integer> STEPS = Option.integer("steps", 3, 1, 9, "unused");

        @Override
        public String name() {
            return "test-tuner";
        }

        @Override
        public String summary() {
            return "For tests.";
        }

        @Override
        public List<Option<?>> options() {
            return List.of(STEPS);
        }

        @Override
        public Tuner create(TuningRequest request) {
            return tuner.apply(request);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.empty();
        }
    }
}
