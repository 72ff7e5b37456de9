package org.attune.band;

import org.attune.api.Exhibit;
import org.attune.api.Point;
import org.attune.api.Trial;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How many runs a task has had on each rung, and where they came from. */
final class RungExhibit {
    private RungExhibit() {}

    /** Returns the table, the cheapest rung first. */
    static Exhibit of(Point task, Ladder ladder, List<Trial> trials) {
        var rows = new ArrayList<List<Object>>();
        Set<Point> below = new HashSet<>();
        for (int rung = 0; rung < ladder.size(); rung++) {
            List<Trial> here = ladder.on(trials, rung);
            long again = here.stream().filter(t -> below.contains(t.configuration())).count();
            rows.add(
                    List.of(
                            ladder.cost(rung),
                            here.size(),
                            here.size() - again,
                            again,
                            here.stream().filter(Trial::isPending).count(),
                            here.stream().mapToDouble(Trial::cost).sum()));
            here.forEach(t -> below.add(t.configuration()));
        }
        return new Exhibit.Table(
                "Rungs" + task.after(" of task "),
                "Costs are in full runs. New samples are configurations that had not been run on a"
                        + " cheaper rung (GPTune's data_hist), promoted ones had.",
                List.of("cost", "runs", "new samples", "promoted", "pending", "spent"),
                rows);
    }
}
