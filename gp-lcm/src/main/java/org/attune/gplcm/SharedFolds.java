package org.attune.gplcm;

import org.attune.bayesopt.HeldOutGroups;
import org.attune.bayesopt.TaskSurrogates;
import org.attune.bayesopt.joint.CoregionalizedModel;
import org.attune.bayesopt.joint.Observations;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The surrogates of several tasks, fitted to all that was measured or without one group of each
 * task at once, so that a model of all tasks is fitted once per group and not once per group and
 * task. Its hyperparameters are then improved from those of all observations.
 */
final class SharedFolds {
    private static final int RELEARNED = 400; // observations of all tasks, at most

    private final TaskSharing sharing;
    private final Observations data;
    private final Fold all;
    private final int[] groups; // of each observation in its task
    private final Map<Integer, Fold> folds = new HashMap<>();

    private record Fold(Observations data, List<CoregionalizedModel> models) {}

    SharedFolds(TaskSharing sharing, Observations data) {
        this.sharing = sharing;
        this.data = data;
        this.all = new Fold(data, sharing.models(data));
        this.groups = new int[data.size()];
        for (int t = 0; t < data.tasks(); t++) {
            int[] rows = data.rows(t);
            int[] own = HeldOutGroups.of(data.of(t));
            for (int i = 0; i < rows.length; i++) {
                groups[rows[i]] = own[i];
            }
        }
    }

    /** Returns the models of all tasks, fitted to everything. */
    List<CoregionalizedModel> models() {
        return all.models();
    }

    TaskSurrogates of(int task) {
        return TaskSurrogates.of(
                () -> sharing.surrogate(task, data, all.models()),
                group -> {
                    if (data.size() > RELEARNED) {
                        return Optional.empty();
                    }
                    Fold fold = folds.computeIfAbsent(group, this::fold);
                    return sharing.surrogate(task, fold.data(), fold.models());
                });
    }

    private Fold fold(int group) {
        Observations rest =
                data.select(
                        IntStream.range(0, groups.length)
                                .filter(i -> groups[i] != group)
                                .toArray());
        return new Fold(rest, sharing.models(rest, all.models()));
    }
}
