package org.attune.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Tells which lines of a journal count: each that follows, by its link, the last one that did.
 *
 * <p>Whether a line counts depends on those before it alone, so that nothing that is written later
 * changes it. What does not count:
 *
 * <ul>
 *   <li>a line that follows an earlier one than the last: it was written late, by a process that
 *       was stopped for so long that others had taken its turn, or is there twice;
 *   <li>whatever stands before a line that follows the last one: its writer, who held the lock, saw
 *       there what a killed process or a power failure had left.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class Chain {
    /** What the next writer puts behind a line without an end. */
    static final byte[] UNFINISHED = " # unfinished\n".getBytes(StandardCharsets.US_ASCII);

    /** What a line is. */
    enum Verdict {
        /** The next one. */
        NEXT,
        /** Written late, or there twice. */
        STRAY,
        /** Left unfinished by a process, before others went on. */
        SKIPPED,
        /** What a process is writing, or was when it ended; nobody has gone on. */
        UNFINISHED,
        /** Not what was written, or not where it was written. */
        DAMAGED
    }

    private final Path file;
    private byte[] head = {}; // the first line, with its line break
    private boolean isLinked; // whether all lines behind the first have links
    private long last; // checksum of the last line that counts
    private Optional<Set<Long>> sums = Optional.empty(); // of all intact lines; seldom needed
    private long goesOn; // where a line that follows the last one was found
    private long vain = Line.NO_LINK; // the checksum that no further line follows
    private long awaited = Line.NO_LINK;
    private Runnable whenTaken = () -> {};
    private boolean isLost; // the line that the next one follows

    Chain(Path file) {
        this.file = file;
    }

    /** Starts behind a first line, which is intact. */
    void begin(byte[] text, int from, int length, long format) {
        head = Arrays.copyOfRange(text, from, from + length + 1);
        head[length] = '\n';
        isLinked = format > 1;
        last = Line.sum(text, from, length);
    }

    /** Returns the checksum of the last line that counts. */
    long last() {
        return last;
    }

    /** Returns whether a line with this link is the next one. */
    boolean isNext(long link) {
        return link == last || link == Line.NO_LINK && !isLinked;
    }

    /** Takes the next line. */
    void take(long sum) {
        last = sum;
        isLost = false;
        sums.ifPresent(known -> known.add(sum));
        if (sum == awaited) {
            awaited = Line.NO_LINK;
            whenTaken.run();
        }
    }

    /** Passes a damaged line: the next intact one follows it. */
    void lose() {
        isLost = true;
    }

    /** Forgets what was found behind the lines that have been taken: there may be more now. */
    void lookAgain() {
        vain = Line.NO_LINK;
    }

    /** Looks out for the line of a checksum, until it looks out for another one. */
    void await(long sum, Runnable taken) {
        awaited = sum;
        whenTaken = taken;
    }

    /** Returns whether the line that was looked out for has not been taken. */
    boolean isWaiting() {
        return awaited != Line.NO_LINK;
    }

    /** Judges a line behind the first one. */
    Verdict judge(LineScanner line) throws IOException {
        if (line.start() < goesOn) {
            return Verdict.SKIPPED;
        }
        if (!line.isTerminated()) {
            return isUnfinished(line) ? Verdict.UNFINISHED : Verdict.DAMAGED;
        }
        if (line.isIntact()) {
            long link = Line.link(line.array(), line.from(), line.length());
            if (isNext(link)) {
                return Verdict.NEXT;
            }
            return isStray(line, link) ? Verdict.STRAY : isLost ? Verdict.NEXT : Verdict.DAMAGED;
        }
        if (isTailOfHead(line)) {
            return Verdict.STRAY;
        }
        if (othersWentOn(line.start())) {
            return Verdict.SKIPPED;
        }
        return isUnfinished(line) ? Verdict.UNFINISHED : Verdict.DAMAGED;
    }

    private boolean isStray(LineScanner line, long link) throws IOException {
        if (isTailOfHead(line)) {
            return true;
        }
        if (sums.isEmpty()) {
            sums = Optional.of(sumsBefore(line.start()));
        }
        boolean known = sums.get().contains(link);
        sums.get().add(Line.sum(line.array(), line.from(), line.length()));
        return known;
    }

    private Set<Long> sumsBefore(long end) throws IOException {
        var known = new HashSet<Long>();
        try (var all = new LineScanner(file, 0)) {
            while (all.next() && all.start() < end) {
                if (all.isIntact()) {
                    known.add(Line.sum(all.array(), all.from(), all.length()));
                }
            }
        }
        return known;
    }

    /** The first line, or the end of it, that a second process wrote late; or an empty line. */
    private boolean isTailOfHead(LineScanner line) {
        int length = line.length() + 1;
        return length <= head.length
                && Arrays.equals(
                        head,
                        head.length - length,
                        head.length,
                        line.array(),
                        line.from(),
                        line.from() + length);
    }

    private boolean othersWentOn(long from) throws IOException {
        if (vain == last) {
            return false;
        }
        try (var rest = new LineScanner(file, from)) {
            while (rest.next() && rest.isTerminated()) {
                if (rest.isIntact()
                        && Line.link(rest.array(), rest.from(), rest.length()) == last) {
                    goesOn = rest.start();
                    return true;
                }
            }
        }
        vain = last;
        return false;
    }

    /**
     * Returns whether a line that is not whole can be what a process was writing when it was killed
     * or the power failed: the file ends without a line break, or there are zeros where a block
     * never reached the disk. It cannot where the journal was known to be longer: that was
     * acknowledged.
     */
    private boolean isUnfinished(LineScanner line) throws IOException {
        Optional<EndMark> end = EndMark.read(file); // before the line is looked at again
        if (end.isPresent() && end.get().isBehind(line.start(), head)) {
            return isWholeNow(line.start()); // as when it was being written just then
        }
        boolean isWholeBut = // for a line break that was changed
                !line.isTerminated()
                        && line.array()[line.from() + line.length() - 1] != '}'
                        && Line.isIntact(line.array(), line.from(), line.length() - 1);
        return !isWholeBut
                && (!line.isTerminated()
                        || endsWith(line, UNFINISHED)
                        || line.hasZero() && (line.isLast() || end.isPresent()));
    }

    private boolean isWholeNow(long start) throws IOException {
        try (var again = new LineScanner(file, start)) {
            return again.next() && again.isTerminated() && again.isIntact();
        }
    }

    private static boolean endsWith(LineScanner line, byte[] end) {
        int to = line.from() + line.length();
        int length = end.length - 1; // without its line break
        return line.length() >= length
                && Arrays.equals(line.array(), to - length, to, end, 0, length);
    }
}
