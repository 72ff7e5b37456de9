package org.attune.execution.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/** What lines of sacct say that a job has used. */
class SlurmUsageTest {
    private static JobUsage usage(String lines) {
        return SlurmUsage.of(lines.replace(' ', '\n'), "17", true).orElseThrow();
    }

    /** By hand: the greatest of its steps; without a suffix bytes, else powers of 1024. */
    @ParameterizedTest
    @CsvSource({
        "17|COMPLETED||0 17.batch|COMPLETED|12652544|0 17.0|COMPLETED|313761792|0, 313761792",
        "17|COMPLETED||  17.batch|COMPLETED|309424K|, 316850176",
        "17|COMPLETED||  17.batch|COMPLETED|1.50G|, 1610612736",
        "17|COMPLETED||  17.batch|COMPLETED|9M| 17.0|COMPLETED|8000K|, 9437184",
        "17_4|COMPLETED|| 17_4.batch|COMPLETED|2T|, 2199023255552",
        "17|COMPLETED||0 17.batch|COMPLETED|0|0, NaN",
        "17|COMPLETED||0 17.batch|COMPLETED||0, NaN",
        "17|COMPLETED||0 17.batch|COMPLETED|12X|0, NaN",
    })
    void maxRssIsThatOfTheLargestStep(String lines, double bytes) {
        assertEquals(bytes, usage(lines).maxRss());
    }

    /** Steps on the same node have read the same counter: nothing is added up. */
    @ParameterizedTest
    @CsvSource({
        "17|COMPLETED||4580 17.batch|COMPLETED||4570 17.extern|COMPLETED||4580"
                + " 17.0|COMPLETED||4570, 4580",
        "17|COMPLETED||9000 17.batch|COMPLETED||4570 17.0|COMPLETED||4430, 4570",
        "17|COMPLETED||4570, 4570",
        "17|COMPLETED||0 17.batch|COMPLETED||0, NaN",
        "17|COMPLETED|| 17.batch|COMPLETED||, NaN",
        "17|COMPLETED||0 17.batch|COMPLETED||18446744073709551614, NaN",
        "17|COMPLETED||0 17.batch|COMPLETED||18446744073709551615, NaN",
    })
    void energyIsNotCountedTwice(String lines, double joules) {
        JobUsage usage = usage(lines);
        assertEquals(joules, usage.energy());
        assertEquals(Double.isNaN(joules), usage.missing().contains("no energy"), usage.missing());
    }

    @Test
    void whatHasNotEndedIsWaitedFor() {
        for (String lines :
                new String[] {
                    "",
                    "17|RUNNING||",
                    "17|PENDING||",
                    "17|COMPLETED||\n17.batch|RUNNING||",
                    "17|COMPLETING||"
                }) {
            assertEquals(Optional.empty(), SlurmUsage.of(lines, "17", true), lines);
        }
        String ended = "17|CANCELLED by 0||5\n17.batch|CANCELLED||";
        assertTrue(SlurmUsage.of(ended, "17", false).isPresent());
    }

    /** After slurmdbd was away it knew the end of a job for three seconds before its step. */
    @Test
    void theStepsOfAJobAreWaitedFor() {
        assertEquals(Optional.empty(), SlurmUsage.of("17|COMPLETED||", "17", false));
        assertTrue(SlurmUsage.of("17.0|COMPLETED|9M|", "17.0", false).isPresent());
        JobUsage without = SlurmUsage.of("17|COMPLETED||", "17", true).orElseThrow();
        assertTrue(without.missing().contains("no MaxRSS"), without.missing());
    }

    /** What a Slurm 22.05 printed: its columns 2, 3 and 8. */
    @Test
    void samplesOfARealSlurm() throws Exception {
        String sample;
        try (var in = getClass().getResourceAsStream("samples/sacct-P.txt")) {
            sample = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        double[] found = new double[7];
        for (int job = 1; job <= found.length; job++) {
            String id = Integer.toString(job);
            String lines =
                    sample.lines()
                            .map(l -> l.split("\\|", -1))
                            .filter(f -> f[1].equals(id) || f[1].startsWith(id + "."))
                            .map(f -> String.join("|", f[1], f[2], f[7], ""))
                            .collect(Collectors.joining("\n"));
            found[job - 1] = SlurmUsage.of(lines, id, true).orElseThrow().maxRss();
        }
        double none = Double.NaN;
        assertArrayEquals(
                new double[] {
                    none, none, 281608 * 1024.0, none, 4708 * 1024.0, none, 309424 * 1024.0
                },
                found);
    }
}
