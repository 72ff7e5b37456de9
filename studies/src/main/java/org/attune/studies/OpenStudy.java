package org.attune.studies;

import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.open.StudyArguments;
import org.attune.cli.shell.Session;
import org.attune.cli.study.CheckVerb;
import org.attune.studies.program.ProgramModels;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Format;

import org.attune.api.Allocation;
import org.attune.api.ConstraintCheck;
import org.attune.api.History;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.StudyBuilder;
import org.attune.api.StudyObserver;
import org.attune.api.StudyRecord;
import org.attune.api.TuningProblem;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.CommandSettings;
import org.attune.execution.FeatureCommand;
import org.attune.history.Store;
import org.attune.history.environment.Computer;
import org.attune.history.environment.Detection;
import org.attune.history.environment.LoadFilter;
import org.attune.history.environment.MetaDescription;
import org.attune.history.environment.RecordedEnvironment;
import org.attune.history.formats.GptuneStore;
import org.attune.problemfile.ProblemFile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A study that trials are asked of or told to.
 *
 * @param arguments by which it was found
 * @param file the problem file
 * @param journal its history
 * @param study itself
 */
public record OpenStudy(ProblemArguments arguments, ProblemFile file, Store journal, Study study)
        implements AutoCloseable {

    /** For what verb a study is opened. */
    private enum Purpose {
        /** It has to be there; trials are told or changed. */
        RESUME,
        /** Given trials are added. */
        ADD,
        /** Trials are proposed, for which performance models that are programs have to be run. */
        PROPOSE
    }

    /** Starts the study or goes on with it, for a verb that proposes nothing. */
    public static OpenStudy open(
            Session session,
            ProblemArguments arguments,
            StudyArguments setUp,
            StudyObserver observer) {
        return open(session, arguments, arguments.read(), setUp, observer, Purpose.ADD);
    }

    /**
     * Like {@link #open}, for a verb that proposes trials: performance models that are programs are
     * run.
     */
    public static OpenStudy openToAsk(
            Session session,
            ProblemArguments arguments,
            StudyArguments setUp,
            StudyObserver observer) {
        return open(session, arguments, arguments.read(), setUp, observer, Purpose.PROPOSE);
    }

    /**
     * Like {@link #openToAsk}, for a verb that runs trials, too: refuses, before anything is
     * recorded, what cannot run.
     */
    public static OpenStudy openToTune(
            Session session,
            ProblemArguments arguments,
            StudyArguments setUp,
            Parallel parallel,
            StudyObserver observer) {
        ProblemFile file = runnable(arguments, setUp, parallel);
        return open(session, arguments, file, setUp, observer, Purpose.PROPOSE);
    }

    /** Like {@link #openToTune}, where nothing is proposed. */
    public static OpenStudy openToRun(
            Session session,
            ProblemArguments arguments,
            StudyArguments setUp,
            Parallel parallel,
            StudyObserver observer) {
        ProblemFile file = runnable(arguments, setUp, parallel);
        return open(session, arguments, file, setUp, observer, Purpose.ADD);
    }

    /** Reads the problem file, and refuses what cannot run. */
    private static ProblemFile runnable(
            ProblemArguments arguments, StudyArguments setUp, Parallel parallel) {
        ProblemFile file = arguments.read();
        try (var tried =
                evaluator(
                        arguments, file, file.evaluation(), arguments.study(), parallel.of(file))) {
            requireProgram(file, tried);
        }
        if (!file.problem().constraints().isEmpty()) {
            List<Point> tasks = file.tasks(new Seed(setUp.seed(file, Optional.empty())));
            CheckVerb.requireSatisfiable(
                    file,
                    ConstraintCheck.of(file.problem(), tasks, file.initial(), new Seed(0)).stream()
                            .filter(r -> !hasDefault(file.problem(), r.task()))
                            .toList());
        }
        requireFresh(arguments, file, setUp);
        return file;
    }

    /** Refuses to go on with a study where the meta description says that nothing is loaded. */
    private static void requireFresh(
            ProblemArguments arguments, ProblemFile file, StudyArguments setUp) {
        if (setUp.filters().description(arguments, file).loadsEvaluations()
                || !Files.isRegularFile(arguments.journal(file))) {
            return;
        }
        try (Store journal = arguments.open(file)) {
            int trials = journal.study(arguments.study()).records().trials().size();
            if (trials > 0) {
                throw new IllegalArgumentException(
                        "The meta description says load_func_eval: no, and study '%s' has %s already. Maybe begin another one (--study NAME), or remove load_func_eval."
                                .formatted(arguments.study(), Format.count(trials, "trial")));
            }
        }
    }

    /** Like {@link #resume}, for a verb that runs trials. */
    public static OpenStudy resumeToRun(
            Session session, ProblemArguments arguments, StudyObserver observer) {
        ProblemFile file = arguments.read();
        StoredStudy.requireJournal(arguments.journal(file), arguments);
        try (var tried = evaluator(arguments, file, file.evaluation(), arguments.study(), 1)) {
            requireProgram(file, tried);
        }
        return open(session, arguments, file, new StudyArguments(), observer, Purpose.RESUME);
    }

    private static boolean hasDefault(TuningProblem problem, Point task) {
        return problem.parameterSpace()
                .defaultPoint()
                .filter(p -> problem.admits(task, p))
                .isPresent();
    }

    /** Refuses a program that cannot be started. */
    public static void requireProgram(ProblemFile file, CommandEvaluator evaluator) {
        evaluator
                .obstacle()
                .ifPresent(why -> {
                    throw new IllegalArgumentException(
                            "%s: evaluation.command: %s"
                                    .formatted(file.at("evaluation.command"), why));
                });
    }

    /**
     * Goes on with the study.
     *
     * @throws IllegalArgumentException if it has not been started
     */
    public static OpenStudy resume(Session session, ProblemArguments arguments, StudyObserver observer) {
        ProblemFile file = arguments.read();
        StoredStudy.requireJournal(arguments.journal(file), arguments);
        return open(session, arguments, file, new StudyArguments(), observer, Purpose.RESUME);
    }

    private static OpenStudy open(
            Session session,
            ProblemArguments arguments,
            ProblemFile file,
            StudyArguments setUp,
            StudyObserver observer,
            Purpose purpose) {
        Store journal = arguments.open(file);
        try {
            MetaDescription description = setUp.filters().description(arguments, file);
            LoadFilter filter = setUp.filters().filter(description, file.problem());
            Detection here =
                    Detection.of(
                            Computer.here(),
                            ProcessId.here().host(),
                            arguments.folder(),
                            description);
            History history =
                    new RecordedEnvironment(
                            journal.study(arguments.study()),
                            here.environment(),
                            environments(journal));
            Optional<StudyRecord> stored = history.records().study();
            if (purpose == Purpose.RESUME && stored.isEmpty()) {
                throw StoredStudy.missing(journal, arguments.study());
            }
            var programs = new ProgramModels(file);
            programs.requirePrograms(arguments);
            List<Point> tasks = file.tasks(new Seed(setUp.seed(file, stored)));
            StudyBuilder builder =
                    Study.of(ProgramModels.loaded(file, history.records()))
                            .name(arguments.study())
                            .tuners(session::tuners)
                            .tasks(tasks)
                            .initial(file.initial())
                            .evaluation(file.evaluation())
                            .history(history)
                            .observer(observer);
            setUp.apply(builder, file, stored);
            builder.features(features(arguments, file, setUp, stored));
            boolean loads = description.loadsEvaluations();
            Map<String, Filtered> reused =
                    loads ? setUp.reused(journal, file, arguments.study(), filter) : Map.of();
            Study study = builder.open();
            if (purpose == Purpose.PROPOSE && !programs.isEmpty()) {
                TuningProblem whole =
                        programs.completed(
                                session, arguments, study.setUp(), history, observer::note);
                study = again(whole, session, arguments, file, history, observer);
            }
            journal.notes().forEach(observer::note);
            removed(study, tasks).ifPresent(observer::note);
            if (stored.isEmpty()
                    || !stored.get().environments().containsKey(here.environment().id())) {
                here.missing().forEach(m -> observer.note("Not recorded with trials: " + m + "."));
            }
            var opened = new OpenStudy(arguments, file, journal, study);
            ReusedTrials.takeOver(opened, reused).forEach(observer::note);
            if (loads && journal instanceof GptuneStore store) {
                ReusedTrials.takeOver(opened, store, filter).forEach(observer::note);
            }
            return opened;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /** Says which tasks of a study are no longer among those of its problem file. */
    private static Optional<String> removed(Study study, List<Point> tasks) {
        List<Point> gone = study.setUp().tasks().stream().filter(t -> !tasks.contains(t)).toList();
        return gone.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "The study has tasks that its file no longer has, and goes on with them: %s. Maybe begin another one: --study NAME --reuse %s"
                                .formatted(
                                        gone.stream()
                                                .map(Point::toString)
                                                .collect(Collectors.joining("; ")),
                                        study.setUp().study()));
    }

    /** Opens a study that has just been set up, with all that is known of its models. */
    private static Study again(
            TuningProblem problem,
            Session session,
            ProblemArguments arguments,
            ProblemFile file,
            History history,
            StudyObserver observer) {
        return Study.of(problem)
                .name(arguments.study())
                .tuners(session::tuners)
                .evaluation(file.evaluation())
                .history(history)
                .observer(observer)
                .open();
    }

    /** Returns the environments of all studies, from which trials may be taken over. */
    private static Map<String, Map<String, Object>> environments(Store journal) {
        var all = new LinkedHashMap<String, Map<String, Object>>();
        journal.studies().stream()
                .flatMap(s -> journal.study(s).records().study().stream())
                .forEach(s -> all.putAll(s.environments()));
        return all;
    }

    /** Returns the features of the tasks; a command computes only those that are not stored. */
    private static Map<Point, Map<String, Double>> features(
            ProblemArguments arguments,
            ProblemFile file,
            StudyArguments setUp,
            Optional<StudyRecord> stored) {
        List<Point> tasks = file.tasks(new Seed(setUp.seed(file, stored)));
        Map<Point, Map<String, Double>> known = stored.map(StudyRecord::features).orElse(Map.of());
        return file.featureCommand().isEmpty()
                ? file.taskFeatures(tasks)
                : features(
                        arguments,
                        file,
                        tasks.stream().filter(t -> !known.containsKey(t)).toList());
    }

    /** Returns the features of tasks, which the file gives or its command computes. */
    public static Map<Point, Map<String, Double>> features(
            ProblemArguments arguments, ProblemFile file, List<Point> tasks) {
        if (file.featureCommand().isEmpty()) {
            return file.taskFeatures(tasks);
        }
        FeatureCommand command = FeatureCommand.of(file.problem(), file.featureCommand().get());
        var features = new LinkedHashMap<Point, Map<String, Double>>();
        tasks.forEach(t -> features.put(t, command.features(t, arguments.folder())));
        return features;
    }

    /** Returns the file of the history, named as the user names it. */
    public Path history() {
        return arguments.journal(file);
    }

    /**
     * Returns a number of trials for each task under which all have some left: the problem file's,
     * or as many again.
     */
    public int moreTrials() {
        StudyRecord setUp = study.setUp();
        IntStream used =
                setUp.allocation() == Allocation.EQUAL
                        ? setUp.tasks().stream().mapToInt(t -> study.records().trials(t).size())
                        : IntStream.of(
                                Math.ceilDiv(
                                        study.records().trials().size(), setUp.tasks().size()));
        int most = used.reduce(setUp.trials(), Math::max);
        int files = file.trials().orElse(0);
        return files > most ? files : most + setUp.trials();
    }

    /** Returns whether trials are left for which the tuner has nothing to propose, in any task. */
    public boolean isExhausted() {
        StudyRecord setUp = study.setUp();
        return study.status().state() == Study.State.DONE
                && study.stops().isEmpty()
                && study.trialsLeft() > 0
                && (setUp.allocation() == Allocation.ADAPTIVE
                        || setUp.tasks().stream()
                                .allMatch(t -> study.records().trials(t).size() < setUp.trials()));
    }

    public TuningProblem problem() {
        return study.problem();
    }

    /** Returns what runs the trials, {@code parallel} of them at once. */
    public CommandEvaluator evaluator(int parallel) {
        CommandEvaluator evaluator =
                evaluator(arguments, file, file.evaluation(), study.setUp().study(), parallel);
        evaluator.recall(study.records().finished());
        return evaluator;
    }

    /** Returns what runs the trials of a study as this evaluation section says. */
    public static CommandEvaluator evaluator(
            ProblemArguments arguments,
            ProblemFile file,
            Map<String, Object> evaluation,
            String study,
            int parallel) {
        try {
            return new CommandEvaluator(
                    file.problem(),
                    settings(file, evaluation),
                    arguments.folder(),
                    arguments.runs(file, study),
                    parallel);
        } catch (IllegalArgumentException e) {
            throw located(file, e);
        }
    }

    /** Reads the evaluation section. */
    public static CommandSettings settings(ProblemFile file, Map<String, Object> evaluation) {
        if (evaluation.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has no section 'evaluation' that says how to run a trial. Maybe add one, or run the trials yourself with 'ask' and 'tell'."
                            .formatted(file.path()));
        }
        try {
            return CommandSettings.of(file.problem(), evaluation);
        } catch (IllegalArgumentException e) {
            throw located(file, e);
        }
    }

    /**
     * Returns the error with the line of the file, if it begins with the field that it is about.
     */
    private static IllegalArgumentException located(ProblemFile file, IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage());
        return message.startsWith("evaluation.")
                ? new IllegalArgumentException(
                        file.at(message.split(":", 2)[0]) + ": " + message, e)
                : e;
    }

    @Override
    public void close() {
        study.close();
        journal.close();
    }
}
