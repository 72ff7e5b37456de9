package org.attune.studies.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.ModelRecord;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class ModelChoiceTest {
    private static ModelRecord model(String uid, double likelihood, int parameters, int n) {
        var stats =
                Map.of("log_likelihood", likelihood, "parameters", parameters, "evaluations", n);
        return new ModelRecord(
                uid, "basis", Map.of("uid", uid, "model", Map.of("model_stats", stats)));
    }

    /**
     * AIC = 2k - 2 log L is 8, 10 and 12; BIC = k log n - 2 log L is 15.8, 10.9 and 15.3, with n =
     * 100, 10 and 200.
     */
    private static final List<ModelRecord> MODELS =
            List.of(model("a", -1, 3, 100), model("b", -2, 3, 10), model("c", -5, 1, 200));

    private static String chosen(String rule) {
        return new ModelChoice(rule).of(MODELS).map(ModelRecord::key).orElse("none");
    }

    @Test
    void theCriteriaAreThoseOfTheirAuthors() {
        assertEquals(8, ModelChoice.aic(-1, 3));
        assertEquals(3 * Math.log(100) + 2, ModelChoice.bic(-1, 3, 100), 1e-12);
    }

    @Test
    void everyRuleChoosesAnother() {
        assertEquals("c", chosen("max-evals"));
        assertEquals("c", chosen("max_evals"));
        assertEquals("a", chosen("mle"));
        assertEquals("a", chosen("AIC"));
        assertEquals("b", chosen("bic"));
        assertEquals("c", chosen("c"));
        assertEquals("none", chosen("nobody"));
    }

    /** A model that does not say its statistics is the last choice, and one where it is alone. */
    @Test
    void whoSaysNothingComesLast() {
        var silent = new ModelRecord("silent", "basis", Map.of("uid", "silent"));
        for (String rule : List.of("max-evals", "mle", "aic", "bic")) {
            var choice = new ModelChoice(rule);
            assertEquals("b", choice.of(List.of(silent, MODELS.get(1))).orElseThrow().key());
            assertEquals(Optional.of(silent), choice.of(List.of(silent)));
        }
    }
}
