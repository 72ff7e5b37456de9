package org.attune.cli;

import org.attune.api.Study;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.TuningLoop;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/** {@code attune tune}: runs the trials of a study until its budget is used up. */
@Command(
        name = "tune",
        description = {
            "Tunes the application of a problem file; goes on where an earlier run ended.",
            "Ctrl-C stops it and keeps everything."
        })
final class TuneVerb implements Callable<Integer> {
    private final Session session;

    @Mixin private ProblemArguments arguments;
    @Mixin private StudyArguments setUp;
    @Mixin private Parallel parallel;

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    TuneVerb(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        var interrupted = new AtomicReference<Optional<Interrupts.Kind>>(Optional.empty());
        try (var progress = Progress.on(session.err());
                var open = OpenStudy.openToRun(session, arguments, setUp, parallel, progress)) {
            int atOnce = parallel.of(open.file());
            try (CommandEvaluator evaluator = open.evaluator(atOnce)) {
                var loop = new TuningLoop(open.study(), evaluator, atOnce);
                Interrupts.to(
                        kind -> {
                            interrupted.set(Optional.of(kind));
                            session.err().println("\nStopping; once more ends at once.");
                            loop.stop();
                        },
                        evaluator::kill);
                evaluator.notes().forEach(progress::note);
                progress.start(open.study());
                Study.Status status = loop.run();
                if (interrupted.get().isEmpty() && status.state() == Study.State.WAIT) {
                    progress.note(status.why() + " in other processes");
                }
            }
            progress.finish();
            if (interrupted.get().isPresent()) {
                return stopped(open, interrupted.get().get());
            }
            return finished(open);
        }
    }

    private int stopped(OpenStudy open, Interrupts.Kind kind) {
        PrintStream err = session.err();
        err.println(
                "Stopped after %s; everything is in %s."
                        .formatted(
                                Format.count(open.study().records().finished().size(), "trial"),
                                open.history()));
        err.println("Go on with: " + arguments.command(session, "tune"));
        if (json) {
            session.out().println(Json.text(summary(open).json()));
        }
        return kind.exitCode;
    }

    private int finished(OpenStudy open) {
        Summary summary = summary(open);
        if (json) {
            session.out().println(Json.text(summary.json()));
        } else {
            session.out().println();
            summary.print(session.out());
            model(open.study());
            advice(open, summary);
        }
        if (!summary.anyMeasured()) {
            session.err().println("No trial gave a result. " + summary.failures().orElse(""));
            session.err().println("Maybe see: " + arguments.command(session, "check", "--run"));
            return Failures.OTHER;
        }
        return 0;
    }

    private static Summary summary(OpenStudy open) {
        Study study = open.study();
        return Summary.of(study.problem(), open.history(), study.setUp(), study.records());
    }

    private void model(Study study) {
        study.model().ifPresent(m -> StudyModel.printTrust(m, study.setUp(), session.out()));
    }

    private void advice(OpenStudy open, Summary summary) {
        PrintStream out = session.out();
        out.println();
        if (summary.tasks().stream().anyMatch(t -> t.best().isPresent())) {
            out.println(
                    "The best of many trials is partly luck; 'confirm' measures it and the default"
                            + " again.");
        }
        out.println("Next:");
        if (summary.anyMeasured()) {
            out.println("  " + arguments.command(session, "best", "--format", "command"));
            out.println("  " + arguments.command(session, "confirm"));
        } else {
            out.println("  " + arguments.command(session, "check", "--run"));
        }
        int stored = open.study().setUp().trials();
        int files = open.file().trials().orElse(0);
        String more = Integer.toString(files > stored ? files : 2 * stored);
        out.println("  " + arguments.command(session, "tune", "--trials", more));
    }
}
