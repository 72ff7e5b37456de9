package org.attune.cli.shell;

/** Which letters of arguments and paths can be read in the locale that this process was given. */
public final class Letters {
    private static final String LOST = "\uFFFD"; // what Java reads where it does not understand

    private Letters() {}

    /**
     * Refuses a text with letters that have been lost on the way here, such as an ö where LC_ALL is
     * C.
     */
    public static void require(String text) {
        if (text.contains(LOST)) {
            throw new IllegalArgumentException(
                    "'%s' has letters that cannot be read in this locale, whose character set is %s. Maybe set LC_ALL=C.UTF-8"
                            .formatted(
                                    text.replace(LOST, "?"),
                                    System.getProperty("sun.jnu.encoding")));
        }
    }

    /** Returns what to say of a file name whose letters cannot be written in this locale. */
    static String unwritable(String name) {
        return "'%s' is a file name with letters that this locale lacks, whose character set is %s. Maybe set LC_ALL=C.UTF-8"
                .formatted(name, System.getProperty("sun.jnu.encoding"));
    }
}
