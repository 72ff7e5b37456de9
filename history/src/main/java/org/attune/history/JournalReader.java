package org.attune.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * How much of a journal's file has been read, and what it says; goes on reading where it stopped.
 * Not thread-safe.
 */
final class JournalReader {
    /** What is wrong with a line that is intact but for a return at its end. */
    static final String CONVERTED =
            "its line breaks were changed to those of Windows (CRLF), as by a transfer as text";

    /** What is wrong with a first line that is intact but for a mark before it. */
    static final String MARKED = "a byte order mark (BOM) was put before it, as by an editor";

    /** What is wrong with an intact line in another place. */
    static final String OUT_OF_PLACE =
            "the line does not follow the one before it: lines are missing, or were exchanged";

    private static final int MARK = Line.FRAME + 1; // bytes that hold the checksum of the last line
    private static final int BLOCK = 1 << 20; // bytes that are worth a thread
    private static final int BLOCKS = 8; // at once

    private final Path file;
    private final JournalContent content;
    private final Chain chain;
    private final Consumer<String> notes;
    private long offset; // behind the last line that has been read
    private long seen; // length of the file at that time; what is behind the offset is unfinished
    private byte[] mark = {}; // the last bytes before it, to notice another file in its place
    private String first = ""; // checksum of the first line

    /**
     * @param notes is told which lines do not count
     */
    JournalReader(Path file, String problem, Consumer<String> notes) {
        this.file = file;
        this.notes = notes;
        content = new JournalContent(file, problem);
        chain = new Chain(file);
    }

    /** Returns what has been read. */
    JournalContent content() {
        return content;
    }

    /** Returns where the last line that has been read ends. */
    long offset() {
        return offset;
    }

    /** Returns the length of the file up to which it is known what there is. */
    long seen() {
        return Math.max(seen, offset);
    }

    /** Returns the checksum of the last line that counts. */
    long last() {
        return chain.last();
    }

    /** Returns whether an intact line is the next one. */
    boolean isNext(LineScanner line) {
        return chain.isNext(Line.link(line.array(), line.from(), line.length()));
    }

    /** Returns where the file ended when it was read. */
    EndMark end() {
        return new EndMark(offset, content.lines(), first, Line.sumText(mark, 0, MARK - 1));
    }

    /** Passes lines that were written right behind those that have been read. */
    void pass(List<byte[]> lines) {
        for (byte[] line : lines) {
            offset += line.length;
            chain.take(Line.sum(line, 0, line.length - 1));
        }
        byte[] end = lines.getLast();
        mark = Arrays.copyOfRange(end, end.length - MARK, end.length);
    }

    /**
     * Reads on, and returns whether a line with this checksum was among those that count.
     *
     * @param found is run when that line, and none behind it, has been read
     * @throws JournalException as {@link #refresh}
     */
    boolean finds(long sum, Runnable found) throws IOException {
        chain.await(sum, found);
        refresh();
        return !chain.isWaiting();
    }

    /**
     * Reads the lines that have been appended since the last time, but an unfinished last one.
     *
     * @throws JournalException if the file is no journal, is damaged, or is not the one that it was
     * @throws IllegalArgumentException if it is the journal of another problem
     */
    void refresh() throws IOException {
        try (var scanner = new LineScanner(file, offset)) {
            if (!Arrays.equals(mark, scanner.peek(offset - mark.length, mark.length))) {
                throw changed();
            }
            long before = offset;
            seen = Files.size(file);
            chain.lookAgain();
            try {
                if (content.lines() == 0) {
                    readLines(scanner, 1);
                }
                for (long at = -1; seen - offset >= BLOCK && at != offset; ) {
                    at = offset;
                    readBlocks();
                    try (var line = new LineScanner(file, offset)) {
                        readLines(line, 1); // the one at which the blocks ended
                    }
                }
                try (var rest = new LineScanner(file, offset)) {
                    readLines(rest, Long.MAX_VALUE);
                }
            } finally {
                if (offset > before) {
                    int length = (int) Math.min(offset, MARK);
                    mark = scanner.peek(offset - length, length);
                }
            }
        }
    }

    /** Reads most of a long file, many lines at once, and stops before any that is wrong. */
    private void readBlocks() throws IOException {
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            while (in.length() - offset >= BLOCK) {
                List<byte[]> texts = blocks(in);
                List<LineBlock> blocks = texts.parallelStream().map(LineBlock::read).toList();
                for (LineBlock block : blocks) {
                    if (!add(block)) {
                        return; // what is wrong is found again by the next step, which names it
                    }
                }
                if (texts.isEmpty()) {
                    return; // a very long line
                }
            }
        }
    }

    /** Returns the next blocks, each as far as its lines are whole. */
    private List<byte[]> blocks(RandomAccessFile in) throws IOException {
        var texts = new ArrayList<byte[]>();
        long at = offset;
        while (texts.size() < BLOCKS && in.length() - at >= BLOCK) {
            var text = new byte[BLOCK];
            in.seek(at);
            if (in.read(text) < BLOCK) {
                break; // cut off just now
            }
            int end = wholeLines(text);
            if (end == 0) {
                break;
            }
            texts.add(Arrays.copyOf(text, end));
            at += end;
        }
        return texts;
    }

    private static int wholeLines(byte[] text) {
        int end = text.length;
        while (end > 0 && text[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private boolean add(LineBlock block) {
        long start = offset;
        for (int i = 0; i < block.lines().size(); i++) {
            if (!chain.isNext(block.links()[i])) {
                return false;
            }
            try {
                content.add(block.lines().get(i));
            } catch (IllegalArgumentException outOfPlace) {
                return false;
            }
            chain.take(block.sums()[i]);
            offset = start + block.ends()[i];
        }
        return block.isSound();
    }

    private void readLines(LineScanner scanner, long most) throws IOException {
        for (long n = 0; n < most && scanner.next(); n++) {
            boolean isRead = content.lines() == 0 ? readFirst(scanner) : readNext(scanner);
            if (!isRead) {
                break;
            }
            offset = scanner.end();
        }
        if (content.lines() == 0) {
            throw JournalException.foreign(
                    file); // never append to what may be the only copy of something else
        }
    }

    private boolean readFirst(LineScanner scanner) throws IOException {
        if (!scanner.isTerminated()) {
            return false;
        }
        if (!scanner.isIntact()) {
            boolean was =
                    scanner.isMarked()
                            || scanner.isLikeAnObject()
                                    && !JournalContent.isForeign(
                                            scanner.array(), scanner.from(), scanner.length());
            throw was ? changedLine(scanner) : JournalException.foreign(file);
        }
        long format = content.begin(scanner.array(), scanner.from(), scanner.length());
        chain.begin(scanner.array(), scanner.from(), scanner.length(), format);
        first = Line.sumText(scanner.array(), scanner.from(), scanner.length());
        return true;
    }

    private boolean readNext(LineScanner scanner) throws IOException {
        switch (chain.judge(scanner)) {
            case NEXT -> {
                content.read(scanner.array(), scanner.from(), scanner.length());
                chain.take(Line.sum(scanner.array(), scanner.from(), scanner.length()));
            }
            case STRAY -> {
                content.pass();
                notes.accept(
                        "Line %d of %s counts for nothing: it was written late, or is there twice."
                                .formatted(content.lines(), file));
            }
            case SKIPPED -> content.pass();
            case UNFINISHED -> {
                return false;
            }
            case DAMAGED -> throw changedLine(scanner);
        }
        return true;
    }

    private JournalException changedLine(LineScanner scanner) {
        return JournalException.damaged(
                file,
                content.lines() + 1,
                scanner.isMarked()
                        ? MARKED
                        : scanner.isConverted()
                                ? CONVERTED
                                : scanner.isTerminated() && scanner.isIntact()
                                        ? OUT_OF_PLACE
                                        : "the line was changed after it had been written");
    }

    /** Returns what to throw where the file is not the one that was read. */
    JournalException changed() {
        return new JournalException(
                file,
                content.lines(),
                "the file was cut off, replaced or edited while it was in use. Maybe restore it, or"
                        + " start again if this was meant");
    }
}
