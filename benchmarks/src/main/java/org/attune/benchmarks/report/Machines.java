package org.attune.benchmarks.report;

import org.attune.benchmarks.Environment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says on which machines, with which versions and when the runs were made. */
final class Machines {
    private static final String DATE = "date";

    private Machines() {}

    /** Returns a sentence for each machine, and one for the runs that do not say. */
    static List<String> statements(Campaign campaign) {
        var groups = new LinkedHashMap<Optional<Map<String, String>>, List<Run>>();
        for (Run run : campaign.all()) {
            groups.computeIfAbsent(
                            run.environment().map(Machines::ofMachine), e -> new ArrayList<>())
                    .add(run);
        }
        var statements = new ArrayList<String>();
        groups.forEach((facts, runs) -> {
            String who =
                    runs.stream()
                            .map(Run::tuner)
                            .distinct()
                            .sorted()
                            .collect(Collectors.joining(", "));
            String what =
                    facts.map(f ->
                                    f.entrySet().stream()
                                                    .map(e -> e.getKey() + " " + e.getValue())
                                                    .collect(Collectors.joining("; "))
                                            + dates(runs))
                            .orElse("machine, versions and date were not recorded");
            statements.add("%s of %s: %s.".formatted(Format.count(runs.size(), "run"), who, what));
        });
        return statements;
    }

    /** Returns the same in few words. */
    static String inShort(Campaign campaign) {
        String machines =
                campaign.all().stream()
                        .flatMap(r -> r.environment().stream())
                        .map(Machines::ofMachine)
                        .map(f -> String.join(", ", f.values()))
                        .distinct()
                        .collect(Collectors.joining(" | "));
        long unknown = campaign.all().stream().filter(r -> r.environment().isEmpty()).count();
        String rest =
                unknown == 0
                        ? ""
                        : "%s without a record of the machine"
                                .formatted(Format.count(unknown, "run"));
        return machines.isEmpty()
                ? rest
                : machines + dates(campaign.all()) + (rest.isEmpty() ? "" : " | " + rest);
    }

    private static Map<String, String> ofMachine(Environment environment) {
        var facts = new LinkedHashMap<>(environment.facts());
        facts.remove(DATE);
        facts.remove(Environment.CODE);
        return facts;
    }

    private static String dates(List<Run> runs) {
        var dates = new TreeSet<String>();
        runs.forEach(r ->
                r.environment()
                        .flatMap(e -> Optional.ofNullable(e.facts().get(DATE)))
                        .ifPresent(dates::add));
        if (dates.isEmpty()) {
            return "; date not recorded";
        }
        return dates.size() == 1
                ? "; " + dates.first()
                : "; %s to %s".formatted(dates.first(), dates.last());
    }
}
