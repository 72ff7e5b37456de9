package org.attune.cli.model;

import org.attune.api.FittedModel;
import org.attune.api.Format;
import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.charts.PictureFile;
import org.attune.cli.open.FilterArguments;
import org.attune.cli.open.Parallel;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Assignments;
import org.attune.cli.shell.NewFile;
import org.attune.cli.shell.TableOrJson;
import org.attune.cli.shell.Verb;
import org.attune.history.environment.LoadFilter;
import org.attune.history.environment.MetaDescription;
import org.attune.history.formats.RecordFilter;
import org.attune.sensitivity.Analysis;
import org.attune.sensitivity.Grouping;
import org.attune.sensitivity.ModelResponse;
import org.attune.sensitivity.SampleSize;
import org.attune.studies.StudyFile;
import org.attune.studies.StudyPlace;
import org.attune.studies.report.StoredStudy;
import org.attune.studies.sensitivity.AskedModel;
import org.attune.studies.sensitivity.ProgramDesign;
import org.attune.studies.sensitivity.ReducedProblem;
import org.attune.studies.sensitivity.SensitivityMethod;
import org.attune.studies.sensitivity.SensitivityStudy;
import org.attune.studies.sensitivity.SensitivityView;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code attune sensitivity}: which parameters matter. */
@Command(
        name = "sensitivity",
        description = {
            "Says which parameters the outputs of a study depend on, and how sure that is.",
            "It asks the model of the study; of a tuner without one, that of gp-lcm.",
            "--run asks no model, and runs the program at the points of the method's design.",
            ProblemArguments.OR_JOURNAL
        })
public final class SensitivityVerb extends Verb implements Callable<Integer> {
    /** Points of a design that is run, unless another number is asked for. */
    private static final int RUNS = 64;

    @Mixin private ProblemArguments arguments;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            description = {
                "sobol (default), shapley, morris, dgsm, permutation, data (the trials alone,",
                "without a model) or curves (partial dependence)."
            })
    private String method = "sobol";

    @Option(
            names = "--task",
            arity = "1..*",
            paramLabel = "NAME=VALUE",
            parameterConsumer = Assignments.Consumer.class,
            description = "Of this task (default: all of the study).")
    private Assignments tasks;

    @Option(
            names = "--over-tasks",
            description = {
                "Take the task as one more input: how much do the outputs depend on it, and the",
                "parameters over all tasks? (methods sobol and shapley)"
            })
    private boolean overTasks;

    @Option(
            names = "--output",
            paramLabel = "NAME",
            description = "Of this output (repeatable; default: all that are modelled).")
    private List<String> outputs = List.of();

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Points of the design (default: 1024; with --run 64).")
    private Optional<Integer> samples = Optional.empty();

    @Option(
            names = "--draws",
            paramLabel = "K",
            description = "Functions drawn from the model (default: 20; 0: its mean alone).")
    private int draws = Analysis.DRAWS;

    @Option(names = "--seed", paramLabel = "S", description = "Of all randomness (default: 0).")
    private long seed;

    @Option(
            names = "--scale",
            paramLabel = "native|warped",
            description = "The output's own scale (default), or the model's.")
    private String scale = "native";

    @Option(
            names = "--group",
            paramLabel = "NAME=A,B",
            description = "Look at these parameters as one (repeatable).")
    private Map<String, String> groups = new LinkedHashMap<>();

    @Option(
            names = "--run",
            description = {
                "Run the program at the points of the design, as trials of a study of their own",
                "(sensitivity-METHOD-N, or --study), which goes on where it was stopped; no model",
                "is asked."
            })
    private boolean run;

    @Mixin private Parallel parallel;
    @Mixin private FilterArguments filters = new FilterArguments();

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "Use only records of this user (repeatable).")
    private List<String> users = List.of();

    @Mixin private GivenModel given;
    @Mixin private TableOrJson layout;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Also draw it, as FILE.svg or FILE.png: intervals, pairs, curves.")
    private Optional<Path> plot = Optional.empty();

    @Option(
            names = "--fix",
            paramLabel = "LOSS",
            arity = "0..1",
            fallbackValue = "0.01",
            description = {
                "Say which parameters can be fixed, at which values, if LOSS is accepted, as a",
                "share of the best (0.01 where it is left out)."
            })
    private Optional<Double> fix = Optional.empty();

    @Option(
            names = "--reduced",
            paramLabel = "FILE",
            description = "Write the problem with these parameters fixed (implies --fix).")
    private Optional<Path> reduced = Optional.empty();

    @Option(names = "--force", description = "Replace the file of --reduced.")
    private boolean force;

    @Override
    public Integer call() {
        SensitivityMethod how = SensitivityMethod.named(method);
        plot.ifPresent(file -> {
            PictureFile.require(file);
            NewFile.require(file, true);
        });
        if (force && reduced.isEmpty()) {
            throw misused("--force replaces the file of --reduced, which is missing.");
        }
        if (parallel.isGiven() && !run) {
            throw misused("--parallel goes with --run: a model needs no trials.");
        }
        reduced.ifPresent(file -> NewFile.require(file, force));
        Optional<StudyFile> file =
                arguments.place().isJournal() ? Optional.empty() : Optional.of(arguments.read());
        if (run) {
            return byRuns(how, file);
        }
        StoredStudy all =
                file.map(f -> f.stored(arguments.notes()))
                        .orElseGet(() -> arguments.place().ofJournal());
        StoredStudy used = filtered(all, file);
        SensitivityStudy asked =
                asked(
                        how == SensitivityMethod.DATA
                                ? used
                                : AskedModel.modelled(session()::tuners, used),
                        how);
        if (overTasks && asked.accepted().isPresent()) {
            throw misused("--over-tasks looks at the task as an input; --fix looks at each alone.");
        }
        if (how == SensitivityMethod.DATA
                && (overTasks || given.isGiven() || asked.accepted().isPresent())) {
            throw misused(
                    "The method 'data' asks no model; --model, --over-tasks, --fix and --reduced"
                            + " need one.");
        }
        List<SensitivityView> views = views(asked, file);
        draw(all, views);
        reduced.ifPresent(to -> reduce(file, views, to));
        print(views);
        return 0;
    }

    private SensitivityStudy asked(StoredStudy of, SensitivityMethod how) {
        return new SensitivityStudy(
                of,
                how,
                size(),
                draws,
                scale(),
                grouped(),
                plot.isPresent(),
                reduced.isPresent() ? fix.or(() -> Optional.of(0.01)) : fix,
                new Seed(seed));
    }

    private SampleSize size() {
        return SampleSize.of(samples.orElse(run ? RUNS : 1024));
    }

    private void draw(StoredStudy of, List<SensitivityView> views) {
        plot.ifPresent(to ->
                SensitivityPictures.write(of.problem(), views, to)
                        .forEach(f -> say("Drawn: " + f)));
    }

    /** Runs the program in place of asking a model. */
    private int byRuns(SensitivityMethod how, Optional<StudyFile> file) {
        StudyFile problem =
                file.orElseThrow(() -> misused("--run runs the program of a problem file."));
        boolean filtered = !filters.filter().equals(RecordFilter.ALL) || !users.isEmpty();
        if (given.isGiven() || overTasks || fix.isPresent() || reduced.isPresent() || filtered) {
            throw misused(
                    "--run asks no model and no earlier trials: --model, --over-tasks, --fix,"
                            + " --reduced and the filters go without it.");
        }
        if (scale() != ModelResponse.Scale.NATIVE) {
            throw misused("--scale warped is that of a model, and --run asks none.");
        }
        Grouping groups =
                Grouping.of(
                        problem.problem().parameterSpace().axes().stream()
                                .map(Parameter::name)
                                .toList(),
                        grouped());
        var design = new ProgramDesign(problem.problem(), how, size(), groups, new Seed(seed));
        Optional<StoredStudy> runs =
                new DesignRuns(session(), arguments, design).completed(problem, parallel);
        if (runs.isEmpty()) {
            return session().interrupted().orElseThrow().exitCode;
        }
        SensitivityStudy asked = asked(runs.get(), how);
        List<Objective> of = objectives(runs.get(), optimized(runs.get()));
        List<SensitivityView> views =
                wanted(runs.get()).stream()
                        .flatMap(t -> of.stream().map(o -> asked.byRuns(design, t, o)))
                        .toList();
        draw(runs.get(), views);
        print(views);
        return 0;
    }

    private List<Point> wanted(StoredStudy stored) {
        return Assignments.tasks(tasks, stored.problem().taskSpace(), stored.setUp().tasks());
    }

    private ModelResponse.Scale scale() {
        return switch (scale.toLowerCase(Locale.ROOT)) {
            case "native" -> ModelResponse.Scale.NATIVE;
            case "warped" -> ModelResponse.Scale.WARPED;
            default ->
                    throw new IllegalArgumentException(
                            "--scale is native or warped, not '%s'.".formatted(scale));
        };
    }

    private LinkedHashMap<String, List<String>> grouped() {
        var all = new LinkedHashMap<String, List<String>>();
        groups.forEach((name, members) -> all.put(name, List.of(members.split(","))));
        return all;
    }

    private StoredStudy filtered(StoredStudy all, Optional<StudyFile> file) {
        MetaDescription description =
                filters.isDescribed() && file.isPresent()
                        ? file.get().description(filters.filter())
                        : MetaDescription.NONE;
        LoadFilter filter = filters.filter().filter(description, all.problem());
        if (filter.equals(LoadFilter.ALL) && users.isEmpty()) {
            return all;
        }
        List<Trial> trials = FilterArguments.kept(filter, all, users, this::say);
        if (trials.isEmpty()) {
            throw new IllegalArgumentException("No trial fits what is asked for.");
        }
        return AskedModel.of(all, trials);
    }

    private List<SensitivityView> views(SensitivityStudy asked, Optional<StudyFile> file) {
        StoredStudy stored = asked.stored();
        List<Point> wanted = wanted(stored);
        if (asked.method() == SensitivityMethod.DATA) {
            List<Objective> of = objectives(stored, optimized(stored));
            return wanted.stream().flatMap(t -> of.stream().map(o -> asked.byData(t, o))).toList();
        }
        FittedModel model =
                given.stored(session(), stored)
                        .orElseGet(
                                () -> AskedModel.fitted(session()::tuners, stored, wanted, file));
        List<Objective> of = objectives(stored, model.outputs());
        if (overTasks) {
            return of.stream().map(o -> asked.overTasks(model, wanted, o)).toList();
        }
        var views = new ArrayList<SensitivityView>();
        for (Point task : wanted) {
            if (tasks == null
                    && !stored.isMeasured(task)
                    && of.stream().noneMatch(o -> model.shares(task, o.name()))) {
                say("Nothing has been measured of task %s yet; it is left out.", Format.task(task));
                continue;
            }
            views.addAll(asked.byModel(model, task, of, this::say));
        }
        return views;
    }

    private static List<String> optimized(StoredStudy stored) {
        return stored.problem().optimized().stream().map(Objective::name).toList();
    }

    private List<Objective> objectives(StoredStudy stored, List<String> known) {
        for (String name : outputs) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "--output %s: known are %s.".formatted(name, String.join(", ", known)));
            }
        }
        return stored.problem().objectives().stream()
                .filter(o -> known.contains(o.name()))
                .filter(o -> outputs.isEmpty() || outputs.contains(o.name()))
                .toList();
    }

    private void reduce(Optional<StudyFile> file, List<SensitivityView> views, Path to) {
        StudyFile problem =
                file.orElseThrow(() ->
                        misused("--reduced writes a problem file, and needs one to start from."));
        Map<String, Object> held = ReducedProblem.common(views);
        if (held.isEmpty()) {
            say(
                    "Nothing can be fixed within this loss for all tasks and outputs; nothing is"
                            + " written.");
            return;
        }
        NewFile.write(to, ReducedProblem.text(problem, held), force);
        say("Written: %s, with %s fixed.", to, held);
        var place =
                new StudyPlace(
                        to, "reduced", Optional.of(problem.history()), problem.place().format());
        String next =
                ProblemArguments.command(session(), "tune", place, "--reuse", problem.study());
        say("Next: " + next);
    }

    private void print(List<SensitivityView> views) {
        if (layout.isJson()) {
            var byTask = new LinkedHashMap<Point, Map<String, Object>>();
            views.forEach(v ->
                    byTask.computeIfAbsent(v.task(), t -> new LinkedHashMap<>())
                            .put(v.output().name(), v.json()));
            var list = new ArrayList<Map<String, Object>>();
            byTask.forEach((task, of) -> {
                var map = new LinkedHashMap<String, Object>();
                map.put("task", task);
                map.put("outputs", of);
                list.add(map);
            });
            json(Map.of("tasks", list));
            return;
        }
        boolean several = views.stream().map(SensitivityView::output).distinct().count() > 1;
        for (SensitivityView view : views) {
            if (view != views.getFirst()) {
                session().out().println();
            }
            view.print(session().out(), several);
        }
        views.stream()
                .mapToInt(SensitivityView::averaged)
                .filter(n -> n > 0)
                .findFirst()
                .ifPresent(n ->
                        print(
                                "Share is the Shapley effect, averaged over %s functions that fit"
                                    + " the trials; 'surrogate show' and 'tune' have that of their"
                                    + " mean, which may rank otherwise.",
                                n));
    }
}
