package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

class CollectorTest {
    private static List<Double> read(Source source, String... parts) throws UnreadableException {
        var collector = Collector.of(source);
        var feed = new LineFeed(List.of(collector));
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            for (int from = 0; from < bytes.length; from += 1 << 16) {
                byte[] piece =
                        Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + (1 << 16)));
                feed.accept(piece, piece.length);
            }
        }
        feed.end();
        return collector.values();
    }

    private static String failure(Source source, String text) {
        return assertThrows(UnreadableException.class, () -> read(source, text)).getMessage();
    }

    private static Source regex(String pattern, Source.Which which) {
        return new Source.Matching(Pattern.compile(pattern), which);
    }

    private static final Source ALL = regex("t=(\\S+)", Source.Which.ALL);

    @Test
    void readsEveryMatch() throws Exception {
        assertEquals(List.of(1.0, 2.0, 3.5), read(ALL, "t=1 t=2\nµ\r\nt=3.5"));
        assertEquals(List.of(1.0), read(regex("t=(\\S+)", Source.Which.FIRST), "t=1\nt=nan\n"));
        assertEquals(List.of(3.0), read(regex("t=(\\S+)", Source.Which.LAST), "t=nan\nt=3\n"));
    }

    /** Wherever the stream is cut into pieces, the lines are the same. */
    @Test
    void findsLinesAcrossPieces() throws Exception {
        String text = "a\nt=12\r\nt=13";
        for (int i = 0; i <= text.length(); i++) {
            assertEquals(List.of(12.0, 13.0), read(ALL, text.substring(0, i), text.substring(i)));
        }
    }

    @Test
    void readsNumbersOfFortran() throws Exception {
        assertEquals(List.of(1500.0, -0.02), read(ALL, "t=1.5D+03\nt=-2.d-2\n"));
    }

    @Test
    void quotesWhatIsNoNumber() {
        assertTrue(failure(ALL, "t=nan\n").contains("'nan'"));
        assertTrue(failure(ALL, "t=-Infinity\n").contains("'-Infinity'"));
        assertTrue(failure(ALL, "t=1e999\n").contains("'1e999'"));
        assertTrue(failure(ALL, "t=fast\n").contains("'fast'"));
        assertTrue(failure(ALL, "").contains("no line matches 't=(\\S+)'"));
    }

    @Test
    void refusesFloodsOfValues() {
        assertTrue(failure(ALL, "t=1\n".repeat(10_001)).contains("match: last"));
    }

    @Test
    void survivesPatternsThatRecurseTooDeep() {
        String message = failure(regex("^((?:a|b)*)$", Source.Which.ALL), "ab".repeat(1_000_000));
        assertTrue(message.contains("too long"), message);
    }

    @Test
    void readsColumns() throws Exception {
        var column = new Source.Csv("time", Source.Which.ALL);
        String text = "# log\nname, time\n\"a,\"\"b\",1.5\n\nc,2\nthe end\n";
        assertEquals(List.of(1.5, 2.0), read(column, text));
        assertEquals(List.of(2.0), read(new Source.Csv("time", Source.Which.LAST), text));
        assertEquals(List.of(7.0), read(column, "n;time\n1;7\n"));
        assertTrue(failure(column, "a,b\n1,2\n").contains("no line has the column 'time'"));
        assertTrue(failure(column, "a,time\n1\n").contains("no row of 2 fields"));
        assertTrue(failure(column, "a,time\n1,\n").contains("''"));
    }

    @Test
    void readsJson() throws Exception {
        var json = new Source.Json("/run/0/s");
        assertEquals(List.of(2.5), read(json, "{\"run\":\n [{\"s\": 2.5}]}\n"));
        assertEquals(
                List.of(1.0, 2.0),
                read(json, "starting\n{\"run\": [{\"s\": [1, \"2\"]}]}\ndone\n"));
        assertTrue(failure(json, "{\"run\": [{\"s\": NaN}]}").contains("'NaN'"));
        assertTrue(failure(json, "{\"run\": [{\"s\": []}]}").contains("empty"));
        assertTrue(failure(json, "{\"run\": [{\"s\": null}]}").contains("not a finite number"));
        assertTrue(failure(json, "{\"run\": []}").contains("nothing at /run/0/s"));
        assertTrue(failure(json, "{\"run\": ").contains("not JSON"));
        assertTrue(failure(json, "").contains("empty"));
    }

    @Test
    void saysWhereJsonBreaksOff() {
        var json = new Source.Json("/seconds");
        String one = failure(json, "{\"seconds\": .79}\n");
        assertTrue(one.startsWith("found '{\"seconds\": .79}', not JSON: "), one);
        assertTrue(one.endsWith(", at column 13"), one);
        String second = failure(json, "{\"a\": 1,\n \"seconds\": .79}\n");
        assertTrue(second.endsWith(", at line 2, column 13"), second);
        String words = failure(json, "no result\n");
        assertEquals("found 'no result', not JSON", words, "no line looks like JSON");
    }

    @Test
    void refusesHugeJson() {
        var json = new Source.Json("/s");
        String message = failure(json, ("[" + "1,".repeat(1 << 19) + "1]\n").repeat(17));
        assertTrue(message.contains("16 MiB") || message.contains("nothing at /s"), message);
        assertTrue(failure(json, "x".repeat(17 << 20)).contains("16 MiB"));
    }

    private static final Source ONE = regex("t=(\\S+)", Source.Which.ONE);

    @Test
    void severalMatchesAreRefusedUnlessSomebodySaysWhatTheyAre() throws Exception {
        String text = "setup t=5.0\nsolve t=0.5\ntotal t=5.5\n";
        String message = failure(ONE, text);
        assertTrue(message.startsWith("one run printed 3 values: 5.0, 0.5, 5.5. Maybe"), message);
        assertTrue(
                failure(ONE, "t=1\n".repeat(20_000)).contains("20000 values: 1, 1, 1, 1, 1, ..."));
        assertEquals(List.of(5.0), read(ONE, "t=5.0\n"));
        Source sum = regex("t=(\\S+)", Source.Which.SUM);
        assertEquals(List.of(11.0), read(sum, text));
        assertEquals(List.of(20_000.0), read(sum, "t=1\n".repeat(20_000)));
        assertTrue(failure(sum, "t=1\nt=x\nt=2\n").contains("'x'"));
        assertTrue(failure(sum, "t=1e308\nt=1e308\n").contains("the sum, not a finite"));
        assertTrue(failure(sum, "").contains("no line matches"));
        var rows = new Source.Csv("t", Source.Which.ONE);
        assertTrue(failure(rows, "t,u\n1,2\n3,4\n").contains("2 values: 1, 3"));
    }

    /**
     * There are n^3/6 ways to divide the line among the three stars, from each of its letters on:
     * nobody lives to see them tried.
     */
    @Test
    void endlessSearchesAreGivenUp() {
        String text = "t=1\n" + "x".repeat(100_000) + "\n";
        String message = failure(regex("(?:x*x*x*|t)=(\\d+)", Source.Which.LAST), text);
        assertTrue(message.contains("too many ways"), message);
    }

    @Test
    void endlessChecksAreNoWrongAnswers() {
        var settings =
                Bench.settings(Bench.script("", "ok", java.util.Map.of("regex", "x*x*x*=ok")));
        var run = new TrialReading(settings).new Run();
        byte[] bytes = ("time=1\n" + "x".repeat(100_000) + "\n").getBytes(StandardCharsets.UTF_8);
        LineFeed feed = run.stdout();
        feed.accept(bytes, bytes.length);
        feed.end();
        var well = new RunRecord(1, 1, 1, java.util.Optional.empty(), "");
        var failed = run.verdict(well, true, java.util.Map.of()).orElseThrow();
        assertEquals(org.attune.api.FailureCause.UNREADABLE_OUTPUT, failed.cause());
        assertTrue(failed.detail().startsWith("ok: 'x*x*x*=ok' can match"), failed.detail());
    }

    /** Half of a line, or of a number, is none. */
    @Test
    void halfALineIsNotRead() throws Exception {
        String longLine = "t=1 " + " ".repeat(17 << 20) + "t=2";
        assertTrue(failure(ALL, longLine).contains("longer than 16 MiB"));
        assertTrue(failure(ONE, "t=3\n" + longLine + "\n").contains("longer than 16 MiB"));
        assertEquals(
                List.of(4.0), read(regex("t=(\\S+)", Source.Which.LAST), longLine + "\n", "t=4\n"));
        assertTrue(failure(ALL, "t=" + "1".repeat(2_000)).contains("not a finite number"));
    }

    /** What was left out may have held values: they must not be taken for absent. */
    @Test
    void knowsWhatAGapMeans() throws Exception {
        assertEquals(
                List.of(1.0), withGap(regex("t=(\\S+)", Source.Which.FIRST), "t=1\n", "t=2\n"));
        assertEquals(List.of(2.0), withGap(regex("t=(\\S+)", Source.Which.LAST), "t=1\n", "t=2\n"));
        assertThrows(UnreadableException.class, () -> withGap(ALL, "t=1\n", "t=2\n"));
        assertThrows(
                UnreadableException.class,
                () -> withGap(regex("t=(\\S+)", Source.Which.LAST), "t=1\n", "\n"));
        assertThrows(
                UnreadableException.class,
                () -> withGap(regex("t=(\\S+)", Source.Which.FIRST), "\n", "t=2\n"));
    }

    private static List<Double> withGap(Source source, String before, String after)
            throws UnreadableException {
        var collector = Collector.of(source);
        var feed = new LineFeed(List.of(collector));
        feed.accept(before.getBytes(StandardCharsets.UTF_8), before.length());
        feed.gap();
        byte[] rest = ("=7 of a line\n" + after).getBytes(StandardCharsets.UTF_8);
        feed.accept(rest, rest.length);
        feed.end();
        return collector.values();
    }
}
