package org.attune.bayesopt.regimes;

import org.attune.api.Seed;
import org.attune.bayesopt.numerics.Vectors;
import org.attune.bayesopt.surrogate.LearningSchedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The partitions that {@link GridProcesses} find best. From one regime on, regimes are divided: at
 * gaps between outputs, at cuts along axes, and where outputs are far above or below what the
 * others let expect. Observations then move as by classification EM, each to the regime in which it
 * is the most probable, and regimes are joined again. A few of the best are divided once more, as
 * long as that explains enough.
 *
 * <p>Of many observations some, spread evenly, are divided, and the others are put where they are
 * the most probable.
 *
 * @param most how many partitions are returned
 */
public record PartitionClimb(int most) implements Candidates {
    private static final int MOST_REGIMES = 4;
    private static final int MOST_DIVIDED = 80; // observations
    private static final int GAPS = 2; // of a regime
    private static final int FOLLOWED = 2; // partitions of as many regimes
    private static final int SWEEPS = 4;
    private static final double MARGIN = 2; // nats that one more regime or division has to explain
    private static final double DEVIATIONS = 1.5;

    private record Scored(Partition partition, double[][] terms, double score) {}

    @Override
    public List<Candidate> of(RegimeData data, Seed seed) {
        int[] some = LearningSchedule.spread(data.z().length, MOST_DIVIDED);
        return new Climb(data.select(some))
                .best().stream().map(p -> new Candidate(extended(p, data, some))).toList();
    }

    /**
     * Returns the partition of all observations, the others first in the regime of the nearest one.
     */
    private static Partition extended(Partition partition, RegimeData data, int[] some) {
        if (some.length == data.z().length) {
            return partition;
        }
        double[][] places =
                Arrays.stream(data.data().x())
                        .map(x -> JointSamples.place(data.axes(), x))
                        .toArray(double[][]::new);
        int[] labels = new int[places.length];
        for (int i = 0; i < labels.length; i++) {
            int nearest = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < some.length; j++) {
                double d2 = Vectors.squaredDistance(places[i], places[some[j]]);
                nearest = d2 < least ? j : nearest;
                least = Math.min(d2, least);
            }
            labels[i] = partition.regime(nearest);
        }
        Partition at = Partition.of(labels);
        var processes = new GridProcesses(data.algebra(), data);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            at = processes.logTerms(at).map(PartitionClimb::moved).orElse(at);
        }
        return at;
    }

    /** Returns the partition in which each observation is where it is the most probable. */
    private static Partition moved(double[][] terms) {
        int[] labels = new int[terms.length];
        for (int i = 0; i < labels.length; i++) {
            for (int k = 1; k < terms[i].length; k++) {
                labels[i] = terms[i][k] > terms[i][labels[i]] ? k : labels[i];
            }
        }
        return Partition.of(labels);
    }

    private final class Climb {
        private final RegimeData data;
        private final GridProcesses processes;
        private final Set<Partition> seen = new HashSet<>();

        Climb(RegimeData data) {
            this.data = data;
            this.processes = new GridProcesses(data.algebra(), data);
        }

        List<Partition> best() {
            var all = new ArrayList<Scored>();
            List<Scored> followed = scored(Partition.whole(data.z().length)).stream().toList();
            double needed = Double.NEGATIVE_INFINITY;
            while (!followed.isEmpty() && followed.getFirst().score() > needed) {
                needed = all.isEmpty() ? needed : followed.getFirst().score() + MARGIN;
                var next = new ArrayList<Scored>();
                for (Scored from : followed) {
                    divided(from).forEach(p -> climbed(p).ifPresent(next::add));
                }
                for (Scored from : List.copyOf(next)) {
                    joined(from.partition()).forEach(p -> climbed(p).ifPresent(next::add));
                }
                all.addAll(next);
                followed = best(next, FOLLOWED);
            }
            return best(all, most).stream().map(Scored::partition).toList();
        }

        private static List<Scored> best(List<Scored> of, int count) {
            return of.stream()
                    .filter(s -> s.partition().regimes() > 1)
                    .sorted(Comparator.comparingDouble(s -> -s.score()))
                    .limit(count)
                    .toList();
        }

        private Optional<Scored> scored(Partition partition) {
            return !seen.add(partition)
                    ? Optional.empty()
                    : processes
                            .logTerms(partition)
                            .map(terms -> {
                                double sum = -MARGIN * partition.regimes();
                                for (int i = 0; i < terms.length; i++) {
                                    sum += terms[i][partition.regime(i)];
                                }
                                return new Scored(partition, terms, sum);
                            });
        }

        /** Returns where moves of observations lead to, while they gain; empty if seen before. */
        private Optional<Scored> climbed(Partition from) {
            Optional<Scored> best = scored(from);
            Optional<Scored> at = best;
            for (int sweep = 0; sweep < SWEEPS && at.isPresent(); sweep++) {
                best = at;
                double least = at.get().score();
                at = scored(moved(at.get().terms())).filter(s -> s.score() > least);
            }
            return at.isPresent() ? at : best;
        }

        /** Returns the partitions in which two regimes of more are one. */
        private static List<Partition> joined(Partition partition) {
            var joined = new ArrayList<Partition>();
            for (int k = partition.regimes() > 2 ? 1 : partition.regimes();
                    k < partition.regimes();
                    k++) {
                for (int j = 0; j < k; j++) {
                    int[] labels = partition.labels();
                    for (int row : partition.rows(k)) {
                        labels[row] = j;
                    }
                    joined.add(Partition.of(labels));
                }
            }
            return joined;
        }

        private List<Partition> divided(Scored from) {
            Partition partition = from.partition();
            var parts = new ArrayList<int[]>();
            for (int k = 0; k < partition.regimes() && partition.regimes() < MOST_REGIMES; k++) {
                int[] rows = partition.rows(k);
                parts.addAll(OutputGaps.above(data.z(), rows, GAPS));
                parts.addAll(CutTree.sides(data, rows));
                if (partition.regimes() == 1) {
                    parts.add(surprising(rows, 1));
                    parts.add(surprising(rows, -1));
                }
            }
            return parts.stream().map(rows -> apart(partition, rows)).toList();
        }

        private int[] surprising(int[] rows, int sign) {
            return Arrays.stream(rows).filter(i -> sign * data.surprise(i) > DEVIATIONS).toArray();
        }

        private static Partition apart(Partition partition, int[] rows) {
            int[] labels = partition.labels();
            for (int row : rows) {
                labels[row] = partition.regimes();
            }
            return Partition.of(labels);
        }
    }
}
