package org.attune.api;

import java.util.List;
import java.util.Objects;

/** A tuner's answer. */
public sealed interface Proposal {
    /**
     * These should be evaluated.
     *
     * @param suggestions in the order of the demand, at least one; where they are fewer than
     *     wanted, the study asks again for the rest
     * @param models fitted on the way, for the history to keep
     * @param notes what a user should know, such as "no Cholesky factor: proposed a space-filling
     *     point instead"
     * @param effort that it took
     */
    record Run(
            List<Suggestion> suggestions,
            List<ModelRecord> models,
            List<String> notes,
            Effort effort)
            implements Proposal {
        /** Copies the lists, and rejects missing parts. */
        public Run {
            Objects.requireNonNull(effort, "effort");
            suggestions = List.copyOf(suggestions);
            models = List.copyOf(models);
            notes = List.copyOf(notes);
        }
    }

    /**
     * Nothing can be proposed for the first task of the demand before a pending trial has ended.
     * Other tasks go on.
     *
     * @param why for a human
     */
    record Wait(String why) implements Proposal {
        /** Rejects a missing reason. */
        public Wait {
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * There is nothing left to propose for the first task of the demand: its space is exhausted.
     *
     * @param why for a human
     */
    record Done(String why) implements Proposal {
        /** Rejects a missing reason. */
        public Done {
            Objects.requireNonNull(why, "why");
        }
    }

    /** Returns a proposal of these suggestions without models, notes or effort worth reporting. */
    static Run run(List<Suggestion> suggestions) {
        return new Run(suggestions, List.of(), List.of(), Effort.NONE);
    }
}
