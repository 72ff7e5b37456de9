package org.attune.cli.study;

import org.attune.api.Format;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.open.StudyArguments;
import org.attune.cli.shell.JsonVerb;
import org.attune.history.formats.GptuneStore;
import org.attune.studies.Asked;
import org.attune.studies.OpenStudy;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code attune ask}: says what to evaluate next, to whoever runs the trials. */
@Command(
        name = "ask",
        description = {
            "Says what to evaluate next, one trial per line.",
            "A line looks like this: trial=7 n=384 bi=16 ...",
            "Where runs are resumed it names the trial to go on from: trial=7 parent_trial=3 ...",
            "Report the result with: attune tell PROBLEM --trial 7 --output NAME=VALUE",
            "Exit code 0: run these; 3: wait, nothing before a pending trial is told; 4: done."
        })
public final class AskVerb extends JsonVerb {
    @Mixin private ProblemArguments arguments;
    @Mixin private StudyArguments setUp;

    @Option(
            names = "--count",
            paramLabel = "K",
            defaultValue = "1",
            description = "Number of trials (default: 1).")
    private int count;

    @Option(
            names = "--reissue",
            negatable = true,
            description = {
                "First hand out again what is pending: trials that were asked for and never told.",
                "The default with --db-format gptune; there, what was handed out 3 times has"
                        + " failed.",
                "Unless --no-reissue is given, also what must be lost, if the tuner waits for it:"
                        + " out for three times as long as any other, at least a minute."
            })
    private Optional<Boolean> reissue = Optional.empty();

    @Option(
            names = ShellNames.OPTION,
            paramLabel = "TEXT",
            description = "Begins the names of parameters in a line, such as P_ (default: none).")
    private String prefix = "";

    @Override
    public Integer call() {
        var names = new ShellNames(prefix);
        try (var open =
                arguments
                        .opening(session(), setUp, arguments.notes())
                        .parallel(1)
                        .runningNothing()
                        .open()) {
            if (!isJson()) {
                names.require(open.problem());
            }
            List<Trial> trials = trials(open);
            Study.Status status = open.study().status();
            Study.State state = trials.isEmpty() ? status.state() : Study.State.RUN;
            if (isJson()) {
                json(Asked.of(open, trials));
            } else {
                trials.forEach(t -> print(open, t));
            }
            if (trials.isEmpty()) {
                say(Format.word(state) + ": " + status.why());
            }
            return switch (state) {
                case RUN -> 0;
                case WAIT -> 3;
                case DONE -> 4;
            };
        }
    }

    private List<Trial> trials(OpenStudy open) {
        Study study = open.study();
        if (count < 1) {
            throw new IllegalArgumentException(
                    "--count must be at least 1, not %d.".formatted(count));
        }
        var trials = new ArrayList<Trial>();
        if (open.journal() instanceof GptuneStore store) {
            if (reissue.orElse(true)) {
                trials.addAll(new Reissued(study, store, session().err()).trials(count));
            }
        } else if (reissue.orElse(false)) {
            trials.addAll(study.adopt(count));
        }
        if (trials.size() < count) {
            trials.addAll(study.ask(count - trials.size()));
        }
        if (trials.isEmpty() && reissue.orElse(true)) {
            trials.addAll(study.adoptLost(count));
        }
        return trials;
    }

    private void print(OpenStudy open, Trial trial) {
        String words =
                Format.assignments(
                        prefix,
                        trial.task(),
                        trial.configuration(),
                        open.problem().fidelity(trial.candidate()));
        String parent =
                open.problem().resumes() // named without one too: a loop in a shell would keep it
                        ? " parent_trial="
                                + trial.provenance()
                                        .parent()
                                        .map(p -> Long.toString(p.trial()))
                                        .orElse("")
                        : "";
        print("trial=%d%s %s".formatted(trial.number(), parent, words).strip());
    }
}
