package org.attune.baselines;

import org.attune.api.Option;
import org.attune.api.Point;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.design.LatinHypercube;
import org.attune.bayesopt.tuner.SmallProvider;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Latin hypercube designs, one after another, for each task: of the n points of a design each of
 * the n equal bins of every parameter holds exactly one.
 *
 * <p>A design cannot be extended, so its size is an option, and after n points the next design of
 * that size begins. Points that are inadmissible, or have been evaluated, are left out; where
 * constraints refuse nearly all of them, random admissible configurations are constructed instead.
 *
 * <p>Source: M. D. McKay, R. J. Beckman and W. J. Conover, Technometrics 21 (1979),
 * doi:10.2307/1268522.
 */
public final class LatinHypercubeTuner extends SequenceTuner {
    private static final Option<Integer> POINTS =
            Option.integer("points", 20, 1, 10_000, "points of each design");

    private final int size;

    LatinHypercubeTuner(TuningRequest request) {
        super("lhs", request);
        this.size = request.settings().get(POINTS);
    }

    @Override
    IntFunction<double[]> points(Point task) {
        int dimension = problem().parameterSpace().dimension();
        var designs = new ArrayList<double[][]>();
        return i -> {
            for (int d = designs.size(); d <= i / size; d++) {
                designs.add(LatinHypercube.jittered(size, dimension, generator("lhs", task, d)));
            }
            return designs.get(i / size)[i % size];
        };
    }

    /** Makes Latin hypercube tuners; the services file names this class. */
    public static final class Provider extends SmallProvider {
        /** For the service loader. */
        public Provider() {
            super(
                    "lhs",
                    "Latin hypercube designs, one after another; learns nothing.",
                    List.of(POINTS),
                    LatinHypercubeTuner::new);
        }
    }
}
