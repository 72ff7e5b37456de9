package org.attune.studies.model;

import org.attune.api.ModelRecord;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Which of several stored models of one output is taken: the one of most evaluations, of highest
 * likelihood, of least Akaike or Bayesian information criterion, or the one of a uid.
 *
 * <pre>
 *   AIC = 2 k - 2 log L        BIC = k log n - 2 log L
 * </pre>
 *
 * with k hyperparameters learned from n evaluations. Of equals, the likelier is taken.
 *
 * <p>Source: H. Akaike (1974), doi:10.1109/TAC.1974.1100705; G. Schwarz (1978),
 * doi:10.1214/aos/1176344136.
 *
 * @param text as given
 */
public record ModelChoice(String text) {
    private static final Map<String, ToDoubleFunction<ModelRecord>> RULES =
            Map.of(
                    "max-evals",
                    ModelChoice::evaluations,
                    "mle",
                    ModelChoice::logLikelihood,
                    "aic",
                    m -> orWorst(-aic(logLikelihood(m), parameters(m))),
                    "bic",
                    m -> orWorst(-bic(logLikelihood(m), parameters(m), evaluations(m))));

    /** Accepts GPTune's spelling, too. */
    public ModelChoice {
        String word = text.toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        text = RULES.containsKey(word) ? word : text;
    }

    /** Returns the model that is to be taken of these. */
    public Optional<ModelRecord> of(List<ModelRecord> models) {
        ToDoubleFunction<ModelRecord> rule = RULES.get(text);
        return rule == null
                ? models.stream().filter(m -> text.equals(m.content().get("uid"))).findFirst()
                : models.stream()
                        .max(
                                Comparator.comparingDouble(rule)
                                        .thenComparingDouble(ModelChoice::logLikelihood)
                                        .thenComparing(ModelRecord::key));
    }

    /** Returns how a sentence about it goes on. */
    public String phrase() {
        return RULES.containsKey(text)
                ? ""
                : " '%s'; a uid of 'surrogate read', max-evals, mle, aic or bic can be chosen"
                        .formatted(text);
    }

    private static double orWorst(double value) {
        return Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value;
    }

    /** Returns Akaike's information criterion; parameters are counted. */
    public static double aic(double logLikelihood, double parameters) {
        return 2 * parameters - 2 * logLikelihood;
    }

    /** Returns the Bayesian information criterion; parameters and evaluations are counted. */
    public static double bic(double logLikelihood, double parameters, double evaluations) {
        return parameters * Math.log(evaluations) - 2 * logLikelihood;
    }

    private static double logLikelihood(ModelRecord model) {
        return statistic(model, "log_likelihood");
    }

    private static double parameters(ModelRecord model) {
        return statistic(model, "parameters");
    }

    private static double evaluations(ModelRecord model) {
        return statistic(model, "evaluations");
    }

    /** Returns a number of the model, -∞ where it does not say it. */
    private static double statistic(ModelRecord model, String name) {
        return model.content().get("model") instanceof Map<?, ?> inner
                        && inner.get("model_stats") instanceof Map<?, ?> stats
                        && stats.get(name) instanceof Number n
                ? n.doubleValue()
                : Double.NEGATIVE_INFINITY;
    }
}
