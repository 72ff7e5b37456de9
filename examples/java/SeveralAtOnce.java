import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.TuningProblem;
import org.attune.execution.FunctionEvaluator;
import org.attune.execution.TuningLoop;

/** The loop of asking, running and telling, with up to four runs at once. */
public final class SeveralAtOnce {
    private SeveralAtOnce() {}

    public static void main(String[] arguments) {
        var problem =
                TuningProblem.named("bowl")
                        .parameter(Parameter.real("x", -5, 5))
                        .parameter(Parameter.real("y", -5, 5))
                        .objective(Objective.minimize("value"))
                        .build();
        try (var study = Study.of(problem).trials(24).open();
                var evaluator = FunctionEvaluator.of("value", c -> bowl(c.configuration()), 4)) {
            System.out.println(new TuningLoop(study, evaluator, 4).run().why());
            System.out.println(study.best(Point.EMPTY).orElseThrow().configuration());
        }
    }

    private static double bowl(Point p) {
        return Math.pow(p.number("x") - 1, 2) + Math.pow(p.number("y") + 2, 2);
    }
}
