package org.attune.cli.history;

import org.attune.api.Format;
import org.attune.api.Outcome;
import org.attune.api.Trial;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.NewFile;
import org.attune.cli.shell.Verb;
import org.attune.history.Store;
import org.attune.history.formats.ForeignFormat;
import org.attune.history.formats.GptuneWriter;
import org.attune.studies.model.StoredModels;
import org.attune.studies.report.StoredStudy;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code attune history export}: writes a study for other programs. */
@Command(
        name = "export",
        description = {
            "Writes the trials of a study for other programs, to standard output or a file.",
            "What was imported comes out with everything that it had."
        })
public final class HistoryExport extends Verb {
    @Mixin private ProblemArguments arguments;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: csv where --to ends so).")
    private Optional<ForeignFormat> format = Optional.empty();

    @Option(names = "--to", paramLabel = "FILE", description = "The file.")
    private Optional<Path> to = Optional.empty();

    @Option(names = "--force", description = "Replace FILE if it exists.")
    private boolean force;

    @Override
    public Integer call() {
        ForeignFormat as =
                format.or(() ->
                                to.filter(f -> f.toString().endsWith(".csv"))
                                        .map(f -> ForeignFormat.CSV))
                        .orElseThrow(
                                () -> misused("Say which format: --format gptune, csv or t4."));
        to.ifPresent(f -> NewFile.require(f, force));
        StoredStudy stored = arguments.stored();
        to.ifPresent(this::requireOther);
        String text = as.text(stored.problem(), stored.records());
        if (to.isEmpty()) {
            session().out().print(text);
            return 0;
        }
        NewFile.write(to.get(), text, force);
        say("Wrote %s: %s.", to.get(), counts(as, stored));
        return 0;
    }

    /** Refuses to write over what is read. */
    private void requireOther(Path file) {
        NewFile.requireOther(file, arguments.path(), "the problem file or history that is read");
        try (Store store = arguments.place().openExisting()) {
            NewFile.requireOther(file, store.file(), "the history that is read");
        }
    }

    private static String counts(ForeignFormat as, StoredStudy stored) {
        List<Trial> trials = stored.records().trials();
        long pending = trials.stream().filter(Trial::isPending).count();
        long failed = trials.stream().filter(t -> t.outcome() instanceof Outcome.Failed).count();
        if (as == ForeignFormat.CSV) {
            return Format.count(trials.size(), "trial");
        }
        return Format.count(trials.size() - pending, "trial")
                + (failed == 0
                        ? ""
                        : ", %d failed%s"
                                .formatted(
                                        failed,
                                        as == ForeignFormat.GPTUNE ? ", with NaN for outputs" : ""))
                + (pending > 0 ? "; %d pending left out".formatted(pending) : "")
                + (as == ForeignFormat.GPTUNE ? models(stored) : "");
    }

    private static String models(StoredStudy stored) {
        int written = GptuneWriter.models(stored.records()).size();
        int others = StoredModels.count(stored.records()) - written;
        return (written == 0 ? "" : "; " + Format.count(written, "surrogate model"))
                + (others == 0
                        ? ""
                        : "; %s of Attune's left out: GPTune's have mean zero and no warping"
                                .formatted(Format.count(others, "surrogate model")));
    }
}
