package org.attune.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.SourceModel;
import org.attune.api.SourceRecord;
import org.attune.api.TuningRequest;
import org.attune.bayesopt.EngineSettings;
import org.attune.bayesopt.search.Region;
import org.attune.bayesopt.surrogate.Axes;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Sources whose x goes to 2, where that of the target ends at 1: what lies beyond is not used. */
class WiderSourcesTest {
    private static final EngineSettings SETTINGS = EngineSettings.standard();
    private static final Axes AXES = new Axes(Studies.PROBLEM.parameterSpace(), false, true);

    private static SourceRecord.Builder source(String name, double t) {
        return SourceRecord.of(name, Point.of("t", t), Studies.PROBLEM)
                .parameters(List.of(Parameter.real("x", 0, 2), Parameter.real("y", 0, 1)));
    }

    /** Places beyond were taken for ones at the bound. */
    @Test
    void ofATablePlacesInBoundsCount() {
        var places = new ArrayList<Point>();
        var values = new ArrayList<Double>();
        for (int i = 0; i <= 20; i++) {
            places.add(Point.of("x", i / 10.0, "y", i * 7 % 10 / 10.0));
            values.add(1.0 + i);
        }
        var table =
                new SourceModel("seconds", places, values, Collections.nCopies(21, 0.0), Map.of());
        var models = new SourceModels(Studies.PROBLEM, AXES, SETTINGS);
        var seconds = Studies.PROBLEM.optimized().getFirst();
        double[] y =
                models.of(source("table", 0.2).model(table).build(), seconds, records())
                        .orElseThrow()
                        .data()
                        .y();
        assertEquals(11, y.length);
        assertEquals(11, y[10]);
    }

    /** Their optima were taken for ones at the bound, and so was that of the target. */
    @Test
    void optimaBeyondSayNothing() {
        SourceRecord[] sources = new SourceRecord[6];
        for (int k = 0; k < 6; k++) {
            double x = k % 2 == 0 ? 0.3 : 1.8;
            sources[k] =
                    source("s" + k, k / 10.0).best(List.of(Point.of("x", x, "y", 0.5))).build();
        }
        var request =
                new TuningRequest(
                        Studies.PROBLEM,
                        List.of(Point.of("t", 0.25)),
                        Settings.of("tla1", new TlaTuner.TypeTwo().options(), Map.of()),
                        new Seed(1));
        var region = new Region(Studies.PROBLEM, Point.of("t", 0.25), AXES);
        Point best =
                new Targets(request, AXES, SETTINGS, true)
                        .optimum(region, records(sources))
                        .flatMap(OptimumPrediction::best)
                        .map(region::decode)
                        .orElseThrow();
        assertTrue(best.number("x") < 0.35, best.toString());
    }

    private static Records records(SourceRecord... sources) {
        var log = new RecordLog();
        for (SourceRecord source : sources) {
            log.add(source);
        }
        return log.snapshot();
    }
}
