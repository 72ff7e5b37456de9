package org.attune.band;

import org.attune.api.Candidate;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.bayesopt.acquisition.LogExpectedImprovement;
import org.attune.bayesopt.surrogate.Posterior;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which configuration is run in full where runs are resumed: the new one of which most is expected,
 * or one that has been run cheaply, of which only the rest has to be paid, by expected improvement
 * per cost:
 *
 * <pre>
 *   log EI(x) - log cost(x)
 * </pre>
 *
 * <p>f* is the least mean of the model at configurations that were run in full.
 */
final class Continuation {
    private Continuation() {}

    /**
     * Returns the full run of a configuration that was measured at a lower level, where it is worth
     * more for its cost than the suggested one.
     *
     * @param records with runs of the task
     * @param suggested of which most is expected
     * @param encode configurations to coordinates
     * @param full the model of full runs
     */
    static Optional<Suggestion> of(
            TuningProblem problem,
            Records records,
            Suggestion suggested,
            Function<Point, double[]> encode,
            Posterior full) {
        Point task = suggested.candidate().task();
        List<Trial> trials = records.trials(task);
        List<Point> inFull =
                trials.stream()
                        .filter(t -> t.asked().fidelity().isFull())
                        .map(Trial::configuration)
                        .toList();
        double incumbent = Double.POSITIVE_INFINITY;
        double[] moments = new double[2];
        for (Trial trial : trials) {
            if (trial.isFull() && trial.outcome() instanceof Outcome.Measured) {
                full.predict(encode.apply(trial.configuration()), moments);
                incumbent = Math.min(incumbent, moments[0]);
            }
        }
        if (!Double.isFinite(incumbent)) {
            return Optional.empty();
        }
        var gain = new LogExpectedImprovement(full, incumbent);
        Candidate standing = Candidate.of(task, suggested.candidate().configuration());
        double first = gain.value(encode.apply(standing.configuration()));
        double most = first - Math.log(Parent.cost(problem, records, standing));
        Optional<Suggestion> best = Optional.empty();
        for (Trial trial : trials) {
            if (!(trial.outcome() instanceof Outcome.Measured)
                    || trial.isEndedEarly()
                    || inFull.contains(trial.configuration())) {
                continue;
            }
            Candidate candidate = Candidate.of(task, trial.configuration());
            double here = gain.value(encode.apply(trial.configuration()));
            double worth = here - Math.log(Parent.cost(problem, records, candidate));
            if (worth > most) {
                most = worth;
                best =
                        Optional.of(
                                new Suggestion(
                                        candidate,
                                        new Origin(Origin.Phase.MODEL, "resume"),
                                        suggested.logExpectedGain() + here - first));
            }
        }
        return best;
    }
}
