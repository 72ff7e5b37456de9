package org.attune.execution;

import java.util.List;
import java.util.function.Consumer;

/** Gathers the curve that a run prints. Lines with other text where numbers should be are none. */
final class ProgressCollector extends Collector {
    private final LineMatcher matcher;
    private final Curve curve;
    private final Consumer<Curve> heard;
    private boolean broken; // the pattern cannot be matched any more

    /**
     * Starts.
     *
     * @param curve gets the points
     * @param heard hears of each new one
     */
    ProgressCollector(ProgressRule rule, Curve curve, Consumer<Curve> heard) {
        this.matcher = new LineMatcher(rule.pattern());
        this.curve = curve;
        this.heard = heard;
    }

    @Override
    void line(String text, int from, int to) {
        if (broken) {
            return;
        }
        matcher.on(text, from, to);
        try {
            while (matcher.find()) {
                add();
            }
        } catch (UnreadableException e) {
            broken = true;
        }
    }

    private void add() {
        double level;
        double value;
        try {
            level = number(matcher.group(1));
            value = number(matcher.group(2));
        } catch (UnreadableException notNumbers) {
            return; // such as loss=nan
        }
        if (curve.add(level, value)) {
            heard.accept(curve);
        }
    }

    @Override
    void gap(String why) {
        // a curve may have gaps
    }

    @Override
    List<Double> values() {
        return List.of();
    }
}
