package org.attune.cli.model;

import org.attune.api.FittedModel;
import org.attune.cli.shell.Session;
import org.attune.studies.model.ModelChoice;
import org.attune.studies.model.StoredModels;
import org.attune.studies.report.StoredStudy;

import picocli.CommandLine.Option;

import java.util.Optional;

/** Says which model is looked at: one that is kept, or a new one. */
public final class GivenModel {
    @Option(
            names = "--model",
            paramLabel = "WHICH",
            description = {
                "A model that 'surrogate build' has kept, for each output: max-evals, mle, aic,",
                "bic or a uid (default: fit to all trials)."
            })
    private Optional<String> which = Optional.empty();

    boolean isGiven() {
        return which.isPresent();
    }

    /** Returns the kept model, if one is asked for. */
    Optional<FittedModel> stored(Session session, StoredStudy stored) {
        return which.map(w -> new StoredModels(session::tuners, stored).load(new ModelChoice(w)));
    }
}
