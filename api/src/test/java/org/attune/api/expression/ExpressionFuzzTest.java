package org.attune.api.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Whatever the text: it parses, or it is refused with an ExpressionException. */
class ExpressionFuzzTest {
    private static final List<String> TOKENS =
            List.of(
                    "(", ")", "[", "]", ",", "+", "-", "*", "/", "//", "%", "**", "<", "<=", "==",
                    "!=", ">=", "=", "and", "or", "not", "in", "if", "else", "is", "True", "None",
                    "lambda", "i", "x", "s", "flag", "min", "max", "log", "round", "abs", "1", "0",
                    "2.5", "1e3", "'a'", "\"", "'", ".", "_", "\\", "\n", "#", "&&", "é", "\uD83D",
                    "\0", "1_0", "e");

    private int parsed;
    private int evaluated;

    @Test
    void randomTokens() {
        Random random = new Random(1);
        for (int n = 0; n < 15_000; n++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(TOKENS.get(random.nextInt(TOKENS.size())));
                text.append(random.nextInt(3) == 0 ? " " : "");
            }
            feed(text.toString());
        }
        assertTrue(parsed > 200 && evaluated > 100, parsed + " parsed, " + evaluated + " ran");
    }

    @Test
    void mutatedExpressions() throws IOException {
        Random random = new Random(2);
        List<String> seeds = GoldenExpressionsTest.expressions();
        for (int n = 0; n < 15_000; n++) {
            StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
            for (int i = random.nextInt(3); i >= 0; i--) {
                int at = random.nextInt(text.length() + 1);
                int end = Math.min(text.length(), at + random.nextInt(4));
                String token = TOKENS.get(random.nextInt(TOKENS.size()));
                text.replace(at, end, random.nextInt(3) == 0 ? "" : token);
            }
            feed(text.toString());
        }
        assertTrue(parsed > 2000 && evaluated > 1000, parsed + " parsed, " + evaluated + " ran");
    }

    private void feed(String text) {
        Expression expression;
        try {
            expression = Expression.parse(text);
        } catch (ExpressionException e) {
            assertTrue(e.position() >= 1 && e.position() <= text.length() + 1, text);
            return;
        }
        parsed++;
        expression.equalities();
        try {
            List<String> names = List.copyOf(GoldenExpressionsTest.SCOPE.keySet());
            Expression.Bound bound = expression.bind(names);
            Object[] slots = GoldenExpressionsTest.SCOPE.values().toArray();
            Object value = bound.value(slots);
            assertEquals(Values.truth(value), bound.test(slots), text);
            evaluated++;
        } catch (ExpressionException | EvaluationException e) {
            assertTrue(e.getMessage().length() > 10, text);
        }
    }
}
