package org.attune.benchmarks.jmh;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Entry;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.Trial;
import org.attune.history.Journal;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Trials appended to a journal, on the disk when the update returns. The journal is a new one in
 * the folder for temporary files, which {@code -jvmArgsAppend -Djava.io.tmpdir=FOLDER} moves.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class JournalBenchmark {
    /** Trials of one update. */
    @Param({"1", "1000"})
    int batch;

    private Path folder;
    private Journal journal;

    /** Begins a journal. */
    @Setup
    public void open() throws IOException {
        folder = Files.createTempDirectory("attune-journal");
        journal = Journal.open(folder.resolve("journal.jsonl"), "benchmark");
    }

    /** One update. */
    @Benchmark
    public Records append() {
        return journal.study("main")
                .update(records ->
                        LongStream.range(0, batch)
                                .<Entry>mapToObj(i -> trial(records.nextNumber() + i))
                                .toList());
    }

    private static Trial trial(long number) {
        return new Trial(
                number,
                Candidate.of(
                        Point.of("n", 384), Point.of("tile", number % 640, "alpha", 1.0 / number)),
                Origin.of("random"),
                Outcome.measured("seconds", 1.0 / number),
                Provenance.here(Effort.NONE).toldNow());
    }

    /** Removes it. */
    @TearDown
    public void remove() throws IOException {
        journal.close();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
