package org.attune.cli.study;

import org.attune.api.Candidate;
import org.attune.api.Constraint;
import org.attune.api.Exhibit;
import org.attune.api.FailureCause;
import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.Stop;
import org.attune.api.Study;
import org.attune.api.TunerException;
import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.open.Progress;
import org.attune.cli.open.StopArguments;
import org.attune.cli.open.StudyArguments;
import org.attune.cli.shell.Assignments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.JsonVerb;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.TuningLoop;
import org.attune.execution.queue.Allocation;
import org.attune.execution.queue.UnusableSchedulerException;
import org.attune.studies.OpenStudy;
import org.attune.studies.StudyFile;
import org.attune.studies.StudyOpening;
import org.attune.studies.StudySettings;
import org.attune.studies.model.ExhibitText;
import org.attune.studies.model.StudyModel;
import org.attune.studies.model.TopParameters;
import org.attune.studies.report.BestSoFar;
import org.attune.studies.report.LastTrials;
import org.attune.studies.report.Summary;
import org.attune.studies.report.TaskSummary;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code attune tune}: runs the trials of a study until its budget is used up. */
@Command(
        name = "tune",
        description = {
            "Tunes the application of a problem file.",
            "Goes on where an earlier run ended; Ctrl-C stops it and keeps everything."
        })
public final class TuneVerb extends JsonVerb {
    /** So many failures in a row at the beginning, the default's and five more, are no accident. */
    private static final int PATIENCE = 6;

    /**
     * Exit code where the study goes on, in another job or process: that of {@code ask} for
     * waiting.
     */
    private static final int MORE = 3;

    private static final int NAMED = 3; // exhibits

    @Mixin private ProblemArguments arguments;
    @Mixin private StudyArguments setUp;
    @Mixin private Parallel parallel;

    @Option(
            names = "--task",
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            parameterConsumer = Assignments.Consumer.class,
            description = {
                "Run trials of this task only (again for others); one that is not among the tasks",
                "of the file is added to the study."
            })
    private Assignments tasks;

    @Option(
            names = "--keep-going",
            description =
                    "Go on although the first trials all fail from the same cause (default: stop"
                            + " after 6, unless a trial has ever given a result).")
    private boolean keepGoing;

    @Option(
            names = "--detach",
            description =
                    "Leave the jobs of a scheduler to it when this ends, by Ctrl-C or with the"
                            + " login: the next tune takes them over (default: they are"
                            + " cancelled).")
    private boolean detach;

    private boolean outOfTime;
    private boolean goesOn; // in other processes
    private boolean wasFlagged; // as interrupted, by somebody else than the user

    @Override
    public Integer call() {
        try (var progress = Progress.on(session());
                var open = opening(progress).open()) {
            int before = open.study().records().finished().size();
            Optional<FailureCause> gaveUp;
            try {
                // Ctrl-C may have come with the last run of a performance model
                gaveUp =
                        session().interrupted().isPresent()
                                ? Optional.empty()
                                : run(open, progress);
            } catch (UnusableSchedulerException e) {
                progress.finish();
                say("%s", e.getMessage());
                return stopped(open, Failures.SCHEDULER);
            } catch (TunerException e) {
                progress.finish();
                return stopped(open, Failures.report(e, session()));
            }
            progress.finish();
            if (session().interrupted().isPresent()) {
                return stopped(open, session().interrupted().get().exitCode);
            }
            if (outOfTime) {
                return stopped(open, MORE);
            }
            if (wasFlagged) {
                say(
                        "The thread of the study was interrupted, and not by Ctrl-C. Maybe tuner"
                                + " '%s' has left its interrupt flag set.",
                        open.study().setUp().tuner());
                return stopped(open, Failures.OTHER);
            }
            if (gaveUp.isPresent()) {
                return gaveUp(open, gaveUp.get());
            }
            int code = finished(open, open.study().records().finished().size() > before);
            return goesOn ? MORE : code;
        }
    }

    private StudyOpening opening(Progress progress) {
        if (tasks == null) {
            return parallel.to(arguments.opening(session(), setUp, progress));
        }
        StudyFile file = arguments.read();
        Space space = file.problem().taskSpace();
        if (space.dimension() == 0) {
            throw new IllegalArgumentException(
                    "--task is given, but '%s' has no input_space: there is one task."
                            .formatted(file.problem().name()));
        }
        StudySettings settings = setUp.settings(file).only(tasks.in(space));
        return parallel.to(arguments.opening(session(), file, progress).settings(settings));
    }

    /** Runs the trials; returns why it gave up, if it did. */
    private Optional<FailureCause> run(OpenStudy open, Progress progress) {
        int said = open.journal().notes().size();
        try (CommandEvaluator evaluator = open.evaluator()) {
            TuningLoop loop = open.loop(progress::note);
            if (!keepGoing) {
                loop.giveUpAfter(PATIENCE);
            }
            if (detach) {
                evaluator.detach();
            }
            timeLeft().ifPresent(left -> loop.endWithin(left.minus(WorkerVerb.MARGIN)));
            session().stopOnInterrupt(loop::stop, evaluator::kill);
            evaluator.notes().forEach(progress::note);
            evaluator.hints().forEach(progress::note);
            evaluator.notes(progress::note);
            open.edited().ifPresent(progress::note);
            refusedDefault(open).ifPresent(progress::note);
            progress.start(open.study());
            Study.Status status = loop.run();
            outOfTime = loop.isOutOfTime();
            wasFlagged = Thread.interrupted() && loop.isStopped();
            if (session().interrupted().isEmpty() && status.state() == Study.State.WAIT) {
                goesOn = true;
                progress.note(status.why() + " in other processes");
            }
            open.journal().notes().stream().skip(said).forEach(progress::note);
            return status.state() == Study.State.DONE ? Optional.empty() : loop.gaveUp();
        }
    }

    /** Says, before the first trial, that the default is not admissible for a task. */
    private static Optional<String> refusedDefault(OpenStudy open) {
        Optional<Point> standard = open.problem().parameterSpace().defaultPoint();
        return open.study().setUp().tasks().stream()
                .filter(task -> open.study().records().trials().isEmpty())
                .flatMap(task -> standard.map(d -> Candidate.of(task, d)).stream())
                .filter(c -> !open.problem().admits(c))
                .findFirst()
                .map(c ->
                        "The default configuration violates %s%s: it is not run, and gains over it are not told."
                                .formatted(
                                        open.problem().violated(c).stream()
                                                .map(Constraint::toString)
                                                .collect(Collectors.joining(", ")),
                                        c.task().after(" for task ")));
    }

    /** Returns how long the batch job lasts in which this is, if it is in one that ends. */
    private static Optional<Duration> timeLeft() {
        try {
            return Allocation.left(System.getenv());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Returns the command that goes on with the same tasks. */
    private String again(String... more) {
        var words = new ArrayList<>(List.of(more));
        if (tasks != null) {
            words.add("--task");
            words.addAll(tasks.words());
        }
        return arguments.command(session(), "tune", words.toArray(String[]::new));
    }

    private int gaveUp(OpenStudy open, FailureCause cause) {
        Summary summary = open.summary();
        say(
                "Stopped: all trials fail alike (%s), and none has ever given a result. %s",
                cause.text(), summary.failures().orElseThrow());
        say("Maybe see: " + arguments.command(session(), "check", "--run"));
        say("Go on all the same: " + again("--keep-going"));
        if (isJson()) {
            json(summary.data());
        }
        return Failures.OTHER;
    }

    private int stopped(OpenStudy open, int exitCode) {
        say(
                outOfTime
                        ? "Stopped before the allocation ends, after %s; everything is in %s."
                        : "Stopped after %s; everything is in %s.",
                Format.count(open.study().records().finished().size(), "trial"),
                open.history());
        say("Go on with: " + again());
        if (isJson()) {
            json(open.summary().data());
        }
        return exitCode;
    }

    /**
     * Shows what has been found.
     *
     * @param isNew whether a trial has ended by this command, so that the model is another one
     */
    private int finished(OpenStudy open, boolean isNew) {
        Summary summary = open.summary();
        Summary shown = shown(open, summary);
        print(
                summary.data(),
                () -> {
                    session().out().println();
                    shown.print(session().out());
                    BestSoFar.lines(shown, session().out().charset()).forEach(this::print);
                    if (open.isExhausted()) {
                        print("Ended: the tuner has nothing left to propose.");
                    } else if (!summary.setUp().stop().isEmpty()) {
                        print("Ended: " + open.study().status().why());
                    }
                });
        // fitting takes its time: what is known without a model stands there by now
        Optional<FittedModel> model =
                open.savesModel() || isNew && !isJson() ? open.study().model() : Optional.empty();
        if (open.savesModel()) {
            model.ifPresent(open::keep);
        }
        if (!isJson()) {
            List<Point> shownTasks = shown.tasks().stream().map(TaskSummary::task).toList();
            model.ifPresent(m ->
                    StudyModel.printBriefTrust(m, open.problem(), shownTasks, session().out()));
            model.ifPresent(m -> TopParameters.lines(open.stored(), m).forEach(this::print));
            if (isNew) {
                exhibits(open, shownTasks);
            }
            advice(open, summary);
        }
        if (!summary.anyMeasured() && goesOn) {
            say("No trial has given a result yet.");
        } else if (!summary.anyMeasured()) {
            say("No trial gave a result. " + summary.failures().orElse(""));
            say("Maybe see: " + arguments.command(session(), "check", "--run"));
            return Failures.OTHER;
        }
        return 0;
    }

    /** Leaves out tasks that have no trial, where {@code --task} says that others get them. */
    private Summary shown(OpenStudy open, Summary summary) {
        List<Point> inTurn = open.study().tasksInTurn();
        return tasks == null
                ? summary
                : summary.only(
                        summary.tasks().stream()
                                .filter(t -> !t.trials().isEmpty() || inTurn.contains(t.task()))
                                .map(TaskSummary::task)
                                .toList());
    }

    /**
     * Tells how much each source is like the task, and what else the tuner has to show.
     *
     * @param shown those whose exhibits are shown, beside the exhibits of no single task
     */
    private void exhibits(OpenStudy open, List<Point> shown) {
        List<Point> all = open.study().setUp().tasks();
        var others = new LinkedHashSet<String>();
        for (Exhibit exhibit : StudyModel.exhibits(session()::tuners, open.stored())) {
            Optional<Point> task =
                    all.stream()
                            .filter(t -> exhibit.title().endsWith(t.after(" of task ")))
                            .findFirst();
            if (task.isPresent() && !shown.contains(task.get())) {
                continue;
            }
            if (exhibit instanceof Exhibit.Table && exhibit.title().startsWith("Sources")) {
                session().out().println();
                ExhibitText.print(exhibit, session().out());
            } else {
                int end = task.map(t -> t.after(" of task ").length()).orElse(0);
                others.add(exhibit.title().substring(0, exhibit.title().length() - end));
            }
        }
        if (!others.isEmpty()) {
            session().out().println();
            print(
                    "The tuner has more to show, by 'surrogate show' and 'report': %s%s.",
                    others.stream().limit(NAMED).collect(Collectors.joining(", ")),
                    others.size() > NAMED ? " and %d more".formatted(others.size() - NAMED) : "");
        }
    }

    /** With what the best command is shown: its input decks, where the program reads them. */
    private static String[] best(OpenStudy open, Summary summary) {
        return (summary.found().anyMatch(t -> !open.evaluator().sharedDecks(t).isEmpty())
                        ? "--format command --write best"
                        : "--format command")
                .split(" ");
    }

    private void advice(OpenStudy open, Summary summary) {
        session().out().println();
        boolean usable = summary.found().findAny().isPresent();
        if (usable && summary.tasks().stream().anyMatch(t -> t.trials().size() > 1)) {
            Optional<Point> standard = open.problem().parameterSpace().defaultPoint();
            boolean wasRun =
                    summary.tasks().stream()
                            .flatMap(t -> t.trials().stream())
                            .anyMatch(t -> standard.equals(Optional.of(t.configuration())));
            print(
                    "The best of many trials is partly luck; 'confirm' measures it%s again."
                            .formatted(wasRun ? " and the default" : ""));
        }
        if (!open.isExhausted() && !LastTrials.areFew(summary.tasks())) {
            LastTrials.foundNothing(summary.tasks()).ifPresent(this::print);
        }
        print("Next:");
        if (usable) {
            next("best", best(open, summary));
            next("confirm");
            next("report");
            if (StudyModel.predicts(session()::tuners, open.stored())) {
                next("surrogate show");
            }
        } else if (!summary.anyMeasured() && !goesOn) {
            next("check", "--run");
        }
        if (open.isExhausted()) {
            return; // more trials would change nothing
        }
        if (summary.stops().isEmpty()) {
            print("  " + again("--trials", Integer.toString(open.moreTrials())));
        } else {
            var rules = summary.stops().stream().map(Stop::rule).distinct().toList();
            print("  " + again(StopArguments.removing(rules)));
        }
    }

    private void next(String verb, String... more) {
        print("  " + arguments.command(session(), verb, more));
    }
}
