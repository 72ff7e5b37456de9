package org.attune.hybrid;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.ModelRecord;
import org.attune.api.Point;
import org.attune.api.Records;
import org.attune.api.TuningRequest;
import org.attune.gplcm.GpLcmTuner;
import org.attune.hybrid.Node.Statistic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What the tree knows: the levels in their order, what is known of each value, and, task by task,
 * visits and rewards of the prefixes that were visited most.
 */
final class TreeExhibits extends GpLcmTuner.Models {
    private static final int PREFIXES = 30; // of a table

    TreeExhibits() {
        super(HybridTuner::engine);
    }

    /**
     * Learns again what a kernel of mixed spaces has learned, which takes no more than a proposal.
     */
    @Override
    public FittedModel load(TuningRequest request, Records records, ModelRecord record) {
        boolean kept = record.content().get("learned") instanceof Map<?, ?> m && !m.isEmpty();
        if (kept || !record.content().containsKey("learned")) {
            return super.load(request, records, record);
        }
        return fit(request, records)
                .filter(m -> m.records().stream().anyMatch(r -> r.basis().equals(record.basis())))
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "The stored model '%s' is of other trials. Maybe build it again."
                                        .formatted(record.key())));
    }

    @Override
    public List<Exhibit> exhibits(TuningRequest request, Records records) {
        var adaptation = new TreeAdaptation(request);
        if (adaptation.levels().isEmpty() || records.trials().isEmpty()) {
            return List.of();
        }
        CategoryTree tree = adaptation.tree(records);
        var exhibits = new ArrayList<Exhibit>();
        for (Point task : request.tasks()) {
            exhibits.add(prefixes(tree, task));
            exhibits.add(values(tree, task));
        }
        return List.copyOf(exhibits);
    }

    private record Row(int depth, String prefix, Statistic statistic) {}

    private static Exhibit prefixes(CategoryTree tree, Point task) {
        var rows = new ArrayList<Row>();
        collect(tree, tree.root(), 0, "", task, rows);
        rows.sort(
                Comparator.comparingDouble((Row r) -> -r.statistic().visits())
                        .thenComparingInt(Row::depth));
        return new Exhibit.Table(
                "Tree of values" + task.after(" of task "),
                "Levels by importance: %s. Rewards are from 0 to 1, 1 for the best trial; trials of other tasks count less. At most %d prefixes."
                        .formatted(
                                String.join(", ", tree.levels().stream().map(Level::name).toList()),
                                PREFIXES),
                List.of("prefix", "visits", "mean reward", "best reward"),
                rows.stream().limit(PREFIXES).map(r -> row(r.prefix(), r.statistic())).toList());
    }

    private static List<Object> row(String name, Statistic s) {
        return List.of(name, s.visits(), s.mean(), s.best());
    }

    private static void collect(
            CategoryTree tree, Node node, int depth, String prefix, Point task, List<Row> rows) {
        if (depth == tree.levels().size()) {
            return;
        }
        Level level = tree.levels().get(depth);
        for (int b = Level.INACTIVE; b < level.values().size(); b++) {
            int branch = b;
            node.child(b)
                    .ifPresent(child -> {
                        String longer =
                                prefix + (prefix.isEmpty() ? "" : ", ") + level.word(branch);
                        Statistic s = child.statistic(task);
                        if (s.visits() > 0) {
                            rows.add(new Row(depth, longer, s));
                            collect(tree, child, depth + 1, longer, task, rows);
                        }
                    });
        }
    }

    private static Exhibit values(CategoryTree tree, Point task) {
        var rows = new ArrayList<List<Object>>();
        for (int depth = 0; depth < tree.levels().size(); depth++) {
            Level level = tree.levels().get(depth);
            for (int b = Level.INACTIVE; b < level.values().size(); b++) {
                Statistic s = tree.marginal(depth, b, task);
                if (s.visits() > 0 || b != Level.INACTIVE) {
                    rows.add(row(level.word(b), s));
                }
            }
        }
        return new Exhibit.Table(
                "Values" + task.after(" of task "),
                "Trials with each value, whatever their other values are. 0.5 is the mean of all.",
                List.of("value", "visits", "mean reward", "best reward"),
                rows);
    }
}
