package org.attune.execution;

import java.util.Map;

/** Says what an exit code means. A shell gives 128 + n where a program was ended by signal n. */
final class Signals {
    private static final Map<Integer, String> NAMES =
            Map.ofEntries(
                    Map.entry(1, "SIGHUP"),
                    Map.entry(2, "SIGINT"),
                    Map.entry(3, "SIGQUIT"),
                    Map.entry(4, "SIGILL"),
                    Map.entry(6, "SIGABRT"),
                    Map.entry(7, "SIGBUS"),
                    Map.entry(8, "SIGFPE"),
                    Map.entry(9, "SIGKILL"),
                    Map.entry(11, "SIGSEGV"),
                    Map.entry(13, "SIGPIPE"),
                    Map.entry(15, "SIGTERM"),
                    Map.entry(24, "SIGXCPU"),
                    Map.entry(25, "SIGXFSZ"));

    private Signals() {}

    static String describe(int exit) {
        String name = NAMES.get(exit - 128);
        return name == null ? "exit code %d".formatted(exit) : "ended by %s".formatted(name);
    }
}
