package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.attune.api.FailureCause;
import org.attune.execution.queue.JobUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

class RunRecordTest {
    @TempDir Path folder;

    @Test
    void isReadAsItWasWritten() {
        var record =
                new RunRecord(
                        0.1 + 0.2,
                        Double.NaN,
                        1e9,
                        Optional.of(FailureCause.CRASH),
                        "größe = 1\n\u0000: 'x'");
        Path file = folder.resolve("run-1.properties");
        record.write(file);
        assertEquals(record, RunRecord.read(file));
        RunRecord accounted = record.with(new JobUsage(12.5, Double.NaN, "no 'MaxRSS'"));
        accounted.write(file);
        assertEquals(accounted, RunRecord.read(file));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            textBlock =
                    """
                    ""                 | 'wall' is no time in seconds
                    wall=              | 'wall' is no number
                    wall=NaN           | 'wall' is no time in seconds
                    wall=-1            | 'wall' is no time in seconds
                    wall=Infinity      | 'wall' is no time in seconds
                    wall=1,cpu=x       | 'cpu' is no number
                    wall=1,peak_rss=y  | 'peak_rss' is no number
                    wall=1,unaccounted=,energy=z,max_rss=1 | 'energy' is no number
                    wall=1,cause=luck  | 'cause' is no cause of a failure
                    wall=\\u12         | it has an escape \\u without four digits
                    """)
    void damageIsNamedWithThePath(String text, String why) throws Exception {
        Path file = folder.resolve("run-1.properties");
        Files.writeString(file, text.replace(',', '\n'));
        var e = assertThrows(UncheckedIOException.class, () -> RunRecord.read(file));
        assertEquals("%s is damaged: %s.".formatted(file, why), e.getMessage());
    }

    @Test
    void whatIsNoFileIsNamed() throws Exception {
        Path file = folder.resolve("run-1.properties");
        var gone = assertThrows(UncheckedIOException.class, () -> RunRecord.read(file));
        assertEquals(file + " is damaged: it is gone.", gone.getMessage());
        Files.createDirectory(file);
        var none = assertThrows(UncheckedIOException.class, () -> RunRecord.read(file));
        assertEquals(file + " is damaged: it is no file.", none.getMessage());
    }
}
