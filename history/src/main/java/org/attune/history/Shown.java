package org.attune.history;

/** Words of files of strangers, as they may stand in a message: short, and on one line. */
public final class Shown {
    private static final int LONGEST = 80;

    private Shown() {}

    /** Returns the beginning of a text, with control characters escaped. */
    public static String text(Object value) {
        return text(value, LONGEST);
    }

    /** Returns up to {@code longest} characters of a text, with control characters escaped. */
    public static String text(Object value, int longest) {
        String text = String.valueOf(value);
        var shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), longest); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                shown.append("\\u%04x".formatted((int) c));
            } else {
                shown.append(c);
            }
        }
        return text.length() > longest ? shown + "..." : shown.toString();
    }
}
