package org.attune.band;

import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Point;
import org.attune.api.Settings;
import org.attune.api.Trial;
import org.attune.api.TunerAbilities;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.surrogate.Axes;
import org.attune.bayesopt.tuner.SmallProvider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Asynchronous successive halving (ASHA): a configuration goes on as soon as it is among the best
 * ⌊n/η⌋ of the n that have ended on its rung; where none is, a new one starts on the cheapest, or,
 * where runs there have all failed, on the next one. Neither workers nor rungs ever wait, and a
 * lost run is one that has not ended.
 *
 * <p>Source: L. Li, K. Jamieson, A. Rostamizadeh, E. Gonina, J. Ben-tzur, M. Hardt, B. Recht and A.
 * Talwalkar, "A system for massively parallel hyperparameter tuning", MLSys 2020, arXiv:1810.05934.
 */
public final class Asha extends RungTuner {
    private final int eta;

    Asha(TuningRequest request, Ladder ladder, int eta, Sampler sampler) {
        super(request, ladder, sampler);
        this.eta = eta;
    }

    @Override
    Optional<Step> next(List<Trial> trials, Predicate<Step> possible) {
        for (int rung = ladder().top() - 1; rung >= 0; rung--) {
            List<Trial> best = bestFirst(on(trials, rung));
            long ended = on(trials, rung).stream().filter(t -> !t.isPending()).count();
            List<Point> above = on(trials, rung + 1).stream().map(Trial::configuration).toList();
            int next = rung + 1;
            Optional<Step> promotion =
                    best.stream()
                            .limit(ended / eta)
                            .map(Trial::configuration)
                            .filter(c -> !above.contains(c))
                            .findFirst()
                            .map(c -> new Step(Optional.of(c), next, ""))
                            .filter(possible);
            if (promotion.isPresent()) {
                return promotion;
            }
        }
        return Optional.of(new Step(Optional.empty(), start(trials), "")).filter(possible);
    }

    /** Returns the cheapest rung at which not all runs have failed, at least a few of them. */
    private int start(List<Trial> trials) {
        int rung = 0;
        while (rung < ladder().top() && haveAllFailed(on(trials, rung))) {
            rung++;
        }
        return rung;
    }

    private static boolean haveAllFailed(List<Trial> runs) {
        List<Trial> ended = runs.stream().filter(t -> !t.isPending()).toList();
        return ended.size() >= LevelWorth.ALIKE
                && ended.stream().allMatch(LevelFailures::hasFailed);
    }

    @Override
    String unfinished(List<Trial> trials) {
        return "";
    }

    private static Asha of(TuningRequest request) {
        Settings given = request.settings();
        Axes axes = new Axes(request.problem().parameterSpace(), false);
        Ladder ladder = LadderOptions.ladder(given, request.problem());
        boolean published = given.get(Profiles.OPTION).equals("published");
        Sampler fill = new SpaceFilling(request, axes, published);
        return new Asha(
                request,
                ladder,
                LadderOptions.eta(given, request.problem()),
                given.get(Provider.MODEL)
                        ? new ParzenSampler(
                                request, ladder, axes, fill, 0.15, published ? 1.0 / 3 : 0.1)
                        : fill);
    }

    /** Makes ASHA; the services file names this class. */
    public static final class Provider extends SmallProvider {
        private static final Option<Boolean> MODEL =
                Option.flag(
                        "model",
                        false,
                        "draw new configurations by a Parzen estimate, as bohb does");

        /** For the service loader. */
        public Provider() {
            super(
                    "asha",
                    "Asynchronous successive halving over fidelities; for many workers.",
                    offered(),
                    TunerAbilities.USUAL.withPermutations().withFidelities(),
                    Asha::of);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new BracketExhibits(Optional.empty()));
        }

        private static List<Option<?>> offered() {
            var options = new ArrayList<Option<?>>(LadderOptions.all());
            options.add(Profiles.OPTION);
            options.add(MODEL);
            return List.copyOf(options);
        }
    }
}
