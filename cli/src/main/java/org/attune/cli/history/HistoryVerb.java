package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.api.Normalisation;
import org.attune.api.Outcome;
import org.attune.api.Records;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.NewFile;
import org.attune.cli.shell.Verb;
import org.attune.execution.KeptOutput;
import org.attune.history.Finding;
import org.attune.history.Journal;
import org.attune.history.MergedStudy;
import org.attune.history.TrialNotes;
import org.attune.studies.Evaluators;
import org.attune.studies.StudyFile;
import org.attune.studies.report.Fronts;
import org.attune.studies.report.Listed;
import org.attune.studies.report.Outcomes;
import org.attune.studies.report.PenaltyLine;
import org.attune.studies.report.SourceTable;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.report.TaskSummary;
import org.attune.studies.report.TrialData;
import org.attune.studies.text.Table;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code attune history}: looks at the records of a problem, and mends them. */
@Command(name = "history", description = "Looks at the records of a problem, and mends them.")
public final class HistoryVerb extends Verb {
    private static final int WIDTH = 60; // of an outcome, so that a line stays readable

    /** Returns the verb with those of its verbs that have a class of their own. */
    public static CommandLine withFormats() {
        return new CommandLine(new HistoryVerb())
                .addSubcommand("import", new HistoryImport())
                .addSubcommand("export", new HistoryExport())
                .addSubcommand("show", new HistoryShow())
                .addSubcommand("note", new HistoryNote())
                .addSubcommand("query", new HistoryQuery())
                .addSubcommand("stats", new HistoryStats())
                .addSubcommand("drift", new HistoryDrift())
                .addSubcommand("rerun", new HistoryRerun())
                .addSubcommand("withdraw", new HistoryWithdraw());
    }

    @Command(
            name = "list",
            description = {"Lists the trials of a study.", ProblemArguments.OR_JOURNAL})
    int list(
            @Mixin ProblemArguments arguments,
            @Option(
                            names = "--sources",
                            description = "Lists what the study knows of other tasks instead.")
                    boolean sources,
            @Option(names = "--json", description = "Print one JSON object.") boolean json) {
        StoredStudy stored = arguments.storedOrJournal();
        if (sources) {
            listSources(stored, json);
            return 0;
        }
        List<TaskSummary> tasks = stored.tasks();
        Map<Long, String> penalties = stored.penalties();
        if (json) {
            boolean several = stored.problem().optimized().size() > 1;
            json(
                    new Listed.Trials(
                            stored.records().trials().stream()
                                    .map(t -> TrialData.of(stored.problem(), t, penalties))
                                    .toList(),
                            several ? Optional.of(Fronts.data(tasks)) : Optional.empty()));
            return 0;
        }
        var table = new Table("trial", "from", "time", "outcome", "task and configuration");
        for (Trial t : stored.records().trials()) {
            table.row(
                    t.number(),
                    t.origin().technique(),
                    Format.duration(t.outcome().elapsed()),
                    Format.cut(Outcomes.line(stored.problem(), t, penalties), WIDTH),
                    Outcomes.brief(stored.problem(), t));
        }
        table.print(session().out());
        Fronts.lines(tasks).forEach(this::print);
        PenaltyLine.of(penalties).ifPresent(this::print);
        return 0;
    }

    private void listSources(StoredStudy stored, boolean json) {
        if (json) {
            json(new Listed.Sources(SourceTable.data(stored.records())));
        } else if (stored.records().sources().isEmpty()) {
            say("The study knows of no other task. Maybe give it some: --transfer-from");
        } else {
            SourceTable.of(stored.records()).print(session().out());
        }
    }

    @Command(
            name = "check",
            description = {
                "Examines the file of the history for damage.",
                ProblemArguments.OR_JOURNAL
            })
    int check(
            @Mixin ProblemArguments arguments,
            @Option(names = "--json", description = "Print one JSON object.") boolean json) {
        Path journal = existing(arguments);
        List<Finding> findings = Journal.check(journal);
        if (json) {
            json(new Listed.Findings(findings));
        } else if (findings.isEmpty()) {
            print(journal + " is sound.");
        } else {
            findings.forEach(f -> print("%s: %s", journal, f));
            if (!session().out().checkError()) { // whoever wanted the list has it
                say("Maybe see: " + arguments.command(session(), "history repair"));
            }
        }
        return findings.isEmpty() ? 0 : Failures.OTHER;
    }

    @Command(
            name = "repair",
            description = {
                "Writes what is readable of a damaged history into a new file.",
                ProblemArguments.OR_JOURNAL
            })
    int repair(
            @Mixin ProblemArguments arguments,
            @Option(
                            names = "--to",
                            paramLabel = "FILE",
                            description = "The new file (default: <problem>.repaired.jsonl).")
                    Optional<Path> to) {
        Path journal = existing(arguments);
        String name = journal.getFileName().toString().replaceFirst("\\.jsonl$", "");
        Path out = to.orElse(journal.resolveSibling(name + ".repaired.jsonl"));
        if (Files.exists(out)) {
            throw new IllegalArgumentException(
                    "%s exists already. Maybe name another file: --to FILE".formatted(out));
        }
        List<Finding> lost = Journal.repair(journal, out);
        TrialNotes.beside(out).addAll(List.of(journal));
        lost.forEach(f -> say("Not saved: " + f));
        print("Wrote %s; %s is as it was. Move it there, or use it with --history.", out, journal);
        return 0;
    }

    @Command(
            name = "reparse",
            description = {
                "Reads the kept output of all trials again, as the problem file now says.",
                "Outcomes that come out differently are replaced; those of tell --correct stay."
            })
    int reparse(
            @Mixin ProblemArguments arguments,
            @Option(names = "--dry-run", description = "Only show what would change.")
                    boolean dryRun) {
        if (dryRun) { // what has changed in the problem file stays unsaid to the history
            StudyFile file = arguments.read();
            StoredStudy stored = file.stored(arguments.notes());
            return reparse(file, stored.records(), Optional.empty());
        }
        try (var open = arguments.resuming(session()).runningNothing().open()) {
            return reparse(open.file(), open.study().records(), Optional.of(open.study()));
        }
    }

    /** Reads kept output again; without a study nothing is changed. */
    private int reparse(StudyFile file, Records records, Optional<Study> study) {
        var settings = Evaluators.settings(file.file(), file.file().evaluation());
        var kept = new KeptOutput(file.runs(file.study()));
        int read = 0;
        int damaged = 0;
        var corrected = new ArrayList<String>();
        var table = new Table("trial", "before", "now");
        for (Trial before : records.finished()) {
            if (kept.runs(before).isEmpty() || HistoryWithdraw.isWithdrawn(before)) {
                continue;
            }
            if (before.provenance().corrected()) {
                corrected.add(Long.toString(before.number()));
                continue;
            }
            Trial now;
            try {
                now = before.with(kept.reparse(before, settings));
            } catch (UncheckedIOException e) {
                damaged++;
                say(
                        "Left alone: trial %s, since %s",
                        Long.toString(before.number()), e.getMessage());
                continue;
            }
            read++;
            if (!same(Normalisation.measured(before.outcome()), now.outcome())) {
                table.row(
                        before.number(),
                        Format.cut(Outcomes.changed(file.problem(), before, now), WIDTH),
                        Format.cut(Outcomes.changed(file.problem(), now, before), WIDTH));
                study.ifPresent(s -> s.reread(before.number(), now.outcome()));
            }
        }
        say(
                "Read the output of %s again; %s %s.",
                Format.count(read, "trial"),
                Format.count(table.size(), "outcome"),
                study.isPresent() ? "changed" : "would change");
        if (!corrected.isEmpty()) {
            say(
                    "Left alone, because tell --correct gave the outcome: %s %s.",
                    corrected.size() == 1 ? "trial" : "trials", String.join(", ", corrected));
        }
        if (table.size() > 0) {
            table.print(session().out());
        }
        return damaged == 0 ? 0 : Failures.OTHER;
    }

    @Command(
            name = "merge",
            description = {
                "Makes one history of several of one problem: attune.db/NAME.jsonl files.",
                "Every trial is in it once; those of the first file keep their numbers."
            })
    int merge(
            @Parameters(index = "0", paramLabel = "OUT", description = "The new file.") Path out,
            @Parameters(
                            index = "1..*",
                            arity = "1..*",
                            paramLabel = "IN",
                            description = "Histories.")
                    List<Path> in,
            @Option(names = "--json", description = "Print one JSON object.") boolean json) {
        NewFile.requireNew(out);
        in.stream()
                .filter(file -> !Files.isRegularFile(file))
                .findFirst()
                .ifPresent(file -> {
                    throw new IllegalArgumentException(
                            "%s is no file of a history. Maybe name those of attune.db: %s FILE.jsonl FILE.jsonl"
                                    .formatted(file, out));
                });
        List<MergedStudy> studies = Journal.merge(in, out, this::say);
        TrialNotes.beside(out).addAll(in);
        if (json) {
            json(new Listed.Studies(studies));
            return 0;
        }
        for (MergedStudy s : studies) {
            print(
                    "Study '%s': %s, %d of them in more than one file.",
                    s.study(), Format.count(s.trials(), "trial"), s.shared());
            s.notes().forEach(n -> print("  " + n));
        }
        return 0;
    }

    /** Returns whether two outcomes say the same, but for the time that they took. */
    private static boolean same(Outcome a, Outcome b) {
        return a instanceof Outcome.Measured x && b instanceof Outcome.Measured y
                ? x.outputs().equals(y.outputs())
                : a instanceof Outcome.Failed f
                        && b instanceof Outcome.Failed g
                        && f.cause() == g.cause()
                        && f.detail().equals(g.detail());
    }

    /** Returns the file of the history; where a history was given in place of a problem, itself. */
    private static Path existing(ProblemArguments arguments) {
        Path given = arguments.path();
        if (given.toString().endsWith(".jsonl") && Files.isRegularFile(given)) {
            return given;
        }
        StudyFile file = arguments.read();
        file.requireStarted();
        file.place().requireJournal("history check' or 'history repair");
        return file.history();
    }
}
