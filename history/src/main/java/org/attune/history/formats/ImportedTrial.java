package org.attune.history.formats;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Source;
import org.attune.api.Trial;

import java.time.Instant;
import java.util.Optional;

/** Trials that come from a file. */
final class ImportedTrial {
    private ImportedTrial() {}

    /** Returns a trial that this process has read; what it cost to propose is not known. */
    static Trial of(
            long number,
            Candidate candidate,
            Outcome outcome,
            Instant asked,
            Instant told,
            Source source) {
        return new Trial(
                number,
                candidate,
                Origin.IMPORTED,
                outcome,
                new Provenance(
                        asked,
                        Optional.of(told),
                        ProcessId.here(),
                        Effort.NONE,
                        Optional.of(source)));
    }
}
