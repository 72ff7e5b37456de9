package org.attune.charts;

import java.util.List;
import java.util.Locale;

/**
 * Average ranks on a line, with bars that join those which a test cannot tell apart.
 *
 * <p>Source: J. Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7
 * (2006), figure 1.
 */
public final class CriticalDifferenceChart {
    private static final double WIDTH = 520;
    private static final double ROW = 18;
    private static final double AXIS = 58;
    private static final double BAR = 7;

    private CriticalDifferenceChart() {}

    /**
     * Draws.
     *
     * @param id distinct among the pictures of a page
     * @param title for screen readers
     * @param names from the best rank to the worst
     * @param looks likewise
     * @param ranks ascending
     * @param difference from which on two ranks differ
     * @param groups first and last index of each set of names that the test cannot tell apart
     */
    public static Picture of(
            String id,
            String title,
            List<String> names,
            List<Look> looks,
            double[] ranks,
            double difference,
            List<int[]> groups) {
        var svg = new Svg(id, title);
        int k = names.size();
        double side = 62 + names.stream().mapToDouble(n -> Svg.width(n, 11.5)).max().orElse(0);
        double left = side;
        var axis = new Axis(1, Math.max(k, 2), false);
        double bars = AXIS + 12;
        double labels = bars + BAR * groups.size() + 16;
        double length = WIDTH * difference / (axis.high() - axis.low());
        if (length <= WIDTH + side) {
            svg.line(left, 22, left + length, 22, Svg.INK, 1.5);
            svg.line(left, 18, left, 26, Svg.INK, 1.5);
            svg.line(left + length, 18, left + length, 26, Svg.INK, 1.5);
        }
        svg.text(
                left,
                13,
                Svg.Anchor.START,
                11.5,
                String.format(Locale.ROOT, "critical difference %.2f", difference));
        svg.line(left, AXIS, left + WIDTH, AXIS, Svg.INK, 1.2);
        for (int rank = 1; rank <= axis.high(); rank++) {
            double x = left + WIDTH * axis.share(rank);
            svg.line(x, AXIS - 6, x, AXIS, Svg.INK, 1.2);
            svg.text(x, AXIS - 10, Svg.Anchor.MIDDLE, 11, Integer.toString(rank));
        }
        int half = (k + 1) / 2;
        for (int i = 0; i < k; i++) {
            boolean isLeft = i < half;
            double x = left + WIDTH * axis.share(ranks[i]);
            double y = labels + ROW * (isLeft ? i : k - 1 - i);
            double end = isLeft ? left - 14 : left + WIDTH + 14;
            var thin = new Look(looks.get(i).color(), "", 1.4);
            svg.path(new double[] {x, AXIS, x, y, end, y}, thin);
            svg.disc(x, AXIS, 3.5, looks.get(i).color());
            String rank = String.format(Locale.ROOT, "%.2f", ranks[i]);
            Svg.Anchor anchor = isLeft ? Svg.Anchor.END : Svg.Anchor.START;
            svg.text(
                    end + (isLeft ? -4 : 4),
                    y + 4,
                    anchor,
                    11.5,
                    isLeft ? names.get(i) + "  " + rank : rank + "  " + names.get(i));
        }
        for (int g = 0; g < groups.size(); g++) {
            double y = bars + BAR * g;
            double from = left + WIDTH * axis.share(ranks[groups.get(g)[0]]);
            double to = left + WIDTH * axis.share(ranks[groups.get(g)[1]]);
            svg.line(from - 4, y, to + 4, y, Svg.INK, 3.5);
        }
        return svg.picture(2 * side + WIDTH, labels + ROW * half + 4);
    }
}
