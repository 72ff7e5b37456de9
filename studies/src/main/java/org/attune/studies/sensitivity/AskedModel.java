package org.attune.studies.sensitivity;

import org.attune.api.FittedModel;
import org.attune.api.Point;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.studies.StudyFile;
import org.attune.studies.TaskFeatures;
import org.attune.studies.model.StudyModel;
import org.attune.studies.model.TrialsOf;
import org.attune.studies.report.StoredStudy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The model that is asked: that of the study's tuner, else that of the default tuner. */
public final class AskedModel {
    private static final String DEFAULT = "gp-lcm";

    private AskedModel() {}

    /** Returns the study with some of its trials only. */
    public static StoredStudy of(StoredStudy stored, List<Trial> kept) {
        List<Trial> finished = stored.records().finished().stream().filter(kept::contains).toList();
        return new StoredStudy(
                stored.problem(),
                stored.history(),
                stored.setUp(),
                new TrialsOf(finished, stored.records().sources()));
    }

    /** Returns the study, as one of the default tuner where its own has no model. */
    public static StoredStudy modelled(Supplier<Tuners> tuners, StoredStudy stored) {
        if (StudyModel.predicts(tuners, stored)) {
            return stored;
        }
        StudyRecord s = stored.setUp();
        return new StoredStudy(
                stored.problem(),
                stored.history(),
                new StudyRecord(
                        s.study(),
                        s.problem(),
                        s.tasks(),
                        DEFAULT,
                        Map.of(),
                        s.seed(),
                        s.trials(),
                        s.initial(),
                        s.allocation(),
                        s.features(),
                        s.environments(),
                        s.stop(),
                        Optional.empty()),
                stored.records());
    }

    /**
     * Fits the model of some tasks.
     *
     * @param file of the study, where there are tasks that are none of it
     * @throws IllegalStateException if too little has been measured
     */
    public static FittedModel fitted(
            Supplier<Tuners> tuners,
            StoredStudy stored,
            List<Point> tasks,
            Optional<StudyFile> file) {
        List<Point> others =
                tasks.stream().filter(t -> !stored.setUp().tasks().contains(t)).toList();
        if (others.isEmpty()) {
            return StudyModel.of(tuners, stored);
        }
        StudyFile known =
                file.orElseThrow(() ->
                        new IllegalArgumentException(
                                "Task %s is none of the study. Maybe give the problem file, not its history."
                                        .formatted(others.getFirst())));
        return StudyModel.beside(tuners, stored, others, TaskFeatures.of(known, others, Set.of()))
                .orElseGet(() -> StudyModel.of(tuners, stored));
    }
}
