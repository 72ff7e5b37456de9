package org.attune.cli.open;

import org.attune.studies.Filtered;
import org.attune.studies.report.StoredStudy;

import org.attune.api.Allocation;
import org.attune.api.ProblemChange;
import org.attune.api.Records;
import org.attune.api.StudyBuilder;
import org.attune.api.StudyRecord;
import org.attune.history.Store;
import org.attune.history.environment.LoadFilter;
import org.attune.problemfile.ProblemFile;

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

    @Option(names = "--tuner", paramLabel = "NAME", description = "See: attune tuners.")
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

    /**
     * Returns the trials of other studies that this one takes over, by study.
     *
     * @throws IllegalArgumentException if there is no such study, or it had other parameters or
     *     outputs
     */
    public Map<String, Filtered> reused(Store journal, ProblemFile file, String study, LoadFilter filter) {
        boolean all = reuse.contains("all");
        List<String> names = all ? journal.studies() : reuse;
        var trials = new LinkedHashMap<String, Filtered>();
        for (String name : names) {
            if (name.equals(study)) {
                if (!all) {
                    throw new IllegalArgumentException(
                            "Study '%s' sees its own trials without --reuse.".formatted(study));
                }
                continue;
            }
            Records records = journal.study(name).records();
            StudyRecord from =
                    records.study().orElseThrow(() -> StoredStudy.missing(journal, name));
            List<String> errors =
                    ProblemChange.between(from.problem(), file.problem().description()).errors();
            if (!errors.isEmpty()) {
                throw new IllegalArgumentException(
                        "The trials of study '%s' cannot be reused: %s."
                                .formatted(name, String.join("; ", errors)));
            }
            trials.put(
                    name,
                    FilterArguments.apply(filter, file.problem(), records.finished(), records));
        }
        return trials;
    }

    /** Returns which records are taken over. */
    public FilterArguments filters() {
        return filters;
    }

    /** Returns the seed of the study. */
    public long seed(ProblemFile file, Optional<StudyRecord> stored) {
        return stored.map(StudyRecord::seed).or(() -> seed).orElseGet(() -> file.seed().orElse(0));
    }

    /** Hands on what is given here and, for a new study, what the problem file says. */
    public void apply(StudyBuilder builder, ProblemFile file, Optional<StudyRecord> stored) {
        var given = new LinkedHashMap<>(options);
        initial.ifPresent(n -> given.put("initial", n.toString()));
        tuner.ifPresent(builder::tuner);
        trials.ifPresent(builder::trials);
        allocate.map(StudyArguments::allocation).ifPresent(builder::allocation);
        seed.ifPresent(builder::seed);
        builder.usualStop(file.stop());
        builder.changeStop(rules -> stop.change(file.problem(), rules));
        if (stored.isEmpty()) {
            fresh(builder, file, given);
        } else {
            var all = new LinkedHashMap<>(stored.get().options());
            all.putAll(given);
            builder.options(all);
        }
    }

    private static Allocation allocation(String text) {
        return switch (text) {
            case "equal" -> Allocation.EQUAL;
            case "adaptive" -> Allocation.ADAPTIVE;
            default ->
                    throw new IllegalArgumentException(
                            "--allocate is '%s'. Maybe equal or adaptive.".formatted(text));
        };
    }

    /** Returns what to say where the problem file names other trials than the study is to have. */
    public Optional<String> edited(ProblemFile file, StudyRecord study) {
        int files = file.trials().orElse(study.trials());
        return trials.isPresent() || files == study.trials()
                ? Optional.empty()
                : Optional.of(
                        "'trials: %d' of %s is for new studies: study '%s' has %d, which %s."
                                .formatted(
                                        files,
                                        file.path(),
                                        study.study(),
                                        study.trials(),
                                        files < study.trials()
                                                ? "can only be raised"
                                                : "--trials %d raises".formatted(files)));
    }

    private void fresh(StudyBuilder builder, ProblemFile file, Map<String, String> given) {
        boolean filesTuner = tuner.isEmpty() || tuner.equals(file.tuner());
        var all = new LinkedHashMap<>(filesTuner ? file.options() : Map.<String, String>of());
        all.putAll(given);
        builder.options(all);
        if (tuner.isEmpty()) {
            file.tuner().ifPresent(builder::tuner);
        }
        if (trials.isEmpty()) {
            file.trials().ifPresent(builder::trials);
        }
        if (allocate.isEmpty()) {
            file.allocate().map(StudyArguments::allocation).ifPresent(builder::allocation);
        }
        if (seed.isEmpty()) {
            file.seed().ifPresent(builder::seed);
        }
    }
}
