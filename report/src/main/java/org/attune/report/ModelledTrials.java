package org.attune.report;

import org.attune.api.ModelRecord;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Some of the trials of a large study, numbered anew, to which a model is fitted in seconds: of
 * each task, by its share, the best ones and others equally far apart over the study.
 */
final class ModelledTrials implements Records {
    private static final double BEST = 0.2; // of the chosen trials of a task

    private final Records all;
    private final List<Trial> trials;
    private final List<Trial> finished;

    private ModelledTrials(Records all, TreeSet<Long> numbers) {
        this.all = all;
        var byNumber = new HashMap<Long, Trial>();
        var some = new ArrayList<Trial>();
        for (Trial t : all.trials()) {
            if (numbers.contains(t.number())) {
                some.add(
                        new Trial(
                                some.size() + 1L,
                                t.candidate(),
                                t.origin(),
                                t.outcome(),
                                t.provenance()));
                byNumber.put(t.number(), some.getLast());
            }
        }
        trials = List.copyOf(some);
        finished =
                all.finished().stream()
                        .filter(t -> byNumber.containsKey(t.number()))
                        .map(t -> byNumber.get(t.number()))
                        .toList();
    }

    /**
     * Chooses trials that have ended; the records themselves where there are no more.
     *
     * @param most of them
     */
    static Records of(TuningProblem problem, Records records, int most) {
        if (records.finished().size() <= most) {
            return records;
        }
        double share = most / (double) records.finished().size();
        var numbers = new TreeSet<Long>();
        Map<Point, List<Trial>> tasks = new HashMap<>();
        records.finished()
                .forEach(t -> tasks.computeIfAbsent(t.task(), k -> new ArrayList<>()).add(t));
        for (List<Trial> ended : tasks.values()) {
            choose(problem, ended, Math.max((int) (share * ended.size()), 2), numbers);
        }
        return new ModelledTrials(records, numbers);
    }

    private static void choose(
            TuningProblem problem, List<Trial> ended, int count, TreeSet<Long> numbers) {
        Objective objective = problem.optimized().getFirst();
        int sign = objective.goal().sign();
        List<Trial> best =
                ended.stream()
                        .filter(t -> t.isFull() && Study.isUsable(problem, t))
                        .sorted(
                                Comparator.comparingDouble(t ->
                                        sign
                                                * problem.value(t, objective.name())
                                                        .orElse(Double.NaN)))
                        .limit((long) Math.ceil(BEST * count))
                        .toList();
        best.forEach(t -> numbers.add(t.number()));
        List<Trial> others = ended.stream().filter(t -> !numbers.contains(t.number())).toList();
        for (int i : Thinned.of(others.size(), Math.max(count - best.size(), 2))) {
            numbers.add(others.get(i).number());
        }
    }

    /** Returns how many full runs of records were measured. */
    static int measured(Records records) {
        return (int)
                records.trials().stream()
                        .filter(t -> t.isFull() && t.outcome() instanceof Outcome.Measured)
                        .count();
    }

    @Override
    public List<Trial> trials() {
        return trials;
    }

    @Override
    public List<Trial> finished() {
        return finished;
    }

    @Override
    public Optional<ModelRecord> model(String key) {
        return all.model(key);
    }

    @Override
    public List<ModelRecord> models() {
        return all.models();
    }

    @Override
    public List<SourceRecord> sources() {
        return all.sources();
    }

    @Override
    public Optional<StudyRecord> study() {
        return all.study();
    }

    @Override
    public String toString() {
        return "%d of %d trials".formatted(trials.size(), all.trials().size());
    }
}
