package org.attune.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which tuner a study takes that names none, or names {@code auto}. It is asked once, when the
 * study is opened for the first time, and the answer stands in the study's first record.
 *
 * <p>The rules are those that providers declare ({@link TunerProvider#recommendations}): of all
 * that hold for the study, the one that has won the largest share of runs. A tuner that recommends
 * itself for nothing is never taken unasked.
 */
final class DefaultTuner {
    /** A tuner and what it declares. */
    private record Candidate(TunerProvider provider, Recommendation recommendation) {}

    private DefaultTuner() {}

    /**
     * Returns the choice.
     *
     * @param request of the study but for the tuner's settings
     * @param trials for each task
     * @param sources number of other tasks of which something is known
     * @throws IllegalArgumentException if no tuner at hand recommends itself for such a study, or
     *     those that do cannot tune it; the message says why, and lists the known ones
     */
    static ChosenTuner of(
            Tuners tuners, TuningProblem problem, List<Point> tasks, int trials, int sources) {
        Map<StudyFact, Integer> facts = StudyFact.of(problem, tasks, trials, sources);
        TunerAbilities calledFor = TunerAbilities.calledFor(problem, tasks);
        List<Candidate> candidates =
                tuners.all().stream()
                        .flatMap(t ->
                                t.recommendations().stream()
                                        .filter(r -> r.holds(facts))
                                        .map(r -> new Candidate(t, r)))
                        .sorted(
                                Recommendation.bestFirst(
                                        Candidate::recommendation, c -> c.provider.name()))
                        .toList();
        var refusals = new ArrayList<String>();
        for (Candidate candidate : candidates) {
            List<String> missing = candidate.provider.abilities().missing(calledFor);
            if (!missing.isEmpty()) {
                refusals.add(
                        "'%s' cannot tune %s"
                                .formatted(
                                        candidate.provider.name(), String.join(", ", missing)));
                continue;
            }
            try {
                candidate.provider.create(request(candidate.provider, problem, tasks));
                return new ChosenTuner(candidate.provider, candidate.recommendation.reason());
            } catch (IllegalArgumentException e) {
                refusals.add("'%s' refuses: %s".formatted(candidate.provider.name(), e.getMessage()));
            }
        }
        throw nothing(tuners, refusals);
    }

    private static TuningRequest request(
            TunerProvider provider, TuningProblem problem, List<Point> tasks) {
        return new TuningRequest(
                problem,
                tasks,
                Settings.of(provider.name(), provider.options(), Map.of()),
                new Seed(0));
    }

    private static IllegalArgumentException nothing(Tuners tuners, List<String> refusals) {
        List<String> names = tuners.all().stream().map(TunerProvider::name).toList();
        return new IllegalArgumentException(
                "No tuner can be chosen for this study: %s. %s%s"
                        .formatted(
                                refusals.isEmpty()
                                        ? "none at hand recommends itself for it"
                                        : String.join("; ", refusals),
                                names.isEmpty()
                                        ? "None is known; maybe a tuner's jar is missing."
                                        : "Name one: %s.".formatted(String.join(", ", names)),
                                tuners.broken().isEmpty()
                                        ? ""
                                        : " Not loaded: " + tuners.broken()));
    }
}
