package org.attune.history;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.attune.api.Generator;
import org.attune.api.Seed;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Files that are changed at random: who reads them either does so, or says in one line what is
 * wrong. What a round tries depends on the name of the reader, the seed and its number alone, on
 * every machine.
 *
 * <p>The build tries a fixed number of rounds of seed 1. With {@code -Dattune.fuzz.tried=true} it
 * tries {@link #TRIED} rounds of seed 2 more, which take a minute or two. With {@code
 * -Dattune.fuzz.seconds=25} each reader is tried for so many seconds more, with a seed of the
 * clock, or {@code -Dattune.fuzz.seed=N}. A round that fails is recorded by adding it to {@link
 * #RECORDED}.
 */
public final class Fuzzing {
    /** Rounds that failed once, of seeds other than 1. */
    private static final Set<Round> RECORDED =
            Set.of(
                    new Round("STORE", 14747326593163L, 4664),
                    new Round("OPTUNA", 14784526534110L, 539),
                    new Round("JOURNAL", 15169594655058L, 9457),
                    new Round("DAMAGED_OPTUNA", 16913013515485L, 2460),
                    new Round("SIGNED_JOURNAL", 2, 2764),
                    new Round("JOURNAL", 2, 83466),
                    new Round("STORE", 2, 727));

    /** Rounds of seed 2 by reader. */
    private static final Map<String, Integer> TRIED =
            Map.ofEntries(
                    Map.entry("CSV", 2937),
                    Map.entry("DAMAGED_OPTUNA", 512),
                    Map.entry("END_MARK", 387),
                    Map.entry("GPTUNE", 8125),
                    Map.entry("GPTUNE_SALVAGED", 8125),
                    Map.entry("JOURNAL", 6250),
                    Map.entry("JOURNAL_FILE", 187),
                    Map.entry("LOCK", 12_500),
                    Map.entry("META", 1937),
                    Map.entry("OPTUNA", 287),
                    Map.entry("SIGNED_JOURNAL", 262),
                    Map.entry("STORE", 287),
                    Map.entry("T1", 12_500),
                    Map.entry("T4", 5250));

    private static final int MOST_CHANGES = 6;
    private static final int LONGEST_MESSAGE = 4_000;

    /** What has no place where it is put, or is too large. */
    private static final List<String> HOSTILE =
            List.of(
                    "9".repeat(5_000),
                    "1" + "0".repeat(400) + ".5",
                    "1e999999999",
                    "-1e-999999999",
                    "1e2147483647",
                    "99999999999999999999",
                    "[".repeat(3_000),
                    "{\"a\":".repeat(3_000),
                    "\"" + "x".repeat(5_000) + "\"",
                    "\\u0000",
                    "\\ud800",
                    "\u0000",
                    "\u001b[31m",
                    "\uFEFF",
                    "NaN",
                    "-inf",
                    "None",
                    "null",
                    "1.5f",
                    "0x1p3",
                    "{}",
                    "[]",
                    "\"",
                    ",",
                    "\n",
                    "',':",
                    "+31600-01-01T00:00:00Z",
                    "-999999999-01-01T00:00:00Z");

    private Fuzzing() {}

    /** Reads a text, and throws an {@link AssertionError} where what it makes of it is wrong. */
    @FunctionalInterface
    public interface Reader {
        /** Reads it. */
        void read(String text) throws Exception;
    }

    /** What is tried. */
    private record Round(String reader, long seed, int number) {}

    /**
     * Tries a reader.
     *
     * @param name of the reader, which decides what is tried
     * @param files that it reads
     * @param rounds of seed 1
     */
    public static void fuzz(String name, List<String> files, Reader reader, int rounds) {
        for (int i = 0; i < rounds; i++) {
            attempt(new Round(name, 1, i), files, reader);
        }
        RECORDED.stream()
                .filter(r -> r.reader().equals(name))
                .forEach(r -> attempt(r, files, reader));
        int tried = Boolean.getBoolean("attune.fuzz.tried") ? TRIED.getOrDefault(name, 0) : 0;
        for (int i = 0; i < tried; i++) {
            attempt(new Round(name, 2, i), files, reader);
        }
        long seconds = Long.getLong("attune.fuzz.seconds", 0);
        long seed = Long.getLong("attune.fuzz.seed", System.nanoTime());
        long start = System.nanoTime();
        int more = 0;
        while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)) {
            attempt(new Round(name, seed, more++), files, reader);
        }
        if (more > 0) {
            System.out.printf("%s: %d rounds of seed %d%n", name, more, seed);
        }
    }

    private static void attempt(Round round, List<String> files, Reader reader) {
        Generator random = new Seed(round.seed()).generator(round.reader(), round.number());
        String text = changed(files.get(random.nextInt(files.size())), random);
        try {
            reader.read(text);
        } catch (IllegalArgumentException | UncheckedIOException said) {
            requireLine(said.getMessage(), round.toString());
        } catch (Exception | StackOverflowError | OutOfMemoryError unsaid) {
            fail(
                    "%s; to try it again, add it to RECORDED. The text: %s"
                            .formatted(round, text.substring(0, Math.min(text.length(), 20_000))),
                    unsaid);
        } catch (AssertionError wrong) {
            throw new AssertionError(round + ": " + wrong.getMessage(), wrong);
        }
    }

    /** Requires that what is said is one line that a terminal can show. */
    public static void requireLine(String message, String where) {
        assertTrue(
                message != null
                        && !message.isBlank()
                        && message.length() < LONGEST_MESSAGE
                        && message.chars().noneMatch(c -> Character.isISOControl(c)),
                () -> "%s says %s".formatted(where, message));
    }

    /** Returns a text with some of its parts removed, doubled, exchanged or replaced. */
    private static String changed(String text, Generator random) {
        var changed = new StringBuilder(text);
        for (int n = random.nextInt(MOST_CHANGES); n >= 0; n--) {
            int at = random.nextInt(changed.length() + 1);
            int end = Math.min(changed.length(), at + random.nextInt(40));
            switch (random.nextInt(6)) {
                case 0 -> changed.delete(at, end);
                case 1 -> changed.insert(at, changed.substring(at, end));
                case 2 -> changed.insert(at, HOSTILE.get(random.nextInt(HOSTILE.size())));
                case 3 -> replaceWord(changed, at, HOSTILE.get(random.nextInt(HOSTILE.size())));
                case 4 -> changed.insert(at, (char) random.nextInt(0x250));
                default -> changed.setLength(Math.max(end, 1));
            }
        }
        return changed.toString();
    }

    /** Puts something in place of the value or name that begins next. */
    private static void replaceWord(StringBuilder text, int from, String replacement) {
        int start = from;
        while (start < text.length() && !Character.isLetterOrDigit(text.charAt(start))) {
            start++;
        }
        int end = start;
        while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        text.replace(start, end, replacement);
    }
}
