package org.attune.api;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What of a study can be counted before its first trial, and decide which tuner it takes. */
public enum StudyFact {
    /** Tuning parameters; an order of items counts once. */
    PARAMETERS("parameter", "parameters"),
    /** Reals, integers and ordinals. */
    NUMBERS("numeric parameter", "numeric parameters"),
    /** Parameters whose listed values have no order. */
    CATEGORIES("category", "categories"),
    /** Parameters that are orders of items. */
    ORDERS("order", "orders"),
    /** Parameters that matter only under a condition. */
    CONDITIONS("condition", "conditions"),
    /** Constraints of configurations. */
    CONSTRAINTS("constraint", "constraints"),
    /** Performance models. */
    MODELS("performance model", "performance models"),
    /** Objectives that are optimised. */
    OBJECTIVES("objective", "objectives"),
    /** Tasks of the study when it starts. */
    TASKS("task", "tasks"),
    /** Trials for each task, in full runs. */
    TRIALS("trial", "trials"),
    /** 1 where the problem can be run at less than the full cost, else 0. */
    FIDELITIES("fidelity", "fidelities"),
    /** Other tasks of which something is known when the study starts. */
    SOURCES("source", "sources");

    private final String one;
    private final String many;

    StudyFact(String one, String many) {
        this.one = one;
        this.many = many;
    }

    /** Returns a number of these in words, such as {@code 3 categories}. */
    String counted(int number) {
        return number == 0 ? "no " + one : number == 1 ? "1 " + one : number + " " + many;
    }

    /**
     * Counts all of them.
     *
     * @param tasks of the study
     * @param trials for each task
     * @param sources number of other tasks of which something is known
     */
    static Map<StudyFact, Integer> of(
            TuningProblem problem, List<Point> tasks, int trials, int sources) {
        List<Parameter> parameters = problem.parameterSpace().parameters();
        var facts = new EnumMap<StudyFact, Integer>(StudyFact.class);
        facts.put(PARAMETERS, parameters.size());
        facts.put(
                NUMBERS,
                count(parameters, Parameter.Real.class)
                        + count(parameters, Parameter.Int.class)
                        + count(parameters, Parameter.Ordinal.class));
        facts.put(CATEGORIES, count(parameters, Parameter.Categorical.class));
        facts.put(ORDERS, count(parameters, Permutation.class));
        facts.put(
                CONDITIONS,
                (int) parameters.stream().filter(p -> p.activeIf().isPresent()).count());
        facts.put(CONSTRAINTS, problem.constraints().size());
        facts.put(MODELS, problem.models().size());
        facts.put(OBJECTIVES, problem.optimized().size());
        facts.put(TASKS, tasks.size());
        facts.put(TRIALS, trials);
        facts.put(FIDELITIES, problem.fidelity().isPresent() ? 1 : 0);
        facts.put(SOURCES, sources);
        return facts;
    }

    private static int count(List<Parameter> parameters, Class<? extends Parameter> kind) {
        return (int) parameters.stream().filter(kind::isInstance).count();
    }
}
