package org.attune.execution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Runs on this computer, each on processors of its own, by {@code taskset} of util-linux: the mask
 * is inherited by all that a program starts.
 */
final class PinnedRuns implements RunSite {
    private final String taskset;
    private final CpuSets sets;
    private final BlockingQueue<Integer> free = new LinkedBlockingQueue<>();

    /**
     * @param parallel runs at once
     * @throws IllegalArgumentException if there are too few cores, or no {@code taskset}
     */
    PinnedRuns(PinSettings pin, int parallel, String searchPath) {
        try {
            sets = CpuSets.here(parallel, pin.cores());
        } catch (IllegalArgumentException e) {
            throw Fields.wrong("evaluation.pin", e.getMessage());
        }
        taskset =
                Programs.onPath("taskset", searchPath)
                        .map(Path::toString)
                        .orElseThrow(() ->
                                Fields.wrong(
                                        "evaluation.pin",
                                        "there is no 'taskset' on the PATH; it is in util-linux."));
        for (int i = 0; i < parallel; i++) {
            free.add(i);
        }
    }

    /** Returns the processors of each slot. */
    CpuSets sets() {
        return sets;
    }

    /**
     * Compares the ranks times threads of a trial with the processors that it has.
     *
     * @param strict whether too few are a reason not to run it; else they are noted
     * @return why it is not run
     */
    Optional<String> shortage(double wanted, boolean strict, Consumer<String> note) {
        int there = sets.slots().getFirst().size();
        if (wanted <= there) {
            return Optional.empty();
        }
        String words =
                "A trial of %s ranks times threads is pinned to %s. Maybe raise evaluation.pin.cores, or lower --parallel."
                        .formatted(
                                org.attune.api.Format.number(wanted),
                                org.attune.api.Format.count(there, "processor"));
        if (!strict) {
            note.accept(words);
        }
        return strict ? Optional.of(words) : Optional.empty();
    }

    @Override
    public ChildRun.Result run(RunRequest request, LineFeed out) throws InterruptedException {
        int slot = free.take();
        try {
            var words = new ArrayList<>(List.of(taskset, "--cpu-list", sets.text(slot)));
            words.addAll(request.command());
            return new ChildRun(request.with(words, request.limit())).run(out);
        } finally {
            free.add(slot);
        }
    }
}
