package org.attune.report;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.Records;
import org.attune.api.StudyObserver;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TunerException;
import org.attune.api.Tuners;
import org.attune.execution.CommandEvaluator;
import org.attune.history.Store;
import org.attune.history.TrialNotes;
import org.attune.history.TrialUids;
import org.attune.studies.Evaluators;
import org.attune.studies.StudyFile;
import org.attune.studies.StudyPlace;
import org.attune.studies.model.StudyModel;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TaskSummary;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

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
    /**
     * A model is fitted to at most so many trials, chosen of all: fitting takes time with their
     * cube.
     */
    public static final int MODELLED = 1000;

    private static final int EXHIBITED = 1500; // trials; some exhibits fit models

    /** The tuner whose model stands in where a study's own tuner learns none. */
    private static final String MODELLER = "gp-lcm";

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
        return stored(place, new HashSet<>());
    }

    /**
     * Reads a study, and says what has changed in the problem since it was started, unless that has
     * been said of another one.
     *
     * @param said what has been, without the names of studies
     */
    private StoredStudy stored(StudyPlace at, Set<String> said) {
        if (at.isJournal()) {
            return at.ofJournal();
        }
        String name = "('|--reuse )" + Pattern.quote(at.study());
        return at.read()
                .stored(
                        new StudyObserver() {
                            @Override
                            public void note(String text) {
                                if (said.add(text.replaceAll(name, ""))) {
                                    observer.note(text);
                                }
                            }
                        });
    }

    /** Returns the names of the other studies of the history. */
    public List<String> others() {
        try (Store journal = place.openExisting()) {
            return journal.studies().stream().filter(s -> !s.equals(place.study())).toList();
        }
    }

    /** Reads everything and fits the model of the tuner. */
    public Subject read() {
        var said = new HashSet<String>();
        StoredStudy study = stored(place, said);
        var missing = new ArrayList<String>();
        Optional<FittedModel> model = model(study, missing);
        return subject(study, model, missing, said);
    }

    /** Reads everything, with a model that was fitted before. */
    public Subject read(Optional<FittedModel> model, String remark) {
        var said = new HashSet<String>();
        return subject(
                stored(place, said), model, remark.isEmpty() ? List.of() : List.of(remark), said);
    }

    /**
     * Fits the model of the study's tuner; that of the default tuner where it learns none.
     *
     * @param missing is told whose model it is, of how many trials, or why there is none
     */
    public Optional<FittedModel> model(StoredStudy study, List<String> missing) {
        int measured = ModelledTrials.measured(study.records());
        StoredStudy modelled = study;
        String own = study.setUp().tuner();
        if (!StudyModel.predicts(tuners, study)) {
            if (tuners.get().all().stream().noneMatch(p -> p.name().equals(MODELLER))) {
                missing.add(
                        "Tuner '%s' learns no model that predicts, so that slices, surfaces and importance are missing."
                                .formatted(own));
                return Optional.empty();
            }
            modelled = by(MODELLER, study);
        }
        boolean stoodIn = modelled != study;
        Records some = ModelledTrials.of(study.problem(), study.records(), MODELLED);
        if (some != study.records()) {
            modelled =
                    new StoredStudy(modelled.problem(), modelled.history(), modelled.setUp(), some);
        }
        Optional<FittedModel> model;
        try {
            model = StudyModel.find(tuners, modelled);
        } catch (IllegalArgumentException | IllegalStateException e) {
            missing.add("There is no model: %s".formatted(e.getMessage()));
            return Optional.empty();
        }
        if (model.isEmpty()) {
            missing.add("There are too few measured trials for a model.");
            return model;
        }
        if (stoodIn) {
            missing.add(
                    "Tuner '%s' learns no model that predicts; the model on this page is what %s makes of the same trials."
                            .formatted(own, MODELLER));
        }
        if (some != study.records()) {
            missing.add(
                    "The model was fitted to %d of %d measured trials, since fitting takes time with their cube: the best of each task, and others equally far apart over the study."
                            .formatted(ModelledTrials.measured(some), measured));
        }
        return model;
    }

    /** Returns the same study as if another tuner had tuned it, with its usual options. */
    private static StoredStudy by(String tuner, StoredStudy study) {
        StudyRecord setUp = study.setUp();
        return new StoredStudy(
                study.problem(),
                study.history(),
                new StudyRecord(
                        setUp.study(),
                        setUp.problem(),
                        setUp.tasks(),
                        tuner,
                        Map.of(),
                        setUp.seed(),
                        setUp.trials(),
                        setUp.initial(),
                        setUp.allocation(),
                        setUp.features(),
                        setUp.environments(),
                        setUp.stop(),
                        Optional.empty()),
                study.records());
    }

    private Subject subject(
            StoredStudy study,
            Optional<FittedModel> model,
            List<String> remarks,
            Set<String> said) {
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
                                        place.problem(), name, place.history(), place.format()),
                                said));
            } catch (IllegalArgumentException e) {
                missing.add("Study '%s' is not compared: %s".formatted(name, e.getMessage()));
            }
        }
        Map<Long, String> notes = notes(study, missing);
        OptionalInt files = place.isJournal() ? OptionalInt.empty() : place.read().file().trials();
        return new Subject(
                study,
                study.moreTrials(files),
                model,
                exhibits(study, missing),
                others,
                Optional.of(StoredStudy.runs(study.history(), study.setUp().study())),
                uses(study),
                advised,
                notes,
                missing);
    }

    /** Returns the notes on trials by their numbers; without them there is a page, too. */
    private static Map<Long, String> notes(StoredStudy study, List<String> missing) {
        try {
            return TrialNotes.beside(study.history())
                    .of(TrialUids.of(study.problem().name(), study.records()));
        } catch (IllegalArgumentException | UncheckedIOException e) {
            missing.add("Notes on trials are missing: %s".formatted(e.getMessage()));
            return Map.of();
        }
    }

    private List<Exhibit> exhibits(StoredStudy study, List<String> missing) {
        int ended = study.records().finished().size();
        if (ended > EXHIBITED && tuners.get().named(study.setUp().tuner()).models().isPresent()) {
            missing.add(
                    "What tuner '%s' has to show besides is left out: it would be made anew from %d trials, and is up to %d."
                            .formatted(study.setUp().tuner(), ended, EXHIBITED));
            return List.of();
        }
        try {
            return StudyModel.exhibits(tuners, study);
        } catch (TunerException e) {
            missing.add(e.getMessage());
            return List.of();
        }
    }

    /** Returns the command lines of the best trials; none where the problem file has no command. */
    private Map<Long, String> uses(StoredStudy study) {
        if (place.isJournal()) {
            return Map.of();
        }
        StudyFile file = place.read().of(study.setUp());
        var uses = new LinkedHashMap<Long, String>();
        try (CommandEvaluator evaluator =
                Evaluators.of(file, file.file().evaluation(), study.setUp().study(), 1)) {
            for (TaskSummary task : study.tasks()) {
                List<Trial> chosen = task.best().map(List::of).orElse(task.front());
                for (Trial trial : chosen) {
                    if (evaluator.sharedDecks(trial).isEmpty()) {
                        uses.put(trial.number(), evaluator.lineFromAnywhere(trial.alone()));
                    }
                }
            }
        } catch (IllegalArgumentException e) {
            return Map.of(); // trials are told, or run by Java
        }
        return uses;
    }
}
