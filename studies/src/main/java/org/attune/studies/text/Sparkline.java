package org.attune.studies.text;

import java.nio.charset.Charset;
import java.util.Arrays;

/** A curve in one line of text, a letter for each of some of its values: higher is more. */
public final class Sparkline {
    private static final String BLOCKS = "▁▂▃▄▅▆▇█";
    private static final String PLAIN = "_.-:=+*#";
    private static final double WIDE = 20; // ratio from which on the letters are of logarithms

    private Sparkline() {}

    /**
     * Returns the text.
     *
     * @param values in their order; a space where one is not finite
     * @param width the most letters
     * @param charset of where it is printed
     */
    public static String of(double[] values, int width, Charset charset) {
        String letters = charset.newEncoder().canEncode(BLOCKS) ? BLOCKS : PLAIN;
        double least = Arrays.stream(values).filter(Double::isFinite).min().orElse(0);
        double most = Arrays.stream(values).filter(Double::isFinite).max().orElse(0);
        boolean log = least > 0 && most / least > WIDE;
        double low = log ? Math.log(least) : least;
        double range = (log ? Math.log(most) : most) - low;
        int n = Math.min(width, values.length);
        var line = new StringBuilder();
        for (int i = 0; i < n; i++) {
            double v = values[n == 1 ? 0 : (int) Math.round(i * (values.length - 1.0) / (n - 1))];
            if (!Double.isFinite(v)) {
                line.append(' ');
                continue;
            }
            double share = range > 0 ? ((log ? Math.log(v) : v) - low) / range : 0;
            line.append(letters.charAt(Math.clamp((int) (share * letters.length()), 0, 7)));
        }
        return line.toString();
    }
}
