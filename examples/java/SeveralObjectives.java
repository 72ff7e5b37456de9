import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.ParetoFront;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Map;

/** Two outputs, told by name, and the trials that no other one is better than in both. */
public final class SeveralObjectives {
    private SeveralObjectives() {}

    public static void main(String[] arguments) {
        var problem =
                TuningProblem.named("compress")
                        .parameter(Parameter.integer("level", 1, 19).withDefault(3))
                        .parameter(Parameter.integer("window", 10, 27).withDefault(20))
                        .objective(Objective.minimize("seconds").withUnit("s"))
                        .objective(Objective.maximize("ratio"))
                        .build();
        try (var study = Study.of(problem).trials(15).open()) {
            for (List<Trial> next = study.ask(1); !next.isEmpty(); next = study.ask(1)) {
                Trial trial = next.getFirst();
                double level = trial.configuration().number("level");
                double window = trial.configuration().number("window");
                double seconds = 0.1 * Math.pow(1.3, level) * (1 + window / 100);
                double ratio = 2 + Math.log(level) + window / 20;
                study.tell(
                        trial.number(),
                        Outcome.measured(Map.of("seconds", seconds, "ratio", ratio)));
            }
            for (Trial best : ParetoFront.of(problem, study.records().trials()).trials()) {
                System.out.println(best.configuration() + ": " + problem.outputs(best));
            }
        }
    }
}
