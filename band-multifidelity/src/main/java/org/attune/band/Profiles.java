package org.attune.band;

import org.attune.api.Option;

import java.util.List;

/** The option that sets what a method does where measurements speak against what was published. */
final class Profiles {
    static final Option<String> OPTION =
            Option.choice(
                    "profile",
                    List.of("standard", "published"),
                    "published does as the paper says where measurements chose otherwise");

    private Profiles() {}
}
