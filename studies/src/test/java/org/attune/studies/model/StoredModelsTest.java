package org.attune.studies.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Candidate;
import org.attune.api.FittedModel;
import org.attune.api.ModelRecord;
import org.attune.api.Point;
import org.attune.api.StudyObserver;
import org.attune.api.Tuners;
import org.attune.studies.OpenStudy;
import org.attune.studies.StudyFile;
import org.attune.studies.Toy;
import org.attune.studies.report.StoredStudy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The model of a study: fitted, kept, loaded again, asked, and shown. */
class StoredModelsTest {
    private static final String TEXT =
            Toy.TEXT.replace("tuner: random", "tuner: gp-lcm").replace("trials: 5", "trials: 8");

    @TempDir Path folder;
    private StudyFile file;
    private List<ModelRecord> kept;
    private FittedModel fitted;

    @BeforeEach
    void tune() {
        file = Toy.file(folder, TEXT);
        try (OpenStudy open = file.opening().open()) {
            open.run();
            fitted = open.study().model().orElseThrow();
            kept = open.keep(fitted);
        }
    }

    private StoredStudy stored(StudyFile of) {
        return of.stored(new StudyObserver() {});
    }

    private StoredModels models(StudyFile of) {
        return new StoredModels(Tuners::available, stored(of));
    }

    @Test
    void aModelIsLoadedAsItWas() {
        Point task = Toy.point("n", 2);
        String uid = kept.getFirst().content().get("uid").toString();
        for (String which : List.of("max-evals", "mle", "aic", "bic", uid)) {
            FittedModel again = models(file).load(new ModelChoice(which));
            for (long x = 0; x <= 20; x += 5) {
                assertEquals(
                        fitted.predict(task, Toy.point("x", x), "cost"),
                        again.predict(task, Toy.point("x", x), "cost"));
            }
            assertThrows(
                    IllegalArgumentException.class,
                    () -> again.predict(task, Toy.point("x", 1), "time"));
        }
    }

    @Test
    void aModelIsKeptOnce() {
        try (OpenStudy open = file.opening().open()) {
            open.keep(fitted);
        }
        assertEquals(1, models(file).kept().size());
        assertEquals(1, StoredModels.count(stored(file).records()));
    }

    @Test
    void aModelOfAnotherProblemIsNotLoaded() {
        StudyFile wider = Toy.file(folder, TEXT.replace("upper_bound: 20", "upper_bound: 30"));
        String why =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> models(wider).load(new ModelChoice("bic")))
                        .getMessage();
        assertTrue(why.contains("of a problem with another parameter_space"), why);
        String unknown =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> models(file).load(new ModelChoice("nobody")))
                        .getMessage();
        assertTrue(unknown.contains("'nobody'") && unknown.contains("max-evals"), unknown);
    }

    @Test
    void aStudyWithoutAModelSaysSo() {
        StudyFile other = Toy.file(folder, Toy.TEXT.replace("name: toy", "name: other"));
        try (OpenStudy open = other.opening().open()) {
            open.run();
        }
        StoredStudy study = stored(other);
        assertEquals(false, StudyModel.predicts(Tuners::available, study));
        assertThrows(IllegalStateException.class, () -> StudyModel.of(Tuners::available, study));
    }

    /** The true minimum is at x = 7, which the model of a parabola must come near. */
    @Test
    void viewsShowWhatWasLearned() {
        StoredStudy study = stored(file);
        var model = StudyModel.find(Tuners::available, study);
        List<SurrogateView> views = SurrogateView.all(study, model);
        assertEquals(2, views.size());
        SurrogateView.Data data = views.getFirst().data();
        assertEquals(8, data.measured());
        var best = data.learned().orElseThrow().predictedBest();
        assertEquals(7, (Long) best.configuration().get("x"), 1);
        assertTrue(
                best.lower().orElseThrow() <= best.median()
                        && best.median() <= best.upper().orElseThrow());
        SurrogateView.Data nothing = SurrogateView.all(study, Optional.empty()).getFirst().data();
        assertEquals(StudyModel.KNOWS_NOTHING, nothing.statement());
        assertTrue(nothing.learned().isEmpty());
    }

    @Test
    void predictionsAreData() {
        Point task = Toy.point("n", 1);
        Point x = Toy.point("x", 3);
        var candidate = Candidate.of(task, x);
        var prediction = fitted.predict(task, x, "cost");
        var data =
                new PredictedOutput(
                                candidate,
                                "cost",
                                prediction,
                                OptionalDouble.empty(),
                                List.of(),
                                Set.of())
                        .data();
        assertEquals(data.sd() * data.sd(), data.variance(), 1e-12 * data.variance());
        assertEquals(prediction.median(), data.median());
    }
}
