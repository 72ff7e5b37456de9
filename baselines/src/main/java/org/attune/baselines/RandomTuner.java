package org.attune.baselines;

import org.attune.api.Origin;
import org.attune.api.Trial;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.tuner.Choice;
import org.attune.bayesopt.tuner.OneByOne;
import org.attune.bayesopt.tuner.SmallProvider;
import org.attune.bayesopt.tuner.Untried;

import java.util.List;
import java.util.Optional;

/**
 * Random search over the admissible configurations, in a finite space without repeats.
 *
 * <p>The n-th configuration of a task depends on the seed, the task, n and, in a finite space, on
 * what has been tried, so the sequence is the same for every batch size and after every restart.
 *
 * <p>Configurations are drawn uniformly from the unit cube and refused while a constraint is
 * violated; where a few hundred are refused they are constructed ({@link
 * org.attune.api.AdmissibleSampler}), and are no longer uniform.
 */
public final class RandomTuner extends OneByOne {
    RandomTuner(TuningRequest request) {
        super(request);
    }

    @Override
    protected Optional<Choice> choose(Untried untried, List<Trial> trials) {
        return untried.any(generator("random", untried.task(), trials.size()))
                .map(p -> new Choice(p, Origin.of("random")));
    }

    /** Makes random tuners; the services file names this class. */
    public static final class Provider extends SmallProvider {
        /** For the service loader. */
        public Provider() {
            super(
                    "random",
                    "Uniform random search; the baseline every tuner must beat.",
                    List.of(),
                    RandomTuner::new);
        }
    }
}
