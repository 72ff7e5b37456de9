package org.attune.report;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.studies.OpenStudy;
import org.attune.studies.StudyFile;
import org.attune.studies.StudyPlace;
import org.attune.studies.StudySettings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** For tests: studies of a problem file whose trials are told at once. */
public final class Studies {
    /** A category that would end a script, and a parameter that would begin an element. */
    public static final String EVIL = "</script><script>alert(1)</script>";

    /** Two tasks, two numbers and a category; the optimum is at x = 0.3, k = 20, "b". */
    public static final String TEXT =
            """
            tuning_problem_name: toy
            input_space:
              - {name: n, type: integer, lower_bound: 1, upper_bound: 9}
            parameter_space:
              - {name: x, type: real, lower_bound: 0, upper_bound: 1, default: 0.9}
              - {name: k, type: integer, lower_bound: 1, upper_bound: 100, default: 90}
              - {name: kind, type: categorical, categories: ["%s", b], default: b}
            output_space:
              - {name: cost, type: real, unit: s}
            tasks: [{n: 1}, {n: 2}]
            trials: 9
            tuner: random
            """
                    .formatted(EVIL);

    private Studies() {}

    /** Returns the place of a study of a problem file that is written for it. */
    public static StudyPlace place(Path folder, String text, String study) {
        try {
            Path file = Files.writeString(folder.resolve("toy.yaml"), text);
            return new StudyPlace(file, study, Optional.empty(), Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks for all trials of a study and tells them. */
    public static void run(StudyPlace place, String tuner, Function<Trial, Outcome> program) {
        StudyFile file = place.read();
        var settings = new StudySettings();
        settings.tuner(tuner);
        try (OpenStudy open = file.opening().settings(settings).runningNothing().open()) {
            while (true) {
                var asked = open.study().ask(1);
                if (asked.isEmpty()) {
                    return;
                }
                asked.forEach(t -> open.study().tell(t.number(), program.apply(t)));
            }
        }
    }

    /** Returns the cost of a configuration of {@link #TEXT}; it fails where x is above 0.95. */
    public static Outcome cost(Trial t) {
        double x = t.configuration().number("x");
        if (x > 0.95) {
            return Outcome.failed(FailureCause.CRASH, "diverged <b>badly</b>");
        }
        double k = t.configuration().number("k") / 100 - 0.2;
        double kind = t.configuration().get("kind").equals("b") ? 1 : 1.5;
        return Outcome.measured(
                "cost", t.task().number("n") * kind * (1 + (x - 0.3) * (x - 0.3) + k * k));
    }

    /** Returns what reads a study. */
    public static SubjectReader reader(StudyPlace place) {
        return new SubjectReader(
                place,
                Tuners::available,
                new StudyObserver() {},
                Map.of("confirm", "attune confirm toy.yaml"));
    }
}
