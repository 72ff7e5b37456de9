package org.attune.cli;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;

/** A process in which few files can be opened beside those that are open. */
final class FewFiles {
    private FewFiles() {}

    /**
     * Tells the trials of a problem one after the other, with one file more to open each time.
     * Prints a line for each: the exit code and what was said.
     *
     * @param args a problem file with 60 pending trials, and one whose classes are loaded by it
     */
    public static void main(String[] args) throws Exception {
        loadAll();
        Cli.run("ask", args[1]).exits(0);
        Cli.run("tell", args[1], "--trial", "1", "--output", "seconds=1").exits(0);
        Cli.run("tell", args[0], "--trial", "1", "--output", "seconds=1").exits(0);
        var all = new ArrayDeque<InputStream>();
        try {
            while (true) {
                all.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException none) {
            // no file is left
        }
        var lines = new StringBuilder();
        for (int trial = 2; trial <= 60; trial++) {
            Cli told = Cli.run("tell", args[0], "--trial", trial, "--output", "seconds=" + trial);
            lines.append("%d %d %s%n".formatted(trial, told.code(), told.err().strip()));
            if (trial % 5 == 0) {
                all.pop().close();
            }
        }
        while (!all.isEmpty()) {
            all.pop().close();
        }
        Files.writeString(Path.of(args[2]), lines);
        System.exit(0);
    }

    /** Loads all classes that lie in folders: the distribution has them in files that stay open. */
    private static void loadAll() throws Exception {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path root = Path.of(entry);
            if (!Files.isDirectory(root)) {
                continue;
            }
            try (var files = Files.walk(root)) {
                for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                    String name = root.relativize(file).toString().replace('/', '.');
                    if (!name.endsWith("-info.class")) {
                        Class.forName(
                                name.substring(0, name.length() - ".class".length()),
                                false,
                                FewFiles.class.getClassLoader());
                    }
                }
            }
        }
        Cli.run("tell", "/dev/null/none.yaml", "--trial", "1", "--output", "seconds=1").exits(2);
    }
}
