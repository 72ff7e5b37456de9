package org.attune.cli.shell;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Shows control characters as {@code ?}, because a terminal would obey them: names and messages may
 * come from files of strangers and from programs that are tuned. Tabs, line breaks, carriage
 * returns and the erasing of a line ({@code ESC [ K}), which Attune writes itself, are let through.
 */
public final class VisibleControls extends FilterOutputStream {
    private static final byte[] ERASE = {0x1b, '[', 'K'};

    /** Shows those of a text in UTF-8. */
    public VisibleControls(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        var shown = new byte[length];
        for (int i = 0; i < length; i++) {
            byte b = bytes[from + i];
            boolean obeyed = b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' || b == 0x7f;
            shown[i] = obeyed && !isErase(bytes, from + i, from + length) ? (byte) '?' : b;
        }
        out.write(shown, 0, length);
    }

    private static boolean isErase(byte[] bytes, int at, int end) {
        return end - at >= ERASE.length
                && Arrays.equals(bytes, at, at + ERASE.length, ERASE, 0, ERASE.length);
    }
}
