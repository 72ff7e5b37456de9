package org.attune.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs a list of command lines in one process, results and messages thrown away, so that Java can
 * record what starting Attune takes (its ahead-of-time cache). Called by {@code libexec/rehearse}.
 */
public final class Rehearsal {
    private Rehearsal() {}

    /**
     * Reads the file named by the only argument: a command line per line, words parted by blanks, #
     * for comments.
     */
    public static void main(String[] args) throws IOException {
        var silence = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(silence);
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                Attune.run(line.split(" +"), silence, silence);
            }
        }
        // Java asks this at every System.exit, which is not rehearsed otherwise.
        System.getLogger("java.lang.Runtime").isLoggable(System.Logger.Level.DEBUG);
    }
}
