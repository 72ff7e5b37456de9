package org.attune.sensitivity;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.FittedModel;
import org.attune.api.MemoryHistory;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Models of the default tuner, of runs at points spread over the space. */
final class Fitted {
    private Fitted() {}

    /** Returns a problem of d reals in [0, 1], without constraints. */
    static TuningProblem cube(int d) {
        TuningProblem.Builder problem = TuningProblem.named("cube");
        for (int i = 1; i <= d; i++) {
            problem.parameter(Parameter.real("x" + i, 0, 1));
        }
        return problem.objective(Objective.minimize("y")).build();
    }

    /** Runs a function of unit coordinates at n points, and fits the model of y. */
    static FittedModel of(
            TuningProblem problem, int n, ToDoubleFunction<double[]> function, Seed seed) {
        var history = new MemoryHistory();
        var space = problem.parameterSpace();
        double[][] x = SpreadPoints.of(n, space.dimension(), seed.generator("runs", 0));
        for (int i = 0; i < n; i++) {
            Point p = space.decode(x[i]);
            Trial trial =
                    new Trial(
                            i + 1,
                            Candidate.of(Point.EMPTY, p),
                            Origin.of("design"),
                            Outcome.measured("y", function.applyAsDouble(space.encode(p))),
                            Provenance.here(Effort.NONE));
            history.update(r -> List.of(trial));
        }
        TunerProvider tuner = Tuners.available().named("gp-lcm");
        return tuner.models()
                .orElseThrow()
                .fit(
                        new TuningRequest(
                                problem,
                                List.of(Point.EMPTY),
                                Settings.of("gp-lcm", tuner.options(), Map.of()),
                                seed),
                        history.records())
                .orElseThrow();
    }
}
