package org.attune.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prints the best values of each task by several tuners, each at a cost in full runs: {@code
 * TaskValues TUNER@COST,TUNER@COST,... FILE... [PICTURE.svg] [over-first]}, of result files of
 * {@code bench run} with all tasks together.
 *
 * <p>That is figure 10 of GPTune's guide (section 5.5), which has the means of five runs on ten
 * tasks. The last tuner and cost is the one that the others are compared with. With {@code
 * over-first} values are divided by that of the run's first full trial, which is the default of a
 * program: seconds on a machine that others use, too.
 */
public final class TaskValues {
    private static final String OVER_FIRST = "over-first";

    private TaskValues() {}

    /** Prints the table, and draws it. */
    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            throw new IllegalArgumentException(
                    "TaskValues needs tuners with costs, and a file of results. Maybe TaskValues"
                            + " mf@15,gp-lcm@25 results.jsonl picture.svg.");
        }
        PictureFile picture = PictureFile.of(args);
        var results = new ArrayList<RunResult>();
        for (String file : args) {
            if (!file.equals(args[0]) && !file.equals(OVER_FIRST) && !PictureFile.isOne(file)) {
                results.addAll(ResultFile.read(Path.of(file)));
            }
        }
        List<TaskTable.Column> columns =
                Stream.of(args[0].split(",")).map(TaskTable.Column::of).toList();
        var table = new TaskTable(columns, results, List.of(args).contains(OVER_FIRST));
        System.out.print(table.markdown());
        picture.write(table::picture);
    }
}
