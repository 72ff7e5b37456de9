package org.attune.cli.serve;

import org.attune.cli.shell.Verb;

import picocli.CommandLine.Command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** {@code attune serve}: answers requests, a line of JSON each, until standard input ends. */
@Command(
        name = "serve",
        description = {
            "Answers requests on standard input, a line of JSON each, with a line of JSON:",
            "{\"cmd\": \"open\", \"problem\": \"FILE\"}, ask, tell, best, predict, close.",
            "What is asked and told is kept at once; the process may end at any time."
        })
public final class ServeVerb extends Verb {
    @Override
    public Integer call() throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var server = new StudyServer(session())) {
            String line;
            while ((line = in.readLine()) != null) {
                if (!line.isBlank()) {
                    print(server.reply(line));
                    session().out().flush();
                }
            }
        }
        return 0;
    }
}
