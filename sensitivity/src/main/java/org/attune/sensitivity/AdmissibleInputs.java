package org.attune.sensitivity;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Space;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * Coordinates that are uniform over the admissible region of a task, and therefore dependent.
 *
 * <p>Points are scrambled Sobol' points without those that constraints refuse. To draw some
 * coordinates given the others, uniform ones are tried until the point is admissible; the tries are
 * the same for all sets, so that differences between sets are not differences of chance. Where too
 * many are refused, the point moves from where it is, one coordinate after the other (Gibbs
 * sampling), for a few rounds, which starts at a draw of the right distribution and keeps it. A
 * region of which Sobol' points find next to nothing is entered by {@link AdmissibleSampler}, and
 * spread over in the same way.
 */
public final class AdmissibleInputs implements Inputs {
    private static final int REFUSED = 500; // draws for each point that is wanted
    private static final int TRIES = 200;
    private static final int MOVES = 40; // tries of one coordinate
    private static final int ROUNDS = 8;
    private static final int FIRST_ROUNDS = 30;

    private final int dimension;
    private final Predicate<double[]> admissible;
    private final Function<Generator, double[]> constructed;

    /**
     * Takes a region.
     *
     * @param dimension D
     * @param admissible which points belong to it
     * @param constructed finds some point of it where random ones do not
     */
    AdmissibleInputs(
            int dimension,
            Predicate<double[]> admissible,
            Function<Generator, double[]> constructed) {
        this.dimension = dimension;
        this.admissible = admissible;
        this.constructed = constructed;
    }

    /**
     * Takes the region that the constraints of a problem leave for the configurations of a task.
     */
    public AdmissibleInputs(TuningProblem problem, Point task) {
        this(
                problem.parameterSpace().dimension(),
                x -> problem.admits(task, problem.parameterSpace().decode(x)),
                constructor(problem, task));
    }

    private static Function<Generator, double[]> constructor(TuningProblem problem, Point task) {
        var sampler = new AdmissibleSampler(problem, task);
        Space space = problem.parameterSpace();
        return random ->
                space.encode(
                        sampler.draw(random)
                                .configuration()
                                .orElseThrow(() -> problem.nothingAdmissible(task)));
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public double[][] points(int n, Seed seed) {
        var found = new ArrayList<double[]>();
        LongFunction<double[]> sequence = SpreadPoints.of(dimension, seed.generator("points", 0));
        for (long i = 0; found.size() < n && i < (long) REFUSED * (found.size() + 1); i++) {
            double[] x = sequence.apply(i);
            if (admissible.test(x)) {
                found.add(x);
            }
        }
        for (int i = found.size(); i < n; i++) {
            Generator random = seed.generator("constructed", i);
            found.add(moved(constructed.apply(random), new BitSet(), FIRST_ROUNDS, random));
        }
        return found.toArray(new double[0][]);
    }

    @Override
    public List<Redraw> redraws(int n, Seed seed) {
        double[][] points = points(n, seed);
        var all = new ArrayList<Redraw>();
        for (int i = 0; i < n; i++) {
            all.add(new Tries(points[i], seed.child("tries", i)));
        }
        return all;
    }

    /** Moves a point along all coordinates but those that are kept. */
    private double[] moved(double[] start, BitSet kept, int rounds, Generator random) {
        double[] x = start.clone();
        for (int round = 0; round < rounds; round++) {
            for (int d = kept.nextClearBit(0); d < dimension; d = kept.nextClearBit(d + 1)) {
                double before = x[d];
                boolean found = false;
                for (int t = 0; !found && t < MOVES; t++) {
                    x[d] = random.nextDouble();
                    found = admissible.test(x);
                }
                x[d] = found ? x[d] : before;
            }
        }
        return x;
    }

    /** Tries that are the same whatever is kept. */
    private final class Tries implements Redraw {
        private final double[] point;
        private final Seed seed;

        Tries(double[] point, Seed seed) {
            this.point = point;
            this.seed = seed;
        }

        @Override
        public double[] point() {
            return point.clone();
        }

        @Override
        public double[] keeping(BitSet kept) {
            if (kept.cardinality() == dimension) {
                return point();
            }
            Generator random = seed.generator("try", 0);
            double[] x = new double[dimension];
            for (int t = 0; t < TRIES; t++) {
                for (int d = 0; d < dimension; d++) {
                    double u = random.nextDouble();
                    x[d] = kept.get(d) ? point[d] : u;
                }
                if (admissible.test(x)) {
                    return x;
                }
            }
            return moved(point, kept, ROUNDS, random);
        }
    }
}
