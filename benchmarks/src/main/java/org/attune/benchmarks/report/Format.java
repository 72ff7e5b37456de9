package org.attune.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Numbers and lists as the page writes them. */
final class Format {
    private Format() {}

    /** Returns a value with five digits, or a dash where nothing was measured. */
    static String value(double v) {
        return Double.isFinite(v) ? digits(v, 5) : "nothing";
    }

    /** Returns a probability. */
    static String p(double p) {
        return p < 1e-4 ? "< 0.0001" : String.format(Locale.ROOT, p < 0.1 ? "%.2g" : "%.2f", p);
    }

    /** Returns {@code p = 0.03} or {@code p < 0.0001}. */
    static String equation(double p) {
        return p < 1e-4 ? "p < 0.0001" : "p = " + p(p);
    }

    static String digits(double v, int digits) {
        if (v == 0) {
            return "0";
        }
        int exponent = (int) Math.floor(Math.log10(Math.abs(v)));
        if (exponent < -3 || exponent > 5) {
            return String.format(Locale.ROOT, "%." + (digits - 1) + "e", v)
                    .replaceFirst("\\.?0+e", "e");
        }
        return String.format(Locale.ROOT, "%." + Math.max(0, digits - 1 - exponent) + "f", v);
    }

    static String fixed(double v, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", v);
    }

    static String count(long n, String what) {
        return "%d %s%s".formatted(n, what, n == 1 ? "" : "s");
    }

    /** Returns numbers ascending, runs of neighbours joined: {@code 0-4, 7}. */
    static String ranges(List<Long> numbers) {
        var text = new StringBuilder();
        long start = 0;
        long last = 0;
        for (long n : new TreeSet<>(numbers)) {
            if (text.isEmpty()) {
                text.append(n);
                start = n;
            } else if (n != last + 1) {
                text.append(last > start ? "-" + last : "").append(", ").append(n);
                start = n;
            }
            last = n;
        }
        return text.append(last > start ? "-" + last : "").toString();
    }
}
