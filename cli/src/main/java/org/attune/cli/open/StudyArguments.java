package org.attune.cli.open;

import org.attune.history.formats.RecordFilter;
import org.attune.studies.StudyFile;
import org.attune.studies.StudySettings;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says how a study is set up. A new one takes what is not given from the problem file; one that
 * exists already keeps what it was started with, and only its number of trials can be raised.
 */
public final class StudyArguments {
    @Mixin private FilterArguments filters = new FilterArguments();

    @Option(
            names = "--tuner",
            paramLabel = "NAME",
            completionCandidates = TunerNames.class,
            description =
                    "See: attune tuners (default: auto, which takes one by the problem when a study"
                            + " starts; see: attune tuners auto).")
    private Optional<String> tuner = Optional.empty();

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "Number of trials for each task, everything included.")
    private Optional<Integer> trials = Optional.empty();

    @Option(
            names = "--allocate",
            paramLabel = "equal|adaptive",
            description = {
                "How the trials of all tasks are divided: the same number for each (default), or",
                "half of them so and the others where the tuner expects most."
            })
    private Optional<String> allocate = Optional.empty();

    @Mixin private StopArguments stop = new StopArguments();

    @Option(
            names = "--initial",
            paramLabel = "N",
            description = "Size of the initial design; short for --option initial=N.")
    private Optional<Integer> initial = Optional.empty();

    @Option(names = "--seed", paramLabel = "S", description = "Of all randomness (default: 0).")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--option",
            paramLabel = "NAME=VALUE",
            description = "An option of the tuner (repeatable); see: attune tuners NAME.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--reuse",
            paramLabel = "STUDY|all",
            description =
                    "Also learn from the trials of this study, or of all, of the same history"
                            + " (repeatable); they count towards the number of trials.")
    private List<String> reuse = List.of();

    @Option(
            names = "--transfer-from",
            paramLabel = "FILE|STUDY[?...]",
            description = {
                "Learn from other tasks, as far as the tuner does: a study of the same history, a",
                "journal, or a file of GPTune, T4, CSV or Optuna (repeatable). Copied into the",
                "study, counted towards nothing. After ?, joined by &: task=n=384, machine=NAME,",
                "study=, format=, what=trials|model|best, model=WHICH, places=N, name=, and what",
                "differs: map.NAME=EXPRESSION, ignore=NAME,..., outside=drop|keep."
            })
    private List<String> transferFrom = List.of();

    /** Returns which records are taken over. */
    public RecordFilter filter() {
        return filters.filter();
    }

    /** Returns what is given here. */
    public StudySettings settings(StudyFile file) {
        var settings = new StudySettings();
        tuner.ifPresent(settings::tuner);
        trials.ifPresent(settings::trials);
        allocate.map(StudySettings::allocation).ifPresent(settings::allocation);
        seed.ifPresent(settings::seed);
        var given = new LinkedHashMap<>(options);
        initial.ifPresent(n -> given.put("initial", n.toString()));
        return settings.options(given)
                .stop(rules -> stop.change(file.problem(), rules))
                .reuse(reuse)
                .transferFrom(transferFrom)
                .filter(filter());
    }
}
