package org.attune.cli.open;

import org.attune.studies.StudyFile;
import org.attune.studies.StudyOpening;

import picocli.CommandLine.Option;

import java.util.Optional;

/** How many trials run at once. */
public final class Parallel {
    @Option(
            names = "--parallel",
            paramLabel = "K",
            description =
                    "Run K trials at once (default: as the problem file says, else as many as fit"
                            + " into the allocation of Slurm, else 1).")
    private Optional<Integer> given = Optional.empty();

    /** Returns whether a number is given. */
    public boolean isGiven() {
        return given.isPresent();
    }

    /** Returns the number, which may be wrong. */
    public int of(StudyFile file) {
        return given.orElseGet(() -> file.file().parallel().orElse(1));
    }

    /** Says it to what opens a study. */
    public StudyOpening to(StudyOpening opening) {
        given.ifPresent(opening::parallel);
        return opening;
    }
}
