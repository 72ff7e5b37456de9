package org.attune.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The section {@code ssh}: hosts without a scheduler that carry out runs, in folders that they see
 * under the same names.
 *
 * @param hosts names for ssh, such as {@code user@node1}
 * @param slots runs at once on each
 * @param program ssh, or what stands for it
 * @param options of it
 * @param connectTimeout seconds until a host that does not answer counts as down
 * @param retries attempts of a run after the first, where a host is lost
 * @param fileDelay seconds for which a file that a host has written may not be seen here
 * @param patience seconds without any host after which nobody waits any more
 */
record SshSettings(
        List<String> hosts,
        int slots,
        String program,
        List<String> options,
        double connectTimeout,
        int retries,
        double fileDelay,
        double patience) {
    /** Reads the section, if there is one. */
    static Optional<SshSettings> of(Fields evaluation) {
        if (evaluation.get("ssh").isEmpty()) {
            return Optional.empty();
        }
        for (String other : List.of("slurm", "queue")) {
            if (evaluation.get(other).isPresent()) {
                throw Fields.wrong(
                        evaluation.at("ssh"),
                        "there is '%s', too; one of them has the runs.".formatted(other));
            }
        }
        Fields fields =
                Fields.of(
                        evaluation.at("ssh"),
                        evaluation.required("ssh"),
                        List.of(
                                "hosts",
                                "slots",
                                "program",
                                "options",
                                "connect_timeout",
                                "retries",
                                "file_delay",
                                "give_up_after"));
        fields.required("hosts");
        List<String> hosts = fields.lines("hosts");
        for (String host : hosts) {
            if (host.isBlank()
                    || host.startsWith("-")
                    || hosts.indexOf(host) != hosts.lastIndexOf(host)) {
                throw Fields.wrong(
                        fields.at("hosts"),
                        "'%s' is no name of a host, or stands there twice. Maybe [node1, user@node2] and slots."
                                .formatted(host));
            }
        }
        if (hosts.isEmpty()) {
            throw Fields.wrong(fields.at("hosts"), "no host is named. Maybe [node1, node2].");
        }
        return Optional.of(
                new SshSettings(
                        hosts,
                        fields.integer("slots", 1, 1),
                        fields.textOr("program", "ssh"),
                        fields.lines("options"),
                        fields.secondsOr("connect_timeout", 20),
                        fields.integer("retries", 0, 2),
                        fields.secondsOr("file_delay", 5),
                        fields.secondsOr("give_up_after", 3600)));
    }

    /** Returns the words that start an agent on a host; a silent connection ends after a minute. */
    List<String> agent(String host) {
        var words = new ArrayList<>(List.of(program, "-T", "-o", "BatchMode=yes"));
        words.addAll(List.of("-o", "ConnectTimeout=" + (int) Math.ceil(connectTimeout)));
        words.addAll(List.of("-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=4"));
        words.addAll(options);
        words.add(host);
        words.add(Agent.line());
        return words;
    }
}
