package org.attune.bayesopt.joint;

import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.OutputWarp;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** How the outputs of several tasks are warped. */
public interface TaskWarps {
    /** Each task's for themselves: what is large and small is relative to the task. */
    TaskWarps EACH =
            new TaskWarps() {
                @Override
                public List<OutputWarp> of(Observations data, OutputWarp.Shape shape) {
                    return IntStream.range(0, data.tasks())
                            .mapToObj(t -> own(shape, data.of(t)))
                            .toList();
                }

                private OutputWarp own(OutputWarp.Shape shape, Dataset data) {
                    return data.size() == 0
                            ? fit(shape, data.y())
                            : OutputWarp.fit(shape, data).orElseGet(() -> fit(shape, data.y()));
                }
            };

    /**
     * All in the same way, so that levels of tasks can be compared; by their logarithm where they
     * are positive, since outputs of small and large tasks span decades.
     */
    TaskWarps COMMON =
            new TaskWarps() {
                @Override
                public List<OutputWarp> of(Observations data, OutputWarp.Shape shape) {
                    boolean positive = Arrays.stream(data.y()).allMatch(y -> y > 0);
                    OutputWarp common = fit(positive ? OutputWarp.Shape.LOG : shape, data.y());
                    return Collections.nCopies(data.tasks(), common);
                }

                @Override
                public List<ModelCoordinates> coordinates(
                        List<Enrichment> enrichments, Observations data) {
                    return ModelCoordinates.inCommon(enrichments, data.ofTasks());
                }
            };

    /** Returns the warp of each task; that of one without observations may be anything. */
    List<OutputWarp> of(Observations data, OutputWarp.Shape shape);

    /** Returns what performance models say of each task. */
    default List<ModelCoordinates> coordinates(List<Enrichment> enrichments, Observations data) {
        return IntStream.range(0, data.tasks())
                .mapToObj(t -> ModelCoordinates.of(enrichments.get(t), data.of(t)))
                .toList();
    }

    /**
     * Returns warps by which all members of a group are warped alike, and each group for itself:
     * the levels of fidelity of one task, whose outputs have a unit in common.
     *
     * @param group of each task, from 0
     */
    static TaskWarps groups(int[] group) {
        int[] of = group.clone();
        return (data, shape) -> {
            var warps = new OutputWarp[of.length];
            for (int t = 0; t < of.length; t++) {
                int own = of[t];
                double[] y =
                        IntStream.range(0, data.size())
                                .filter(i -> of[data.task()[i]] == own)
                                .mapToDouble(i -> data.y()[i])
                                .toArray();
                warps[t] = fit(shape, y);
            }
            return List.of(warps);
        };
    }

    private static OutputWarp fit(OutputWarp.Shape shape, double[] outputs) {
        double[] y = outputs.length == 0 ? new double[] {0} : outputs;
        return OutputWarp.fit(shape, y)
                .or(() -> OutputWarp.fit(OutputWarp.Shape.IDENTITY, y))
                .orElseThrow();
    }
}
