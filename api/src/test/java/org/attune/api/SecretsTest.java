package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class SecretsTest {
    @Test
    void theValuesOfSecretVariablesAreNotKept() {
        var problem =
                TuningProblem.named("p")
                        .parameter(Parameter.integer("n", 1, 9))
                        .objective(Objective.minimize("y"))
                        .build();
        Map<String, Object> environment =
                Map.of(
                        "HF_TOKEN", "hf_123",
                        "AWS_SECRET_ACCESS_KEY", "x",
                        "OPENAI_API_KEY", "sk",
                        "KEY", "k",
                        "db_password", "p",
                        "OMP_NUM_THREADS", "8",
                        "MONKEY", "m",
                        "LICENSE", Map.of("value", "l", "secret", "true"),
                        "SORT_KEY", Map.of("value", "3", "secret", false),
                        "NAME_KEY", Map.of("value", "n"));
        Map<String, Object> evaluation =
                Map.of("command", List.of("run"), "environment", environment);
        Map<String, Object> recorded = ChangedProblem.described(problem, evaluation);
        String hidden = "(a secret, not recorded)";
        assertEquals(
                Map.of(
                        "HF_TOKEN", hidden,
                        "AWS_SECRET_ACCESS_KEY", hidden,
                        "OPENAI_API_KEY", hidden,
                        "KEY", hidden,
                        "db_password", hidden,
                        "OMP_NUM_THREADS", "8",
                        "MONKEY", "m",
                        "LICENSE", hidden,
                        "SORT_KEY", "3",
                        "NAME_KEY", hidden),
                ((Map<?, ?>) recorded.get("evaluation")).get("environment"));
    }
}
