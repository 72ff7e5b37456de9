package org.attune.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The processors of a computer, divided among runs that take place at once, so that no two of them
 * share a core: all hardware threads of a core go to one run.
 *
 * @param slots the logical processors of each, ascending
 * @param unused how many cores no run has
 */
record CpuSets(List<List<Integer>> slots, int unused) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /**
     * Divides what this process may use.
     *
     * @param wanted runs at once
     * @param cores of each; 0 for as many as there are for all
     * @throws IllegalArgumentException if there are too few, or it is not known which there are
     */
    static CpuSets here(int wanted, int cores) {
        return of(allowed(), CpuSets::siblings, wanted, cores);
    }

    /**
     * Divides processors.
     *
     * @param allowed a list as Linux writes it: {@code 0-3,8}
     * @param core a name of the core that a processor is a hardware thread of
     */
    static CpuSets of(String allowed, IntFunction<String> core, int wanted, int cores) {
        Map<String, List<Integer>> byCore = new LinkedHashMap<>();
        for (int cpu : numbers(allowed)) {
            byCore.computeIfAbsent(core.apply(cpu), c -> new ArrayList<>()).add(cpu);
        }
        List<List<Integer>> all = List.copyOf(byCore.values());
        int each = cores == 0 ? Math.max(1, all.size() / wanted) : cores;
        if ((long) wanted * each > all.size()) {
            throw new IllegalArgumentException(
                    "%d at once with %s of their own each need %d, but this process may use %s (processors %s). Maybe lower --parallel%s."
                            .formatted(
                                    wanted,
                                    count(each),
                                    (long) wanted * each,
                                    count(all.size()),
                                    allowed,
                                    each > 1 ? " or evaluation.pin.cores" : ""));
        }
        var slots = new ArrayList<List<Integer>>();
        for (int i = 0; i < wanted; i++) {
            slots.add(
                    all.subList(i * each, (i + 1) * each).stream()
                            .flatMap(List::stream)
                            .sorted()
                            .toList());
        }
        return new CpuSets(List.copyOf(slots), all.size() - wanted * each);
    }

    private static String count(int cores) {
        return cores == 1 ? "1 core" : cores + " cores";
    }

    /** Returns the processors of a slot as {@code taskset} reads them. */
    String text(int slot) {
        return slots.get(slot).stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Returns the processors of all slots, in their order. */
    List<String> texts() {
        return java.util.stream.IntStream.range(0, slots.size()).mapToObj(this::text).toList();
    }

    private static TreeSet<Integer> numbers(String list) {
        var numbers = new TreeSet<Integer>();
        for (String part : list.strip().split(",")) {
            String[] ends = part.split("-");
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
                numbers.add(cpu);
            }
        }
        return numbers;
    }

    private static String allowed() {
        return read(STATUS)
                .flatMap(text ->
                        text.lines()
                                .filter(l -> l.startsWith(ALLOWED))
                                .map(l -> l.substring(ALLOWED.length()).strip())
                                .findFirst())
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s does not say which processors this process may use."
                                        .formatted(STATUS)));
    }

    private static String siblings(int cpu) {
        Path file =
                Path.of(
                        "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list"
                                .formatted(cpu));
        return read(file).map(String::strip).orElse("processor " + cpu);
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException notLinux) {
            return Optional.empty();
        }
    }
}
