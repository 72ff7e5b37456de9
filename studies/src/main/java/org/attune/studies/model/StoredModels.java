package org.attune.studies.model;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.History;
import org.attune.api.ModelProvider;
import org.attune.api.ModelRecord;
import org.attune.api.Point;
import org.attune.api.ProblemChange;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.api.TunerProvider;
import org.attune.api.TunerView;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.api.TuningRequest;
import org.attune.history.TrialUids;
import org.attune.history.formats.GptuneReader;
import org.attune.history.formats.ImportedModel;
import org.attune.studies.report.StoredStudy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The models of a study that are kept in its history. A record is of one output; besides what the
 * model has learned it says which trials it was fitted to, and of which problem.
 */
public final class StoredModels {
    private static final String KEY = "surrogate ";
    private static final List<String> SPACES =
            List.of(
                    "input_space",
                    "parameter_space",
                    "output_space",
                    "constants",
                    "derived",
                    "derived_outputs",
                    "performance_models",
                    "prior_means");

    private final Supplier<Tuners> tuners;
    private final TuningProblem problem;
    private final StudyRecord setUp;
    private final Records all;
    private final Map<Long, String> uids;
    private final Map<String, Trial> trials = new HashMap<>(); // that have ended, by uid

    /** Looks at the models of a study, which are made again by the tuners that fitted them. */
    public StoredModels(Supplier<Tuners> tuners, StoredStudy study) {
        this.tuners = tuners;
        this.problem = study.problem();
        this.setUp = study.setUp();
        this.all = study.records();
        this.uids = TrialUids.of(problem.name(), all);
        all.finished().forEach(t -> trials.put(uids.get(t.number()), t));
    }

    private List<ModelRecord> records(FittedModel model) {
        boolean cheaper = tuners.get().named(setUp.tuner()).abilities().fidelities();
        List<String> used =
                all.finished().stream()
                        .filter(t -> cheaper || t.isFull())
                        .map(t -> uids.get(t.number()))
                        .toList();
        return model.records().stream().map(r -> record(r, used)).toList();
    }

    /** Keeps a model that was fitted to all trials, unless it is there already. */
    public List<ModelRecord> keep(FittedModel model, History history) {
        List<ModelRecord> models = records(model);
        history.update(now -> models.stream().filter(m -> now.model(m.key()).isEmpty()).toList());
        return models;
    }

    private ModelRecord record(ModelRecord model, List<String> used) {
        Map<String, Object> content = head(setUp.tuner(), setUp.options(), model.key(), used);
        String uid = uid(content + model.basis());
        content.put("uid", uid);
        content.put("model", model.content());
        return new ModelRecord(KEY + model.key() + " " + uid, model.basis(), content);
    }

    private Map<String, Object> head(
            String tuner, Map<String, String> options, String output, List<String> used) {
        var content = new LinkedHashMap<String, Object>();
        content.put("objective", output);
        content.put("tuner", tuner);
        content.put("options", options);
        content.put("seed", setUp.seed());
        content.put("tasks", setUp.tasks().stream().map(Point::values).toList());
        content.put("problem", spaces(problem));
        content.put("function_evaluations", used);
        return content;
    }

    /**
     * Returns what is to be kept of a model of GPTune.
     *
     * @param otherwise the evaluations of its file before it, where it lists none
     * @throws IllegalArgumentException if it cannot be made again from the study's trials
     */
    public ModelRecord imported(ImportedModel model, List<String> otherwise) {
        List<String> used = model.evaluations().isEmpty() ? otherwise : model.evaluations();
        Map<String, Object> content = head("gp-lcm", Map.of(), model.output(), used);
        content.put("uid", model.uid());
        content.put(
                "model",
                Map.of(
                        "objective", model.output(),
                        "model_stats",
                                Map.of(
                                        "log_likelihood", model.data().get("log_likelihood"),
                                        "parameters", model.parameters(),
                                        "evaluations", (long) used.size()),
                        "gptune", model.data()));
        content.put("source", Map.of("format", GptuneReader.FORMAT, "record", model.record()));
        var record = new ModelRecord(KEY + model.output() + " " + model.uid(), "gptune", content);
        Optional<String> misfit = misfit(record);
        if (misfit.isPresent()) {
            throw new IllegalArgumentException(misfit.get());
        }
        load(record);
        return record;
    }

    private static String uid(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Returns the problem as far as a model depends on it. */
    public static Map<String, Object> spaces(TuningProblem problem) {
        var spaces = new LinkedHashMap<String, Object>();
        problem.description()
                .forEach((key, value) -> {
                    if (SPACES.contains(key)) {
                        spaces.put(
                                key, value instanceof List<?> list ? withoutDefaults(list) : value);
                    }
                });
        return spaces;
    }

    private static List<Object> withoutDefaults(List<?> parameters) {
        var all = new ArrayList<Object>();
        for (Object p : parameters) {
            var map = new LinkedHashMap<>((Map<?, ?>) p);
            map.keySet().removeAll(List.of("default", "unit"));
            all.add(map);
        }
        return all;
    }

    /** Returns the kept models that were made to be loaded again. */
    public List<ModelRecord> kept() {
        return kept(all).toList();
    }

    /** Returns how many there are. */
    public static int count(Records records) {
        return (int) kept(records).count();
    }

    private static Stream<ModelRecord> kept(Records records) {
        return records.models().stream().filter(m -> m.key().startsWith(KEY));
    }

    /**
     * Loads a model of each output.
     *
     * @param choice which of several
     * @throws IllegalArgumentException if there is none that matches, saying why not
     */
    public FittedModel load(ModelChoice choice) {
        var chosen = new LinkedHashMap<String, FittedModel>();
        var misfits = new LinkedHashMap<String, Integer>();
        for (String output : outputs()) {
            var usable = new ArrayList<ModelRecord>();
            for (ModelRecord record : kept()) {
                if (output.equals(record.content().get("objective"))) {
                    misfit(record)
                            .ifPresentOrElse(
                                    why -> misfits.merge(why, 1, Integer::sum),
                                    () -> usable.add(record));
                }
            }
            choice.of(usable).ifPresent(record -> chosen.put(output, load(record)));
        }
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(
                    "Study '%s' has no stored model%s%s. Maybe: %s"
                            .formatted(
                                    setUp.study(),
                                    choice.phrase(),
                                    misfits.isEmpty()
                                            ? ""
                                            : " that can be loaded ("
                                                    + String.join("; ", misfits.keySet())
                                                    + ")",
                                    "attune surrogate build"));
        }
        return new ChosenModels(chosen);
    }

    private List<String> outputs() {
        return kept().stream()
                .map(r -> String.valueOf(r.content().get("objective")))
                .distinct()
                .sorted(Comparator.comparingInt(this::place))
                .toList();
    }

    private int place(String output) {
        List<String> names = problem.objectives().stream().map(o -> o.name()).toList();
        return names.contains(output) ? names.indexOf(output) : names.size();
    }

    /** Returns why a model does not go with the problem and the trials of today. */
    private Optional<String> misfit(ModelRecord record) {
        if (!(record.content().get("problem") instanceof Map<?, ?> before)) {
            return Optional.of("it does not say of which problem it is");
        }
        Map<String, Object> today = spaces(problem);
        for (String key : SPACES) {
            if (!ProblemChange.same(before.get(key), today.get(key))) {
                return Optional.of("of a problem with another " + key);
            }
        }
        List<String> used = used(record);
        List<String> missing = used.stream().filter(u -> !trials.containsKey(u)).toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "fitted to %s, of which the study lacks %d, such as %s"
                                .formatted(
                                        Format.count(used.size(), "trial"),
                                        missing.size(),
                                        missing.getFirst()));
    }

    private static List<String> used(ModelRecord record) {
        return record.content().get("function_evaluations") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private FittedModel load(ModelRecord record) {
        Map<String, Object> content = record.content();
        TunerProvider provider = tuners.get().named(String.valueOf(content.get("tuner")));
        ModelProvider models = provider.models().orElseThrow();
        var options = new LinkedHashMap<String, String>();
        named(content.get("options")).forEach((k, v) -> options.put(k, String.valueOf(v)));
        var request =
                new TuningRequest(
                        problem,
                        ((List<?>) content.get("tasks")).stream().map(this::task).toList(),
                        Settings.of(provider.name(), provider.options(), options),
                        new Seed(((Number) content.get("seed")).longValue()),
                        setUp.features());
        Records records =
                new TrialsOf(used(record).stream().map(trials::get).toList(), all.sources());
        boolean ofAllValues = record.content().containsKey("source"); // GPTune knows no failures
        return models.load(
                request,
                ofAllValues ? records : new TunerView(problem, provider).of(records),
                inner(record));
    }

    private Point task(Object values) {
        return problem.taskSpace().canonical(Point.of(named(values)));
    }

    private static ModelRecord inner(ModelRecord record) {
        return new ModelRecord(
                String.valueOf(record.content().get("objective")),
                record.basis(),
                named(record.content().get("model")));
    }

    private static Map<String, Object> named(Object map) {
        var named = new LinkedHashMap<String, Object>();
        ((Map<?, ?>) map).forEach((k, v) -> named.put(String.valueOf(k), v));
        return named;
    }
}
