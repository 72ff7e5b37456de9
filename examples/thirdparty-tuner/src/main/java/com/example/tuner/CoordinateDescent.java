package com.example.tuner;

import org.attune.api.AdmissibleSampler;
import org.attune.api.Candidate;
import org.attune.api.Demand;
import org.attune.api.Generator;
import org.attune.api.Option;
import org.attune.api.Origin;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Proposal;
import org.attune.api.Records;
import org.attune.api.Space;
import org.attune.api.Study;
import org.attune.api.Suggestion;
import org.attune.api.Trial;
import org.attune.api.Tuner;
import org.attune.api.TunerAbilities;
import org.attune.api.TunerProvider;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Random coordinate descent, a (1+1) search: change one parameter of the best configuration of the
 * task, keep the better of the two.
 *
 * <p>In unit coordinates the change is uniform in [-s, s]; a category is drawn anew. The reach s
 * starts at the option {@code reach} and is halved for every 2 D trials, D the number of
 * parameters, that have gone by since the best one:
 *
 * <pre>
 *   s = reach · 2^(-m / 2D),   m = trials of the task after its best one
 * </pre>
 *
 * <p>Nothing is remembered between two proposals. What matters (the best configuration, m, what was
 * tried) is read from the records, and randomness is keyed by the task and the number of its
 * trials; so a study may be stopped and gone on with at any time, and gives the same trials.
 */
public final class CoordinateDescent implements Tuner {
    private static final Option<Double> REACH =
            Option.real("reach", 0.5, 0.001, 1, "first change, as a share of a parameter's range");

    private static final int NEARBY_DRAWS = 200; // then anywhere: the neighbourhood may be used up

    private final TuningRequest request;
    private final TuningProblem problem;
    private final Space space;
    private final double reach;

    CoordinateDescent(TuningRequest request) {
        this.request = request;
        this.problem = request.problem();
        this.space = problem.parameterSpace();
        this.reach = request.settings().get(REACH);
    }

    /** Proposes one configuration, for the neediest task; the study asks again for more. */
    @Override
    public Proposal propose(Records records, Demand demand) {
        Point task = demand.tasksInTurn().getFirst();
        List<Trial> trials = records.trials(task);
        Set<Point> tried = new HashSet<>(trials.stream().map(Trial::configuration).toList());
        Optional<Trial> best = Study.best(problem, records, task);
        Generator random = request.seed().generator("coordinate-descent " + task, trials.size());
        for (int i = 0; i < NEARBY_DRAWS && best.isPresent(); i++) {
            Point next = neighbour(best.get(), trials, random);
            if (!tried.contains(next) && problem.admits(task, next)) {
                return run(task, next, "neighbour");
            }
        }
        var found =
                new AdmissibleSampler(problem, task)
                        .sample(p -> !tried.contains(p), AdmissibleSampler.PATIENCE, random);
        if (found.configuration().isPresent()) {
            return run(task, found.configuration().get(), "random");
        }
        if (found.complete() && !tried.isEmpty()) {
            return new Proposal.Done(
                    "Every configuration of task %s has been tried.".formatted(task));
        }
        throw new IllegalStateException(
                "No new admissible configuration of '%s' was found for task %s. Maybe the constraints %s contradict each other."
                        .formatted(problem.name(), task, problem.constraints()));
    }

    private static Proposal run(Point task, Point next, String origin) {
        return Proposal.run(List.of(new Suggestion(Candidate.of(task, next), Origin.of(origin))));
    }

    private Point neighbour(Trial best, List<Trial> trials, Generator random) {
        double[] unit = space.encode(best.configuration());
        int d = random.nextInt(unit.length);
        if (space.parameters().get(d) instanceof Parameter.Categorical) {
            unit[d] = random.nextDouble();
        } else {
            long since = trials.stream().filter(t -> t.number() > best.number()).count();
            double s = reach * Math.pow(2, -since / (2.0 * unit.length));
            unit[d] += s * (2 * random.nextDouble() - 1); // decode moves it back into [0, 1]
        }
        return space.decode(unit);
    }

    /** The line in {@code META-INF/services/org.attune.api.TunerProvider} names this class. */
    public static final class Provider implements TunerProvider {
        /** For the service loader. */
        public Provider() {}

        @Override
        public String name() {
            return "coordinate-descent";
        }

        @Override
        public String summary() {
            return "Changes one parameter of the best configuration at a time.";
        }

        /** It knows the best of the first objective alone; studies of several are refused. */
        @Override
        public TunerAbilities abilities() {
            return TunerAbilities.USUAL.withOneObjective();
        }

        @Override
        public List<Option<?>> options() {
            return List.of(REACH);
        }

        @Override
        public Tuner create(TuningRequest request) {
            return new CoordinateDescent(request);
        }
    }
}
