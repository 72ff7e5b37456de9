package org.attune.api.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.Random;

class DomainPredicateTest {
    private static final List<String> NAMES = List.of("i", "j", "x", "y", "c", "u");
    private static final int CASES = 2_000;
    private static final Prospect HOLDS = new Prospect(true, false, false, false);
    private static final Prospect IS_FALSE = new Prospect(false, true, false, false);
    private static final Prospect EITHER = new Prospect(true, true, false, false);

    /** With i in 100..199, j in 7..9, x in [0.5, 2], y in [-1, 1], c in a, b, u inactive or 3. */
    private static Prospect prospect(String expression) {
        Domain[] domains = {
            Domain.integers(100, 199),
            Domain.integers(7, 9),
            Domain.reals(0.5, 2),
            Domain.reals(-1, 1),
            Domain.of("a", "b"),
            Domain.of(3L).orUndefined()
        };
        return test(expression).of(domains);
    }

    private static DomainPredicate test(String expression) {
        return Expression.parse(expression).overDomains(NAMES, Map.of()).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i*j >= 700 and x + y > -0.51 and c != 'd'",
                "i // j <= 200 // 7 and i % 50 < 50.5 and i / x <= 398",
                "-2 <= y*x <= 2 and (-y)**2 <= 1.01 and abs(y) <= 1 and x**y >= 0.49",
                "min(i, x) <= 2 and max(i, x) >= 100 and sqrt(i) < 14.2 and log2(i) > 6.6",
                "exp(y) < 2.8 and log(i) < 5.3 and log10(i) >= 1.9 and log(i, 10) < 2.4",
                "floor(x) in (0, 1, 2) or x > 2 or x <= 2",
                "(i if c == 'a' else i + 1) >= 100 and not i > 199",
                "i not in (0, 99, 200) and int(y) <= 1 and ceil(x) >= 1 and round(y) > -2",
                "c in ('a', 'b') and pow(x, 2) <= 4 and float(i) == i + 0 or True",
            })
    void surelyHolds(String expression) {
        assertEquals(HOLDS, prospect(expression));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "i*j < 700",
                "i > 150 and i + x < 100",
                "x*x*i == 800.1",
                "i % 1000 == 0",
                "(i + j) in (5, 500)",
                "c == 'd' or x > 2",
                "(i if x > 0 else 0) < 100",
            })
    void surelyDoesNot(String expression) {
        assertEquals(IS_FALSE, prospect(expression));
    }

    /** All 3 values of j are tried against themselves; an interval would not see that j == j. */
    @Test
    void fewCombinationsAreExact() {
        assertEquals(HOLDS, prospect("j*j - j == j*(j - 1)"));
        assertEquals(IS_FALSE, prospect("j % 5 == 0"));
        assertEquals(Prospect.OPEN, prospect("j % 4 == 0"));
    }

    /** No multiple of 64 lies in 65..127, but 128 in 100..199. */
    @Test
    void quotientsThatAreTheSameForAllDecideARemainder() {
        Domain[] domains = {Domain.integers(65, 127), Domain.integers(64, 64)};
        DomainPredicate multiple =
                Expression.parse("i % j == 0")
                        .overDomains(List.of("i", "j"), Map.of())
                        .orElseThrow();
        assertEquals(IS_FALSE, multiple.of(domains));
        domains[0] = Domain.integers(100, 199);
        assertEquals(EITHER, multiple.of(domains));
        // 3*[34, 35] = [102, 105] ends before 106
        domains[0] = Domain.integers(106, 131);
        domains[1] = Domain.reals(34, 35);
        assertEquals(IS_FALSE, multiple.of(domains));
    }

    @Test
    void failuresAreForeseen() {
        assertEquals(new Prospect(true, true, true, false), prospect("1 / y > 0"));
        assertEquals(new Prospect(true, true, true, false), prospect("i*sqrt(y) > 50"));
        assertEquals(new Prospect(true, true, true, false), prospect("log(y) > 0"));
        assertEquals(new Prospect(false, false, true, false), prospect("i // 0 > 1"));
        assertEquals(new Prospect(true, false, true, false), prospect("exp(i*7) > 0"));
        assertEquals(HOLDS, prospect("x > 0 or 1 / y > 0")); // is not evaluated so far
        assertEquals(new Prospect(false, false, true, false), prospect("c < 3"));
    }

    @Test
    void namesWithoutValueAreForeseen() {
        assertEquals(new Prospect(true, false, false, true), prospect("u == 3"));
        assertEquals(new Prospect(true, false, false, true), prospect("i*x*u >= 150"));
        assertEquals(HOLDS, prospect("x > 0 or u > 1"));
        DomainPredicate test = Expression.parse("u > i").overDomains(NAMES, Map.of()).orElseThrow();
        Domain[] domains = new Domain[6];
        domains[0] = Domain.integers(1, 1000);
        domains[5] = Domain.undefined();
        assertEquals(new Prospect(false, false, false, true), test.of(domains));
    }

    @Test
    void definitionsArePutIn() {
        var definitions = Map.of("d", Expression.parse("j*2"), "e", Expression.parse("d + d"));
        DomainPredicate test =
                Expression.parse("e - 4*j == 0 and i > 5")
                        .overDomains(List.of("i", "j", "d", "e"), definitions)
                        .orElseThrow();
        assertEquals(List.of(0, 1), test.reads());
        assertEquals(
                HOLDS,
                test.of(
                        new Domain[] {
                            Domain.integers(100, 199), Domain.integers(7, 9), null, null
                        }));
    }

    @Test
    void definitionsThatDoubleEachOtherAreTooLong() {
        var definitions = new java.util.HashMap<String, Expression>();
        definitions.put("d0", Expression.parse("i"));
        for (int n = 1; n < 60; n++) {
            definitions.put("d" + n, Expression.parse("d%1$d + d%1$d".formatted(n - 1)));
        }
        assertTrue(Expression.parse("d59 > 0").overDomains(List.of("i"), definitions).isEmpty());
    }

    /** Whatever the expression and the domains: what happens at a point was foreseen. */
    @Test
    void foreseesEveryPoint() {
        var random = new Random(3);
        int decided = 0;
        int points = 0;
        for (int n = 0; n < CASES; n++) {
            String text = condition(random, 3);
            Domain[] domains = domains(random);
            Prospect prospect = test(text).of(domains);
            decided += prospect.holds() && prospect.isFalse() ? 0 : 1;
            Expression.Bound bound = Expression.parse(text).bind(NAMES);
            for (int k = 0; k < 12; k++) {
                Object[] slots = new Object[domains.length];
                for (int s = 0; s < slots.length; s++) {
                    slots[s] = draw(domains[s], random);
                }
                boolean foreseen;
                try {
                    foreseen = bound.test(slots) ? prospect.holds() : prospect.isFalse();
                } catch (EvaluationException failed) {
                    foreseen = prospect.fails();
                } catch (UndefinedNameException inactive) {
                    foreseen = prospect.undefined();
                }
                assertTrue(
                        foreseen,
                        () -> text + " at " + java.util.Arrays.toString(slots) + ": " + prospect);
                points++;
            }
        }
        assertTrue(decided > CASES / 4 && points == 12 * CASES, decided + " decided");
    }

    private static Domain[] domains(Random random) {
        long low = random.nextInt(-40, 200);
        double left = random.nextInt(-3, 3) * random.nextDouble();
        int width = random.nextInt(4);
        Domain[] domains = {
            Domain.integers(low, low + random.nextInt(1, 300)),
            Domain.integers(random.nextInt(-2, 2), random.nextInt(2, 6)),
            Domain.reals(left, left + random.nextDouble() * 3),
            Domain.reals(width / 2.0, width),
            Domain.of("a", "bc", ""),
            Domain.of(2L, 0.5)
        };
        int s = random.nextInt(domains.length);
        domains[s] = random.nextBoolean() ? domains[s].orUndefined() : domains[s];
        return domains;
    }

    private static Object draw(Domain domain, Random random) {
        if (domain.size() < Double.POSITIVE_INFINITY) {
            return domain.value(random.nextInt((int) domain.size()));
        }
        boolean undefined = domain.extent().undefined();
        Extent hull = domain.extent();
        return switch (random.nextInt(undefined ? 4 : 3)) {
            case 0 -> hull.low();
            case 1 -> hull.high();
            case 2 -> hull.low() + random.nextDouble() * (hull.high() - hull.low());
            default -> null;
        };
    }

    private static String condition(Random random, int depth) {
        String a = number(random, depth - 1);
        String b = number(random, depth - 1);
        if (depth == 0) {
            return a + one(random, "<", "<=", "==", "!=", ">", ">=") + b;
        }
        String p = condition(random, depth - 1);
        String q = condition(random, depth - 1);
        return switch (random.nextInt(9)) {
            case 0 -> "(%s) and (%s)".formatted(p, q);
            case 1 -> "(%s) or (%s)".formatted(p, q);
            case 2 -> "not (%s)".formatted(p);
            case 3 -> "%s in (%s, 2, c)".formatted(a, b);
            case 4 -> "%s not in (%s, 3)".formatted(a, b);
            case 5 -> "%s <= %s < %s".formatted(a, b, number(random, depth - 1));
            case 6 -> "c %s 'b'".formatted(one(random, "<", "==", "!=", ">="));
            case 7 -> "(%s) %% (%s) == 0".formatted(a, b);
            default -> a + one(random, "<", "<=", "==", "!=", ">", ">=") + b;
        };
    }

    private static String number(Random random, int depth) {
        if (depth <= 0) {
            return one(random, "i", "j", "x", "y", "u", "i", "x", "2", "0", "-1.5", "64", "c");
        }
        String a = number(random, depth - 1);
        String b = number(random, depth - 1);
        return switch (random.nextInt(6)) {
            case 0, 1 ->
                    "(%s %s %s)".formatted(a, one(random, "+", "-", "*", "/", "//", "%", "**"), b);
            case 2 ->
                    "%s(%s)"
                            .formatted(
                                    one(
                                            random, "abs", "floor", "ceil", "int", "round", "sqrt",
                                            "log", "log2", "log10", "exp", "float", "-", "+"),
                                    a);
            case 3 ->
                    "%s(%s, %s)".formatted(one(random, "min", "max", "pow", "log", "round"), a, b);
            case 4 -> "(%s if %s else %s)".formatted(a, condition(random, 0), b);
            default -> "(%s %s %s)".formatted(a, one(random, "and", "or", "*", "%"), b);
        };
    }

    private static String one(Random random, String... of) {
        return of[random.nextInt(of.length)];
    }
}
