import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.List;

/**
 * Three sizes of one problem, tuned together: each has trials of its own, and learns from the
 * others'.
 */
public final class Tasks {
    private Tasks() {}

    public static void main(String[] arguments) {
        var problem =
                TuningProblem.named("blur")
                        .task(Parameter.integer("n", 100, 10_000))
                        .parameter(Parameter.integer("tile", 8, 1024).log().withDefault(64))
                        .parameter(Parameter.categorical("schedule", List.of("static", "dynamic")))
                        .objective(Objective.minimize("seconds").withUnit("s"))
                        .build();
        var tasks = List.of(Point.of("n", 500), Point.of("n", 2000), Point.of("n", 8000));
        try (var study = Study.of(problem).tasks(tasks).trials(8).open()) {
            for (List<Trial> next = study.ask(1); !next.isEmpty(); next = study.ask(1)) {
                Trial trial = next.getFirst();
                double seconds = run(trial.task(), trial.configuration());
                study.tell(trial.number(), Outcome.measured("seconds", seconds));
            }
            for (Point task : tasks) {
                System.out.println(task + ": " + study.best(task).orElseThrow().configuration());
            }
        }
    }

    /** Stands for a program that is run and timed. */
    private static double run(Point task, Point configuration) {
        double n = task.number("n");
        double misfit = Math.log(configuration.number("tile") / Math.sqrt(8 * n));
        double factor = configuration.get("schedule").equals("dynamic") ? 1 : 1.3;
        return factor * n / 1000 * (1 + misfit * misfit);
    }
}
