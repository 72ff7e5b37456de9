package org.attune.bayesopt;

import org.attune.bayesopt.search.Search;

import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * What a {@link SingleTaskProposer} is made of; a tuner replaces what it does in another way.
 *
 * @param surrogates models of the outputs
 * @param weights what gains are multiplied with
 * @param surroundings to which part of the space a search is confined first
 * @param search of the acquisition function
 * @param turn number of the proposal, by which it alternates between acquisition functions and
 *     regions: the trials of the task so far, or those of a member alone where several take turns,
 *     since a member of a cycle would else be given the same half of its turns for ever
 * @param opening what is done before two trials have been measured
 * @param visited of the task's trials, those from which a place far from all others is far: they
 *     themselves, or more where a tuner makes runs of another kind
 */
public record ProposerParts(
        Surrogates surrogates,
        Weights weights,
        Surroundings surroundings,
        Search search,
        ToIntFunction<TaskTrials> turn,
        Opening opening,
        UnaryOperator<TaskTrials> visited) {
    /** Returns the parts with other surrogates. */
    public ProposerParts withSurrogates(Surrogates others) {
        return new ProposerParts(others, weights, surroundings, search, turn, opening, visited);
    }

    /** Returns the parts with other weights. */
    public ProposerParts withWeights(Weights others) {
        return new ProposerParts(surrogates, others, surroundings, search, turn, opening, visited);
    }

    /** Returns the parts with other surroundings. */
    public ProposerParts withSurroundings(Surroundings others) {
        return new ProposerParts(surrogates, weights, others, search, turn, opening, visited);
    }

    /** Returns the parts with another search. */
    public ProposerParts withSearch(Search other) {
        return new ProposerParts(surrogates, weights, surroundings, other, turn, opening, visited);
    }

    /** Returns the parts with another count of turns. */
    public ProposerParts withTurn(ToIntFunction<TaskTrials> other) {
        return new ProposerParts(
                surrogates, weights, surroundings, search, other, opening, visited);
    }

    /** Returns the parts with another opening. */
    public ProposerParts withOpening(Opening other) {
        return new ProposerParts(surrogates, weights, surroundings, search, turn, other, visited);
    }

    /** Returns the parts with other trials from which a place far from all others is far. */
    public ProposerParts withVisited(UnaryOperator<TaskTrials> others) {
        return new ProposerParts(surrogates, weights, surroundings, search, turn, opening, others);
    }
}
