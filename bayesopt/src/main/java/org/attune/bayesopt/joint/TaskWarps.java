package org.attune.bayesopt.joint;

import org.attune.bayesopt.surrogate.Enrichment;
import org.attune.bayesopt.surrogate.ModelCoordinates;
import org.attune.bayesopt.surrogate.OutputWarp;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** How the outputs of several tasks are warped. */
public enum TaskWarps {
    /** Each task's for themselves: what is large and small is relative to the task. */
    EACH {
        @Override
        List<OutputWarp> of(Observations data, OutputWarp.Shape shape) {
            return IntStream.range(0, data.tasks())
                    .mapToObj(t -> {
                        double[] y = data.of(t).y();
                        return fit(shape, y.length == 0 ? new double[] {0} : y);
                    })
                    .toList();
        }

        @Override
        List<ModelCoordinates> coordinates(List<Enrichment> enrichments, Observations data) {
            return IntStream.range(0, data.tasks())
                    .mapToObj(t -> ModelCoordinates.of(enrichments.get(t), data.of(t)))
                    .toList();
        }
    },

    /**
     * All in the same way, so that levels of tasks can be compared; by their logarithm where they
     * are positive, since outputs of small and large tasks span decades.
     */
    COMMON {
        @Override
        List<OutputWarp> of(Observations data, OutputWarp.Shape shape) {
            boolean positive = Arrays.stream(data.y()).allMatch(y -> y > 0);
            OutputWarp common = fit(positive ? OutputWarp.Shape.LOG : shape, data.y());
            return Collections.nCopies(data.tasks(), common);
        }

        @Override
        List<ModelCoordinates> coordinates(List<Enrichment> enrichments, Observations data) {
            return ModelCoordinates.inCommon(enrichments, data.ofTasks());
        }
    };

    /** Returns the warp of each task; that of one without observations may be anything. */
    abstract List<OutputWarp> of(Observations data, OutputWarp.Shape shape);

    /** Returns what performance models say of each task. */
    abstract List<ModelCoordinates> coordinates(List<Enrichment> enrichments, Observations data);

    private static OutputWarp fit(OutputWarp.Shape shape, double[] y) {
        return OutputWarp.fit(shape, y)
                .or(() -> OutputWarp.fit(OutputWarp.Shape.IDENTITY, y))
                .orElseThrow();
    }
}
