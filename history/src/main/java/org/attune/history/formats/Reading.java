package org.attune.history.formats;

import org.attune.api.Trial;
import org.attune.history.Shown;

import java.util.List;

/**
 * What a file of another program holds.
 *
 * @param records how many there are
 * @param trials of the problem, each with its source, numbered from 1 in the order of the file
 * @param skipped records that are no ended trials of the problem
 * @param notes what else a human should know
 * @param models surrogate models that could be read
 */
public record Reading(
        int records,
        List<Trial> trials,
        List<Skipped> skipped,
        List<String> notes,
        List<ImportedModel> models) {
    private static final int LONGEST = 500; // characters of a message

    /** Of a file without models. */
    public Reading(int records, List<Trial> trials, List<Skipped> skipped, List<String> notes) {
        this(records, trials, skipped, notes, List.of());
    }

    /** Copies the lists. */
    public Reading {
        models = List.copyOf(models);
        trials = List.copyOf(trials);
        skipped = List.copyOf(skipped);
        notes = notes.stream().map(n -> Shown.text(n, LONGEST)).toList();
    }

    /**
     * A record that was left out.
     *
     * @param record where it stands in the file, such as {@code func_eval[3]}
     * @param why with the key that it is about
     */
    public record Skipped(String record, String why) {
        /** Keeps what can be shown: the words may be the file's. */
        public Skipped {
            record = Shown.text(record);
            why = Shown.text(why, LONGEST);
        }

        @Override
        public String toString() {
            return record + ": " + why;
        }
    }
}
