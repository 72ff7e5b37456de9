package org.attune.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** How sure a gain is: by measuring again, and by the model. */
class GainTest {
    @TempDir private Path folder;

    /** Confirms the default at 8 and everything else at 2, with noise. */
    private Gain confirmed(double noise) {
        var place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "random", Studies::cost);
        var random = RandomGenerator.of("L64X128MixRandom");
        Studies.run(
                Studies.place(folder, Studies.TEXT, "main-confirm"),
                "random",
                t -> {
                    double middle = t.configuration().number("x") == 0.9 ? 8 : 2;
                    List<Double> ten =
                            IntStream.range(0, 10)
                                    .mapToObj(
                                            i -> middle * (1 + noise * (random.nextDouble() - 0.5)))
                                    .toList();
                    return new Outcome.Measured(Map.of("cost", ten), Map.of(), 1);
                });
        Subject subject = Studies.reader(place).read();
        var confirm = subject.confirmed().orElseThrow();
        Trial best = confirm.records().trials(subject.tasks().getFirst()).getLast();
        return Gain.confirmed(subject, confirm, subject.tasks().getFirst(), best).orElseThrow();
    }

    @Test
    void withoutNoiseTheGainIsCertain() {
        assertEquals(new Gain(4, 4, 4), confirmed(0));
    }

    @Test
    void withNoiseTheIntervalHasTheTruthAndNotMuchElse() {
        Gain gain = confirmed(0.1);
        assertTrue(gain.lower() < gain.value() && gain.value() < gain.upper(), gain.toString());
        assertTrue(gain.lower() > 3.6 && gain.upper() < 4.4, gain.toString());
    }

    /** The function has no noise, so that the model's ratio is that of the measurements. */
    @Test
    void theModelAgreesWithReadingsWithoutNoise() {
        var place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "gp-lcm", Studies::cost);
        Subject subject = Studies.reader(place).read();
        var task = subject.summaries().getFirst();
        Trial best = task.best().orElseThrow();
        Gain gain = Gain.believed(subject, subject.model().orElseThrow(), task, best).orElseThrow();
        assertEquals(task.gain(best).orElseThrow(), gain.value(), 0.05 * gain.value());
        assertTrue(gain.lower() <= gain.value() && gain.value() <= gain.upper());
    }

    /** Of -1.5 and -8.5, the latter is not 0.18 times as good. */
    @Test
    void valuesBelowZeroHaveNoFactor() {
        var place = Studies.place(folder, Studies.TEXT, "main");
        Studies.run(place, "gp-lcm", t -> negated(Studies.cost(t)));
        Studies.run(
                Studies.place(folder, Studies.TEXT, "main-confirm"),
                "gp-lcm",
                t -> new Outcome.Measured(Map.of("cost", List.of(-3.0, -3.1, -3.2)), Map.of(), 1));
        Subject subject = Studies.reader(place).read();
        var task = subject.summaries().getFirst();
        Trial best = task.best().orElseThrow();
        assertEquals(OptionalDouble.empty(), task.gain(best));
        assertEquals(
                Optional.empty(),
                Gain.believed(subject, subject.model().orElseThrow(), task, best));
        var confirm = subject.confirmed().orElseThrow();
        Trial again = confirm.records().trials(task.task()).getLast();
        assertEquals(Optional.empty(), Gain.confirmed(subject, confirm, task.task(), again));
    }

    private static Outcome negated(Outcome outcome) {
        return outcome instanceof Outcome.Measured m
                ? Outcome.measured("cost", -1 / m.outputs().get("cost").getFirst())
                : outcome;
    }
}
