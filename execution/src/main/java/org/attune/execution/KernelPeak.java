package org.attune.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The peak memory of a run as the kernel accounts it: {@code ru_maxrss} of getrusage(2), the
 * largest resident size of any one process that was waited for. It is there however short the run
 * was.
 *
 * <p>Only the shell that waited for the program can ask for it, and shells do not: at its end the
 * shell becomes a small program that does. Java's own children are no way to it, since theirs would
 * begin with the size of the Java process that they were forked from.
 */
final class KernelPeak {
    /** Number of the system call getrusage, by {@code os.arch}. */
    private static final Map<String, Integer> GETRUSAGE =
            Map.of(
                    "amd64",
                    98,
                    "aarch64",
                    165,
                    "riscv64",
                    165,
                    "loongarch64",
                    165,
                    "ppc64le",
                    77,
                    "s390x",
                    77);

    private static final Path PERL = Path.of("/usr/bin/perl");

    private static final List<Path> PYTHONS =
            List.of(Path.of("/usr/bin/python3"), Path.of("/usr/libexec/platform-python"));

    private static final String SUFFIX = ".rss";

    private KernelPeak() {}

    /**
     * Returns the end of a shell script whose {@code $0} is a file and {@code $s} its exit code:
     * empty where there is no program for it.
     */
    static String script() {
        Integer call = GETRUSAGE.get(System.getProperty("os.arch"));
        if (call != null && Files.isExecutable(PERL)) {
            return "; unset PERL5OPT PERL5LIB PERL5DB; exec %s -e '%s' \"$0%s\" $s 2>/dev/null"
                    .formatted(
                            PERL,
                            "$r = \"\\0\" x 512; open(F, \">\", $ARGV[0]) and"
                                    + " syscall(%d, -1, $r) == 0 and print F unpack(\"x32 l!\", $r);"
                                            .formatted(call)
                                    + " close(F); exit $ARGV[1]",
                            SUFFIX);
        }
        return PYTHONS.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .map(python ->
                        "; exec %s -ISc '%s' \"$0%s\" $s 2>/dev/null"
                                .formatted(
                                        python,
                                        "import resource as r, sys;"
                                                + " print(r.getrusage(r.RUSAGE_CHILDREN).ru_maxrss,"
                                                + " file=open(sys.argv[1], \"w\"));"
                                                + " sys.exit(int(sys.argv[2]))",
                                        SUFFIX))
                .orElse("");
    }

    /** Reads and deletes what the script wrote; 0 where there is nothing. */
    static double bytes(Path file) {
        Path written = file.resolveSibling(file.getFileName() + SUFFIX);
        try {
            String kilobytes = Files.exists(written) ? Files.readString(written).strip() : "";
            Files.deleteIfExists(written);
            return kilobytes.matches("[0-9]{1,15}") ? 1024.0 * Long.parseLong(kilobytes) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + written, e);
        }
    }
}
