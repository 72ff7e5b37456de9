package org.attune.benchmarks;

import org.attune.api.Generator;
import org.attune.api.Seed;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Tries to make a journal lose or change what it has acknowledged: {@code JournalAttacks FOLDER
 * [SHARE [SEED]]}, in a new folder; a share of .1 tries a tenth of it.
 *
 * <p>Prints how many attacks of each kind were tried, and how many withstood. An attack is
 * withstood if every acknowledged record is there afterwards with its content, or the journal
 * refuses to be opened and {@code Journal.check} names the damage. Exit code 1, and a line for each
 * attack that was not withstood, where there is one.
 */
public final class JournalAttacks {
    private JournalAttacks() {}

    /**
     * What came of the attacks of one kind.
     *
     * @param kind in words
     * @param tried how many
     * @param losses what was lost, a line for each attack that was not withstood
     */
    public record Row(String kind, int tried, List<String> losses) {
        /** Copies the list. */
        public Row {
            losses = List.copyOf(losses);
        }
    }

    /** Prints the table. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 0 || args.length > 3) {
            System.err.println("Usage: JournalAttacks FOLDER [SHARE [SEED]]");
            System.exit(2);
        }
        double share = args.length > 1 ? Double.parseDouble(args[1]) : 1;
        long seed = args.length > 2 ? Long.parseLong(args[2]) : 1;
        if (!print(Path.of(args[0]), share, seed, System.out)) {
            System.exit(1);
        }
    }

    /** Tries all attacks, prints the table, and returns whether all were withstood. */
    public static boolean print(Path folder, double share, long seed, PrintStream out)
            throws IOException, InterruptedException {
        List<Row> rows = rows(Files.createDirectories(folder), share, seed);
        int width = rows.stream().mapToInt(r -> r.kind().length()).max().orElse(0);
        out.printf("%-" + width + "s  %6s  %9s%n", "attack", "tried", "withstood");
        int tried = 0;
        int lost = 0;
        for (Row row : rows) {
            line(out, width, row.kind(), row.tried(), row.losses().size());
            tried += row.tried();
            lost += row.losses().size();
        }
        line(out, width, "all", tried, lost);
        rows.forEach(row -> row.losses().forEach(loss -> out.println(row.kind() + ": " + loss)));
        return lost == 0;
    }

    private static void line(PrintStream out, int width, String kind, int tried, int lost) {
        out.printf("%-" + width + "s  %6d  %9d%n", kind, tried, tried - lost);
    }

    /** Tries all attacks. */
    static List<Row> rows(Path folder, double share, long seed)
            throws IOException, InterruptedException {
        var random = new Seed(seed);
        var rows = new ArrayList<Row>();
        for (JournalDamage.Kind kind : JournalDamage.Kind.values()) {
            Generator generator = random.generator("damage", kind.ordinal());
            rows.add(
                    new JournalDamage(folder.resolve("damage"), generator)
                            .tried(kind, count(share, kind.count())));
        }
        rows.add(
                new PowerFailures(folder.resolve("power"), random.generator("power", 0))
                        .tried(count(share, 1000)));
        int step = Math.max(1, (int) Math.round(1 / share)); // every how many-th call
        var calls = new JournalCalls(folder.resolve("calls"));
        rows.add(calls.kills(step));
        rows.add(calls.stops(step));
        return rows;
    }

    private static int count(double share, int all) {
        return (int) Math.ceil(share * all);
    }
}
