package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.History;
import org.attune.api.Outcome;
import org.attune.api.Point;
import org.attune.api.Trial;
import org.attune.history.Finding;
import org.attune.history.Journal;
import org.attune.history.Tail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Processes that create a journal and append to it, and are killed, or stopped for longer than the
 * lease of the lock while others append, before each call of the system in turn.
 */
public final class JournalCalls {
    private static final String PROBLEM = "calls";
    private static final Duration LEASE = Duration.ofMillis(300);
    private static final int UPDATES = 3; // of the process; the others make as many
    private static final int KILLED = 137;
    private static final String AT = "before: ";

    private final Path folder;

    JournalCalls(Path folder) {
        this.folder = folder;
    }

    /** The process: {@code FILE kill|stop CALL}; says which numbers have been acknowledged. */
    public static void main(String[] args) {
        Tail.Disk disk = new CountedCalls(Integer.parseInt(args[2]), args[1].equals("kill"));
        try (Journal journal = open(Path.of(args[0]), disk)) {
            for (int i = 0; i < UPDATES; i++) {
                System.out.println(append(journal.study("main"), "process"));
            }
        }
    }

    private static Journal open(Path file, Tail.Disk disk) {
        return Journal.open(file, PROBLEM, LEASE, disk, note -> {});
    }

    /** Appends a trial that tells whose it is, and returns its number. */
    private static long append(History history, String whose) {
        return history.update(r -> List.of(trial(r.nextNumber(), whose))).nextNumber() - 1;
    }

    private static Trial trial(long number, String whose) {
        Trial t = JournalCost.trial(number);
        return new Trial(
                number,
                Candidate.of(Point.of("n", 1), Point.of("whose", whose)),
                t.origin(),
                Outcome.measured("seconds", 1),
                t.provenance());
    }

    /** Kills a process before every {@code step}-th call. */
    JournalAttacks.Row kills(int step) throws IOException, InterruptedException {
        return row("kills, one before each call", "kill", step);
    }

    /** Stops a process before every {@code step}-th call, until others have appended. */
    JournalAttacks.Row stops(int step) throws IOException, InterruptedException {
        return row("stops, one before each call", "stop", step);
    }

    private JournalAttacks.Row row(String kind, String how, int step)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        var losses = new ArrayList<String>();
        int tried = 0;
        for (int call = 1; ; call += step) {
            Path file = folder.resolve("%s%d.jsonl".formatted(how, call));
            var attack = new Attack(file);
            Optional<String> where = attack.run(how, call);
            if (where.isEmpty()) {
                return new JournalAttacks.Row(kind, tried, losses);
            }
            tried++;
            for (String loss : attack.losses()) {
                losses.add("%d, %s: %s".formatted(call, where.get(), loss));
            }
        }
    }

    /** One process on one journal, and this one beside it. */
    private static final class Attack {
        private final Path file;
        private final Map<Long, String> acknowledged = new HashMap<>(); // who, by number
        private final List<String> losses = new ArrayList<>();

        Attack(Path file) {
            this.file = file;
        }

        /** Returns before which call the process was ended or stopped, if it made so many. */
        Optional<String> run(String how, int call) throws IOException, InterruptedException {
            Process process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-XX:+UseSerialGC",
                                    "-Xmx64m",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    JournalCalls.class.getName(),
                                    file.toString(),
                                    how,
                                    Integer.toString(call))
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            Optional<String> where = Optional.empty();
            try (BufferedReader in = process.inputReader()) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    if (line.startsWith(AT)) {
                        where = Optional.of(line.substring(AT.length()));
                        if (how.equals("stop")) {
                            signal(process, "STOP");
                            others();
                            signal(process, "CONT");
                            process.getOutputStream().write('\n');
                            process.getOutputStream().flush();
                        }
                    } else {
                        acknowledge(Long.parseLong(line), "process");
                    }
                }
            }
            int code = process.waitFor();
            if (code != (how.equals("kill") && where.isPresent() ? KILLED : 0)) {
                losses.add("the process ended with exit code " + code);
            }
            others();
            return where;
        }

        private static void signal(Process process, String signal)
                throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        }

        private void others() {
            try (Journal journal = open(file, Tail.DISK)) {
                for (int i = 0; i < UPDATES; i++) {
                    acknowledge(append(journal.study("main"), "another"), "another");
                }
            }
        }

        private void acknowledge(long number, String whose) {
            if (acknowledged.put(number, whose) != null) {
                losses.add("number %d was given twice".formatted(number));
            }
        }

        List<String> losses() {
            try (Journal journal = open(file, Tail.DISK)) {
                List<Trial> trials = journal.study("main").records().trials();
                acknowledged.forEach((number, whose) -> {
                    if (number > trials.size()
                            || !trials.get((int) (number - 1)).equals(of(number, whose, trials))) {
                        losses.add("record %d of %s is lost".formatted(number, whose));
                    }
                });
            }
            for (Finding finding : Journal.check(file)) {
                if (!finding.what().startsWith("counts for nothing")) {
                    losses.add(finding.toString());
                }
            }
            return losses;
        }

        /** Returns the trial as it must be, but for the moments when it was asked and told. */
        private static Trial of(long number, String whose, List<Trial> trials) {
            Trial there = trials.get((int) (number - 1));
            Trial t = trial(number, whose);
            return new Trial(number, t.candidate(), t.origin(), t.outcome(), there.provenance());
        }
    }

    /** The disk, and what happens before a certain call. */
    private static final class CountedCalls implements Tail.Disk {
        private final boolean kills;
        private int left;

        CountedCalls(int call, boolean kills) {
            left = call;
            this.kills = kills;
        }

        @Override
        public synchronized void before(String call) {
            if (--left != 0) {
                return;
            }
            System.out.println(AT + call);
            System.out.flush();
            if (kills) {
                Runtime.getRuntime().halt(KILLED); // as SIGKILL does: nothing is done any more
            }
            try {
                System.in.read();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public Tail open(Path file) throws IOException {
            before("open");
            Tail out = Tail.DISK.open(file);
            return new Tail() {
                @Override
                public void append(byte[] bytes) throws IOException {
                    before("append");
                    out.append(bytes);
                }

                @Override
                public void sync() throws IOException {
                    before("sync");
                    out.sync();
                    before("look whether others have written");
                }

                @Override
                public long length() throws IOException {
                    return out.length();
                }

                @Override
                public void close() throws IOException {
                    out.close();
                }
            };
        }
    }
}
