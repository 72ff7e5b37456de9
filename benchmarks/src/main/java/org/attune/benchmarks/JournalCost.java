package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Effort;
import org.attune.api.Entry;
import org.attune.api.History;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Provenance;
import org.attune.api.Trial;
import org.attune.history.Journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Prints what durable records cost: {@code JournalCost FOLDER [RECORDS...]}, in a new folder on the
 * disk in question; by default at 0, 10 000, 100 000 and 1 000 000 records.
 *
 * <p><i>Appends</i> are updates of one record each, on the disk before the next one; <i>raw</i> is
 * the rate at which a program that does nothing else can write lines of the same length and wait
 * for the disk after each. The two take turns of a few hundred, because a disk's rate wanders; the
 * medians over the turns are printed, and the median of their ratios. <i>Batched</i> are updates of
 * 1000 records. <i>SQLite</i> takes the same lines, a transaction each, with a write-ahead log and
 * full synchronization. <i>Open</i> is what a fresh JVM needs to open the journal, <i>CPU</i> of
 * that what the thread took that does it, <i>heap</i> what the records take after a collection,
 * <i>resident</i> the most that the process took.
 */
public final class JournalCost {
    private static final String PROBLEM = "cost";
    private static final int TURNS = 9;
    private static final int PER_TURN = 200;
    private static final int BATCH = 1000;
    private static final int WARM = 20_000; // records, in batches
    private static final int WARM_ROUNDS = 8; // of single ones, which take longer to be compiled

    private JournalCost() {}

    /** Prints a line for each size. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 2 && args[0].equals("open")) {
            open(Path.of(args[1]));
            return;
        }
        if (args.length == 0) {
            System.err.println("Usage: JournalCost FOLDER [RECORDS...]");
            System.exit(2);
        }
        Path folder = Files.createDirectory(Path.of(args[0]));
        long[] sizes = {0, 10_000, 100_000, 1_000_000};
        if (args.length > 1) {
            sizes =
                    LongStream.range(1, args.length)
                            .map(i -> Long.parseLong(args[(int) i]))
                            .toArray();
        }
        warmUp(folder);
        Path file = folder.resolve("journal.jsonl");
        System.out.println(
                "records  raw/s  appends/s  ratio  SQLite/s  batched/s  open, s  CPU, s  heap, MB "
                        + " resident, MB");
        try (Journal journal = Journal.open(file, PROBLEM)) {
            History history = journal.study("main");
            for (long size : sizes) {
                double batched = fill(history, size);
                Rates rates = rates(history, folder.resolve("raw"), lineLength(file, history));
                System.out.printf(
                        Locale.ROOT,
                        "%7d  %5.0f  %9.0f  %5.2f  %8.0f  %9.0f  %s%n",
                        size,
                        rates.raw,
                        rates.appends,
                        rates.ratio,
                        rates.sqlite,
                        batched,
                        opened(file));
            }
        }
    }

    /** Lets the JVM compile what is measured. */
    private static void warmUp(Path folder) throws IOException {
        Path file = folder.resolve("warm.jsonl");
        try (Journal journal = Journal.open(file, PROBLEM)) {
            History history = journal.study("main");
            fill(history, WARM);
            for (int round = 0; round < WARM_ROUNDS; round++) {
                rates(history, folder.resolve("raw"), lineLength(file, history));
            }
        }
        Files.delete(file);
    }

    /** Appends in batches until there are so many records; returns how many a second. */
    private static double fill(History history, long size) {
        long before = history.records().trials().size();
        long start = System.nanoTime();
        while (history.records().trials().size() < size) {
            history.update(records -> {
                long end = Math.min(size, records.trials().size() + BATCH);
                return LongStream.rangeClosed(records.nextNumber(), end)
                        .<Entry>mapToObj(JournalCost::trial)
                        .toList();
            });
        }
        return (history.records().trials().size() - before) / seconds(start);
    }

    private record Rates(double raw, double appends, double ratio, double sqlite) {}

    private static Rates rates(History history, Path scratch, int length) throws IOException {
        var raw = new ArrayList<Double>();
        var appends = new ArrayList<Double>();
        var ratios = new ArrayList<Double>();
        var sqlite = new ArrayList<Double>();
        byte[] line = "x".repeat(length - 1).concat("\n").getBytes();
        try (var file = new RandomAccessFile(scratch.toFile(), "rw");
                var database = new SqliteLines(scratch.resolveSibling("lines.db"))) {
            for (int turn = 0; turn < TURNS; turn++) {
                long start = System.nanoTime();
                for (int i = 0; i < PER_TURN; i++) {
                    file.write(line);
                    file.getFD().sync();
                }
                raw.add(PER_TURN / seconds(start));
                start = System.nanoTime();
                for (int i = 0; i < PER_TURN; i++) {
                    history.update(records -> List.of(trial(records.nextNumber())));
                }
                appends.add(PER_TURN / seconds(start));
                ratios.add(appends.getLast() / raw.getLast());
                start = System.nanoTime();
                for (int i = 0; i < PER_TURN; i++) {
                    database.append(line);
                }
                sqlite.add(PER_TURN / seconds(start));
            }
        }
        Files.delete(scratch);
        return new Rates(
                Quantiles.median(raw),
                Quantiles.median(appends),
                Quantiles.median(ratios),
                Quantiles.median(sqlite));
    }

    private static int lineLength(Path file, History history) throws IOException {
        long before = Files.size(file);
        history.update(records -> List.of(trial(records.nextNumber())));
        return (int) (Files.size(file) - before);
    }

    /** Returns the last three columns, from another JVM. */
    private static String opened(Path file) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC", // as the launcher does
                                "-cp",
                                System.getProperty("java.class.path"),
                                JournalCost.class.getName(),
                                "open",
                                file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String line = new String(process.getInputStream().readAllBytes()).strip();
        if (process.waitFor() != 0) {
            throw new IOException("Opening %s in another process failed.".formatted(file));
        }
        return line;
    }

    private static void open(Path file) {
        long start = System.nanoTime();
        try (Journal journal = Journal.open(file, PROBLEM)) {
            int trials = journal.study("main").records().trials().size();
            double seconds = seconds(start);
            double cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() * 1e-9;
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            System.out.printf(
                    Locale.ROOT,
                    "%7.2f  %6.2f  %8d  %12d  (%d trials)%n",
                    seconds,
                    cpu,
                    (runtime.totalMemory() - runtime.freeMemory()) >> 20,
                    resident() >> 10,
                    trials);
        }
    }

    /** Returns the most kilobytes that this process had in memory, 0 where Linux does not tell. */
    private static long resident() {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        try (var lines = Files.lines(status)) {
            return lines.filter(l -> l.startsWith("VmHWM:"))
                    .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + status, e);
        }
    }

    /** A measured trial with what one of {@code tune} has. */
    static Trial trial(long number) {
        return new Trial(
                number,
                Candidate.of(
                        Point.of("n", 384), Point.of("tile", number % 640, "alpha", 1.0 / number)),
                new Origin(Origin.Phase.MODEL, "log-ei"),
                Outcome.measured("seconds", 1.0 / number),
                Provenance.here(new Effort(0.25, 0.5)).toldNow());
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) * 1e-9;
    }
}
