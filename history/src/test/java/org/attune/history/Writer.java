package org.attune.history;

import java.nio.file.Path;

/**
 * A process of its own that appends trials, and says the number of each one that has been
 * acknowledged.
 */
final class Writer {
    private Writer() {}

    /** Arguments: journal, study, number of trials. */
    public static void main(String[] args) {
        var history = Journal.open(Path.of(args[0]), "matmul").study(args[1]);
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            System.out.println(Samples.append(history));
        }
    }

    static ProcessBuilder process(Path journal, String study, int trials) {
        return new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                journal.toString(),
                study,
                String.valueOf(trials));
    }
}
