package org.attune.api.expression;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The functions an expression may call. */
enum Function {
    MIN(2, Integer.MAX_VALUE),
    MAX(2, Integer.MAX_VALUE),
    ABS(1, 1),
    FLOOR(1, 1),
    CEIL(1, 1),
    SQRT(1, 1),
    LOG(1, 2),
    LOG2(1, 1),
    LOG10(1, 1),
    EXP(1, 1),
    INT(1, 1),
    ROUND(1, 2),
    POW(2, 2),
    FLOAT(1, 1);

    /** The least and the greatest number of arguments. */
    final int least;

    final int most;

    Function(int least, int most) {
        this.least = least;
        this.most = most;
    }

    String symbol() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Function> named(String symbol) {
        return Arrays.stream(values()).filter(f -> f.symbol().equals(symbol)).findFirst();
    }

    /** "1 argument", "1 or 2 arguments", "at least 2 arguments". */
    String arity() {
        String count =
                most == Integer.MAX_VALUE
                        ? "at least " + least
                        : least == most ? "" + least : least + " or " + most;
        return count + (most == 1 ? " argument" : " arguments");
    }
}
