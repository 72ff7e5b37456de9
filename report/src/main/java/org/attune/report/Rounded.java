package org.attune.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.AbstractList;

/** Numbers with six digits, as a list for JSON: a page is read by people. */
final class Rounded extends AbstractList<Object> {
    private static final MathContext DIGITS = new MathContext(6);

    private final double[] values;

    Rounded(double[] values) {
        this.values = values.clone();
    }

    @Override
    public Object get(int index) {
        double v = values[index];
        if (!Double.isFinite(v)) {
            return Double.NaN; // null in JSON
        }
        if (v == Math.rint(v) && Math.abs(v) < 1e15) {
            return (long) v;
        }
        return new BigDecimal(v).round(DIGITS).doubleValue();
    }

    @Override
    public int size() {
        return values.length;
    }
}
