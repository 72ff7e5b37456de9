package org.attune.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Exhibit;
import org.attune.api.Records;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.testkit.TestProblem;
import org.attune.testkit.TestProblems;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class BanditExhibitsTest {
    private static Study study(int trials) {
        TestProblem real = TestProblems.real();
        Study study =
                Study.of(real.problem())
                        .tuner(new BanditTuner.Provider())
                        .options(Map.of("initial", "3", "exploration", "0.05"))
                        .trials(200)
                        .open();
        for (int n = 0; n < trials; n++) {
            Trial trial = study.ask(1).getFirst();
            study.tell(trial.number(), real.evaluate(trial.candidate()));
        }
        return study;
    }

    /** Uses and improvements are counted here by hand, from origins and outputs alone. */
    @Test
    void countsWhatEachTechniqueFound() {
        Study study = study(40);
        var table = assertInstanceOf(Exhibit.Table.class, study.exhibits().getFirst());
        double best = Double.POSITIVE_INFINITY;
        var used = new java.util.TreeMap<String, Integer>();
        var improved = new java.util.TreeMap<String, Long>();
        for (Trial trial : study.records().trials()) {
            double y = study.problem().value(trial, "y").orElseThrow();
            String technique = trial.origin().technique();
            used.merge(technique, 1, Integer::sum);
            improved.merge(technique, y < best ? 1L : 0L, Long::sum);
            best = Math.min(best, y);
        }
        assertEquals(List.of("technique", "trials", "improvements", "credit"), table.columns());
        assertEquals(7, table.rows().size());
        for (List<Object> row : table.rows()) {
            assertEquals(used.getOrDefault(row.get(0), 0), row.get(1), row.toString());
            assertEquals(improved.getOrDefault(row.get(0), 0L), row.get(2), row.toString());
        }
    }

    /**
     * The last point of each curve is the credit of the table; a curve begins with the first use.
     */
    @Test
    void creditsEndAtThoseOfToday() {
        Study study = study(40);
        var table = (Exhibit.Table) study.exhibits().get(0);
        var plot = assertInstanceOf(Exhibit.Plot.class, study.exhibits().get(1));
        List<String> techniques =
                study.records().trials().stream().map(t -> t.origin().technique()).toList();
        for (int i = 0; i < 7; i++) {
            Exhibit.Curve curve = plot.curves().get(i);
            assertEquals(40, curve.x().size());
            assertEquals(table.rows().get(i).getFirst(), curve.name());
            assertEquals(table.rows().get(i).getLast(), curve.y().getLast());
            int first = techniques.indexOf(curve.name());
            for (int n = 0; n < 40; n++) {
                boolean known = first >= 0 && n >= first;
                assertEquals(known, !Double.isNaN(curve.y().get(n)), curve.name() + " " + n);
            }
        }
    }

    /** A function of the records: another study of the same records shows the same. */
    @Test
    void areAFunctionOfTheRecords() {
        assertEquals(study(30).exhibits(), study(30).exhibits());
        assertTrue(study(30).model().isEmpty());
        assertEquals(List.of(), study(2).exhibits(), "no technique has been used yet");
    }

    @Test
    void manyTrialsHaveSixtySteps() {
        var plot = (Exhibit.Plot) study(130).exhibits().get(1);
        assertEquals(60, plot.curves().getFirst().x().size());
        assertEquals(130, plot.curves().getFirst().x().getLast());
    }

    /**
     * Curves are those that the choices followed: no technique with a smaller credit was chosen.
     */
    @Test
    void theLargestCreditProposes() {
        Study study = study(60);
        Records records = study.records();
        var plot = (Exhibit.Plot) study.exhibits().get(1);
        int largest = 0;
        for (int n = 4; n < 60; n++) {
            int before = n - 1;
            String chosen = records.trials().get(n).origin().technique();
            double top =
                    plot.curves().stream()
                            .mapToDouble(c -> unused(c.y().get(before)))
                            .max()
                            .orElseThrow();
            largest +=
                    plot.curves().stream()
                                    .filter(c -> c.name().equals(chosen))
                                    .anyMatch(c -> unused(c.y().get(before)) == top)
                            ? 1
                            : 0;
        }
        assertTrue(largest >= 50, largest + " of 56: the others had nothing new to propose");
    }

    private static double unused(double credit) {
        return Double.isNaN(credit) ? Double.POSITIVE_INFINITY : credit;
    }
}
