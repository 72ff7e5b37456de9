package org.attune.studies;

import org.attune.api.Exhibit;
import org.attune.api.Point;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.api.Seed;
import org.attune.api.Settings;
import org.attune.api.TunerProvider;
import org.attune.api.TunerView;
import org.attune.api.Tuners;
import org.attune.api.TuningRequest;
import org.attune.history.Store;
import org.attune.studies.report.Confirmation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a tuner says of sources, before or while a study learns from them: its exhibits, of records
 * with sources that the study may not have yet. Nothing is written.
 *
 * @param notes what to say of the sources, in the order in which they were read
 * @param exhibits of the tuner
 */
public record TransferView(List<String> notes, List<Exhibit> exhibits) {
    /** Copies the lists. */
    public TransferView {
        notes = List.copyOf(notes);
        exhibits = List.copyOf(exhibits);
    }

    /**
     * Asks a tuner.
     *
     * @param tuner that learns from sources
     * @param given sources as after {@code --transfer-from}; where there is none, those of the
     *     study, or else the other studies of its history; and the study's own other tasks
     * @param tasks for which to ask; none for those of the study or of the problem file
     * @throws IllegalArgumentException if there is no source, or one does not fit the problem
     */
    public static TransferView of(
            StudyFile file,
            Supplier<Tuners> tuners,
            String tuner,
            List<String> given,
            List<Point> tasks) {
        List<Point> asked = tasks.isEmpty() ? file.file().tasks(new Seed(0)) : tasks;
        var log = new RecordLog();
        var notes = new ArrayList<String>();
        try (Store journal = file.store()) {
            boolean known = journal.studies().contains(file.study());
            Records study = known ? StudyFile.records(journal, file.study()) : log.snapshot();
            study.trials().forEach(log::add);
            study.sources().forEach(log::add);
            List<String> from = given.isEmpty() ? usual(journal, file, study, asked) : given;
            var sources = TransferSources.lookingAt(asked, file, journal, tuners);
            sources.read(from).forEach(log::add);
            notes.addAll(sources.notes());
        }
        Records records = log.snapshot();
        if (records.sources().isEmpty()) {
            throw new IllegalArgumentException(
                    "There is no source: study '%s' has none and no other task than those that are asked about, and %s has no other study. Maybe ask about one task (--task), or name sources: --transfer-from FILE"
                            .formatted(file.study(), file.history()));
        }
        TunerProvider provider = tuners.get().named(tuner);
        Records seen = new TunerView(file.problem(), provider).of(records);
        Map<Point, Map<String, Double>> features = TaskFeatures.of(file, asked, Set.of());
        var request =
                new TuningRequest(
                        file.problem(),
                        asked,
                        Settings.of(tuner, provider.options(), Map.of()),
                        new Seed(0),
                        features);
        return new TransferView(
                notes, provider.models().map(m -> m.exhibits(request, seen)).orElse(List.of()));
    }

    private static List<String> usual(
            Store journal, StudyFile file, Records study, List<Point> asked) {
        boolean hasOthers = study.finished().stream().anyMatch(t -> !asked.contains(t.task()));
        List<String> all = journal.studies();
        return all.stream()
                // it measures again what another study found: its task would count twice
                .filter(s -> !Confirmation.is(s, all))
                .filter(s -> s.equals(file.study()) ? hasOthers : study.sources().isEmpty())
                .toList();
    }
}
