package org.attune.band;

import org.attune.api.ModelProvider;
import org.attune.api.Option;
import org.attune.api.Proposal;
import org.attune.api.Settings;
import org.attune.api.Trial;
import org.attune.api.TunerAbilities;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.tuner.SmallProvider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * GPTuneBand: a bandit whose arms s = 0, …, s_max start at the fidelities B(s), with configurations
 * from one joint model of all pairs of task and starting fidelity ({@link ArmSampler}), and
 * successive halving within each arm.
 *
 * <p>A pass goes, of each task, through s = 0, …, s_max: the arms s and above are sampled until
 * each has N(s) configurations, then arm s is halved. The first sample of an arm is the default
 * configuration. In the profile {@code published} arms covary freely and all of them begin with as
 * many spread samples as the smallest N(s).
 *
 * <p>Source: see {@link Brackets}; GPTune User Guide 4.0, section 3.1.7 and algorithm 5.
 */
public final class BandTuner extends RungTuner {
    static final Option<Integer> PASSES =
            Option.integer(
                    "passes",
                    0,
                    0,
                    10_000,
                    "through all arms, after which the study ends; 0: as many as the budget pays"
                            + " for");

    private final Brackets brackets;
    private final int passes;

    BandTuner(
            TuningRequest request, Ladder ladder, Brackets brackets, int passes, Sampler sampler) {
        super(request, ladder, sampler);
        this.brackets = brackets;
        this.passes = passes;
    }

    private static String mark(int pass, int arm) {
        return "pass-%d-arm-%d".formatted(pass, arm);
    }

    private int first(int arm) {
        return ladder().top() - arm;
    }

    private List<Trial> samples(List<Trial> trials, int pass, int arm) {
        return on(marked(trials, mark(pass, arm)), first(arm));
    }

    @Override
    Optional<Step> next(List<Trial> trials, Predicate<Step> possible) {
        for (int pass = 0; passes == 0 || pass < passes; pass++) {
            boolean begun = isBegun(trials, pass);
            Optional<Step> step = next(trials, pass).filter(possible);
            if (step.isPresent() || !begun) {
                return step;
            }
        }
        return Optional.empty();
    }

    @Override
    Optional<Proposal> end(List<Trial> trials) {
        if (passes == 0 || IntStream.range(0, passes).anyMatch(p -> next(trials, p).isPresent())) {
            return Optional.empty();
        }
        String given = "option passes=%d: ".formatted(passes);
        return Optional.of(
                trials.stream().anyMatch(Trial::isPending)
                        ? new Proposal.Wait(given + "the last arms have runs pending")
                        : new Proposal.Done(given + "all arms are through"));
    }

    private boolean isBegun(List<Trial> trials, int pass) {
        for (int arm = 0; arm <= brackets.most(); arm++) {
            if (!marked(trials, mark(pass, arm)).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private Optional<Step> next(List<Trial> trials, int pass) {
        for (int s = 0; s <= brackets.most(); s++) {
            Optional<Step> sample = sample(trials, pass, s);
            if (sample.isPresent()) {
                return sample;
            }
            String mark = mark(pass, s);
            Optional<Step> promotion =
                    halving(marked(trials, mark), brackets.rungs(s), first(s), mark, trials);
            if (promotion.isPresent()) {
                return promotion;
            }
        }
        return Optional.empty();
    }

    /** Returns a sample of the emptiest arm from s on, the cheapest of several. */
    private Optional<Step> sample(List<Trial> trials, int pass, int s) {
        int emptiest = -1;
        int fewest = brackets.starts(s);
        for (int arm = brackets.most(); arm >= s; arm--) {
            int count = samples(trials, pass, arm).size();
            if (count < fewest) {
                emptiest = arm;
                fewest = count;
            }
        }
        return emptiest < 0
                ? Optional.empty()
                : Optional.of(new Step(Optional.empty(), first(emptiest), mark(pass, emptiest)));
    }

    @Override
    String unfinished(List<Trial> trials) {
        var open = new ArrayList<String>();
        for (int pass = 0; isBegun(trials, pass); pass++) {
            for (int arm = 0; arm <= brackets.most(); arm++) {
                open.addAll(
                        unfinished(
                                "arm %d of pass %d".formatted(arm, pass),
                                marked(trials, mark(pass, arm)),
                                brackets.rungs(arm),
                                first(arm),
                                trials));
            }
        }
        return open.isEmpty() ? "" : "; cut: " + String.join(", ", open);
    }

    private static BandTuner of(TuningRequest request) {
        Settings given = request.settings();
        Ladder ladder = LadderOptions.ladder(given, request.problem());
        var brackets =
                new Brackets(
                        ladder.top(),
                        LadderOptions.eta(given, request.problem()),
                        Brackets.Rule.GPTUNE_BAND);
        boolean published = given.get(Provider.PUBLISHED);
        int least = brackets.starts(0);
        for (int s = 1; s <= brackets.most(); s++) {
            least = Math.min(least, brackets.starts(s));
        }
        return new BandTuner(
                request,
                ladder,
                brackets,
                given.get(PASSES),
                new ArmSampler(request, ladder, published, published ? least : 0));
    }

    /** Makes GPTuneBand; the services file names this class. */
    public static final class Provider extends SmallProvider {
        private static final Option<Boolean> PUBLISHED =
                Option.flag(
                        "published",
                        false,
                        "arms covary freely, and each begins with as many spread samples as the"
                                + " smallest arm has");

        /** For the service loader. */
        public Provider() {
            super(
                    "gptune-band",
                    "GPTuneBand: a joint model over tasks and fidelities, halving inside.",
                    offered(),
                    TunerAbilities.USUAL.withPermutations().withFidelities().withSharedTasks(),
                    BandTuner::of);
        }

        @Override
        public Optional<ModelProvider> models() {
            return Optional.of(new BracketExhibits(Optional.of(Brackets.Rule.GPTUNE_BAND)));
        }

        @Override
        public List<String> remarks(TuningRequest request) {
            return EngineOptions.remarks(request, options());
        }

        private static List<Option<?>> offered() {
            var options = new ArrayList<Option<?>>(EngineOptions.all());
            options.addAll(LadderOptions.all());
            options.add(PASSES);
            options.add(PUBLISHED);
            return List.copyOf(options);
        }
    }
}
