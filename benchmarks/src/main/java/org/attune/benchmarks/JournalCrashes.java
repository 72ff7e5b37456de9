package org.attune.benchmarks;

import org.attune.api.Generator;
import org.attune.api.History;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.history.Journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Processes that append to one journal at once, and processes that are killed while they do: {@code
 * JournalCrashes FOLDER [WRITERS [APPENDS [KILLS [SEED]]]]}, by default 64 writers of 25 records
 * each, then 200 kills with seed 1.
 *
 * <p>Every writer prints the number of a record when it has been acknowledged. At the end the
 * journal must be sound, hold every acknowledged number with its content, and have given no number
 * twice. Exit code 1, and a line for each record lost, where that is not so. Of the writers that
 * are killed three are at work at any time; one in four ends at a random moment of its first 1.5
 * seconds, while it starts, the others within 0.3 seconds after their first record.
 */
public final class JournalCrashes {
    private static final String PROBLEM = "crashes";
    private static final int AT_WORK = 3;
    private static final int START = 1500; // ms
    private static final int WORK = 300; // ms

    private final Path file;
    private final List<Long> acknowledged = new ArrayList<>();

    private JournalCrashes(Path file) {
        this.file = file;
    }

    /** Prints what was done, and what was found. */
    public static void main(String[] args)
            throws IOException, InterruptedException, ExecutionException {
        if (args.length == 3 && args[0].equals("write")) {
            write(Path.of(args[1]), Integer.parseInt(args[2]));
            return;
        }
        if (args.length == 0 || args.length > 5) {
            System.err.println("Usage: JournalCrashes FOLDER [WRITERS [APPENDS [KILLS [SEED]]]]");
            System.exit(2);
        }
        Path folder = Files.createDirectory(Path.of(args[0]));
        int writers = args.length > 1 ? Integer.parseInt(args[1]) : 64;
        int appends = args.length > 2 ? Integer.parseInt(args[2]) : 25;
        int kills = args.length > 3 ? Integer.parseInt(args[3]) : 200;
        long seed = args.length > 4 ? Long.parseLong(args[4]) : 1;

        var crowd = new JournalCrashes(folder.resolve("writers.jsonl"));
        long start = System.nanoTime();
        crowd.writers(writers, appends);
        System.out.printf(
                "%d processes, %d records each: %d acknowledged in %d s%n",
                writers,
                appends,
                crowd.acknowledged.size(),
                (System.nanoTime() - start) / 1_000_000_000);
        int lost = crowd.verdict() + writers * appends - crowd.acknowledged.size();

        var killed = new JournalCrashes(folder.resolve("kills.jsonl"));
        killed.kills(kills, new Seed(seed).generator("kills", 0));
        System.out.printf(
                "%d processes killed, seed %d: %d acknowledged, %d unfinished lines%n",
                kills, seed, killed.acknowledged.size(), killed.torn());
        lost += killed.verdict();
        if (lost > 0) {
            System.exit(1);
        }
    }

    private static void write(Path file, int count) {
        try (Journal journal = Journal.open(file, PROBLEM)) {
            History history = journal.study("main");
            for (int i = 0; i < count; i++) {
                System.out.println(
                        history.update(r -> List.of(JournalCost.trial(r.nextNumber()))).nextNumber()
                                - 1);
            }
        }
    }

    private Process writer(int count) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JournalCrashes.class.getName(),
                        "write",
                        file.toString(),
                        Integer.toString(count))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void writers(int count, int appends) throws IOException, InterruptedException {
        var processes = new ArrayList<Process>();
        for (int i = 0; i < count; i++) {
            processes.add(writer(appends));
        }
        for (Process process : processes) {
            acknowledged.addAll(numbers(new String(process.getInputStream().readAllBytes())));
            if (process.waitFor() != 0) {
                System.out.printf("a writer ended with exit code %d%n", process.exitValue());
            }
        }
    }

    private void kills(int count, Generator random)
            throws IOException, InterruptedException, ExecutionException {
        var lives = new ArrayList<Callable<List<Long>>>();
        for (int i = 0; i < count; i++) {
            boolean early = i % 4 == 0;
            int life = random.nextInt(early ? START : WORK);
            lives.add(() -> {
                Process process = writer(Integer.MAX_VALUE);
                int first = early ? -1 : process.getInputStream().read();
                Thread.sleep(life);
                process.toHandle().destroyForcibly(); // its own method would close its output
                String rest = new String(process.getInputStream().readAllBytes());
                process.waitFor();
                return numbers(early ? rest : (char) first + rest);
            });
        }
        try (var pool = Executors.newFixedThreadPool(AT_WORK)) {
            for (Future<List<Long>> future : pool.invokeAll(lives)) {
                acknowledged.addAll(future.get());
            }
        }
    }

    /** Returns the numbers that a writer printed; one without its line break was not said. */
    private static List<Long> numbers(String text) {
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Long::valueOf).toList();
    }

    /** Returns the lines that killed processes left and others have marked as unfinished. */
    private long torn() throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(l -> l.endsWith(" # unfinished")).count();
        }
    }

    /** Prints what is wrong with the journal, and returns how many records are. */
    private int verdict() {
        int wrong = 0;
        try (Journal journal = Journal.open(file, PROBLEM)) {
            History history = journal.study("main");
            // Passes over what the last one killed left, and takes over its lock.
            history.update(r -> List.of(JournalCost.trial(r.nextNumber())));
            List<Trial> trials = history.records().trials();
            Set<Long> seen = new HashSet<>();
            for (long number : acknowledged) {
                if (!seen.add(number)) {
                    wrong++;
                    System.out.printf("number %d was given twice%n", number);
                } else if (number > trials.size()) {
                    wrong++;
                    System.out.printf("record %d is lost%n", number);
                }
            }
            for (Trial trial : trials) {
                if (!trial.candidate().equals(JournalCost.trial(trial.number()).candidate())) {
                    wrong++;
                    System.out.printf("record %d has another content%n", trial.number());
                }
            }
            int findings = Journal.check(file).size();
            System.out.printf(
                    "  the journal has %d records; %d wrong, %d findings of history check%n",
                    trials.size() - 1, wrong, findings);
            return wrong + findings;
        }
    }
}
