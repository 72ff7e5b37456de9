package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.JsonVerb;
import org.attune.history.Store;
import org.attune.studies.StudyFile;
import org.attune.studies.report.Listed;
import org.attune.studies.report.StudyCounts;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** {@code attune history stats}: what a history holds, study by study. */
@Command(
        name = "stats",
        description = {
            "Counts what the history holds, study by study.",
            ProblemArguments.OR_JOURNAL
        })
public final class HistoryStats extends JsonVerb {
    @Mixin private ProblemArguments arguments;

    @Override
    public Integer call() throws IOException {
        try (Store journal = arguments.place().openExisting()) {
            List<StudyCounts> studies =
                    names(journal).stream()
                            .map(n -> StudyCounts.of(n, journal.study(n).records()))
                            .toList();
            long size = Files.size(journal.file());
            print(
                    new Listed.Counts(journal.file(), size, studies),
                    () -> {
                        byStudy(studies);
                        byTask(studies);
                        print("History: %s, %d bytes", journal.file(), size);
                    });
            return 0;
        }
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

    private void byStudy(List<StudyCounts> studies) {
        var table =
                new Table(
                        List.of(
                                "study tasks trials measured failed pending imported models time model search machines"
                                        .split(" ")));
        for (StudyCounts s : studies) {
            table.row(
                    s.study(),
                    s.tasks(),
                    s.trials(),
                    s.measured(),
                    s.failed() + (s.failed() == 0 ? "" : " (" + Format.counts(s.causes()) + ")"),
                    s.pending(),
                    s.imported(),
                    s.models(),
                    Format.duration(s.costs().elapsed()),
                    Format.duration(s.costs().model()),
                    Format.duration(s.costs().search()),
                    Format.counts(s.machines()));
        }
        table.print(session().out());
    }

    /** Prints where the time of each task went, where a study has several. */
    private void byTask(List<StudyCounts> studies) {
        var table = new Table("study", "task", "trials", "time", "model", "search");
        for (StudyCounts s : studies) {
            for (StudyCounts.OfTask t :
                    s.tasks() > 1 ? s.byTask() : List.<StudyCounts.OfTask>of()) {
                table.row(
                        s.study(),
                        t.task(),
                        t.trials(),
                        Format.duration(t.costs().elapsed()),
                        Format.duration(t.costs().model()),
                        Format.duration(t.costs().search()));
            }
        }
        if (table.size() > 0) {
            session().out().println();
            table.print(session().out());
        }
    }
}
