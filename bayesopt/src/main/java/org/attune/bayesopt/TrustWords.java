package org.attune.bayesopt;

import org.attune.api.Trust;

import java.util.Arrays;
import java.util.Locale;

/** Says in a sentence or two how far a model can be trusted, and never more than was shown. */
final class TrustWords {
    private static final double LARGE = 10; // relative error, from which on it is a factor
    private static final double LITTLE = 0.1; // skill, up to which the mean is as good

    private TrustWords() {}

    /** Returns what to say where trials are of too few configurations. */
    static Trust tooFew(int trials) {
        return Trust.unknown(
                trials,
                trials == 0
                        ? "The model knows nothing yet: nothing has been measured."
                        : "The model knows nothing yet: it has seen %d measured trial%s, too few to check it."
                                .formatted(trials, trials == 1 ? "" : "s"));
    }

    /** Returns what to say of a task that is predicted from others alone. */
    static Trust unseen() {
        return Trust.unknown(
                0,
                "Nothing of this task has been measured; the others cannot tell how far to trust"
                        + " it.");
    }

    /**
     * Returns the numbers with words.
     *
     * @param measured values of the output
     * @param unit of the output, may be empty
     * @param elsewhere relative error that is expected at random configurations
     */
    static Trust of(HeldOutRuns runs, double[] measured, String unit, double elsewhere) {
        var numbers =
                new Trust(
                        measured.length,
                        runs.relativeError(),
                        runs.error(),
                        runs.skill(),
                        runs.rankCorrelation(),
                        runs.coverage50(),
                        runs.coverage95(),
                        elsewhere,
                        "");
        return numbers.saying(words(numbers, measured, unit));
    }

    private static String words(Trust trust, double[] measured, String unit) {
        int n = measured.length;
        if (Arrays.stream(measured).allMatch(y -> y == measured[0])) {
            return "The model predicts nothing: all %d measured trials gave the same value."
                    .formatted(n);
        }
        if (!trust.predicts()) {
            return (trust.skill() > LITTLE
                            ? "The model predicts nothing yet for certain: held-out ones of %d"
                                  + " trials it guesses better than their mean does, but by no more"
                                  + " than chance can."
                            : "The model predicts nothing yet: for held-out ones of %d trials,"
                                    + " their mean is about as good a guess.")
                    .formatted(n);
        }
        boolean percent =
                Arrays.stream(measured).allMatch(y -> y > 0)
                        || Arrays.stream(measured).allMatch(y -> y < 0);
        String within =
                percent
                        ? share(trust.relativeError())
                        : (number(trust.error()) + " " + unit).strip();
        double coverage = trust.coverage95();
        boolean tooSure = coverage < 0.95 - 2 * Math.sqrt(0.95 * 0.05 / n);
        String inside =
                "The model predicts held-out runs within %s (median of %d%s); %s%.0f %% of them lie in their 95 %% interval%s."
                        .formatted(
                                within,
                                n,
                                trust.isSkilled() ? "" : ", but some are far off",
                                tooSure ? "only " : "",
                                100 * coverage,
                                tooSure ? ", so it is too sure" : "");
        return percent
                        && Double.isFinite(trust.elsewhere())
                        && trust.elsewhere() > 2 * trust.relativeError()
                ? inside
                        + " At random configurations, expect them within "
                        + share(trust.elsewhere())
                        + "."
                : inside;
    }

    private static String share(double share) {
        return share >= LARGE ? "a factor of " + number(1 + share) : number(100 * share) + " %";
    }

    /** Returns two significant digits. */
    private static String number(double value) {
        double size = Math.abs(value);
        if (size >= 10 && size < 1e6) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return size >= 1e-4 && size < 1e6 || size == 0
                ? new java.math.BigDecimal(value)
                        .round(new java.math.MathContext(2))
                        .toPlainString()
                : String.format(Locale.ROOT, "%.1e", value);
    }
}
