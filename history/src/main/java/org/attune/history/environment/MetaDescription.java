package org.attune.history.environment;

import org.attune.api.expression.NearestName;
import org.attune.history.Shown;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A meta description: what a user says of machine and software, and which records may be loaded.
 *
 * <p>Both the keys of GPTune's guide and those of its code are understood: {@code slurm} may stand
 * within {@code machine_configuration}, and {@code machine} means {@code machine_name}. Keys about
 * names, paths and the shared database are left to others.
 *
 * @param data the description
 */
public record MetaDescription(Map<String, Object> data) {
    private static final int LONGEST_MESSAGE = 2_000;

    /** The keys that are read here, as they may stand in a problem file, too. */
    public static final List<String> KEYS =
            List.of(
                    "machine_configuration",
                    "software_configuration",
                    "loadable_machine_configurations",
                    "loadable_software_configurations",
                    "spack",
                    "slurm",
                    "compilers",
                    "no_load_check",
                    "load_func_eval",
                    "save_model");

    /** Keys of GPTune's that are no business of a history here. */
    private static final List<String> OTHERS =
            List.of(
                    "tuning_problem_name",
                    "tuning_problem_category",
                    "historydb_path",
                    "sync_crowd_repo",
                    "crowdtuning_api_key",
                    "use_crowd_repo",
                    "historydb_api_key");

    /** Returns the problem that it is written for, where it says so. */
    public Optional<String> problem() {
        return data.get("tuning_problem_name") instanceof String name
                ? Optional.of(name)
                : Optional.empty();
    }

    /** Returns what to say where it is written for another problem than this one. */
    public Optional<String> remark(String problem) {
        return problem()
                .filter(name -> !name.equals(problem))
                .map(name ->
                        "The meta description is of problem '%s', not of '%s', and counts all the same. Maybe another file was meant: --meta FILE"
                                .formatted(name, problem));
    }

    /** Nothing is said; behind the keys, which its constructor reads. */
    public static final MetaDescription NONE = new MetaDescription(Map.of());

    /** Checks the kinds of the values. */
    public MetaDescription {
        for (String key : KEYS.subList(0, 4)) {
            if (data.containsKey(key) && !(data.get(key) instanceof Map)) {
                throw new IllegalArgumentException(
                        "'%s' is %s, not an object.".formatted(key, data.get(key)));
            }
            requireNoNull(key, data.getOrDefault(key, Map.of()));
        }
        data = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /** Refuses a key that is nearly one that is read; others may be somebody's own. */
    private static void requireKnown(String key) {
        List<String> known = Stream.concat(KEYS.stream(), OTHERS.stream()).toList();
        String hint = known.contains(key) ? "" : NearestName.hint(key, known);
        if (!hint.isEmpty()) {
            throw new IllegalArgumentException("'%s' is not a key of it.%s".formatted(key, hint));
        }
    }

    /** Refuses null, for which a record has no place. */
    private static void requireNoNull(String key, Object value) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "'%s' holds a null. Maybe leave the key out.".formatted(key));
        }
        if (value instanceof Map<?, ?> map) {
            map.values().forEach(v -> requireNoNull(key, v));
        } else if (value instanceof List<?> list) {
            list.forEach(v -> requireNoNull(key, v));
        }
    }

    /**
     * Reads a JSON file.
     *
     * @param file its name, for messages
     * @throws IllegalArgumentException if it is damaged, no object, a value is of a wrong kind, or
     *     a key looks mistyped
     */
    public static MetaDescription read(String text, String file) {
        try {
            var description =
                    new MetaDescription(
                            JsonText.object(JsonText.read(text))
                                    .orElseThrow(
                                            () -> new IllegalArgumentException("it is no object")));
            description.data().keySet().forEach(MetaDescription::requireKnown);
            return description;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s is no meta description: %s"
                            .formatted(file, Shown.text(e.getMessage(), LONGEST_MESSAGE)),
                    e);
        }
    }

    /** Returns this with the values of another one in place of its own. */
    public MetaDescription overriddenBy(Map<String, Object> other) {
        var all = new LinkedHashMap<>(data);
        all.putAll(other);
        return new MetaDescription(all);
    }

    /** Returns the machine as described; empty where it is to be detected. */
    Optional<Map<String, Object>> machine() {
        Map<String, Object> machine = object("machine_configuration");
        if (machine.isEmpty() || slurm()) {
            return Optional.empty();
        }
        var named = new LinkedHashMap<String, Object>();
        machine.forEach(
                (key, value) -> named.put(key.equals("machine") ? "machine_name" : key, value));
        return Optional.of(named);
    }

    /** Returns the name of the machine, if the description gives one. */
    Optional<String> machineName() {
        Map<String, Object> machine = object("machine_configuration");
        return JsonText.text(machine.get("machine_name"))
                .or(() -> JsonText.text(machine.get("machine")));
    }

    Map<String, Object> software() {
        return object("software_configuration");
    }

    /** Returns the packages of Spack whose versions are recorded. */
    List<String> spack() {
        return words("spack");
    }

    /** Returns the compilers that are asked for their version. */
    List<String> compilers() {
        return words("compilers");
    }

    boolean slurm() {
        return isYes(data.get("slurm")) || isYes(object("machine_configuration").get("slurm"));
    }

    /** Returns the machines whose records may be loaded, or nothing where all may. */
    Map<String, Object> loadableMachines() {
        return object("loadable_machine_configurations");
    }

    /** Returns the versions whose records may be loaded, or nothing where all may. */
    Map<String, Object> loadableSoftware() {
        return object("loadable_software_configurations");
    }

    /** Returns whether records are loaded whatever their environment. */
    public boolean noLoadCheck() {
        return isYes(data.get("no_load_check"));
    }

    /** Returns whether a study may take over what was measured before. */
    public boolean loadsEvaluations() {
        return !isNo(data.get("load_func_eval"));
    }

    /** Returns whether the model of a study is to be kept when it ends. */
    public boolean savesModel() {
        return isYes(data.get("save_model"));
    }

    private Map<String, Object> object(String key) {
        return JsonText.object(data.get(key)).orElse(Map.of());
    }

    private List<String> words(String key) {
        var words = new ArrayList<String>();
        Object value = data.get(key);
        (value instanceof String s ? List.of(s) : JsonText.list(value))
                .forEach(w -> words.add(String.valueOf(w)));
        return words;
    }

    private static boolean isNo(Object value) {
        return value != null
                && List.of("no", "false").contains(value.toString().toLowerCase(Locale.ROOT));
    }

    private static boolean isYes(Object value) {
        return value != null
                && List.of("yes", "true").contains(value.toString().toLowerCase(Locale.ROOT));
    }
}
