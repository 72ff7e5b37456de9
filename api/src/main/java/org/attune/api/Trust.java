package org.attune.api;

/**
 * How far a model can be trusted: held-out runs, predicted by models that have not seen them.
 *
 * <p>Held-out runs are runs of the study, and a study has most of its runs where it is good. {@code
 * elsewhere} says what the model expects of itself at random configurations.
 *
 * @param trials number of measured trials
 * @param relativeError median of |predicted - measured| / |measured|
 * @param error median of |predicted - measured|, in the unit of the output
 * @param skill 1 - (squared error of the model) / (squared error of the mean), on the scale of the
 *     model; at most 1, and 0 or less where the model predicts nothing
 * @param rankCorrelation of predicted and measured values (Spearman's), in [-1, 1]
 * @param coverage50 share of measured values inside their predicted 50 % interval
 * @param coverage95 share of measured values inside their predicted 95 % interval
 * @param elsewhere relative error that the model expects of half of its predictions at random
 *     admissible configurations
 * @param statement the same in words; all numbers but {@code trials} are NaN where there are too
 *     few trials to tell
 */
public record Trust(
        int trials,
        double relativeError,
        double error,
        double skill,
        double rankCorrelation,
        double coverage50,
        double coverage95,
        double elsewhere,
        String statement) {
    private static final double NO_SKILL = 0.1;

    /** Times 1/√n: the skill that one of about twenty models of pure noise reaches by luck. */
    private static final double LUCK = 1.5;

    /** Times 1/√n: a rank correlation that pure noise does not reach. */
    private static final double RANKS = 3;

    /** Returns what can be said of a model that has seen too little to be judged. */
    public static Trust unknown(int trials, String statement) {
        double none = Double.NaN;
        return new Trust(trials, none, none, none, none, none, none, none, statement);
    }

    /** Returns the same numbers in these words. */
    public Trust saying(String words) {
        return new Trust(
                trials,
                relativeError,
                error,
                skill,
                rankCorrelation,
                coverage50,
                coverage95,
                elsewhere,
                words);
    }

    /** Returns whether the skill is more than pure noise often reaches. */
    public boolean isSkilled() {
        return skill > Math.max(NO_SKILL, LUCK / Math.sqrt(trials));
    }

    /** Returns whether the model knows values, or at least their order, better than by chance. */
    public boolean predicts() {
        return isSkilled() || rankCorrelation > RANKS / Math.sqrt(trials);
    }
}
