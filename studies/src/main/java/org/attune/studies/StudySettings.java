package org.attune.studies;

import org.attune.api.Allocation;
import org.attune.api.Point;
import org.attune.api.Settings;
import org.attune.api.StoppingRule;
import org.attune.api.StudyBuilder;
import org.attune.api.StudyRecord;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.history.formats.RecordFilter;
import org.attune.problemfile.ProblemFile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How a study is set up. A new one takes what is not given from the problem file; one that exists
 * already keeps what it was started with, and only its number of trials can be raised.
 */
public final class StudySettings {
    private Optional<String> tuner = Optional.empty();
    private Optional<Integer> trials = Optional.empty();
    private Optional<Allocation> allocation = Optional.empty();
    private Optional<Long> seed = Optional.empty();
    private UnaryOperator<List<StoppingRule>> stop = UnaryOperator.identity();
    private Map<String, String> options = Map.of();
    private List<String> reuse = List.of();
    private List<String> transferFrom = List.of();
    private List<Point> only = List.of();
    private RecordFilter filter = RecordFilter.ALL;

    /** Gives nothing yet, so that all is as the problem file says. */
    public StudySettings() {}

    /** Names the tuner. */
    public StudySettings tuner(String name) {
        tuner = Optional.of(name);
        return this;
    }

    /** Gives the number of trials for each task, everything included. */
    public StudySettings trials(int number) {
        trials = Optional.of(number);
        return this;
    }

    /** Says how the trials of all tasks are divided. */
    public StudySettings allocation(Allocation way) {
        allocation = Optional.of(way);
        return this;
    }

    /** Gives the seed of all randomness. */
    public StudySettings seed(long number) {
        seed = Optional.of(number);
        return this;
    }

    /** Changes the rules by which the study ends before its trials are used up. */
    public StudySettings stop(UnaryOperator<List<StoppingRule>> change) {
        stop = change;
        return this;
    }

    /** Gives options of the tuner. */
    public StudySettings options(Map<String, String> values) {
        options = values;
        return this;
    }

    /** Names the studies of the same history whose trials are taken over, or {@code all}. */
    public StudySettings reuse(List<String> studies) {
        reuse = studies;
        return this;
    }

    /**
     * Says what is learned from without being taken over: studies of the same history and files,
     * each as {@code FILE|STUDY[?key=value&...]}.
     */
    public StudySettings transferFrom(List<String> sources) {
        transferFrom = sources;
        return this;
    }

    /** Names the tasks that get trials now; those that the problem file lacks are added to it. */
    public StudySettings only(List<Point> some) {
        only = List.copyOf(some);
        return this;
    }

    /** Says which records are taken over. */
    public StudySettings filter(RecordFilter records) {
        filter = records;
        return this;
    }

    List<Point> only() {
        return only;
    }

    List<String> reuse() {
        return reuse;
    }

    List<String> transferFrom() {
        return transferFrom;
    }

    RecordFilter filter() {
        return filter;
    }

    /** Returns the seed of the study. */
    long seed(ProblemFile file, Optional<StudyRecord> stored) {
        return stored.map(StudyRecord::seed).or(() -> seed).orElseGet(() -> file.seed().orElse(0));
    }

    /** Hands on what is given here and, for a new study, what the problem file says. */
    void apply(StudyBuilder builder, ProblemFile file, Optional<StudyRecord> stored) {
        tuner.ifPresent(builder::tuner);
        trials.ifPresent(builder::trials);
        allocation.ifPresent(builder::allocation);
        seed.ifPresent(builder::seed);
        builder.only(only);
        builder.usualStop(file.stop());
        builder.changeStop(stop);
        file.drift().ifPresent(builder::drift);
        boolean filesTuner = tuner.isEmpty() || tuner.equals(file.tuner());
        var all =
                new LinkedHashMap<>(
                        stored.map(StudyRecord::options)
                                .orElseGet(() -> filesTuner ? file.options() : Map.of()));
        all.putAll(options);
        builder.options(all);
        if (stored.isEmpty()) {
            fresh(builder, file);
        }
    }

    private void fresh(StudyBuilder builder, ProblemFile file) {
        if (tuner.isEmpty()) {
            file.tuner().ifPresent(builder::tuner);
        }
        if (trials.isEmpty()) {
            file.trials().ifPresent(builder::trials);
        }
        if (allocation.isEmpty()) {
            file.allocate().map(StudySettings::allocation).ifPresent(builder::allocation);
        }
        if (seed.isEmpty()) {
            file.seed().ifPresent(builder::seed);
        }
    }

    /**
     * Refuses a tuner that the problem file names and there is not, and options that it does not
     * have, as far as nothing else is given here.
     *
     * @throws IllegalArgumentException that says all, each with its line
     */
    public void requireTuner(ProblemFile file, Tuners tuners) {
        Optional<String> named = file.tuner().filter(name -> !name.equals(Tuners.AUTO));
        if (named.isEmpty() || !(tuner.isEmpty() || tuner.equals(named))) {
            return;
        }
        TunerProvider provider;
        try {
            provider = tuners.named(named.get());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s: tuner: %s".formatted(file.at("tuner.name"), e.getMessage()), e);
        }
        var wrong = new ArrayList<String>();
        file.options()
                .forEach((option, text) -> {
                    try {
                        if (!options.containsKey(option)) {
                            Settings.of(provider.name(), provider.options(), Map.of(option, text));
                        }
                    } catch (IllegalArgumentException e) {
                        String field = "tuner.options." + option;
                        wrong.add("%s: %s: %s".formatted(file.at(field), field, e.getMessage()));
                    }
                });
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", wrong));
        }
    }

    /** Returns what a word of the problem file or the command line means. */
    public static Allocation allocation(String text) {
        return switch (text) {
            case "equal" -> Allocation.EQUAL;
            case "adaptive" -> Allocation.ADAPTIVE;
            default ->
                    throw new IllegalArgumentException(
                            "--allocate is '%s'. Maybe equal or adaptive.".formatted(text));
        };
    }

    /** Returns what to say where the problem file names other trials than the study is to have. */
    Optional<String> edited(ProblemFile file, StudyRecord study) {
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
}
