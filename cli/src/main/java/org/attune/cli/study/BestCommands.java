package org.attune.cli.study;

import org.attune.api.Format;
import org.attune.api.Trial;
import org.attune.execution.CommandEvaluator;
import org.attune.execution.InputDeck;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The command lines of trials, as a shell runs them. An input deck that lies outside of the trial's
 * own folder holds what the last trial wrote: it is made again, or the command refused.
 *
 * @param decks where input decks are written, a folder for each trial
 */
record BestCommands(CommandEvaluator evaluator, Optional<Path> decks) {
    /**
     * Returns the line of a trial, with a comment that names task and trial.
     *
     * @throws IllegalArgumentException if the program would read the deck of another trial
     */
    String line(Trial best) {
        Trial trial = best.alone();
        List<InputDeck> shared = evaluator.sharedDecks(trial);
        if (!shared.isEmpty() && decks.isEmpty()) {
            throw new IllegalArgumentException(
                    "The program reads %s, which holds what the last trial wrote, so that the command of trial %d alone would run another configuration. Maybe write its input deck, too: best --format command --write DIR"
                            .formatted(shared.getFirst().to(), trial.number()));
        }
        var words = new ArrayList<String>();
        for (int i = 0; i < shared.size(); i++) {
            InputDeck deck = shared.get(i);
            Path copy = copy(trial, shared, i);
            deck.write(copy);
            words.add(Format.quoted(List.of("cp", copy.toString(), deck.to().toString())));
        }
        words.add(evaluator.line(trial));
        return "%s  # %strial %d"
                .formatted(
                        String.join(" && ", words),
                        trial.task().values().isEmpty()
                                ? ""
                                : Format.brief(trial.task()).replaceAll("\\R", " ") + ", ",
                        trial.number());
    }

    /** Two decks may have one name in two folders. */
    private Path copy(Trial trial, List<InputDeck> shared, int index) {
        String name = shared.get(index).to().getFileName().toString();
        boolean first =
                shared.subList(0, index).stream()
                        .noneMatch(d -> d.to().getFileName().toString().equals(name));
        return decks.orElseThrow()
                .resolve(Long.toString(trial.number()))
                .resolve(first ? name : index + "-" + name)
                .toAbsolutePath();
    }
}
