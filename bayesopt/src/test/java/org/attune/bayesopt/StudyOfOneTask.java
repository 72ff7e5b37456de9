package org.attune.bayesopt;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.surrogate.Surrogate;

import java.util.Map;

/** The trials of a problem without tasks that minimises seconds, and the engine that reads them. */
final class StudyOfOneTask {
    private final TuningProblem problem;
    private final int budget;
    private final RecordLog log = new RecordLog();

    StudyOfOneTask(TuningProblem problem, int budget) {
        this.problem = problem;
        this.budget = budget;
    }

    static TuningProblem problem(Parameter... parameters) {
        var builder = TuningProblem.named("p");
        for (Parameter p : parameters) {
            builder.parameter(p);
        }
        return builder.objective(Objective.minimize("seconds")).build();
    }

    /** Returns the standard settings with an option. */
    static EngineSettings with(String option, String value) {
        return EngineOptions.read(Settings.of("test", EngineOptions.all(), Map.of(option, value)));
    }

    void add(Origin origin, Point configuration, double seconds) {
        add(origin, configuration, Outcome.measured("seconds", seconds));
    }

    void add(Origin origin, Point configuration, Outcome outcome) {
        log.add(
                new Trial(
                        log.snapshot().nextNumber(),
                        Candidate.of(Point.EMPTY, configuration),
                        origin,
                        outcome,
                        Provenance.here(Effort.NONE)));
    }

    Records records() {
        return log.snapshot();
    }

    Objective seconds() {
        return problem.optimized().getFirst();
    }

    TaskEngine engine(EngineSettings settings) {
        return new TaskEngine(
                problem, Point.EMPTY, TaskEngine.axes(problem, settings), settings, new Seed(4));
    }

    TaskTrials trials() {
        return trials(budget);
    }

    TaskTrials trials(int other) {
        return engine(EngineSettings.standard()).trials(records(), other).of(Point.EMPTY);
    }

    /** Returns what the engine fits to the trials. */
    Surrogate surrogate() {
        return engine(EngineSettings.standard())
                .surrogates()
                .fit(seconds(), trials().measured(seconds()))
                .orElseThrow();
    }

    Suggestion proposed(EngineSettings settings) {
        TaskEngine engine = engine(settings);
        return engine.proposer(engine.parts())
                .propose(engine.trials(records(), budget))
                .orElseThrow()
                .suggestion();
    }
}
