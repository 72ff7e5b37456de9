package org.attune.bayesopt;

import org.attune.bayesopt.surrogate.Dataset;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Fits the surrogates of one task, to all that was measured or to a part of it. */
public interface TaskSurrogates {
    /** Fits to all that was measured; empty where nothing was. */
    Optional<Surrogate> all();

    /**
     * Fits without one of the {@link HeldOutGroups} of the task; empty where that is not possible,
     * or would take too long.
     */
    Optional<Surrogate> without(int group);

    /** Returns the fits of this data alone. */
    static TaskSurrogates of(Dataset data, Function<Dataset, Optional<Surrogate>> fit) {
        return of(
                () -> fit.apply(data),
                group -> {
                    int[] groups = HeldOutGroups.of(data);
                    return fit.apply(
                            data.select(
                                    IntStream.range(0, groups.length)
                                            .filter(i -> groups[i] != group)
                                            .toArray()));
                });
    }

    /** Returns what these two fit. */
    static TaskSurrogates of(
            Supplier<Optional<Surrogate>> all, IntFunction<Optional<Surrogate>> without) {
        return new TaskSurrogates() {
            @Override
            public Optional<Surrogate> all() {
                return all.get();
            }

            @Override
            public Optional<Surrogate> without(int group) {
                return without.apply(group);
            }
        };
    }
}
