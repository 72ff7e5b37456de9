package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.benchmarks.problems.Measurement;
import org.attune.problemfile.ProblemFile;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How much faster tuners make a program, on a machine that others use as well.
 *
 * <p>Every tuner tunes every task with every seed; what each study found, the default and the best
 * of many random configurations are then measured again, in turns, so that what changes on the
 * machine changes for all, and the luck of a single reading does not count. A tuner's value is the
 * median over its seeds of medians over the rounds.
 *
 * <pre>./attune bench experiment SpeedUps \
 *     gp-lcm,tpe,random 0-2 30 300 FILE...</pre>
 *
 * with tuners, seeds, trials of each study, and random configurations.
 */
public final class SpeedUps {
    private static final int ROUNDS = 7;

    /** So many of the best random readings are measured again: the very best may be luck. */
    private static final int TOP = 3;

    private static final String DEFAULT = "default";
    private static final String RANDOM = "best random";

    private final ProgramProblem program;
    private final TuningProblem problem;
    private final PrintStream progress;

    /** What is measured again, with the readings. */
    private record Finalist(String label, Candidate candidate, List<Double> readings) {}

    private SpeedUps(ProgramProblem program, PrintStream progress) {
        this.program = program;
        this.problem = program.problem();
        this.progress = progress;
    }

    /** Prints a row of a table in Markdown for every task and tuner. */
    public static void main(String[] args) {
        if (args.length < 5) {
            System.err.println("usage: SpeedUps TUNERS SEEDS TRIALS RANDOM FILE...");
            System.exit(2);
        }
        print(args, System.out, System.err);
    }

    static void print(String[] args, PrintStream out, PrintStream progress) {
        List<TunerChoice> tuners = TunerChoice.list(args[0]);
        List<Long> seeds = Selection.seeds(args[1]);
        int trials = Integer.parseInt(args[2]);
        int random = Integer.parseInt(args[3]);
        out.println("| application | default | tuner | found | speed-up | to random |");
        out.println("|---|---|---|---|---|---|");
        for (int i = 4; i < args.length; i++) {
            ProblemFile file = ProblemFile.read(Path.of(args[i]));
            if (file.problem().optimized().size() > 1) {
                throw new IllegalArgumentException(
                        "%s has several objectives, which have no speed-up. Maybe leave one."
                                .formatted(args[i]));
            }
            try (var program = new ProgramProblem(file, new ReferencePoints())) {
                var speedUps = new SpeedUps(program, progress);
                for (Point task : program.tasks()) {
                    speedUps.of(task, tuners, seeds, trials, random).forEach(out::println);
                }
            }
        }
    }

    /** Returns the rows of a task. */
    private List<String> of(
            Point task, List<TunerChoice> tuners, List<Long> seeds, int trials, int random) {
        var finalists = new ArrayList<Finalist>();
        problem.parameterSpace()
                .defaultPoint()
                .ifPresent(p -> finalists.add(finalist(DEFAULT, Candidate.of(task, p))));
        for (long seed : seeds) {
            for (TunerChoice tuner : tuners) {
                best(tune(task, tuner, seed, trials), 1)
                        .forEach(c -> finalists.add(finalist(tuner.text(), c)));
            }
        }
        best(tune(task, TunerChoice.list("random").getFirst(), 100, random), TOP)
                .forEach(c -> finalists.add(finalist(RANDOM, c)));
        for (int round = 0; round < ROUNDS; round++) {
            finalists.forEach(this::measure);
        }
        return rows(name(task), finalists);
    }

    private String name(Point task) {
        return task.equals(Point.EMPTY) ? program.name() : program.name() + " " + task;
    }

    private static Finalist finalist(String label, Candidate candidate) {
        return new Finalist(label, candidate, new ArrayList<>());
    }

    private Study tune(Point task, TunerChoice choice, long seed, int trials) {
        Study study =
                Study.of(problem)
                        .tasks(List.of(task))
                        .tuner(Tuners.available().named(choice.tuner()))
                        .options(choice.options())
                        .seed(seed)
                        .trials(trials)
                        .open();
        List<Trial> asked = study.ask(1);
        while (!asked.isEmpty()) {
            Trial trial = asked.getFirst();
            study.tell(trial.number(), program.measure(trial.candidate(), 0).outcome());
            asked = study.ask(1);
        }
        progress.printf(
                "%s: %s, seed %d, %d trials: %s%n",
                name(task),
                choice.text(),
                seed,
                trials,
                study.best(task).map(t -> problem.outputs(t).toString()).orElse("nothing usable"));
        return study;
    }

    /** Returns the best distinct candidates of a study. */
    private List<Candidate> best(Study study, int count) {
        String objective = problem.optimized().getFirst().name();
        int sign = problem.optimized().getFirst().goal().sign();
        return study.records().trials().stream()
                .filter(t -> Study.isUsable(problem, t))
                .sorted(
                        Comparator.comparingDouble(
                                t -> sign * problem.value(t, objective).orElseThrow()))
                .map(Trial::candidate)
                .distinct()
                .limit(count)
                .toList();
    }

    /** A reading that fails, or is not usable this time, does not count. */
    private void measure(Finalist finalist) {
        Measurement measured = program.measure(finalist.candidate(), 0);
        if (Double.isFinite(measured.truth())) {
            finalist.readings().add(measured.truth());
        }
    }

    private List<String> rows(String name, List<Finalist> finalists) {
        int sign = problem.optimized().getFirst().goal().sign();
        Map<String, List<Double>> medians = new LinkedHashMap<>();
        for (Finalist f : finalists) {
            if (!f.readings().isEmpty()) {
                medians.computeIfAbsent(f.label(), l -> new ArrayList<>())
                        .add(Quantiles.median(f.readings()));
            }
        }
        Optional<Double> standard =
                Optional.ofNullable(medians.remove(DEFAULT)).map(List::getFirst);
        Optional<Double> reference =
                Optional.ofNullable(medians.remove(RANDOM))
                        .flatMap(v -> v.stream().min(Comparator.comparingDouble(x -> sign * x)));
        var rows = new ArrayList<String>();
        medians.forEach((tuner, values) -> {
            double found = Quantiles.median(values);
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "| %s | %s | %s | %s | %s | %s |",
                            name,
                            standard.map(SpeedUps::digits).orElse("-"),
                            tuner,
                            digits(found),
                            standard.map(d -> ratio(sign > 0 ? d / found : found / d)).orElse("-"),
                            reference
                                    .map(r -> ratio(sign > 0 ? found / r : r / found))
                                    .orElse("-")));
        });
        return rows;
    }

    private static String digits(double value) {
        return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
