package org.attune.hybrid;

import org.attune.api.Origin;
import org.attune.api.Suggestion;
import org.attune.api.Trial;

/**
 * Which proposals are the tree's.
 *
 * @param every of so many turns in a row one is the tree's; 1 for all, 0 for none
 * @param which of them
 */
record Turns(int every, int which) {
    private static final String NEARBY = "-nearby";
    private static final String LEAF = "-leaf";

    /** Returns whether a turn is the tree's. */
    boolean isTrees(int turn) {
        return every > 0 && turn % every == which % every;
    }

    /** Returns whether a trial was proposed in a leaf. */
    static boolean isOfTree(Trial trial) {
        return trial.origin().technique().endsWith(LEAF);
    }

    /** Says of a suggestion that was sought in a leaf that it was. */
    Suggestion signed(Suggestion suggestion, int turn) {
        String technique = suggestion.origin().technique();
        if (!isTrees(turn) || !technique.endsWith(NEARBY)) {
            return suggestion;
        }
        String leaf = technique.substring(0, technique.length() - NEARBY.length()) + LEAF;
        return new Suggestion(
                suggestion.candidate(),
                new Origin(suggestion.origin().phase(), leaf),
                suggestion.logExpectedGain());
    }
}
