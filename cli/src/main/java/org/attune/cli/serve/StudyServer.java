package org.attune.cli.serve;

import org.attune.api.Candidate;
import org.attune.api.FailureCause;
import org.attune.api.FittedModel;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.expression.NearestName;
import org.attune.cli.shell.Assignments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Notes;
import org.attune.cli.shell.Session;
import org.attune.execution.Told;
import org.attune.studies.Asked;
import org.attune.studies.OpenStudy;
import org.attune.studies.Opened;
import org.attune.studies.StudyOpening;
import org.attune.studies.StudyPlace;
import org.attune.studies.StudySettings;
import org.attune.studies.model.PredictedOutput;
import org.attune.studies.model.StudyModel;
import org.attune.studies.report.Listed;
import org.attune.studies.report.Times;
import org.attune.studies.report.TrialData;
import org.attune.studies.text.Json;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Answers requests about one study at a time, each in a line of JSON; what it answers is what the
 * verbs of the same names print with {@code --json}. Not thread-safe.
 */
final class StudyServer implements AutoCloseable {
    private static final Map<String, List<String>> KEYS = new LinkedHashMap<>();

    static {
        KEYS.put(
                "open",
                List.of("problem", "study", "history", "tuner", "trials", "seed", "options"));
        KEYS.put("ask", List.of("count", "reissue"));
        KEYS.put(
                "tell",
                List.of("trial", "outputs", "extra", "failed", "detail", "elapsed", "correct"));
        KEYS.put("best", List.of());
        KEYS.put("predict", List.of("configurations", "task"));
        KEYS.put("close", List.of());
    }

    private final Session session;
    private Optional<OpenStudy> open = Optional.empty();

    StudyServer(Session session) {
        this.session = session;
    }

    /** Returns the reply to a line: an object, with {@code error} where something is wrong. */
    String reply(String line) {
        var reply = new LinkedHashMap<String, Object>();
        try {
            Request request = Request.of(line);
            if (request.keys().get("id") != null) {
                reply.put("id", request.keys().get("id"));
            }
            reply.putAll(answer(request));
        } catch (RuntimeException | OutOfMemoryError e) {
            reply.put("error", RequestWords.of(Failures.line(e)));
        }
        return Json.text(reply);
    }

    private Map<String, Object> answer(Request request) {
        List<String> keys = KEYS.get(request.command());
        if (keys == null) {
            throw new IllegalArgumentException(
                    "No command is named '%s'.%s Known are: %s."
                            .formatted(
                                    request.command(),
                                    NearestName.hint(request.command(), KEYS.keySet()),
                                    String.join(", ", KEYS.keySet())));
        }
        request.requireOnly(keys);
        return switch (request.command()) {
            case "open" -> Json.fields(opened(request));
            case "ask" -> Json.fields(Asked.of(study(), asked(request)));
            case "tell" -> told(request);
            case "best" -> Json.fields(study().summary().data());
            case "predict" -> Json.fields(predicted(request));
            default -> closed();
        };
    }

    private OpenStudy study() {
        return open.orElseThrow(() ->
                new IllegalStateException(
                        "No study is open. Maybe begin with {\"cmd\": \"open\", \"problem\":"
                                + " \"FILE\"}."));
    }

    private Opened opened(Request request) {
        var settings = new StudySettings();
        request.text("tuner").ifPresent(settings::tuner);
        request.count("trials").ifPresent(settings::trials);
        request.integer("seed").ifPresent(settings::seed);
        request.texts("options").ifPresent(settings::options);
        Path file =
                Path.of(
                        request.text("problem")
                                .orElseThrow(() ->
                                        new IllegalArgumentException(
                                                "'open' needs a problem file: \"problem\":"
                                                        + " \"FILE\".")));
        var place =
                new StudyPlace(
                        file,
                        request.text("study").orElse("main"),
                        request.text("history").map(Path::of),
                        Optional.empty());
        StudyOpening opening =
                place.read()
                        .opening()
                        .settings(settings)
                        .tuners(session::tuners)
                        .observer(new Notes(session.err()::println))
                        .parallel(1)
                        .runningNothing();
        OpenStudy found = opening.open();
        close(); // only now: one that cannot be opened leaves the one before
        open = Optional.of(found);
        return Opened.of(found);
    }

    private List<Trial> asked(Request request) {
        int count = request.count("count").orElse(1);
        if (count < 1) {
            throw new IllegalArgumentException(
                    "'count' must be at least 1, not %d.".formatted(count));
        }
        Study study = study().study();
        var trials = new ArrayList<Trial>();
        if (request.yes("reissue")) {
            trials.addAll(study.adopt(count));
        }
        if (trials.size() < count) {
            trials.addAll(study.ask(count - trials.size()));
        }
        return trials;
    }

    private Map<String, Object> told(Request request) {
        Study study = study().study();
        long number =
                request.integer("trial")
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "'tell' needs a trial: \"trial\": N."));
        Trial trial = study().stored().trial(number);
        double elapsed = request.real("elapsed").orElseGet(() -> Times.elapsed(trial));
        Told told = told(request, elapsed);
        if (told.outcome() instanceof Outcome.Pending) {
            throw new IllegalArgumentException(
                    "'tell' needs \"outputs\": {NAME: VALUE}, each a number, or \"failed\":"
                            + " \"CAUSE\".");
        }
        if (request.yes("correct")) {
            study.correct(number, told.outcome());
        } else {
            study.tell(number, told.outcome());
        }
        Map<String, Object> kept =
                Json.fields(TrialData.of(study().problem(), study().stored().trial(number)));
        kept.put("study", study.status().state());
        if (!told.remark().isEmpty()) {
            kept.put("remark", told.remark());
        }
        return kept;
    }

    private Told told(Request request, double elapsed) {
        Optional<String> cause = request.text("failed");
        if (cause.isPresent() == request.keys().containsKey("outputs")) {
            throw new IllegalArgumentException(
                    "'tell' needs either \"outputs\" or \"failed\", and not both.");
        }
        if (cause.isPresent()) {
            return new Told(
                    new Outcome.Failed(
                            FailureCause.of(cause.get()),
                            request.text("detail").orElse(""),
                            elapsed),
                    "");
        }
        var outcome = new LinkedHashMap<String, Object>();
        outcome.put("outputs", request.keys().get("outputs"));
        if (request.keys().get("extra") != null) {
            outcome.put("extra", request.keys().get("extra"));
        }
        return Told.ofJson(
                study().problem(), JsonMapper.shared().writeValueAsString(outcome), elapsed);
    }

    private Listed.Predictions predicted(Request request) {
        Study study = study().study();
        List<?> given =
                request.list("configurations")
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "'predict' needs \"configurations\": [{NAME: VALUE}]."));
        List<Point> known = study.setUp().tasks();
        List<Point> tasks =
                request.texts("task")
                        .map(t -> List.of(Assignments.task(t, study.problem().taskSpace(), known)))
                        .orElse(known);
        FittedModel model =
                study.model().orElseThrow(() -> StudyModel.none(session::tuners, study().stored()));
        var rows = new ArrayList<Object>();
        for (Object values : given) {
            Point configuration =
                    Assignments.point(
                            study.problem().parameterSpace(),
                            Request.texts("configurations", values));
            for (Point task : tasks) {
                var candidate = Candidate.of(task, configuration);
                PredictedOutput.all(model, study.problem(), candidate, Set.of())
                        .forEach(row -> rows.add(row.data()));
            }
        }
        return new Listed.Predictions(rows);
    }

    private Map<String, Object> closed() {
        String name = study().study().setUp().study();
        close();
        return Map.of("closed", name);
    }

    /** Closes the study that is open; what is pending stays so. */
    @Override
    public void close() {
        open.ifPresent(OpenStudy::close);
        open = Optional.empty();
    }
}
