package org.attune.baselines;

import org.attune.api.Exhibit;
import org.attune.api.Exhibit.Axis;
import org.attune.api.Exhibit.Curve;
import org.attune.api.FittedModel;
import org.attune.api.ModelProvider;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a bandit knows of its techniques, task by task: how often each was used and what it found,
 * and its credit after every trial (of many trials, after some).
 *
 * <p>Credits are computed from the outcomes of today: a trial that was pending when the next one
 * was chosen counts with the outcome that it has had since.
 */
final class BanditExhibits implements ModelProvider {
    private static final int STEPS = 60; // of the credits' curves

    private final List<Technique> techniques = Technique.all();

    @Override
    public Optional<FittedModel> fit(TuningRequest request, Records records) {
        return Optional.empty();
    }

    @Override
    public boolean predicts() {
        return false;
    }

    @Override
    public List<Exhibit> exhibits(TuningRequest request, Records records) {
        var exhibits = new ArrayList<Exhibit>();
        for (Point task : request.tasks()) {
            List<Trial> trials = records.trials(task);
            Known known = known(request.problem(), trials);
            if (!known.uses(techniques).isEmpty()) {
                exhibits.add(table(request, task, known));
                exhibits.add(credits(request, task, trials));
            }
        }
        return List.copyOf(exhibits);
    }

    private static Known known(TuningProblem problem, List<Trial> trials) {
        return Known.of(problem, new Axes(problem.parameterSpace(), false), trials);
    }

    private Exhibit table(TuningRequest request, Point task, Known known) {
        var rows = new ArrayList<List<Object>>();
        for (Technique technique : techniques) {
            List<Move> own = known.uses(List.of(technique));
            long improved = own.stream().filter(Move::improved).count();
            rows.add(
                    List.of(
                            technique.name(),
                            own.size(),
                            improved,
                            credit(request, technique, known)));
        }
        return new Exhibit.Table(
                "Techniques" + task.after(" of task "),
                "Improvements are trials better than all before; the largest credit proposes next.",
                List.of("technique", "trials", "improvements", "credit"),
                rows);
    }

    private Exhibit credits(TuningRequest request, Point task, List<Trial> trials) {
        var steps = new TreeSet<Integer>();
        for (int i = 1; i <= STEPS; i++) {
            steps.add(Math.ceilDiv(i * trials.size(), STEPS));
        }
        var curves = new ArrayList<Curve>();
        List<Known> after =
                steps.stream().map(n -> known(request.problem(), trials.subList(0, n))).toList();
        for (Technique technique : techniques) {
            curves.add(
                    new Curve(
                            technique.name(),
                            steps.stream().map(Integer::doubleValue).toList(),
                            after.stream().map(k -> credit(request, technique, k)).toList()));
        }
        return new Exhibit.Plot(
                "Credits" + task.after(" of task "),
                "The technique with the largest credit proposes; one that was never used comes"
                        + " first and has none yet.",
                Axis.linear("trials of the task"),
                Axis.linear("credit"),
                curves);
    }

    /** Returns the credit, NaN before the first use. */
    private double credit(TuningRequest request, Technique technique, Known known) {
        double exploration = request.settings().get(BanditTuner.EXPLORATION);
        double credit = Credit.of(technique.name(), known.uses(techniques), exploration);
        return Double.isInfinite(credit) ? Double.NaN : credit;
    }
}
