package org.attune.api;

import java.util.List;
import java.util.Optional;

/**
 * An immutable view of what a study knows at one moment. Two views are equal if they hold the same
 * entries: by that a study sees whether anything has come in meanwhile.
 */
public interface Records {
    /** Returns all trials by number. */
    List<Trial> trials();

    /**
     * Returns the trials that have ended, in the order in which their outcomes came. A corrected
     * outcome stands at the place of the one it replaced.
     */
    List<Trial> finished();

    /** Returns the newest model of this key. */
    Optional<ModelRecord> model(String key);

    /** Returns the newest model of every key, sorted by key. */
    List<ModelRecord> models();

    /**
     * Returns the sources that the study was given, in the order in which they came; a newer one
     * stands at the place of the one of the same name that it replaced.
     */
    List<SourceRecord> sources();

    /** Returns what the study was set up with, empty before its first entry. */
    Optional<StudyRecord> study();

    /** Returns the trials of one task by number. */
    default List<Trial> trials(Point task) {
        return trials().stream().filter(t -> t.task().equals(task)).toList();
    }

    /** Returns the number of the next trial. */
    default long nextNumber() {
        return trials().size() + 1L;
    }
}
