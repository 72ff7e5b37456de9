package org.attune.history;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Whole lines of a journal behind its first one, read without those before them, so that many
 * blocks can be read at once.
 *
 * @param lines what they say, up to the first in which something is wrong
 * @param ends where each ends, counted from the block's start
 * @param links the checksum of the line that each follows, or {@link Line#NO_LINK}
 * @param sums the checksum of each
 * @param isSound whether nothing is wrong in any
 */
record LineBlock(
        List<JournalContent.Decoded> lines,
        int[] ends,
        long[] links,
        long[] sums,
        boolean isSound) {
    private static final int USUAL = 400; // bytes of a line

    /** Reads the lines of a text that ends with a line break. */
    static LineBlock read(byte[] text) {
        var known = new TrialLine();
        var lines = new ArrayList<JournalContent.Decoded>(text.length / USUAL);
        int[] ends = new int[text.length / USUAL + 1];
        long[] links = new long[ends.length];
        long[] sums = new long[ends.length];
        var searched = new String(text, StandardCharsets.ISO_8859_1); // faster than a loop
        int from = 0;
        for (int to = searched.indexOf('\n'); to >= 0; to = searched.indexOf('\n', from)) {
            Optional<JournalContent.Decoded> line = decoded(known, text, from, to - from);
            if (line.isEmpty()) {
                return new LineBlock(lines, ends, links, sums, false);
            }
            int n = lines.size();
            if (n == ends.length) {
                ends = Arrays.copyOf(ends, 2 * n);
                links = Arrays.copyOf(links, 2 * n);
                sums = Arrays.copyOf(sums, 2 * n);
            }
            links[n] = Line.link(text, from, to - from);
            sums[n] = Line.sum(text, from, to - from);
            from = to + 1;
            ends[n] = from;
            lines.add(line.get());
        }
        return new LineBlock(lines, ends, links, sums, true);
    }

    private static Optional<JournalContent.Decoded> decoded(
            TrialLine known, byte[] text, int from, int length) {
        if (!Line.isIntact(text, from, length)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JournalContent.decode(known, text, from, length));
        } catch (IllegalArgumentException nonsense) {
            return Optional.empty();
        }
    }
}
