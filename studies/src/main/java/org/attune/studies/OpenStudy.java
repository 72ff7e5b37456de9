package org.attune.studies;

import org.attune.api.Allocation;
import org.attune.api.Fidelity;
import org.attune.api.FittedModel;
import org.attune.api.ModelRecord;
import org.attune.api.Study;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.TuningLoop;
import org.attune.history.Heartbeats;
import org.attune.history.Store;
import org.attune.studies.model.StoredModels;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.Summary;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A study that trials are asked of or told to, with what runs them. */
public final class OpenStudy implements AutoCloseable {
    private final StudyFile file;
    private final StudySettings settings;
    private final boolean savesModel;
    private final Store journal;
    private final Study study;
    private final Supplier<Tuners> tuners;
    private final int parallel;
    private Optional<CommandEvaluator> evaluator;
    private Optional<Heartbeats> heartbeats = Optional.empty();

    OpenStudy(
            StudyFile file,
            StudySettings settings,
            boolean savesModel,
            Store journal,
            Study study,
            Supplier<Tuners> tuners,
            int parallel,
            Optional<CommandEvaluator> evaluator) {
        this.file = file;
        this.settings = settings;
        this.savesModel = savesModel;
        this.journal = journal;
        this.study = study;
        this.tuners = tuners;
        this.parallel = parallel;
        this.evaluator = evaluator;
        evaluator.ifPresent(e -> e.recall(study.records().finished()));
    }

    /** Returns its problem file. */
    public StudyFile file() {
        return file;
    }

    /** Returns the store that keeps it, with the other studies of its problem. */
    public Store journal() {
        return journal;
    }

    /** Returns the study itself. */
    public Study study() {
        return study;
    }

    /** Returns its problem, with what is known of its performance models. */
    public TuningProblem problem() {
        return study.problem();
    }

    /** Returns the file of the history, named as the user names it. */
    public Path history() {
        return file.history();
    }

    /** Returns how many of its trials run at once. */
    public int parallel() {
        return parallel;
    }

    /**
     * Returns what runs its trials; it ends with this object.
     *
     * @throws IllegalArgumentException if the problem file does not say how, or cannot
     */
    public CommandEvaluator evaluator() {
        if (evaluator.isEmpty()) {
            CommandEvaluator made =
                    Evaluators.of(file, file.file().evaluation(), file.study(), parallel);
            made.recall(study.records().finished());
            evaluator = Optional.of(made);
        }
        return evaluator.get();
    }

    /** Runs its trials until it is done, and returns why it is. */
    public Study.Status run() {
        return loop(note -> {}).run();
    }

    /**
     * Returns a loop that runs its trials, and again those of processes that fell silent. From now
     * on until this is closed, this process gives signs of life itself.
     *
     * @param notes hears of results that came late, and of a tuner that fails
     */
    public TuningLoop loop(Consumer<String> notes) {
        if (heartbeats.isEmpty()) {
            heartbeats = Optional.of(Heartbeats.beside(journal.file()));
        }
        endEarly(notes);
        var late = new LateResults(journal.file(), study.setUp().study(), notes);
        return new TuningLoop(study, evaluator(), parallel)
                .adopting(heartbeats.get()::isLost)
                .late(late::keep)
                .noting(notes);
    }

    /** Lets the evaluator end runs that promise too little, where the tuner can use the rest. */
    private void endEarly(Consumer<String> notes) {
        String tuner = study.setUp().tuner();
        if (!evaluator().hasProgress()) {
            return;
        }
        if (tuners.get().named(tuner).abilities().fidelities()) {
            evaluator().endEarly();
        } else {
            notes.accept(
                    "No run is ended early (evaluation.progress): the tuner '%s' uses full runs alone."
                            .formatted(tuner));
        }
    }

    /** Returns the study as it is now. */
    public StoredStudy stored() {
        return new StoredStudy(problem(), history(), study.setUp(), study.records());
    }

    /** Returns what it has found so far. */
    public Summary summary() {
        return Summary.of(stored());
    }

    /** Returns the models of it that are kept in its history. */
    public StoredModels models() {
        return new StoredModels(tuners, stored());
    }

    /** Keeps a model that was fitted to all trials, unless it is there already. */
    public List<ModelRecord> keep(FittedModel model) {
        return models().keep(model, journal.study(study.setUp().study()));
    }

    /** Returns what to say where the problem file names other trials than the study has. */
    public Optional<String> edited() {
        return settings.edited(file.file(), study.setUp());
    }

    /** Returns whether the meta description wants the model to be kept once the study is done. */
    public boolean savesModel() {
        return savesModel;
    }

    /** Returns {@link StoredStudy#moreTrials}. */
    public int moreTrials() {
        return stored().moreTrials(file.file().trials());
    }

    /** Returns whether trials are left for which the tuner has nothing to propose, in any task. */
    public boolean isExhausted() {
        StudyRecord setUp = study.setUp();
        return study.status().state() == Study.State.DONE
                && study.stops().isEmpty()
                && study.trialsLeft() > 0
                && (setUp.allocation() == Allocation.ADAPTIVE
                        || setUp.tasks().stream()
                                .allMatch(t ->
                                        cost(study.records().trials(t))
                                                < setUp.trials() - Fidelity.TOLERANCE));
    }

    /** Returns what trials cost, in full runs. */
    private static double cost(List<Trial> trials) {
        return trials.stream().mapToDouble(Trial::cost).sum();
    }

    @Override
    public void close() {
        evaluator.ifPresent(CommandEvaluator::close);
        study.close();
        heartbeats.ifPresent(Heartbeats::close);
        journal.close();
    }
}
