package org.attune.cli.model;

import org.attune.api.Exhibit;
import org.attune.api.FittedModel;
import org.attune.api.ModelRecord;
import org.attune.charts.exhibits.ExhibitPicture;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.NewFile;
import org.attune.cli.shell.TableOrJson;
import org.attune.cli.shell.Verb;
import org.attune.history.Store;
import org.attune.studies.StudyFile;
import org.attune.studies.model.ExhibitText;
import org.attune.studies.model.StoredModels;
import org.attune.studies.model.StudyModel;
import org.attune.studies.model.SurrogateView;
import org.attune.studies.model.Surrogates;
import org.attune.studies.report.Listed;
import org.attune.studies.report.StoredStudy;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code attune surrogate}: what the model of a study has learned. */
@Command(
        name = "surrogate",
        description = "Looks at the model of a study.",
        synopsisSubcommandLabel = "(build | read | show)")
public final class SurrogateVerb extends Verb {
    @Command(
            name = "build",
            description = "Fits the model of a study and keeps it in the history, as data.")
    int build(@Mixin ProblemArguments arguments) {
        StudyFile file = arguments.read();
        StoredStudy stored = file.stored(arguments.notes());
        FittedModel fitted = StudyModel.of(session()::tuners, stored);
        List<ModelRecord> models;
        try (Store journal = file.store(this::say)) {
            models =
                    new StoredModels(session()::tuners, stored)
                            .keep(fitted, journal.study(stored.setUp().study()));
        }
        for (ModelRecord model : models) {
            say(
                    "Kept the model of '%s' in %s, uid %s.",
                    model.content().get("objective"), stored.history(), model.content().get("uid"));
        }
        say(
                "Next: "
                        + arguments.command(
                                session(),
                                "predict",
                                "--model",
                                "max-evals",
                                "--set",
                                "NAME=VALUE"));
        say("Its data: " + arguments.command(session(), "surrogate read"));
        return 0;
    }

    @Command(
            name = "read",
            description = {
                "Prints the models that are kept in the history as one JSON object.",
                "'basis' tells the data that a model was fitted to."
            })
    int read(
            @Mixin ProblemArguments arguments,
            @Option(names = "--json", description = "Changes nothing: JSON is what it prints.")
                    boolean json) {
        StoredStudy stored = arguments.stored();
        List<ModelRecord> models = stored.records().models();
        if (models.isEmpty()) {
            throw new IllegalStateException(
                    "No model of study '%s' has been kept. Maybe: %s"
                            .formatted(
                                    stored.setUp().study(),
                                    arguments.command(session(), "surrogate build")));
        }
        json(new Listed.Models(models));
        return 0;
    }

    @Command(
            name = "show",
            description = {
                "Shows, task by task, what the model of a study has learned and how far to trust"
                        + " it, and what else its tuner has to show.",
                "Importance: share of the variation of predictions that goes with a parameter"
                        + " (Shapley effect); see also: attune sensitivity.",
                "Lengthscale: the part of its range over which outputs stay alike.",
                "Finer at: the values where outputs change fastest, where the model has learned to"
                        + " stretch the range."
            })
    int show(
            @Mixin ProblemArguments arguments,
            @Mixin GivenModel given,
            @Mixin TableOrJson layout,
            @Option(
                            names = "--plots",
                            paramLabel = "FOLDER",
                            description =
                                    "Also draws what the tuner has to show as curves, as SVG files"
                                            + " in this folder.")
                    Optional<Path> plots) {
        plots.ifPresent(NewFile::requireFolder);
        StoredStudy stored = arguments.stored();
        List<Exhibit> exhibits = StudyModel.exhibits(session()::tuners, stored);
        boolean predicts =
                given.isGiven()
                        || exhibits.isEmpty()
                        || StudyModel.predicts(session()::tuners, stored);
        Optional<FittedModel> model =
                given.stored(session(), stored)
                        .or(() ->
                                predicts
                                        ? StudyModel.find(session()::tuners, stored)
                                        : Optional.empty());
        List<SurrogateView> views = predicts ? SurrogateView.all(stored, model) : List.of();
        plots.ifPresent(folder -> draw(exhibits, folder));
        if (layout.isJson()) {
            json(Surrogates.of(views, model, exhibits));
            return 0;
        }
        for (SurrogateView view : views) {
            if (view != views.getFirst()) {
                session().out().println();
            }
            view.print(session().out());
        }
        if (views.stream().anyMatch(SurrogateView::isSeen)) {
            print(
                    "Importance is the Shapley effect: what parameters do together is divided among"
                            + " them, and the shares sum to 100 %, but for rounding.");
        }
        model.ifPresent(m -> StudyModel.printCorrelations(m, o -> true, session().out()));
        if (predicts && !exhibits.isEmpty()) {
            session().out().println();
        }
        ExhibitText.print(exhibits, session().out());
        return 0;
    }

    private void draw(List<Exhibit> exhibits, Path folder) {
        List<Path> drawn = ExhibitPicture.write(exhibits, folder);
        drawn.forEach(file -> say("Drawn: " + file));
        if (drawn.isEmpty()) {
            say("note: nothing is drawn, for the tuner has no curves to show.");
        }
    }
}
