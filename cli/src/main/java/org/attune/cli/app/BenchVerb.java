package org.attune.cli.app;

import org.attune.api.Format;
import org.attune.benchmarks.BenchRun;
import org.attune.benchmarks.Comparison;
import org.attune.benchmarks.Experiments;
import org.attune.benchmarks.JournalAttacks;
import org.attune.benchmarks.ResultFile;
import org.attune.benchmarks.Suites;
import org.attune.benchmarks.problems.Benchmark;
import org.attune.benchmarks.report.BenchReport;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Interrupts;
import org.attune.cli.shell.NewFile;
import org.attune.cli.shell.Verb;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code attune bench}: compares tuners on test problems. */
@Command(name = "bench", description = "Compares tuners on test problems.")
public final class BenchVerb extends Verb {
    @Override
    public Integer call() {
        throw misused(
                "A verb is missing: bench list, bench run, bench compare, bench report or bench"
                        + " journal.");
    }

    @Command(name = "list", description = "Lists the suites of problems, or the problems of one.")
    int list(
            @Parameters(
                            arity = "0..1",
                            paramLabel = "SUITE",
                            description = "A suite; or a problem file, or a folder of such.")
                    Optional<String> suite) {
        if (suite.isEmpty()) {
            var suites = new Table("suite", "problems");
            Suites.all().forEach((name, problems) -> suites.row(name, problems.size()));
            suites.print(session().out());
            print("Real programs: applications. The problems of one: attune bench list SUITE");
            return 0;
        }
        var table = new Table("problem", "tasks", "parameters", "objectives");
        for (Benchmark b : Suites.problems(suite.get(), note -> say("note: " + note))) {
            table.row(
                    b.name(),
                    b.tasks().size(),
                    b.problem().parameterSpace().parameters().size(),
                    b.problem().optimized().size());
        }
        table.print(session().out());
        return 0;
    }

    @Command(
            name = "run",
            description = {
                "Runs every tuner on every problem with every seed and appends a line of JSON for"
                        + " each.",
                "What the file has already is skipped, so that an interrupted run can be repeated;"
                        + " results of another build of a tuner are refused (--older)."
            })
    int run(
            @Parameters(
                            arity = "0..1",
                            paramLabel = "SUITE",
                            description =
                                    "synthetic, public, ablation or another one ('attune bench"
                                            + " list'); or a problem file, or a folder of such,"
                                            + " whose programs are run.")
                    Optional<String> suite,
            @Option(
                            names = "--serve",
                            paramLabel = "COMMAND",
                            description =
                                    "Instead of a suite: a server of problems, one per worker.")
                    Optional<String> command,
            @Option(
                            names = "--problems",
                            paramLabel = "NAME[:TASK],...",
                            description =
                                    "branin,demo:2,pdgeqrf:*; * tunes all tasks together (default:"
                                            + " all).")
                    Optional<String> problems,
            @Option(
                            names = "--quick",
                            description =
                                    "A first look: all tuners, six problems, seeds 0-2, 20 trials;"
                                            + " what is given goes before.")
                    boolean quick,
            @Option(
                            names = "--tuners",
                            paramLabel = "NAME,...",
                            description =
                                    "With options: gp-lcm[initial=8],random; auto is what each"
                                            + " study takes. Required without --quick.")
                    Optional<String> tuners,
            @Option(
                            names = "--seeds",
                            paramLabel = "SEEDS",
                            description = "0-4 or 0,3,7 (default: 0-4).")
                    Optional<String> seeds,
            @Option(
                            names = "--trials",
                            paramLabel = "N",
                            description = "Trials per task (default: 80).")
                    Optional<Integer> trials,
            @Option(
                            names = "--sources",
                            paramLabel = "NAME[:TASK],...",
                            description =
                                    "Tasks whose trials every run gets as sources, but for its own"
                                            + " tasks.")
                    Optional<String> sources,
            @Option(
                            names = "--source-trials",
                            paramLabel = "N",
                            description = "Trials of each source task (default: 20).")
                    Optional<Integer> sourceTrials,
            @Option(
                            names = "--source-tuner",
                            paramLabel = "NAME",
                            description = "What runs the source tasks (default: sobol).")
                    Optional<String> sourceTuner,
            @Option(
                            names = "--workers",
                            defaultValue = "1",
                            paramLabel = "K",
                            description = "Studies at once (default: ${DEFAULT-VALUE}).")
                    int workers,
            @Option(
                            names = "--out",
                            paramLabel = "FILE",
                            description = "Where the results go, such as results.jsonl. Required.")
                    Optional<Path> results,
            @Option(
                            names = "--older",
                            paramLabel = "again|keep",
                            description =
                                    "Run again, or count as they are, the results that another"
                                            + " build of a tuner has left in the file.")
                    Optional<String> older) {
        if (suite.isPresent() == command.isPresent()) {
            throw misusedRun("Give either a suite, such as public, or --serve COMMAND.");
        }
        BenchRun bench = suite.map(BenchRun::suite).orElseGet(() -> BenchRun.serve(command.get()));
        Path out = results.orElseThrow(() -> misusedRun("Missing required option: '--out=FILE'"));
        if (quick) {
            bench.quick();
        }
        problems.ifPresent(bench::problems);
        tuners.ifPresent(bench::tuners);
        seeds.ifPresent(bench::seeds);
        trials.ifPresent(bench::trials);
        if (sources.isEmpty() && (sourceTrials.isPresent() || sourceTuner.isPresent())) {
            throw misusedRun(
                    "--source-trials and --source-tuner are about --sources, which is missing.");
        }
        sources.ifPresent(bench::sources);
        sourceTrials.ifPresent(bench::sourceTrials);
        sourceTuner.ifPresent(bench::sourceTuner);
        older.ifPresent(choice ->
                bench.older(
                        switch (choice) {
                            case "again" -> BenchRun.Older.AGAIN;
                            case "keep" -> BenchRun.Older.KEEP;
                            default ->
                                    throw misusedRun(
                                            "--older is '%s', but must be again or keep."
                                                    .formatted(choice));
                        }));
        bench.available(session().tuners()).workers(workers).out(out);
        BenchRun.Summary done;
        try (var _ = Interrupts.to(kind -> stop(kind, out), () -> {})) {
            done = bench.run(this::say);
        }
        print(
                "%s (%d of them ended because the tuner failed), %d skipped: %s",
                Format.count(done.runs(), "run"), done.failed(), done.skipped(), out);
        return 0;
    }

    private ParameterException misusedRun(String why) {
        return new ParameterException(spec().subcommands().get("run"), why);
    }

    private void stop(Interrupts.Kind kind, Path out) {
        say("\nStopped: the runs that have ended are in %s, and the same command goes on.", out);
        session().err().flush();
        System.exit(kind.exitCode);
    }

    @Command(
            name = "compare",
            description = {
                "Tests on which problems a tuner is worse than another, by Mann and Whitney's rank"
                        + " test at 1 %% with Holm's correction."
            })
    int compare(
            @Parameters(arity = "1..*", paramLabel = "FILE", description = "Results of bench run.")
                    List<Path> files,
            @Option(
                            names = "--tuner",
                            paramLabel = "TUNER",
                            defaultValue = "gp-lcm",
                            description = "As the files call it (default: ${DEFAULT-VALUE}).")
                    String tuner,
            @Option(
                            names = "--against",
                            defaultValue = "random",
                            paramLabel = "TUNER",
                            description = "The other one (default: ${DEFAULT-VALUE}).")
                    String reference,
            @Option(
                            names = "--budgets",
                            split = ",",
                            paramLabel = "N",
                            description =
                                    "Numbers of trials (default: 10,20,40,80 and the last one).")
                    List<Integer> budgets) {
        noteTorn(files);
        for (String one : List.of(tuner, reference)) {
            Comparison.faults(files, one).forEach(fault -> say("note: " + fault));
        }
        List<Comparison.Row> rows = Comparison.of(files, tuner, reference, given(budgets));
        var table =
                new Table("problem", "trials", tuner, reference, "wins", "solved", "p (worse)", "");
        for (Comparison.Row row : rows) {
            table.row(
                    row.problem(),
                    row.budget(),
                    rounded("%.4g", row.median()),
                    rounded("%.4g", row.reference()),
                    rounded("%.2f", row.wins()),
                    Double.isNaN(row.solved())
                            ? "-"
                            : rounded("%.2f (%.2f)", row.solved(), row.referenceSolved()),
                    rounded("%.2g", row.p()),
                    row.isWorse() ? "worse" : "");
        }
        table.print(session().out());
        for (int budget : rows.stream().map(Comparison.Row::budget).distinct().sorted().toList()) {
            rows.stream()
                    .filter(r -> r.budget() == budget)
                    .mapToDouble(Comparison.Row::wins)
                    .average()
                    .ifPresent(w ->
                            print(
                                    "At %s %s wins %.3f of the pairs of runs, as the"
                                            + " mean over problems.",
                                    Format.count(budget, "trial"), tuner, w));
        }
        solved(rows, tuner, reference);
        long worse = rows.stream().filter(Comparison.Row::isWorse).count();
        print(
                "%s is significantly worse than %s in %d of %s.",
                tuner, reference, worse, Format.count(rows.size(), "comparison"));
        Comparison.power(rows).ifPresent(p -> say("note: " + p));
        return 0;
    }

    private static String rounded(String format, Object... numbers) {
        return String.format(Locale.ROOT, format, numbers);
    }

    /** Says which share of the runs has solved its problem, where random search has been run. */
    private void solved(List<Comparison.Row> all, String tuner, String reference) {
        List<Comparison.Row> rows = all.stream().filter(r -> !Double.isNaN(r.solved())).toList();
        for (int budget : rows.stream().map(Comparison.Row::budget).distinct().sorted().toList()) {
            List<Comparison.Row> at = rows.stream().filter(r -> r.budget() == budget).toList();
            print(
                    "At %s %s has solved %.2f and %s %.2f of its runs, as the mean over problems.",
                    Format.count(budget, "trial"),
                    tuner,
                    at.stream().mapToDouble(Comparison.Row::solved).average().orElseThrow(),
                    reference,
                    at.stream()
                            .mapToDouble(Comparison.Row::referenceSolved)
                            .average()
                            .orElseThrow());
        }
        if (!rows.isEmpty()) {
            print(
                    "solved: within 5 % of the gap from random's median best of 20 to the optimum,"
                            + " or to the best value in the files.");
        }
    }

    @Command(
            name = "journal",
            description = {
                "Tries to make a journal in a new folder lose what it has acknowledged: flips,"
                        + " cuts, exchanges and doubles, power failures, kills and stops.",
                "Prints how many attacks of each kind were tried, and how many withstood; takes two"
                        + " minutes. Exit code 1 if one was not."
            })
    int journal(
            @Parameters(paramLabel = "FOLDER", description = "Where; is created.") Path folder,
            @Option(
                            names = "--share",
                            paramLabel = "P",
                            defaultValue = "1",
                            description = "Share of the attacks that are tried (default: 1).")
                    double share,
            @Option(
                            names = "--seed",
                            paramLabel = "S",
                            defaultValue = "1",
                            description = "Of the attacks (default: 1).")
                    long seed)
            throws IOException, InterruptedException {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("--share %s is not in (0, 1].".formatted(share));
        }
        return JournalAttacks.print(folder, share, seed, session().out()) ? 0 : Failures.OTHER;
    }

    @Command(
            name = "experiment",
            hidden = true,
            description = "Runs an experiment behind figures of the documents, by its name.")
    int experiment(
            @Parameters(index = "0", paramLabel = "NAME") String name,
            @Parameters(index = "1..*", arity = "0..*", paramLabel = "ARGUMENT")
                    List<String> arguments)
            throws Exception {
        PrintStream before = System.out;
        System.setOut(session().out()); // where these programs print what they find
        try {
            Experiments.run(name, given(arguments).toArray(String[]::new));
        } finally {
            System.setOut(before);
        }
        return 0;
    }

    /** Says which lines are left out. */
    private void noteTorn(List<Path> files) {
        files.forEach(file -> ResultFile.read(file, torn -> say("note: " + torn)));
    }

    /** Parameters of a method that are not given are null. */
    private static <T> List<T> given(List<T> values) {
        return Optional.ofNullable(values).orElse(List.of());
    }

    @Command(
            name = "report",
            description = {
                "Makes a page of result files: ranks, profiles, curves and tables, with SVG, PNG"
                        + " and CSV of each figure.",
                "Files of other tools in the same format are read as they are."
            })
    int report(
            @Parameters(arity = "1..*", paramLabel = "FILE", description = "Results of bench run.")
                    List<Path> files,
            @Option(
                            names = "--out",
                            required = true,
                            paramLabel = "DIR",
                            description = "Where the page goes, as index.html.")
                    Path out) {
        NewFile.requireFolder(out);
        noteTorn(files);
        BenchReport.Written written = BenchReport.write(files, out);
        written.findings().forEach(this::print);
        print("%s: %s", Format.count(written.figures(), "figure"), written.page());
        written.withoutPng().ifPresent(why -> say("note: no PNG files. " + why));
        return 0;
    }
}
