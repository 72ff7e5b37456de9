package org.attune.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What is given of a study's set-up, see {@link StudyBuilder}: makes the record of a new study, or
 * of one that there is, with which what is given must agree.
 */
final class GivenSetUp {
    private final TuningProblem problem;
    String name = "main";
    Optional<List<Point>> tasks = Optional.empty();
    Optional<String> tuner = Optional.empty();
    boolean auto; // asked for by its word
    Optional<TunerProvider> provider = Optional.empty();
    Supplier<Tuners> tuners = Tuners::available;
    Optional<Map<String, String>> options = Optional.empty();
    Optional<Long> seed = Optional.empty();
    Optional<Integer> trials = Optional.empty();
    Optional<List<Point>> initial = Optional.empty();
    Optional<Allocation> allocation = Optional.empty();
    Map<Point, Map<String, Double>> features = Map.of();
    List<SourceRecord> sources = List.of();
    Map<String, Object> evaluation = Map.of();
    UnaryOperator<List<StoppingRule>> stop = UnaryOperator.identity();
    Optional<List<StoppingRule>> usualStop = Optional.empty();

    GivenSetUp(TuningProblem problem) {
        this.problem = problem;
    }

    TunerProvider provider(StudyRecord record) {
        return provider.orElseGet(() -> tuners.get().named(record.tuner()));
    }

    TuningRequest request(StudyRecord record) {
        return TuningRequest.of(problem, record, provider(record));
    }

    /** Returns the record of a new study. */
    StudyRecord fresh() {
        Optional<ChosenTuner> chosen = tuner.isEmpty() ? Optional.of(chosen()) : Optional.empty();
        return new StudyRecord(
                name,
                description(),
                canonicalTasks(),
                tuner.orElseGet(() -> chosen.orElseThrow().name()),
                options.orElse(Map.of()),
                seed.orElse(0L),
                trials.orElse(StudyBuilder.DEFAULT_TRIALS),
                canonicalInitial(),
                allocation.orElse(Allocation.EQUAL),
                checkedFeatures(canonicalTasks(), Map.of()),
                Map.of(),
                checkedStop(usualStop.orElse(List.of())),
                chosen.map(ChosenTuner::reason));
    }

    private ChosenTuner chosen() {
        return tuners.get()
                .chosenFor(
                        problem,
                        canonicalTasks(),
                        trials.orElse(StudyBuilder.DEFAULT_TRIALS),
                        sources.size(),
                        options.orElse(Map.of()));
    }

    /**
     * Returns the record of a study that goes on.
     *
     * @param notes are added for what a user should know
     * @throws IllegalArgumentException if what is given contradicts it
     */
    StudyRecord merged(StudyRecord stored, Records records, List<String> notes) {
        if (!stored.study().equals(name)) {
            throw new IllegalArgumentException(
                    "The history holds study '%s', not '%s'. %s"
                            .formatted(stored.study(), name, ChangedProblem.WAYS_OUT));
        }
        notes.addAll(ChangedProblem.notes(stored, records, problem, evaluation));
        requireAgreement("tuner", stored.tuner(), tuner, t -> tuners.get().hint(t));
        if (auto && stored.reason().isEmpty()) {
            notes.add(
                    "Study '%s' keeps the tuner '%s' that it was started with; '%s' chooses for new studies alone."
                            .formatted(name, stored.tuner(), Tuners.AUTO));
        }
        options.ifPresent(o -> Settings.of(stored.tuner(), provider(stored).options(), o));
        requireAgreement("options", stored.options(), options);
        requireAgreement("seed", stored.seed(), seed);
        if (trials.isPresent() && trials.get() < stored.trials()) {
            throw new IllegalArgumentException(
                    "The number of trials of study '%s' is %d and can only be raised, not lowered to %d. %s"
                            .formatted(
                                    name, stored.trials(), trials.get(), ChangedProblem.WAYS_OUT));
        }
        var allTasks = new ArrayList<>(stored.tasks());
        if (tasks.isPresent()) {
            canonicalTasks().stream().filter(t -> !allTasks.contains(t)).forEach(allTasks::add);
        }
        var allInitial = new ArrayList<>(stored.initial());
        canonicalInitial().stream().filter(p -> !allInitial.contains(p)).forEach(allInitial::add);
        Map<String, Object> today = description();
        if (usualStop.isEmpty() && stored.problem().containsKey(ProblemChange.STOP)) {
            today.put(ProblemChange.STOP, stored.problem().get(ProblemChange.STOP));
        }
        return new StudyRecord(
                name,
                ProblemChange.same(stored.problem(), today) ? stored.problem() : today,
                allTasks,
                stored.tuner(),
                stored.options(),
                stored.seed(),
                trials.orElse(stored.trials()),
                allInitial,
                allocation.orElse(stored.allocation()),
                checkedFeatures(allTasks, stored.features()),
                stored.environments(),
                mergedStop(stored, notes),
                stored.reason());
    }

    /** Returns the rules of the study, or the usual ones if those have been edited. */
    private List<StoppingRule> mergedStop(StudyRecord stored, List<String> notes) {
        Object before = stored.problem().getOrDefault(ProblemChange.STOP, Map.of());
        boolean edited =
                usualStop.isPresent()
                        && !ProblemChange.same(before, StoppingRule.description(usualStop.get()));
        List<StoppingRule> rules = checkedStop(edited ? usualStop.get() : stored.stop());
        if (edited && !rules.equals(stored.stop())) {
            notes.add(
                    "Since study '%s' was started, 'stop' was edited; it now ends by %s."
                            .formatted(name, StoppingRule.words(rules)));
        }
        return rules;
    }

    private List<StoppingRule> checkedStop(List<StoppingRule> rules) {
        List<StoppingRule> changed = stop.apply(rules);
        StoppingRule.requireSense(problem, changed);
        return changed;
    }

    private <T> void requireAgreement(String what, T stored, Optional<T> given) {
        requireAgreement(what, stored, given, v -> "");
    }

    private <T> void requireAgreement(
            String what, T stored, Optional<T> given, Function<T, String> hint) {
        if (given.isPresent() && !given.get().equals(stored)) {
            throw new IllegalArgumentException(
                    "Study '%s' was started with the %s %s, not %s.%s %s"
                            .formatted(
                                    name,
                                    what,
                                    stored,
                                    given.get(),
                                    hint.apply(given.get()),
                                    ChangedProblem.WAYS_OUT));
        }
    }

    private Map<Point, Map<String, Double>> checkedFeatures(
            List<Point> all, Map<Point, Map<String, Double>> stored) {
        var merged = new LinkedHashMap<>(stored);
        features.forEach((task, f) ->
                merged.put(problem.taskSpace().canonical(task), new LinkedHashMap<>(f)));
        merged.keySet().retainAll(all);
        Set<String> names = merged.values().stream().findFirst().map(Map::keySet).orElse(Set.of());
        for (Point task : merged.isEmpty() ? List.<Point>of() : all) {
            Map<String, Double> own = merged.getOrDefault(task, Map.of());
            if (!own.keySet().equals(names)) {
                throw new IllegalArgumentException(
                        "Task %s has the features %s, but another one has %s. All tasks need the same ones."
                                .formatted(task, Format.list(own.keySet()), Format.list(names)));
            }
            own.forEach((name, value) -> {
                if (!Double.isFinite(value)) {
                    throw new IllegalArgumentException(
                            "Feature '%s' of task %s is %s."
                                    .formatted(name, task, Format.exact(value)));
                }
            });
        }
        return merged;
    }

    private Map<String, Object> description() {
        Map<String, Object> description = ChangedProblem.described(problem, evaluation);
        usualStop
                .filter(rules -> !rules.isEmpty())
                .ifPresent(rules ->
                        description.put(ProblemChange.STOP, StoppingRule.description(rules)));
        return description;
    }

    private List<Point> canonicalTasks() {
        if (tasks.isEmpty() && problem.taskSpace().dimension() > 0) {
            throw new IllegalArgumentException(
                    "Problem '%s' has task parameters, but no task is given."
                            .formatted(problem.name()));
        }
        List<Point> canonical =
                tasks.orElse(List.of(Point.EMPTY)).stream()
                        .map(problem.taskSpace()::canonical)
                        .distinct()
                        .toList();
        if (canonical.isEmpty()) {
            throw new IllegalArgumentException("The list of tasks is empty.");
        }
        return canonical;
    }

    private List<Point> canonicalInitial() {
        var canonical = new ArrayList<Point>();
        for (Point given : initial.orElse(List.of())) {
            Point point = problem.parameterSpace().canonical(given);
            boolean tasksKnown = tasks.isPresent() || problem.taskSpace().dimension() == 0;
            List<Point> all = tasksKnown ? canonicalTasks() : List.of();
            if (!all.isEmpty() && all.stream().noneMatch(t -> problem.admits(t, point))) {
                throw new IllegalArgumentException(
                        "The given configuration %s violates %s for every task."
                                .formatted(
                                        point,
                                        Format.list(
                                                problem.violated(
                                                        Candidate.of(all.getFirst(), point)))));
            }
            canonical.add(point);
        }
        return canonical;
    }
}
