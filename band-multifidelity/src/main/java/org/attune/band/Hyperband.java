package org.attune.band;

import org.attune.api.ModelProvider;
import org.attune.api.Option;
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
 * Hyperband: brackets of successive halving, from the one with most and cheapest configurations to
 * the one of full runs alone, again and again. BOHB is the same with configurations drawn by a
 * Parzen estimate.
 *
 * <p>A rung is decided when its runs have ended. While it has not, the next bracket goes on, so
 * that nobody waits; a run that is still pending after as many later ones have ended as the rung
 * holds counts as lost, and the rung is decided without it.
 *
 * <p>Sources: see {@link Brackets} and {@link ParzenSampler}.
 */
public final class Hyperband extends RungTuner {
    private final Brackets brackets;

    Hyperband(TuningRequest request, Ladder ladder, int eta, Sampler sampler) {
        super(request, ladder, sampler);
        this.brackets = new Brackets(ladder.top(), eta, Brackets.Rule.HYPERBAND);
    }

    private static String mark(int bracket) {
        return "bracket-" + bracket;
    }

    /** Returns s of a bracket, counted from 0 through all passes. */
    private int s(int bracket) {
        return brackets.most() - bracket % brackets.count();
    }

    @Override
    Optional<Step> next(List<Trial> trials, Predicate<Step> possible) {
        for (int bracket = 0; ; bracket++) {
            List<Trial> members = marked(trials, mark(bracket));
            Optional<Step> step = next(bracket, members, trials).filter(possible);
            if (step.isPresent() || members.isEmpty()) {
                return step;
            }
        }
    }

    private Optional<Step> next(int bracket, List<Trial> members, List<Trial> trials) {
        int s = s(bracket);
        int first = ladder().top() - s;
        List<Integer> rungs = brackets.rungs(s);
        if (on(members, first).size() < rungs.getFirst()) {
            return Optional.of(new Step(Optional.empty(), first, mark(bracket)));
        }
        return halving(members, rungs, first, mark(bracket), trials);
    }

    @Override
    String unfinished(List<Trial> trials) {
        var open = new ArrayList<String>();
        for (int bracket = 0; !marked(trials, mark(bracket)).isEmpty(); bracket++) {
            List<Trial> members = marked(trials, mark(bracket));
            int s = s(bracket);
            open.addAll(
                    unfinished(
                            "bracket " + bracket,
                            members,
                            brackets.rungs(s),
                            ladder().top() - s,
                            trials));
        }
        return open.isEmpty() ? "" : "; cut: " + String.join(", ", open);
    }

    /** Returns the brackets. */
    Brackets brackets() {
        return brackets;
    }

    private static Hyperband of(TuningRequest request) {
        Settings given = request.settings();
        Axes axes = new Axes(request.problem().parameterSpace(), false);
        return new Hyperband(
                request,
                LadderOptions.ladder(given, request.problem()),
                LadderOptions.eta(given, request.problem()),
                new SpaceFilling(request, axes, given.get(Profiles.OPTION).equals("published")));
    }

    private static List<Option<?>> options(Option<?>... more) {
        var options = new ArrayList<Option<?>>(LadderOptions.all());
        options.add(Profiles.OPTION);
        options.addAll(List.of(more));
        return List.copyOf(options);
    }

    /** Makes Hyperband; the services file names this class. */
    public static final class Provider extends SmallProvider {
        /** For the service loader. */
        public Provider() {
            super(
                    "hyperband",
                    "Hyperband: brackets of successive halving over fidelities.",
                    Hyperband.options(),
                    TunerAbilities.USUAL.withPermutations().withFidelities(),
                    Hyperband::of);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new BracketExhibits(Optional.of(Brackets.Rule.HYPERBAND)));
        }
    }

    /** Makes BOHB; the services file names this class. */
    public static final class BohbProvider extends SmallProvider {
        private static final Option<Double> GOOD =
                Option.real("good", 0.15, 0.01, 0.9, "share of the trials that counts as good");
        private static final Option<Double> FILL =
                Option.real(
                        "fill",
                        0.1,
                        0,
                        1,
                        "share of the configurations that fill the space; published: a third");

        /** For the service loader. */
        public BohbProvider() {
            super(
                    "bohb",
                    "Hyperband whose configurations come from a Parzen estimate, as BOHB.",
                    Hyperband.options(GOOD, FILL),
                    TunerAbilities.USUAL.withPermutations().withFidelities(),
                    BohbProvider::of);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new BracketExhibits(Optional.of(Brackets.Rule.HYPERBAND)));
        }

        private static Hyperband of(TuningRequest request) {
            Settings given = request.settings();
            Axes axes = new Axes(request.problem().parameterSpace(), false);
            Ladder ladder = LadderOptions.ladder(given, request.problem());
            boolean published = given.get(Profiles.OPTION).equals("published");
            double fill = given.given(FILL).orElse(published ? 1.0 / 3 : FILL.defaultValue());
            return new Hyperband(
                    request,
                    ladder,
                    LadderOptions.eta(given, request.problem()),
                    new ParzenSampler(
                            request,
                            ladder,
                            axes,
                            new SpaceFilling(request, axes, published),
                            given.get(GOOD),
                            fill));
        }
    }
}
