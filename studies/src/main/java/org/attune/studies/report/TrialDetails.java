package org.attune.studies.report;

import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parent;
import org.attune.api.Source;
import org.attune.api.Trial;
import org.attune.history.TrialNotes;
import org.attune.history.formats.Surroundings;
import org.attune.studies.text.Json.IfPresent;
import org.attune.studies.text.Json.Inline;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Everything that is known of a trial.
 *
 * @param evaluations every measurement of every output
 * @param extra what its program printed besides
 * @param elapsed seconds that it took
 * @param first when the first outcome came, where another one has taken its place
 * @param parent the trial from which it goes on
 * @param cost in full runs, of one that goes on from another trial
 * @param uid by which it is the same in every history
 * @param source where it was imported from
 * @param note what somebody has noted on it
 * @param output what a failed run printed at its end
 */
public record TrialDetails(
        @Inline TrialData trial,
        @IfPresent Optional<Map<String, List<Double>>> evaluations,
        @IfPresent Optional<Map<String, Object>> extra,
        double elapsed,
        Origin.Phase phase,
        String technique,
        Instant asked,
        Optional<Instant> told,
        @IfPresent Optional<Instant> first,
        @IfPresent OptionalLong parent,
        @IfPresent OptionalDouble cost,
        Optional<String> uid,
        Optional<String> machine,
        Optional<String> user,
        Map<String, Object> machineConfiguration,
        Map<String, Object> software,
        Optional<Imported> source,
        @IfPresent Optional<String> note,
        @IfPresent Optional<LastWords> output) {

    /** A record of another program. */
    public record Imported(String format, String file, String record) {
        private static Imported of(Source source) {
            return new Imported(source.format(), source.file(), source.record());
        }
    }

    /** Returns what is known of a trial of a study. */
    public static TrialDetails of(StoredStudy stored, Trial trial, Optional<String> uid) {
        return of(
                stored,
                trial,
                stored.penalties(),
                uid,
                uid.flatMap(TrialNotes.beside(stored.history())::on));
    }

    /**
     * Returns what is known of a trial of a study.
     *
     * @param penalties of the study, by the number of the trial
     * @param note on it, of {@link TrialNotes}
     */
    public static TrialDetails of(
            StoredStudy stored,
            Trial trial,
            Map<Long, String> penalties,
            Optional<String> uid,
            Optional<String> note) {
        Optional<Outcome.Measured> measured =
                trial.outcome() instanceof Outcome.Measured m ? Optional.of(m) : Optional.empty();
        Optional<Parent> parent = trial.provenance().parent();
        Surroundings where = Surroundings.of(trial, stored.records());
        return new TrialDetails(
                TrialData.of(stored.problem(), trial, penalties),
                measured.map(Outcome.Measured::outputs),
                measured.map(Outcome.Measured::extra),
                trial.outcome().elapsed(),
                trial.origin().phase(),
                trial.origin().technique(),
                trial.provenance().asked(),
                trial.provenance().told(),
                trial.provenance().first(),
                parent.map(p -> OptionalLong.of(p.trial())).orElse(OptionalLong.empty()),
                parent.isPresent() ? OptionalDouble.of(trial.cost()) : OptionalDouble.empty(),
                uid,
                where.machine(),
                where.user(),
                where.environment().machine(),
                where.environment().software(),
                trial.provenance().source().map(Imported::of),
                note,
                trial.outcome() instanceof Outcome.Failed
                        ? LastWords.of(
                                StoredStudy.runs(stored.history(), stored.setUp().study()), trial)
                        : Optional.empty());
    }
}
