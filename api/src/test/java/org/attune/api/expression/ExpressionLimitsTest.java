package org.attune.api.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Long and deep expressions: refused clearly, or evaluated on a small stack. */
class ExpressionLimitsTest {
    /** Half the usual stack of a thread. */
    private static final long STACK_BYTES = 512 * 1024;

    @Test
    void lengthIsLimited() throws Exception {
        String longest = "1" + "+1".repeat((Expression.MAX_LENGTH - 1) / 2) + " ";
        assertEquals(Expression.MAX_LENGTH, longest.length());
        assertEquals(5000L, evaluate(longest));
        String message = refused(longest + " ");
        assertTrue(message.contains("10001 characters, more than 10000"), message);
    }

    @ParameterizedTest
    @CsvSource({
        "1+, 1, ''",
        "1*, 1, ''",
        "1%2-, 1, ''",
        "'1 and ', 1, ''",
        "'0 or ', 1, ''",
        "1==, 1, ''",
        "1<2==, 1, ''"
    })
    void flatChainsMayFillTheLength(String part, String last, String end) throws Exception {
        int count = (Expression.MAX_LENGTH - last.length()) / part.length();
        evaluate(part.repeat(count) + last + end);
    }

    /** {@code levels} is what each repetition counts. */
    @ParameterizedTest
    @CsvSource({
        "(, 1, ), 1",
        "-, 1, '', 1",
        "+, 1, '', 1",
        "'not ', 1, '', 1",
        "1**, 1, '', 1",
        "abs(, 1, ), 1",
        "'max(0,', 1, ), 1",
        "'1 in (', 1, ',)', 1",
        "'1 if 0 else ', 1, '', 1",
        "1**-, 1, '', 2",
        "-(, 1, ), 2",
        "'(not ', 1, ), 2",
        "1+(, 1, ), 2",
        "'1 or 1 and 1<1+1*(', 1, ), 6",
        "(, 1, *1), 1",
        "(, 1, *1+1), 2",
        "(, 1, *1+1<1), 3",
        "(, 1, *1+1<1 and 1 or 1 if 1 else 1), 6"
    })
    void nestingIsLimited(String open, String middle, String close, int levels) throws Exception {
        int most = (Expression.MAX_DEPTH - 2) / levels;
        evaluate(open.repeat(most) + middle + close.repeat(most));
        int more = Expression.MAX_DEPTH / levels + 1;
        String message = refused(open.repeat(more) + middle + close.repeat(more));
        assertTrue(message.contains("nested deeper than 200 levels"), message);
    }

    @Test
    void theDeepestTreesFitASmallStack() throws Exception {
        for (String tail : List.of("*2%7*1)", "//1//1//1)", "-1-1-1)", "**1)")) {
            evaluate("(".repeat(198) + "1" + tail.repeat(198));
        }
    }

    @Test
    void unfinishedNestingIsRefusedToo() throws Exception {
        for (String open : List.of("(", "-", "not ", "2**", "min(", "1 in (", "[", "a(")) {
            int count = Expression.MAX_LENGTH / open.length();
            refused(open.repeat(count));
        }
    }

    private static String refused(String text) throws Exception {
        return onSmallStack(() ->
                assertThrows(ExpressionException.class, () -> Expression.parse(text)).getMessage());
    }

    /** The value with x as a name for the last 1, so that constants cannot fold it away. */
    private static Object evaluate(String text) throws Exception {
        return onSmallStack(() -> {
            Expression constant = Expression.parse(text);
            Object value = constant.bind(List.of()).value(new Object[0]);
            assertEquals(constant.equalities(), List.of());
            Expression named = Expression.parse(text.replace('1', 'x'));
            named.equalities();
            Expression.Bound bound = named.bind(List.of("x"));
            Object[] slots = {1L};
            assertEquals(value, bound.value(slots));
            assertEquals(Values.number(value), bound.number(slots));
            assertEquals(Values.truth(value), bound.test(slots));
            return value;
        });
    }

    private static <T> T onSmallStack(Callable<T> work) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable task =
                () -> {
                    try {
                        result.complete(work.call());
                    } catch (Throwable failure) {
                        result.completeExceptionally(failure);
                    }
                };
        new Thread(null, task, "small stack", STACK_BYTES).start();
        return result.get();
    }
}
