package org.attune.history;

import java.util.Arrays;

/**
 * Makes values of pieces of text, and gives the same value again for one that it has seen lately.
 * Not thread-safe.
 */
final class Known<V> {
    /** What a piece of text means. */
    interface Meaning<V> {
        /**
         * Returns the value of {@code text[from .. to)}.
         *
         * @throws IllegalArgumentException if it has none
         */
        V of(byte[] text, int from, int to);
    }

    private record Seen<V>(byte[] text, V value) {}

    private static final int SLOTS = 256; // a power of two; a later text takes the slot over

    private static final int SAMPLES = 12; // bytes that choose the slot

    private final Meaning<V> meaning;

    @SuppressWarnings("unchecked") // an array of a generic type
    private final Seen<V>[] seen = (Seen<V>[]) new Seen<?>[SLOTS];

    Known(Meaning<V> meaning) {
        this.meaning = meaning;
    }

    V get(byte[] text, int from, int to) {
        int hash = to - from;
        for (int i = from, step = 1 + hash / SAMPLES; i < to; i += step) {
            hash = 31 * hash + text[i];
        }
        int slot = (hash ^ hash >>> 8 ^ hash >>> 16) & SLOTS - 1;
        Seen<V> last = seen[slot];
        if (last == null || !Arrays.equals(last.text, 0, last.text.length, text, from, to)) {
            last = new Seen<>(Arrays.copyOfRange(text, from, to), meaning.of(text, from, to));
            seen[slot] = last;
        }
        return last.value;
    }
}
