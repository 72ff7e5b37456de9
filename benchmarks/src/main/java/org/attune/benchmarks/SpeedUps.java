package org.attune.benchmarks;

import org.attune.api.Candidate;
import org.attune.api.Generator;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Study;
import org.attune.api.Trial;
import org.attune.api.Tuners;
import org.attune.api.TuningProblem;
import org.attune.problemfile.ProblemFile;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How much faster tuners make a program, on a machine that others use as well.
 *
 * <p>Every tuner tunes every task with every seed; what each study found, the default and the best
 * of many random configurations are then measured again, in turns, so that what changes on the
 * machine changes for all, and the luck of a single reading does not count. A ratio is the median
 * over the seeds of medians over the rounds of what was read in one round; its interval holds 90 %
 * of the ratios that redrawn rounds give. What the interval says is how well these configurations
 * were measured, not what other seeds would find: for that there is the range over the seeds.
 *
 * <pre>./attune bench experiment SpeedUps \
 *     gp-lcm,tpe,random 0-2 30 300 FILE...</pre>
 *
 * with tuners, seeds, trials of each study, and random configurations.
 */
public final class SpeedUps {
    private static final int ROUNDS = 21;

    private static final int REDRAWS = 1000;

    /** So many of the best random readings are measured again: the very best may be luck. */
    private static final int TOP = 3;

    private static final String DEFAULT = "default";
    private static final String RANDOM = "best random";

    private final ProgramProblem program;
    private final TuningProblem problem;
    private final PrintStream progress;

    /** What is measured again, with a reading per round: NaN where it failed. */
    private record Finalist(String label, Candidate candidate, List<Double> readings) {
        /** Returns the median of what could be read, empty where nothing could. */
        Optional<Double> median() {
            List<Double> read = readings.stream().filter(Double::isFinite).toList();
            return read.isEmpty() ? Optional.empty() : Optional.of(Quantiles.median(read));
        }
    }

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
        out.println(
                "| application | default | tuner | found | speed-up | to random | 90 % interval |"
                        + " seeds |");
        out.println("|---|---|---|---|---|---|---|---|");
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
            // Whoever comes first in a round finds another machine than whoever comes last.
            Collections.rotate(finalists, 1);
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

    private void measure(Finalist finalist) {
        double read = program.measure(finalist.candidate(), 0).truth();
        finalist.readings().add(Double.isFinite(read) ? read : Double.NaN);
    }

    private List<String> rows(String name, List<Finalist> finalists) {
        int sign = problem.optimized().getFirst().goal().sign();
        Map<String, List<Finalist>> groups =
                finalists.stream()
                        .filter(f -> f.median().isPresent())
                        .sorted(Comparator.comparingDouble(f -> sign * f.median().get()))
                        .collect(Collectors.groupingBy(Finalist::label));
        Optional<Finalist> standard = first(groups, DEFAULT);
        Optional<Finalist> reference = first(groups, RANDOM);
        return finalists.stream()
                .map(Finalist::label)
                .distinct()
                .sorted()
                .filter(l -> !l.equals(DEFAULT) && !l.equals(RANDOM) && groups.containsKey(l))
                .map(l -> row(name, l, groups.get(l), standard, reference))
                .toList();
    }

    private static Optional<Finalist> first(Map<String, List<Finalist>> groups, String label) {
        return Optional.ofNullable(groups.get(label)).map(List::getFirst);
    }

    private String row(
            String name,
            String tuner,
            List<Finalist> found,
            Optional<Finalist> standard,
            Optional<Finalist> reference) {
        int sign = problem.optimized().getFirst().goal().sign();
        int[] all = IntStream.range(0, ROUNDS).toArray();
        String toRandom = "-";
        String interval = "-";
        String seeds = "-";
        if (reference.isPresent()) {
            double[] each = ratios(found, reference.get(), sign, all);
            toRandom = text(Quantiles.median(each));
            seeds = text(Quantiles.of(each, 0)) + " to " + text(Quantiles.of(each, 1));
            double[] redrawn = redrawn(found, reference.get(), sign);
            interval =
                    text(Quantiles.of(redrawn, 0.05)) + " to " + text(Quantiles.of(redrawn, 0.95));
        }
        return "| "
                + String.join(
                        " | ",
                        name,
                        standard.flatMap(Finalist::median).map(SpeedUps::digits).orElse("-"),
                        tuner,
                        digits(
                                Quantiles.median(
                                        found.stream().map(f -> f.median().get()).toList())),
                        standard.map(d -> text(Quantiles.median(ratios(found, d, -sign, all))))
                                .orElse("-"),
                        toRandom,
                        interval,
                        seeds)
                + " |";
    }

    /** Returns medians over the seeds of ratios whose rounds are drawn again. */
    private static double[] redrawn(List<Finalist> found, Finalist reference, int sign) {
        Generator random = new Seed(0).generator("redraws of rounds", 0);
        return IntStream.range(0, REDRAWS)
                .mapToDouble(i -> {
                    int[] rounds =
                            IntStream.generate(() -> random.nextInt(ROUNDS))
                                    .limit(ROUNDS)
                                    .toArray();
                    return Quantiles.median(ratios(found, reference, sign, rounds));
                })
                .toArray();
    }

    /**
     * Returns how many times as large as the second each of the first is (the inverse where the
     * sign is negative): the median over these rounds, without those in which one was not read.
     *
     * @return at least one ratio; NaN where no round has both
     */
    private static double[] ratios(List<Finalist> first, Finalist second, int sign, int[] rounds) {
        return first.stream()
                .mapToDouble(f -> {
                    double[] each =
                            IntStream.of(rounds)
                                    .mapToDouble(
                                            r -> f.readings().get(r) / second.readings().get(r))
                                    .filter(r -> !Double.isNaN(r))
                                    .map(r -> sign > 0 ? r : 1 / r)
                                    .toArray();
                    return each.length == 0 ? Double.NaN : Quantiles.median(each);
                })
                .toArray();
    }

    private static String digits(double value) {
        return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
