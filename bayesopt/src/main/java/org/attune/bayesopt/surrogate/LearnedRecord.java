package org.attune.bayesopt.surrogate;

import org.attune.api.ModelRecord;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a search for hyperparameters has found, as a record of the study: other processes take it
 * over instead of searching, and so does the same one after a restart.
 *
 * <p>The record is of the first observations, of which it keeps the number and a hash. Whoever has
 * other ones, or as many that the {@link LearningSchedule} learns afresh, does not use it, so that
 * nothing depends on whether there is one.
 */
public final class LearnedRecord {
    /**
     * From so many observations of a study on it is kept: with fewer, each one more is learned from
     * anew.
     */
    public static final int FROM = LearningSchedule.IMPROVED_EACH_TIME_UP_TO;

    private static final String OBSERVATIONS = "observations";

    private LearnedRecord() {}

    /** A running hash of observations. */
    public static final class Hash {
        private long sum = 0x9E3779B97F4A7C15L;

        /** Starts with nothing. */
        public Hash() {}

        /** Adds a number. */
        public Hash add(double value) {
            long mixed = (sum ^ Double.doubleToLongBits(value)) * 0xBF58476D1CE4E5B9L;
            sum = (mixed ^ mixed >>> 29) * 0x94D049BB133111EBL + 1;
            return this;
        }

        /** Adds observations. */
        public Hash add(double[][] x, double[] y, ObservationNoise[] noise) {
            for (int i = 0; i < y.length; i++) {
                for (double v : x[i]) {
                    add(v);
                }
                add(y[i]);
                if (!noise[i].isPlain()) {
                    add(noise[i].learned()).add(noise[i].deviation());
                }
            }
            return this;
        }

        /** Returns the hash so far as text. */
        public String text() {
            return Long.toHexString(sum ^ sum >>> 32);
        }
    }

    /**
     * Returns the record of what was learned.
     *
     * @param hash of the observations
     * @param observations their number
     */
    public static ModelRecord of(String key, String hash, int observations, Learned learned) {
        var content = new LinkedHashMap<String, Object>();
        content.put(OBSERVATIONS, (long) observations);
        content.putAll(learned.content());
        return new ModelRecord(key, hash, content);
    }

    /**
     * Returns of how many observations a record is, if as many of them have the same anchor.
     *
     * @param count observations at hand
     */
    public static Optional<Integer> observations(ModelRecord record, int count) {
        return record.content().get(OBSERVATIONS) instanceof Number n
                        && n.longValue() <= count
                        && LearningSchedule.anchor(n.intValue()) == LearningSchedule.anchor(count)
                ? Optional.of(n.intValue())
                : Optional.empty();
    }

    /** Returns what was learned; empty where it has not so many hyperparameters. */
    public static Optional<Learned> learned(ModelRecord record, int size) {
        Map<String, Object> content = record.content();
        Learned learned = Learned.of(content);
        return learned.theta().length == size && learned.anchor().length == size
                ? Optional.of(learned)
                : Optional.empty();
    }
}
