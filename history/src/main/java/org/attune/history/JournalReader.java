package org.attune.history;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much of a journal's file has been read, and what it says; goes on reading where it stopped.
 * Not thread-safe.
 */
final class JournalReader {
    private static final int MARK = Line.FRAME + 1; // bytes that hold the checksum of the last line
    private static final int BLOCK = 1 << 20; // bytes that are worth a thread
    private static final int BLOCKS = 8; // at once

    private final Path file;
    private final JournalContent content;
    private long offset; // behind the last line that has been read
    private byte[] mark = {}; // the last bytes before it, to notice another file in its place
    private String first = ""; // checksum of the first line

    JournalReader(Path file, String problem) {
        this.file = file;
        content = new JournalContent(file, problem);
    }

    /** Returns what has been read. */
    JournalContent content() {
        return content;
    }

    /** Returns where the last line that has been read ends. */
    long offset() {
        return offset;
    }

    /** Returns where the file ended when it was read. */
    EndMark end() {
        return new EndMark(offset, content.lines(), first, Line.sum(mark, 0, MARK - 1));
    }

    /** Passes lines that were written behind those that have been read. */
    void pass(byte[] lines) {
        offset += lines.length;
        mark = Arrays.copyOfRange(lines, lines.length - MARK, lines.length);
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
            try {
                if (content.lines() == 0) {
                    readLines(scanner, 1);
                }
                if (Files.size(file) - offset >= BLOCK) {
                    readBlocks();
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
                break; // others have just cut off an unfinished line
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
            try {
                content.add(block.lines().get(i));
            } catch (IllegalArgumentException outOfPlace) {
                return false;
            }
            offset = start + block.ends()[i];
        }
        return block.isSound();
    }

    private void readLines(LineScanner scanner, long most) throws IOException {
        for (long n = 0; n < most && scanner.next() && scanner.isTerminated(); n++) {
            if (!scanner.isIntact()) {
                if (scanner.isTorn()) {
                    break;
                }
                if (content.lines() == 0 && !scanner.isLikeAnObject()) {
                    throw noHistory();
                }
                throw JournalException.damaged(
                        file,
                        content.lines() + 1,
                        "the line was changed after it had been written");
            }
            if (content.lines() == 0) {
                first = Line.sum(scanner.array(), scanner.from(), scanner.length());
            }
            content.read(scanner.array(), scanner.from(), scanner.length());
            offset = scanner.end();
        }
        if (content.lines() == 0) {
            throw noHistory(); // never set aside what may be the only copy of something else
        }
    }

    private JournalException noHistory() {
        return new JournalException(
                file, 1, "this is no Attune history. Maybe another file was meant");
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
