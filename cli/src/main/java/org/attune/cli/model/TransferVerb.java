package org.attune.cli.model;

import org.attune.api.Exhibit;
import org.attune.api.Point;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Assignments;
import org.attune.cli.shell.TableOrJson;
import org.attune.cli.shell.Verb;
import org.attune.studies.StudyFile;
import org.attune.studies.TransferView;
import org.attune.studies.model.ExhibitText;
import org.attune.studies.report.Listed;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.List;

/** {@code attune transfer}: what is known of other tasks, and what it says of a new one. */
@Command(
        name = "transfer",
        description = "Looks at what other tasks say of a task, without a run.",
        synopsisSubcommandLabel = "(sources | predict)")
public final class TransferVerb extends Verb {
    /** What both verbs are asked. */
    static final class Asked {
        @Option(
                names = "--transfer-from",
                paramLabel = "FILE|STUDY[?...]",
                description =
                        "Sources, as for tune (repeatable; default: those of the study, else the"
                                + " other studies of its history; and the study's own other"
                                + " tasks).")
        private List<String> sources = List.of();

        @Option(
                names = "--task",
                arity = "1..*",
                paramLabel = "NAME=VALUE",
                parameterConsumer = Assignments.Consumer.class,
                description = "For which task (repeatable; default: those of the problem file).")
        private Assignments tasks;
    }

    @Command(
            name = "sources",
            description = {
                "Ranks sources: how like the task each is by its trials, if there are some, and"
                        + " what it counts.",
                "Before the first run it counts by the features or parameters of its task."
            })
    int sources(@Mixin ProblemArguments arguments, @Mixin TableOrJson layout, @Mixin Asked asked) {
        return show(arguments, layout, "tla", asked, "Sources");
    }

    @Command(
            name = "predict",
            description = {
                "Predicts the best configuration of tasks from those of the sources, without a run"
                        + " (transfer learning of type II).",
                "To run it once: attune tune --tuner tla1 --trials 1"
            })
    int predict(@Mixin ProblemArguments arguments, @Mixin TableOrJson layout, @Mixin Asked asked) {
        return show(arguments, layout, "tla1", asked, "Predicted");
    }

    private int show(
            ProblemArguments arguments,
            TableOrJson layout,
            String tuner,
            Asked asked,
            String title) {
        StudyFile file = arguments.read();
        List<Point> tasks = Assignments.in(asked.tasks, file.problem().taskSpace(), List.of());
        TransferView view = TransferView.of(file, session()::tuners, tuner, asked.sources, tasks);
        view.notes().forEach(this::say);
        List<Exhibit> shown =
                view.exhibits().stream().filter(e -> e.title().startsWith(title)).toList();
        if (shown.isEmpty()) {
            throw new IllegalArgumentException(
                    "The sources say nothing: a prediction needs the best configurations of two"
                            + " tasks at least, a ranking two measured trials of a source.");
        }
        if (layout.isJson()) {
            json(new Listed.Transfer(shown));
            return 0;
        }
        ExhibitText.print(shown, session().out());
        return 0;
    }
}
