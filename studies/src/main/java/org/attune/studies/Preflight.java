package org.attune.studies;

import org.attune.api.ConstraintCheck;
import org.attune.api.Format;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.TuningProblem;
import org.attune.history.Store;
import org.attune.history.environment.MetaDescription;
import org.attune.problemfile.ProblemFile;

import java.nio.file.Files;
import java.util.List;

/** Refuses, before anything is recorded, what cannot run. */
public final class Preflight {
    private Preflight() {}

    /** Refuses constraints that leave nothing for a task whose default is not admissible. */
    static void requireAdmissible(StudyFile file, List<Point> tasks) {
        TuningProblem problem = file.problem();
        if (!problem.constraints().isEmpty()) {
            requireSatisfiable(
                    file.file(),
                    ConstraintCheck.of(problem, tasks, file.file().initial(), new Seed(0)).stream()
                            .filter(r -> !hasDefault(problem, r.task()))
                            .toList());
        }
    }

    private static boolean hasDefault(TuningProblem problem, Point task) {
        return problem.parameterSpace()
                .defaultPoint()
                .filter(p -> problem.admits(task, p))
                .isPresent();
    }

    /** Refuses constraints that leave nothing for some task. */
    public static void requireSatisfiable(ProblemFile file, List<ConstraintCheck.Result> results) {
        for (ConstraintCheck.Result r : results) {
            if (!r.satisfiable()) {
                throw new IllegalArgumentException(
                        "%s: nothing is admissible%s. %s"
                                .formatted(
                                        file.at("constraints"),
                                        r.task().after(" for task "),
                                        String.join(" ", r.messages())));
            }
        }
    }

    /** Refuses to go on with a study where the meta description says that nothing is loaded. */
    static void requireFresh(StudyFile file, MetaDescription description) {
        if (description.loadsEvaluations() || !Files.isRegularFile(file.history())) {
            return;
        }
        try (Store journal = file.store()) {
            int trials = journal.study(file.study()).records().trials().size();
            if (trials > 0) {
                throw new IllegalArgumentException(
                        "The meta description says load_func_eval: no, and study '%s' has %s already. Maybe begin another one (--study NAME), or remove load_func_eval."
                                .formatted(file.study(), Format.count(trials, "trial")));
            }
        }
    }
}
