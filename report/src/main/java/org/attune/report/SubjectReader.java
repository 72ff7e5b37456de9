package org.attune.report;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.Outcome;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.execution.CommandEvaluator;
import org.attune.history.Store;
import org.attune.studies.Evaluators;
import org.attune.studies.StudyFile;
import org.attune.studies.StudyPlace;
import org.attune.studies.model.StudyModel;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TaskSummary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads what a page is about from a problem file, or from a journal alone, and fits the model.
 *
 * @param place of the study
 * @param tuners that may have been used
 * @param observer is told what has changed in the problem since
 * @param advised the command line of a verb for this study
 */
public record SubjectReader(
        StudyPlace place,
        Supplier<Tuners> tuners,
        StudyObserver observer,
        Map<String, String> advised) {
    /** More measured trials than this are not modelled here: fitting takes time with their cube. */
    public static final int MODELLED = 1500;

    /**
     * Returns the name of the study that is meant where none was given: {@code main}, or the only
     * one.
     *
     * @throws IllegalArgumentException if there are several and none is {@code main}, or none at
     *     all
     */
    public static String only(StudyPlace place) {
        try (Store journal = place.openExisting()) {
            List<String> known = journal.studies();
            if (known.isEmpty()) {
                throw new IllegalArgumentException(
                        "%s has no study yet: nothing can be shown. Maybe begin one: attune tune"
                                .formatted(journal.file()));
            }
            if (known.contains("main")) {
                return "main";
            }
            if (known.size() > 1) {
                throw new IllegalArgumentException(
                        "%s has several studies: %s. Say which one: --study NAME"
                                .formatted(journal.file(), String.join(", ", known)));
            }
            return known.getFirst();
        }
    }

    /** Returns the study as it is now. */
    public StoredStudy study() {
        return stored(place);
    }

    private StoredStudy stored(StudyPlace at) {
        return at.isJournal() ? at.ofJournal() : at.read().stored(observer);
    }

    /** Returns the names of the other studies of the history. */
    public List<String> others() {
        try (Store journal = place.openExisting()) {
            return journal.studies().stream().filter(s -> !s.equals(place.study())).toList();
        }
    }

    /** Reads everything and fits the model of the tuner. */
    public Subject read() {
        StoredStudy study = study();
        var missing = new ArrayList<String>();
        Optional<FittedModel> model = model(study, missing);
        return subject(study, model, missing);
    }

    /** Reads everything, with a model that was fitted before. */
    public Subject read(Optional<FittedModel> model, String remark) {
        return subject(study(), model, remark.isEmpty() ? List.of() : List.of(remark));
    }

    /**
     * Fits the model of the study's tuner.
     *
     * @param missing is told why there is none
     */
    public Optional<FittedModel> model(StoredStudy study, List<String> missing) {
        long measured =
                study.records().trials().stream()
                        .filter(t -> t.isFull() && t.outcome() instanceof Outcome.Measured)
                        .count();
        if (!StudyModel.predicts(tuners, study)) {
            missing.add(
                    "Tuner '%s' learns no model that predicts, so that slices, surfaces and importance are missing. A study of the tuner gp-lcm that takes over the trials has one: --study NAME --tuner gp-lcm --reuse %s"
                            .formatted(study.setUp().tuner(), study.setUp().study()));
            return Optional.empty();
        }
        if (measured > MODELLED) {
            missing.add(
                    "No model was fitted to %d measured trials, since that takes time with their cube; up to %d are modelled."
                            .formatted(measured, MODELLED));
            return Optional.empty();
        }
        Optional<FittedModel> model = StudyModel.find(tuners, study);
        if (model.isEmpty()) {
            missing.add("There are too few measured trials for a model.");
        }
        return model;
    }

    private Subject subject(StoredStudy study, Optional<FittedModel> model, List<String> remarks) {
        var missing = new ArrayList<>(remarks);
        if (place.isJournal()) {
            missing.addFirst(
                    "Made from the history alone: constraints, performance models and the program's"
                            + " command are in the problem file, which was not given.");
        }
        List<StoredStudy> others = new ArrayList<>();
        for (String name : others()) {
            try {
                others.add(
                        stored(
                                new StudyPlace(
                                        place.problem(), name, place.history(), place.format())));
            } catch (IllegalArgumentException e) {
                missing.add("Study '%s' is not compared: %s".formatted(name, e.getMessage()));
            }
        }
        return new Subject(
                study,
                model,
                exhibits(study),
                others,
                Optional.of(StoredStudy.runs(study.history(), study.setUp().study())),
                uses(study),
                advised,
                missing);
    }

    private List<Exhibit> exhibits(StoredStudy study) {
        return study.records().finished().size() > MODELLED
                ? List.of()
                : StudyModel.exhibits(tuners, study);
    }

    /** Returns the command lines of the best trials; none where the problem file has no command. */
    private Map<Long, String> uses(StoredStudy study) {
        if (place.isJournal()) {
            return Map.of();
        }
        StudyFile file = place.read();
        var uses = new LinkedHashMap<Long, String>();
        try (CommandEvaluator evaluator =
                Evaluators.of(file, file.file().evaluation(), study.setUp().study(), 1)) {
            for (TaskSummary task : study.tasks()) {
                List<Trial> chosen = task.best().map(List::of).orElse(task.front());
                for (Trial trial : chosen) {
                    if (evaluator.sharedDecks(trial).isEmpty()) {
                        uses.put(
                                trial.number(),
                                org.attune.api.Format.quoted(evaluator.command(trial)));
                    }
                }
            }
        } catch (IllegalArgumentException e) {
            return Map.of(); // trials are told, or run by Java
        }
        return uses;
    }
}
