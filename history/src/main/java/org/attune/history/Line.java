package org.attune.history;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The frame of a record: a JSON object whose last key is the CRC-32C of everything before that key,
 * in hexadecimal.
 *
 * <pre>
 *   {"record":"trial", ... ,"crc32c":"9a71bb4c"}
 * </pre>
 *
 * <p>The frame is recognised by its fixed length at the end of the line, so that checking needs no
 * JSON.
 */
final class Line {
    private static final byte[] KEY = ",\"crc32c\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 8;

    /** Bytes from the comma before the checksum to the brace behind it. */
    static final int FRAME = KEY.length + DIGITS + 2;

    private Line() {}

    /** Returns the line of this object, with its line break. */
    static byte[] of(byte[] object) {
        int payload = object.length - 1; // without the closing brace
        byte[] line = Arrays.copyOf(object, payload + FRAME + 1);
        System.arraycopy(KEY, 0, line, payload, KEY.length);
        int rest = checksum(object, 0, payload);
        for (int i = DIGITS - 1; i >= 0; i--, rest >>>= 4) {
            line[payload + KEY.length + i] = HEX[rest & 15];
        }
        line[line.length - 3] = '"';
        line[line.length - 2] = '}';
        line[line.length - 1] = '\n';
        return line;
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

    /** Returns the checksum that stands at the end of a line without its line break. */
    static String sum(byte[] text, int from, int length) {
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
