package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Verb;
import org.attune.history.Store;
import org.attune.studies.StudyFile;
import org.attune.studies.report.StudyCounts;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code attune history stats}: what a history holds, study by study. */
@Command(
        name = "stats",
        description = {
            "Counts what the history holds, study by study.",
            ProblemArguments.OR_JOURNAL
        })
public final class HistoryStats extends Verb implements Callable<Integer> {
    @Mixin private ProblemArguments arguments;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        Path path;
        var studies = new ArrayList<Map<String, Object>>();
        try (Store journal = arguments.place().openExisting()) {
            path = journal.file();
            for (String name : names(journal)) {
                studies.add(StudyCounts.of(name, journal.study(name).records()));
            }
        }
        long size = size(path);
        if (json) {
            var map = new LinkedHashMap<String, Object>();
            map.put("history", path.toString());
            map.put("bytes", size);
            map.put("studies", studies);
            json(map);
            return 0;
        }
        var table =
                new Table(
                        "study",
                        "tasks",
                        "trials",
                        "measured",
                        "failed",
                        "pending",
                        "imported",
                        "models",
                        "time",
                        "model",
                        "search",
                        "machines");
        for (Map<String, Object> s : studies) {
            var causes = (Map<?, ?>) s.get("causes");
            table.row(
                    s.get("study").toString(),
                    s.get("tasks").toString(),
                    s.get("trials").toString(),
                    s.get("measured").toString(),
                    s.get("failed") + (causes.isEmpty() ? "" : " (" + words(causes) + ")"),
                    s.get("pending").toString(),
                    s.get("imported").toString(),
                    s.get("models").toString(),
                    Format.duration((Double) s.get("elapsed")),
                    Format.duration((Double) s.get("model")),
                    Format.duration((Double) s.get("search")),
                    words((Map<?, ?>) s.get("machines")));
        }
        table.print(session().out());
        byTask(studies);
        print("History: %s, %d bytes", path, size);
        return 0;
    }

    private List<String> names(Store journal) {
        List<String> known = journal.studies();
        Optional<String> given = arguments.givenStudy();
        given.filter(g -> !known.contains(g))
                .ifPresent(g -> {
                    throw StudyFile.missing(journal, g);
                });
        return given.map(List::of).orElse(known);
    }

    /** Prints where the time of each task went, where a study has several. */
    private void byTask(List<Map<String, Object>> studies) {
        var table = new Table("study", "task", "trials", "time", "model", "search");
        boolean any = false;
        for (Map<String, Object> s : studies) {
            var tasks = (List<?>) s.get("by_task");
            for (Object task : tasks.size() > 1 ? tasks : List.of()) {
                var t = (Map<?, ?>) task;
                any = true;
                table.row(
                        s.get("study").toString(),
                        t.get("task").toString(),
                        t.get("trials").toString(),
                        Format.duration((Double) t.get("elapsed")),
                        Format.duration((Double) t.get("model")),
                        Format.duration((Double) t.get("search")));
            }
        }
        if (any) {
            session().out().println();
            table.print(session().out());
        }
    }

    private static String words(Map<?, ?> counts) {
        return String.join(
                ", ",
                counts.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
