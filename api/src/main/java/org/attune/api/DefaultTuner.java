package org.attune.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
     * @param tasks of the study
     * @param trials for each task
     * @param sources number of other tasks of which something is known
     * @param options of the tuner, as given; one that does not know them is passed over
     * @throws IllegalArgumentException if no tuner at hand recommends itself for such a study, or
     *     those that do cannot tune it or do not know the options; the message says why
     */
    static ChosenTuner of(
            Tuners tuners,
            TuningProblem problem,
            List<Point> tasks,
            int trials,
            int sources,
            Map<String, String> options) {
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
        Optional<IllegalArgumentException> misread = Optional.empty();
        for (Candidate candidate : candidates) {
            TunerProvider provider = candidate.provider;
            List<String> missing = provider.abilities().missing(calledFor);
            if (!missing.isEmpty()) {
                refusals.add(
                        "'%s' cannot tune %s"
                                .formatted(provider.name(), String.join(", ", missing)));
                continue;
            }
            Settings settings;
            try {
                settings = Settings.of(provider.name(), provider.options(), options);
            } catch (IllegalArgumentException unknownOption) {
                misread = misread.or(() -> Optional.of(unknownOption));
                continue;
            }
            try {
                Conditions.created(
                        provider, new TuningRequest(problem, tasks, settings, new Seed(0)));
                return new ChosenTuner(provider, candidate.recommendation.reason());
            } catch (IllegalArgumentException e) {
                refusals.add("'%s' refuses: %s".formatted(provider.name(), e.getMessage()));
            }
        }
        throw misread.orElseGet(() -> nothing(tuners, refusals));
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
                                        : " Not loaded: " + String.join("; ", tuners.broken())));
    }
}
