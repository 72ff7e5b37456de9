package org.attune.studies.report;

import org.attune.api.Exhibit;
import org.attune.history.TrialNotes;
import org.attune.studies.text.Json.IfPresent;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Lists as one object each, in which more may stand later. */
public final class Listed {
    private Listed() {}

    /** Trials, and fronts where there are several objectives. */
    public record Trials(List<?> trials, @IfPresent Optional<List<Fronts.OfTask>> fronts) {
        /** Lists trials alone. */
        public Trials(List<?> trials) {
            this(trials, Optional.empty());
        }
    }

    /** What a study knows of other tasks. */
    public record Sources(List<SourceTable.Data> sources) {}

    /** What is wrong in a journal. */
    public record Findings(List<?> findings) {}

    /** Notes on trials. */
    public record Notes(List<TrialNotes.Note> notes) {}

    /** Studies that were merged. */
    public record Studies(List<?> studies) {}

    /** What a history holds, and its size. */
    public record Counts(Path history, long bytes, List<StudyCounts> studies) {}

    /** Files that were imported. */
    public record Files(List<ImportedFile> files) {}

    /** Configurations that were measured again, and what that has shown of each task. */
    public record Finalists(List<Finalist.Data> finalists, List<Verdict.Data> verdicts) {}

    /** Models that are kept, or what they predict. */
    public record Models(List<?> models) {}

    /** What a model predicts. */
    public record Predictions(List<?> predictions) {}

    /** Tuners and their options. */
    public record TunerList(List<TunerData> tuners) {}

    /** What a tuner knows of sources. */
    public record Transfer(List<Exhibit> exhibits) {}
}
