package org.attune.benchmarks;

import org.attune.api.expression.NearestName;

import java.util.Map;
import java.util.TreeMap;

/**
 * The experiments behind figures in the documents, by the name of their class: what {@code attune
 * bench experiment} runs.
 */
public final class Experiments {
    /** A program; it says itself what its arguments are. */
    private interface Experiment {
        void run(String[] arguments) throws Exception;
    }

    private static final Map<String, Experiment> ALL =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("BeliefGain", BeliefGain::main),
                            Map.entry("ChoiceGain", ChoiceGain::main),
                            Map.entry("DriftAlarms", DriftAlarms::main),
                            Map.entry("DriftGain", DriftGain::main),
                            Map.entry("FailureCalibration", FailureCalibration::main),
                            Map.entry("GainCalibration", GainCalibration::main),
                            Map.entry("JournalAttacks", JournalAttacks::main),
                            Map.entry("JournalCost", JournalCost::main),
                            Map.entry("JournalCrashes", JournalCrashes::main),
                            Map.entry("KnowledgeGain", KnowledgeGain::main),
                            Map.entry("ModelGain", ModelGain::main),
                            Map.entry("NewTasks", NewTasks::main),
                            Map.entry("OneSource", OneSource::main),
                            Map.entry("PendingCost", PendingCost::main),
                            Map.entry("ProposalCost", ProposalCost::main),
                            Map.entry("PredictionCoverage", PredictionCoverage::main),
                            Map.entry("RegimeDensity", RegimeDensity::main),
                            Map.entry("RoundCost", RoundCost::main),
                            Map.entry("RoundSpeedUp", RoundSpeedUp::main),
                            Map.entry("SamplerSpeed", SamplerSpeed::main),
                            Map.entry("SourcesCost", SourcesCost::main),
                            Map.entry("SpeedUps", SpeedUps::main),
                            Map.entry("StudyCost", StudyCost::main),
                            Map.entry("TaskCount", TaskCount::main),
                            Map.entry("TaskValues", TaskValues::main)));

    /** What those take that do not say it themselves. */
    private static final Map<String, String> ARGUMENTS =
            Map.of(
                    "BeliefGain", "SEEDS TRIALS",
                    "FailureCalibration", "SEEDS",
                    "GainCalibration", "SEEDS TRIALS",
                    "KnowledgeGain", "SEEDS TRIALS",
                    "ModelGain", "demo|pdgeqrf SEEDS TRIALS",
                    "PredictionCoverage", "SUITE SEEDS TRIALS",
                    "RegimeDensity", "SUITE SEEDS RUNS");

    private Experiments() {}

    /**
     * Runs one.
     *
     * @throws IllegalArgumentException if there is no such experiment, or it refuses its arguments
     * @throws Exception what it throws
     */
    public static void run(String name, String... arguments) throws Exception {
        Experiment experiment = ALL.get(name);
        if (experiment == null) {
            throw new IllegalArgumentException(
                    "There is no experiment '%s'.%s Known are: %s."
                            .formatted(
                                    name,
                                    NearestName.hint(name, ALL.keySet()),
                                    String.join(", ", ALL.keySet())));
        }
        String needed = ARGUMENTS.getOrDefault(name, "");
        if (arguments.length < needed.split(" ").length && !needed.isEmpty()) {
            throw new IllegalArgumentException("usage: %s %s".formatted(name, needed));
        }
        try {
            experiment.run(arguments);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "An argument of %s should be a number: %s".formatted(name, e.getMessage()), e);
        }
    }
}
