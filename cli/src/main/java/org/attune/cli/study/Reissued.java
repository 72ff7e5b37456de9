package org.attune.cli.study;

import org.attune.api.FailureCause;
import org.attune.api.Outcome;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.history.formats.GptuneStore;
import org.attune.studies.report.Times;

import java.io.PrintStream;
import java.util.List;

/**
 * Trials of a file of GPTune that were handed out and got no result. A script that looks for nulls
 * finds them again and again; one whose run crashes and leaves nothing would do so for ever.
 *
 * @param study that they are of
 * @param store the file
 * @param err where a human reads of it
 */
public record Reissued(Study study, GptuneStore store, PrintStream err) {
    /** So often a trial is handed out, for a crash may be an accident. */
    private static final int MOST = 3;

    /** Returns up to {@code count} of them; those that have had their chances become failures. */
    List<Trial> trials(int count) {
        String name = study.setUp().study();
        for (Trial trial : study.pending()) {
            int offers = store.offers(name, trial.number());
            if (offers >= MOST && trial.provenance().process().hasEnded()) {
                double elapsed = Times.since(trial.provenance().asked());
                String why = "no result came, though it was handed out %d times".formatted(offers);
                study.tell(trial.number(), new Outcome.Failed(FailureCause.CRASH, why, elapsed));
                err.println(words(name, trial) + " has failed: " + why + ".");
            }
        }
        List<Trial> again = study.adopt(count);
        for (Trial trial : again) {
            err.println(
                    "%s has no result, and is handed out again (%d of %d times)."
                            .formatted(
                                    words(name, trial), store.offers(name, trial.number()), MOST));
        }
        return again;
    }

    private String words(String study, Trial trial) {
        return "Trial %d (func_eval[%d])"
                .formatted(trial.number(), store.place(study, trial.number()));
    }
}
