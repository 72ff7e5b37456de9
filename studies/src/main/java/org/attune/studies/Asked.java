package org.attune.studies;

import org.attune.api.Parent;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.studies.text.Json.IfPresent;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What to evaluate next.
 *
 * @param state whether there is something to run, to wait for, or nothing left
 * @param why there is nothing to run, where that is so
 */
public record Asked(Study.State state, List<Run> trials, @IfPresent Optional<String> why) {
    /**
     * A trial that was handed out.
     *
     * @param trial its number
     * @param attempt how often it has been handed out, where that was not the first time, for tell
     * @param fidelity share of the cost of a full run
     * @param cost what is missing of that, in full runs, where it goes on from another run
     * @param parent number of the trial that it goes on from, where there is one
     * @param parentWorkdir where that one ran, where this command ran it and it is still there
     * @param quantity the value of the fidelity parameter, where the problem has one
     * @param command program and arguments, empty where the problem file names no program
     * @param environment the variables that its section {@code environment} adds, where there are
     *     some, without secrets
     */
    public record Run(
            long trial,
            @IfPresent Optional<Integer> attempt,
            Point task,
            Point configuration,
            double fidelity,
            @IfPresent OptionalDouble cost,
            @IfPresent OptionalLong parent,
            @IfPresent Optional<String> parentWorkdir,
            @IfPresent Optional<Point> quantity,
            List<String> command,
            @IfPresent Optional<Map<String, String>> environment) {
        private static Run of(OpenStudy open, Trial t) {
            Optional<Parent> parent = t.provenance().parent();
            boolean without = open.file().file().evaluation().isEmpty();
            return new Run(
                    t.number(),
                    Optional.of(t.provenance().attempt()).filter(a -> a > 1),
                    t.task(),
                    t.configuration(),
                    t.candidate().fidelity().value(),
                    parent.isPresent() ? OptionalDouble.of(t.cost()) : OptionalDouble.empty(),
                    parent.map(p -> OptionalLong.of(p.trial())).orElse(OptionalLong.empty()),
                    without ? Optional.empty() : open.evaluator().parent(t).map(Path::toString),
                    open.problem().fidelity().map(f -> open.problem().fidelity(t.candidate())),
                    without ? List.of() : open.evaluator().command(t),
                    without
                            ? Optional.empty()
                            : Optional.of(open.evaluator().environment(t))
                                    .filter(e -> !e.isEmpty()));
        }
    }

    /** Returns what a study says when it has handed out these trials. */
    public static Asked of(OpenStudy open, List<Trial> trials) {
        Study.Status status = open.study().status();
        return new Asked(
                trials.isEmpty() ? status.state() : Study.State.RUN,
                trials.stream().map(t -> Run.of(open, t)).toList(),
                trials.isEmpty() ? Optional.of(status.why()) : Optional.empty());
    }
}
