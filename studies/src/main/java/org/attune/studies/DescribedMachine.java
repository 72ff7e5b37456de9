package org.attune.studies;

import org.attune.api.Machine;
import org.attune.history.environment.Environment;
import org.attune.history.environment.MetaDescription;
import org.attune.problemfile.ProblemFile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The machine of a meta description beside the one that expressions mean. The former is recorded
 * with trials and changes no bound: it may be another file, which other programs write.
 */
public final class DescribedMachine {
    private DescribedMachine() {}

    /**
     * Returns what to say where expressions read {@code nodes} or {@code cores} of this computer,
     * and the description says others, of the only processor of which it has nodes.
     */
    public static Optional<String> remark(ProblemFile file, MetaDescription description) {
        List<Map<String, Object>> processors =
                Environment.of(description.data()).processors().values().stream()
                        .filter(p -> count(p, "nodes").orElse(0) > 0)
                        .toList();
        if (processors.size() != 1) {
            return Optional.empty();
        }
        Map<String, Object> described = processors.getFirst();
        Machine here = file.problem().machine();
        var differ = new ArrayList<String>();
        for (String name : file.countsOfThisComputer()) {
            int meant = name.equals("nodes") ? here.nodes() : here.cores();
            OptionalInt said = count(described, name);
            if (said.isPresent() && said.getAsInt() != meant) {
                differ.add("'%s' is %d, not %d".formatted(name, meant, said.getAsInt()));
            }
        }
        return differ.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Expressions mean this computer: %s as in the meta description, which is recorded alone. Maybe add to %s: machine: {nodes: %d, cores: %d}"
                                .formatted(
                                        String.join(", ", differ),
                                        file.path().getFileName(),
                                        count(described, "nodes").getAsInt(),
                                        count(described, "cores").orElse(here.cores())));
    }

    private static OptionalInt count(Map<String, Object> processor, String name) {
        String text = String.valueOf(processor.get(name));
        return text.matches("[1-9]\\d{0,8}")
                ? OptionalInt.of(Integer.parseInt(text))
                : OptionalInt.empty();
    }
}
