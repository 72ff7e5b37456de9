package org.attune.cli.model;

import org.attune.api.Allocation;
import org.attune.api.Format;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.StoppingRule;
import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.open.Progress;
import org.attune.cli.shell.Session;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.TuningLoop;
import org.attune.studies.OpenStudy;
import org.attune.studies.StudyFile;
import org.attune.studies.StudyPlace;
import org.attune.studies.StudySettings;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.sensitivity.ProgramDesign;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs the program of a problem file at the points of a design, as trials of a study. */
final class DesignRuns {
    /** Learns nothing; of its proposals none is needed. */
    private static final String TUNER = "random";

    private final Session session;
    private final ProblemArguments arguments;
    private final ProgramDesign design;

    DesignRuns(Session session, ProblemArguments arguments, ProgramDesign design) {
        this.session = session;
        this.arguments = arguments;
        this.design = design;
    }

    /** Returns the name of the study, which tells designs apart. */
    private String study() {
        return arguments
                .givenStudy()
                .orElseGet(() ->
                        "sensitivity-%s-%d%s"
                                .formatted(
                                        design.method(),
                                        design.size().points(),
                                        design.seed().equals(new Seed(0))
                                                ? ""
                                                : "-" + design.seed().value()));
    }

    /**
     * Runs what has not been run yet.
     *
     * @return the study with all runs; empty where the user ended it before
     */
    Optional<StoredStudy> completed(StudyFile file, Parallel parallel) {
        StudyPlace place = file.place();
        var own =
                new StudyFile(
                        new StudyPlace(place.problem(), study(), place.history(), place.format()),
                        file.file());
        List<Point> tasks = own.file().tasks(design.seed());
        List<Point> configurations = design.configurations(tasks);
        long each =
                Stream.concat(
                                own.problem().parameterSpace().defaultPoint().stream(),
                                configurations.stream())
                        .distinct()
                        .count();
        var settings =
                new StudySettings()
                        .tuner(TUNER)
                        .trials(Math.toIntExact(each))
                        .allocation(Allocation.EQUAL)
                        .seed(design.seed().value())
                        .stop(rules -> List.<StoppingRule>of());
        try (Progress progress = Progress.on(session);
                OpenStudy open =
                        parallel.to(
                                        own.opening()
                                                .tuners(session::tuners)
                                                .observer(progress)
                                                .stopper(session::stopOnInterrupt)
                                                .settings(settings)
                                                .initial(configurations))
                                .open()) {
            run(open, progress);
            if (session.interrupted().isPresent()) {
                session.err()
                        .println(
                                "Stopped after %s of study '%s'; the same command goes on."
                                        .formatted(
                                                Format.count(
                                                        open.study().records().finished().size(),
                                                        "run"),
                                                own.study()));
                return Optional.empty();
            }
            return Optional.of(open.stored());
        }
    }

    private void run(OpenStudy open, Progress progress) {
        try (CommandEvaluator evaluator = open.evaluator()) {
            var loop = new TuningLoop(open.study(), evaluator, open.parallel());
            session.stopOnInterrupt(loop::stop, evaluator::kill);
            progress.note(
                    "study '%s' in %s keeps these runs"
                            .formatted(open.study().setUp().study(), open.history()));
            progress.start("Running a design of", open.study());
            loop.run();
            progress.finish();
        }
    }
}
