package org.attune.history;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The frame of a record: a JSON object whose last key is the CRC-32C of everything before that key,
 * in hexadecimal. The key before it is the link: the checksum of the line that this one follows.
 *
 * <pre>
 *   {"record":"trial", ... ,"after":"316ec122","crc32c":"9a71bb4c"}
 * </pre>
 *
 * <p>First lines have no link, nor have the lines of journals of format 1. Link and frame are
 * recognised by their fixed lengths at the end of the line, so that checking needs no JSON.
 */
final class Line {
    private static final byte[] KEY = ",\"crc32c\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LINK = ",\"after\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 8;

    /** Bytes from the comma before the checksum to the brace behind it. */
    static final int FRAME = KEY.length + DIGITS + 2;

    /** What {@link #link} returns where there is none; no checksum. */
    static final long NO_LINK = -1;

    private static final int LINKED = LINK.length + DIGITS + 1; // bytes of the link

    private Line() {}

    /** Returns the line of this object, without a link and with its line break. */
    static byte[] of(byte[] object) {
        return framed(Arrays.copyOf(object, object.length + FRAME), object.length - 1);
    }

    /** Returns the line of this object that follows the line of a checksum. */
    static byte[] of(byte[] object, long before) {
        int payload = object.length - 1; // without the closing brace
        byte[] line = Arrays.copyOf(object, object.length + LINKED + FRAME);
        System.arraycopy(LINK, 0, line, payload, LINK.length);
        digits(before, line, payload + LINK.length);
        line[payload + LINKED - 1] = '"';
        return framed(line, payload + LINKED);
    }

    private static byte[] framed(byte[] line, int payload) {
        System.arraycopy(KEY, 0, line, payload, KEY.length);
        digits(checksum(line, 0, payload), line, payload + KEY.length);
        line[line.length - 3] = '"';
        line[line.length - 2] = '}';
        line[line.length - 1] = '\n';
        return line;
    }

    private static void digits(long value, byte[] line, int at) {
        long rest = value;
        for (int i = DIGITS - 1; i >= 0; i--, rest >>>= 4) {
            line[at + i] = HEX[(int) rest & 15];
        }
    }

    /** Returns whether a line, without its line break, is as it was written. */
    static boolean isIntact(byte[] text, int from, int length) {
        int payload = length - FRAME;
        if (payload < 1 || text[from + length - 1] != '}' || text[from + length - 2] != '"') {
            return false;
        }
        int key = from + payload;
        for (int i = 0; i < KEY.length; i++) {
            if (text[key + i] != KEY[i]) {
                return false;
            }
        }
        int rest = checksum(text, from, payload);
        for (int i = DIGITS - 1; i >= 0; i--, rest >>>= 4) {
            if (text[key + KEY.length + i] != HEX[rest & 15]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of bytes of an intact line that are the record's own. */
    static int payload(byte[] text, int from, int length) {
        return length - FRAME - (link(text, from, length) == NO_LINK ? 0 : LINKED);
    }

    /** Returns the checksum of the line that an intact one follows, or {@link #NO_LINK}. */
    static long link(byte[] text, int from, int length) {
        int key = from + length - FRAME - LINKED;
        if (key < from
                || text[key + LINKED - 1] != '"'
                || !Arrays.equals(text, key, key + LINK.length, LINK, 0, LINK.length)) {
            return NO_LINK;
        }
        return value(text, key + LINK.length);
    }

    /** Returns the checksum of an intact line. */
    static long sum(byte[] text, int from, int length) {
        return value(text, from + length - 2 - DIGITS);
    }

    private static long value(byte[] text, int from) {
        long value = 0;
        for (int i = from; i < from + DIGITS; i++) {
            int digit = Character.digit(text[i], 16);
            if (digit < 0) {
                return NO_LINK;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** Returns the digits that stand where a line, without its line break, has its checksum. */
    static String sumText(byte[] text, int from, int length) {
        return length < FRAME
                ? ""
                : new String(text, from + length - 2 - DIGITS, DIGITS, StandardCharsets.ISO_8859_1);
    }

    private static int checksum(byte[] text, int from, int length) {
        var sum = new CRC32C();
        sum.update(text, from, length);
        return (int) sum.getValue();
    }
}
