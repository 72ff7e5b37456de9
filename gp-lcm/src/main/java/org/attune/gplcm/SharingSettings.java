package org.attune.gplcm;

import org.attune.api.Option;
import org.attune.api.Settings;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineOptions;
import org.attune.bayesopt.Profile;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which ways of sharing between tasks there are to choose from.
 *
 * @param alone whether a task may have a model of its own
 * @param freely whether tasks may covary freely ({@link
 *     org.attune.bayesopt.joint.Coregionalization})
 * @param byFeatures whether they may covary by their features ({@link
 *     org.attune.bayesopt.joint.FeatureCovariance})
 * @param latent number of latent functions of the free model; 0 for one per task
 * @param shifted whether in that model a task may be like another at shifted places
 * @param oneDesign whether all tasks begin with the same configurations
 */
record SharingSettings(
        boolean alone,
        boolean freely,
        boolean byFeatures,
        int latent,
        boolean shifted,
        boolean oneDesign) {
    private static final Option<String> SHARING =
            Option.choice(
                    "sharing",
                    List.of("auto", "lcm", "features", "none"),
                    "how tasks learn from each other: auto takes, for each task, what predicts its"
                            + " trials best");
    private static final Option<Integer> LATENT =
            Option.integer(
                            "latent",
                            1,
                            0,
                            100,
                            "latent functions of the linear coregionalization model; 0 for one per"
                                    + " task")
                    .when(SHARING, "auto", "lcm");

    private static final Option<Boolean> SHIFTS =
            Option.flag(
                            "task-shifts",
                            true,
                            "learn by how much the coregionalization model has to shift each task"
                                    + " along each axis for it to be like the others")
                    .when(SHARING, "auto", "lcm");
    private static final Option<Boolean> ONE_DESIGN =
            Option.flag(
                    "shared-design",
                    false,
                    "begin all tasks with the same configurations instead of each with its own");

    static List<Option<?>> options() {
        return List.of(SHARING, LATENT, SHIFTS, ONE_DESIGN);
    }

    /** Returns which of these options have no effect, since there is one task. */
    static List<String> remarks(TuningRequest request, List<Option<?>> options) {
        return request.tasks().size() > 1
                ? List.of()
                : EngineOptions.withoutEffect(
                        request.settings(),
                        options,
                        Stream.of(SHARING, LATENT, SHIFTS)
                                .collect(
                                        Collectors.toMap(
                                                Option::name,
                                                o -> "here: it needs several tasks")));
    }

    /** Returns what a user chose; GPTune always shares, with a latent function per task. */
    static SharingSettings read(Settings given, Profile profile) {
        boolean gptune = profile == Profile.GPTUNE;
        String sharing = given.given(SHARING).orElse(gptune ? "lcm" : "auto");
        boolean auto = sharing.equals("auto");
        return new SharingSettings(
                auto || sharing.equals("none"),
                auto || sharing.equals("lcm"),
                auto || sharing.equals("features"),
                given.given(LATENT).orElse(gptune ? 0 : 1),
                given.given(SHIFTS).orElse(!gptune),
                given.get(ONE_DESIGN));
    }

    /** Returns whether tasks may learn from each other at all. */
    boolean shares() {
        return freely || byFeatures;
    }

    /** Returns the number of latent functions for this many tasks. */
    int latent(int tasks) {
        return latent == 0 ? tasks : Math.min(latent, tasks);
    }
}
