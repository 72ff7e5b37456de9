package org.attune.cli.study;

import org.attune.api.Format;
import org.attune.api.Study;
import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.open.Progress;
import org.attune.cli.open.StudyArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Verb;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.TuningLoop;
import org.attune.execution.queue.Allocation;
import org.attune.execution.queue.UnusableSchedulerException;
import org.attune.studies.OpenStudy;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.time.Duration;

/** {@code attune worker}: runs trials of a study beside others, on any node that sees its files. */
@Command(
        name = "worker",
        description = {
            "Runs trials of a study, beside other workers on any computer that sees the files.",
            "Stays until the study is done: the trials of a worker that dies are run again."
        })
public final class WorkerVerb extends Verb {
    /** Exit code where the study goes on without this worker. */
    private static final int MORE = 3;

    /** What is kept of an allocation's time for the end of this process. */
    static final Duration MARGIN = Duration.ofSeconds(30);

    @Mixin private ProblemArguments arguments;
    @Mixin private StudyArguments setUp;
    @Mixin private Parallel parallel;

    @Override
    public Integer call() throws InterruptedException {
        try (var progress = Progress.on(session());
                var open = parallel.to(arguments.opening(session(), setUp, progress)).open()) {
            int before = open.study().records().finished().size();
            Study.Status status;
            try {
                status = run(open, progress);
            } catch (UnusableSchedulerException e) {
                progress.finish();
                say("%s", e.getMessage());
                say("Go on with: " + arguments.command(session(), "worker"));
                return Failures.SCHEDULER;
            }
            progress.finish();
            int now = open.study().records().finished().size();
            say(
                    "The study has %s, %d of them since this worker began; it is %s.",
                    Format.count(now, "finished trial"),
                    now - before,
                    status.state() == Study.State.DONE ? "done" : "not done: " + status.why());
            if (session().interrupted().isPresent()) {
                return session().interrupted().get().exitCode;
            }
            return status.state() == Study.State.DONE ? 0 : MORE;
        }
    }

    private Study.Status run(OpenStudy open, Progress progress) throws InterruptedException {
        try (CommandEvaluator evaluator = open.evaluator()) {
            TuningLoop loop = open.loop(progress::note).stay();
            Allocation.left(System.getenv()).ifPresent(left -> loop.endWithin(left.minus(MARGIN)));
            session().stopOnInterrupt(loop::stop, evaluator::kill);
            evaluator.notes().forEach(progress::note);
            evaluator.notes(progress::note);
            progress.start(open.study());
            return loop.run();
        }
    }
}
