package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.JsonVerb;
import org.attune.history.TrialNotes;
import org.attune.history.TrialNotes.Note;
import org.attune.history.TrialNotes.Saved;
import org.attune.history.TrialUids;
import org.attune.history.formats.WholeText;
import org.attune.studies.report.Listed;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code attune history note}: keeps what somebody has to say of a trial. */
@Command(
        name = "note",
        description = {
            "Keeps a note on a trial, which 'history show' and the page of 'report' have.",
            "Without a text it lists the notes of the study. No tuner sees them.",
            ProblemArguments.OR_JOURNAL
        })
public final class HistoryNote extends JsonVerb {
    @Mixin private ProblemArguments arguments;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "TEXT",
            description = {
                "The note; it replaces the one that the trial has. Without --trial its first word",
                "is the number of the trial."
            })
    private List<String> words = new ArrayList<>();

    @Option(names = "--trial", paramLabel = "N", description = "Number of the trial.")
    private Optional<Long> number = Optional.empty();

    @Option(names = "--remove", description = "Takes the note of the trial away.")
    private boolean remove;

    @Option(
            names = "--import",
            paramLabel = "FILE",
            description = {
                "Keeps the notes of a file that the page of 'report' has saved. A note that was",
                "changed after the page was made is left alone."
            })
    private Optional<Path> file = Optional.empty();

    @Override
    public Integer call() {
        if (number.isEmpty() && !words.isEmpty() && words.getFirst().matches("[0-9]{1,18}")) {
            number = Optional.of(Long.valueOf(words.removeFirst()));
        }
        Optional<String> text =
                words.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", words));
        if (file.isPresent() && (text.isPresent() || number.isPresent() || remove)) {
            throw misused("--import takes notes from its file: leave out TEXT, --trial, --remove.");
        }
        if (text.isPresent() && remove) {
            throw misused("Either a TEXT or --remove.");
        }
        if ((text.isPresent() || remove) && number.isEmpty()) {
            throw misused("Say which trial the note is on: history note PROBLEM N TEXT");
        }
        StoredStudy stored = arguments.storedOrJournal();
        Map<Long, String> uids = TrialUids.of(stored.problem().name(), stored.records());
        var notes = TrialNotes.beside(stored.history());
        if (file.isPresent()) {
            return take(read(file.get()), stored, uids, notes);
        }
        if (text.isPresent() || remove) {
            keep(text.orElse(""), stored, uids, notes);
            return 0;
        }
        list(stored, uids, notes);
        return 0;
    }

    private void keep(String text, StoredStudy stored, Map<Long, String> uids, TrialNotes notes) {
        long trial = stored.trial(number.orElseThrow()).number();
        String uid = uids.get(trial);
        if (uid == null) {
            throw new IllegalArgumentException(
                    "Trial %d was lost when the journal was damaged: nothing of it is known but its number."
                            .formatted(trial));
        }
        var note = new Note(uid, stored.setUp().study(), trial, text);
        if (!remove && note.text().isEmpty()) {
            throw new IllegalArgumentException(
                    "The note is blank. Maybe take the note away: --remove");
        }
        String before = notes.keep(note, Optional.empty());
        print(
                "Trial %d: %s%s",
                trial,
                remove ? before.isEmpty() ? "has no note." : "the note is gone." : note.text(),
                before.isEmpty() || before.equals(note.text()) ? "" : " (before: " + before + ")");
    }

    private static List<Saved> read(Path file) {
        try {
            return TrialNotes.saved(WholeText.read(file));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s: %s Maybe it is not what 'Save my notes' of a page has written."
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    private int take(
            List<Saved> saved, StoredStudy stored, Map<Long, String> uids, TrialNotes notes) {
        int kept = 0;
        var left = new ArrayList<String>();
        for (Saved s : saved) {
            String uid = uids.getOrDefault(s.note().trial(), "");
            Note note = s.note().of(uid);
            if (uid.isEmpty() || !uid.startsWith(s.note().uid())) {
                left.add(
                        "Trial %d of study '%s' is not in study '%s' of this history."
                                .formatted(note.trial(), note.study(), stored.setUp().study()));
                continue;
            }
            try {
                notes.keep(note, Optional.of(s.seen()));
                kept++;
            } catch (TrialNotes.ChangedMeanwhile e) {
                left.add(e.getMessage());
            }
        }
        print("Kept %s.", Format.count(kept, "note"));
        left.forEach(l -> say("Left alone: " + l));
        return left.isEmpty() ? 0 : Failures.OTHER;
    }

    private void list(StoredStudy stored, Map<Long, String> uids, TrialNotes notes) {
        number.ifPresent(stored::trial);
        var found = new ArrayList<Note>();
        var table = new Table("trial", "note");
        notes.of(uids)
                .forEach((trial, words) -> {
                    if (number.isEmpty() || number.get().equals(trial)) {
                        found.add(new Note(uids.get(trial), stored.setUp().study(), trial, words));
                        table.row(trial, words.replace("\n", " / "));
                    }
                });
        if (found.isEmpty() && !isJson()) {
            say("Nothing is noted. Maybe: history note PROBLEM N TEXT");
        } else {
            print(new Listed.Notes(found), () -> table.print(session().out()));
        }
    }
}
