package org.attune.studies;

import org.attune.api.History;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Seed;
import org.attune.api.SourceRecord;
import org.attune.api.Study;
import org.attune.api.StudyBuilder;
import org.attune.api.StudyObserver;
import org.attune.api.StudyRecord;
import org.attune.api.Tuners;
import org.attune.execution.CommandEvaluator;
import org.attune.history.Store;
import org.attune.history.environment.Computer;
import org.attune.history.environment.Detection;
import org.attune.history.environment.Environment;
import org.attune.history.environment.LoadFilter;
import org.attune.history.environment.MetaDescription;
import org.attune.history.environment.RecordedEnvironment;
import org.attune.history.formats.Filtered;
import org.attune.history.formats.GptuneStore;
import org.attune.studies.program.ProgramModels;
import org.attune.studies.program.Stopper;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Opens a study: the problem file has been read, then it is checked, the study is started or gone
 * on with, performance models that are programs are run, and trials of other studies are taken
 * over.
 */
public final class StudyOpening {
    private final StudyFile file;
    private StudySettings settings = new StudySettings();
    private Supplier<Tuners> tuners = Tuners::available;
    private StudyObserver observer = new StudyObserver() {};
    private Stopper stopper = Stopper.NONE;
    private Optional<Integer> parallel = Optional.empty();
    private Optional<List<Point>> initial = Optional.empty();
    private boolean proposes = true;
    private boolean runs = true;
    private boolean resumes;
    private final Map<Long, List<Point>> tasks =
            new LinkedHashMap<>(); // by the seed that drew them
    private Map<String, Filtered> reused = Map.of(); // by their study

    StudyOpening(StudyFile file) {
        this.file = file;
    }

    /** Says how the study is set up; without it, as the problem file says. */
    public StudyOpening settings(StudySettings given) {
        settings = given;
        return this;
    }

    /** Gives the tuners to choose from; without it, those of the class path. */
    public StudyOpening tuners(Supplier<Tuners> available) {
        tuners = available;
        return this;
    }

    /** Gives what hears of the study. */
    public StudyOpening observer(StudyObserver hearer) {
        observer = hearer;
        return this;
    }

    /** Gives what ends the programs of performance models early. */
    public StudyOpening stopper(Stopper given) {
        stopper = given;
        return this;
    }

    /** Gives the number of trials that run at once; without it, the problem file's, or else 1. */
    public StudyOpening parallel(int trials) {
        parallel = Optional.of(trials);
        return this;
    }

    /** Gives the configurations to begin with; without it, those of the problem file. */
    public StudyOpening initial(List<Point> configurations) {
        initial = Optional.of(configurations);
        return this;
    }

    /** Nothing is proposed, so that performance models that are programs need not be run. */
    public StudyOpening toAdd() {
        proposes = false;
        return this;
    }

    /** No trial is run here, so that the program may be missing. */
    public StudyOpening runningNothing() {
        runs = false;
        return this;
    }

    /** The study has to be there: its trials are told or changed. */
    public StudyOpening resuming() {
        resumes = true;
        return toAdd();
    }

    /**
     * Opens the study.
     *
     * @throws IllegalArgumentException if it cannot run, before anything is recorded, or
     *     contradicts what is stored
     * @throws org.attune.studies.program.Interrupted if it was ended before
     */
    public OpenStudy open() {
        if (resumes) {
            file.requireStarted();
        }
        int atOnce =
                parallel.orElseGet(
                        () -> file.file().parallel().orElseGet(() -> Evaluators.slots(file)));
        Optional<CommandEvaluator> evaluator =
                runs ? Optional.of(runnable(atOnce)) : Optional.empty();
        try {
            MetaDescription description = file.description(settings.filter());
            description.remark(file.problem().name()).ifPresent(observer::note);
            DescribedMachine.remark(file.file(), description).ifPresent(observer::note);
            if (runs && !resumes) {
                Preflight.requireAdmissible(file, tasks(Optional.empty()));
                Preflight.requireFresh(file, description);
            }
            Store journal = file.store(observer::note);
            try {
                List<String> pinned = evaluator.map(CommandEvaluator::pinned).orElse(List.of());
                Study study = study(journal, description, pinned);
                var open =
                        new OpenStudy(
                                file,
                                settings,
                                description.savesModel(),
                                journal,
                                study,
                                tuners,
                                atOnce,
                                evaluator);
                takeOver(open, description);
                return open;
            } catch (RuntimeException e) {
                journal.close();
                throw e;
            }
        } catch (RuntimeException e) {
            evaluator.ifPresent(CommandEvaluator::close);
            throw e;
        }
    }

    private CommandEvaluator runnable(int atOnce) {
        CommandEvaluator evaluator =
                Evaluators.of(file, file.file().evaluation(), file.study(), atOnce);
        try {
            Evaluators.requireProgram(file.file(), evaluator);
            return evaluator;
        } catch (IllegalArgumentException e) {
            evaluator.close();
            throw e;
        }
    }

    private List<Point> tasks(Optional<StudyRecord> stored) {
        return tasks.computeIfAbsent(
                settings.seed(file.file(), stored),
                s -> {
                    var all = new LinkedHashSet<>(file.file().tasks(new Seed(s)));
                    all.addAll(settings.only());
                    return List.copyOf(all);
                });
    }

    private Study study(Store journal, MetaDescription description, List<String> pinned) {
        LoadFilter filter = settings.filter().filter(description, file.problem());
        Detection here =
                Detection.of(
                        Computer.here(),
                        ProcessId.here().host(),
                        file.place().folder(),
                        description);
        Environment environment = here.environment().pinned(pinned);
        History history =
                new RecordedEnvironment(
                        journal.study(file.study()), environment, environments(journal));
        Optional<StudyRecord> stored = history.records().study();
        if (resumes && stored.isEmpty()) {
            throw StudyFile.missing(journal, file.study());
        }
        if (stored.isEmpty()) {
            settings.requireTuner(file.file(), tuners.get());
        }
        var programs = new ProgramModels(file.file(), file.place().folder());
        programs.requirePrograms();
        List<Point> all = tasks(stored);
        StudyBuilder builder =
                Study.of(programs.loaded(history.records()))
                        .name(file.study())
                        .tuners(tuners)
                        .tasks(all)
                        .initial(initial.orElseGet(file.file()::initial))
                        .evaluation(file.file().evaluation())
                        .history(history)
                        .observer(observer);
        settings.apply(builder, file.file(), stored);
        builder.features(
                TaskFeatures.of(
                        file, all, stored.map(s -> s.features().keySet()).orElse(Set.of())));
        if (description.loadsEvaluations()) {
            reused = ReusedTrials.find(settings.reuse(), journal, file, filter);
        }
        var transfer =
                new TransferSources(
                        file,
                        journal,
                        tuners,
                        history.records().sources().stream()
                                .map(SourceRecord::digest)
                                .collect(Collectors.toSet()));
        builder.sources(transfer.read(settings.transferFrom()));
        if (proposes) {
            builder.completing(setUp ->
                    programs.completed(
                            setUp, history, file.runs(setUp.study()), stopper, observer));
        }
        Study study = builder.open();
        transfer.notes().forEach(observer::note);
        journal.notes().forEach(observer::note);
        notInFile(study, all).ifPresent(observer::note);
        if (stored.isEmpty() || !stored.get().environments().containsKey(environment.id())) {
            here.missing().forEach(m -> observer.note("Not recorded with trials: " + m + "."));
        }
        return study;
    }

    private void takeOver(OpenStudy open, MetaDescription description) {
        ReusedTrials.takeOver(open, reused).forEach(observer::note);
        if (description.loadsEvaluations() && open.journal() instanceof GptuneStore store) {
            LoadFilter filter = settings.filter().filter(description, file.problem());
            ReusedTrials.takeOver(open, store, filter).forEach(observer::note);
        }
    }

    /** Says which tasks of a study are not among those of its problem file. */
    private static Optional<String> notInFile(Study study, List<Point> tasks) {
        List<Point> others =
                study.setUp().tasks().stream().filter(t -> !tasks.contains(t)).toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "The study has tasks that are not in its file, and goes on with them: %s. Maybe add them there, or begin another study: --study NAME --reuse %s"
                                .formatted(
                                        others.stream()
                                                .map(Point::toString)
                                                .collect(Collectors.joining("; ")),
                                        study.setUp().study()));
    }

    /** Returns the environments of all studies, from which trials may be taken over. */
    private static Map<String, Map<String, Object>> environments(Store journal) {
        var all = new LinkedHashMap<String, Map<String, Object>>();
        journal.studies().stream()
                .flatMap(s -> journal.study(s).records().study().stream())
                .forEach(s -> all.putAll(s.environments()));
        return all;
    }
}
