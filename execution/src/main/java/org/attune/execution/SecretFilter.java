package org.attune.execution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Puts {@code ***} in place of secrets in what a program prints, before anybody reads or keeps it,
 * so that what is read now is what is read again later.
 *
 * <p>Of a secret of several lines each line is one. A secret that the program has encoded, or
 * broken into parts, is not found.
 */
final class SecretFilter {
    private static final byte[] MASK = "***".getBytes(StandardCharsets.US_ASCII);

    private final List<byte[]> secrets; // the longest first

    /** Makes a filter for these texts; of none, it lets everything through. */
    SecretFilter(Collection<String> texts) {
        secrets =
                texts.stream()
                        .flatMap(t -> Stream.concat(Stream.of(t), t.lines()))
                        .filter(t -> !t.isBlank())
                        .distinct()
                        .map(t -> t.getBytes(StandardCharsets.UTF_8))
                        .sorted(Comparator.comparingInt((byte[] s) -> s.length).reversed())
                        .toList();
    }

    /** Returns the stream without the secrets; closing it closes the given one. */
    InputStream filtered(InputStream in) {
        return secrets.isEmpty() ? in : new Filtered(in);
    }

    /** Holds back the bytes with which a secret may begin, until those behind them are there. */
    private final class Filtered extends InputStream {
        private final InputStream in;
        private byte[] open = new byte[1 << 16]; // read, and not looked at
        private int from;
        private int to;
        private boolean ended;
        private byte[] ready = new byte[1 << 10];
        private int given;
        private int count;

        Filtered(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return fill() ? ready[given++] & 0xff : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int n = Math.min(length, count - given);
            System.arraycopy(ready, given, bytes, offset, n);
            given += n;
            return n;
        }

        /** Waits until some bytes are ready; returns false at the end of the stream. */
        private boolean fill() throws IOException {
            while (given == count) {
                given = 0;
                count = 0;
                release();
                if (count == 0) {
                    if (ended) {
                        return false;
                    }
                    readMore();
                }
            }
            return true;
        }

        private void readMore() throws IOException {
            System.arraycopy(open, from, open, 0, to - from);
            to -= from;
            from = 0;
            if (to == open.length) {
                open = Arrays.copyOf(open, 2 * open.length); // a long secret has begun
            }
            int n = in.read(open, to, open.length - to);
            ended = n < 0;
            to += Math.max(n, 0);
        }

        /** Moves what is known to be no part of a secret, and a mask for each secret. */
        private void release() {
            while (from < to) {
                int length = secretAt(from);
                if (length < 0) {
                    return;
                }
                if (length > 0) {
                    put(MASK, 0, MASK.length);
                    from += length;
                } else {
                    put(open, from++, 1);
                }
            }
        }

        /** Returns the length of the secret that stands here, 0 for none, -1 if that is open. */
        private int secretAt(int at) {
            for (byte[] secret : secrets) {
                int compared = Math.min(secret.length, to - at);
                if (Arrays.equals(open, at, at + compared, secret, 0, compared)) {
                    if (compared == secret.length) {
                        return compared;
                    }
                    if (!ended) {
                        return -1;
                    }
                }
            }
            return 0;
        }

        private void put(byte[] bytes, int start, int length) {
            if (count + length > ready.length) {
                ready = Arrays.copyOf(ready, 2 * ready.length);
            }
            System.arraycopy(bytes, start, ready, count, length);
            count += length;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
