package org.attune.benchmarks.report;

import org.attune.benchmarks.RankTest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the numbers say in words, and what they cannot say. */
final class Findings {
    private final Campaign campaign;
    private final Standing standing;
    private final FinalValues values;

    Findings(Campaign campaign, Standing standing, FinalValues values) {
        this.campaign = campaign;
        this.standing = standing;
        this.values = values;
    }

    /** Returns the sentences at the head of the page. */
    List<String> all() {
        var found = new ArrayList<String>();
        List<Standing.Stage> stages = standing.comparable();
        if (stages.isEmpty()) {
            found.add(
                    campaign.tuners().size() == 1
                            ? "There is one tuner only, so that nothing can be compared."
                            : "No two tuners have run the same problem with the same number of"
                                    + " evaluations, so that nothing can be compared.");
            return found;
        }
        for (Standing.Stage stage : stages.reversed()) {
            found.add(sentence(stage));
        }
        long worse =
                values.tables().stream()
                        .flatMap(t -> t.rows().stream())
                        .filter(r -> r.verdict() == FinalValues.Verdict.WORSE)
                        .count();
        found.add(
                "Of %s of a tuner against the one with the best median on a problem, %d %s it significantly worse (at %s after Holm's correction)."
                        .formatted(
                                Format.count(values.tests(), "test"),
                                worse,
                                worse == 1 ? "finds" : "find",
                                FinalValues.LEVEL));
        return found;
    }

    private static String sentence(Standing.Stage stage) {
        List<String> tuners = stage.tuners();
        double[] ranks = stage.ranks();
        int best = (int) Arrays.stream(ranks).filter(r -> r == ranks[0]).count();
        String first =
                "At %s, over %s, %s the best average rank of %d tuners (%s)%s."
                        .formatted(
                                Format.count(stage.budget(), "evaluation"),
                                Format.count(stage.sample().problems().size(), "problem"),
                                best == 1
                                        ? tuners.getFirst() + " has"
                                        : String.join(", ", tuners.subList(0, best)) + " share",
                                tuners.size(),
                                Format.fixed(ranks[0], 2),
                                best == tuners.size()
                                        ? ""
                                        : ", before %s (%s)"
                                                .formatted(
                                                        tuners.get(best),
                                                        Format.fixed(ranks[best], 2)));
        if (!stage.isTestable()) {
            return first + " One problem is not enough to test ranks.";
        }
        if (stage.friedman().davenport() >= Standing.LEVEL) {
            return first
                    + " Friedman's test finds no difference (%s)."
                            .formatted(Format.equation(stage.friedman().davenport()));
        }
        double reach = ranks[0] + stage.criticalDifference();
        long alike = Arrays.stream(ranks).filter(r -> r < reach).count() - 1;
        return first
                + " Nemenyi's test %s."
                        .formatted(
                                alike == 0
                                        ? "finds all others significantly worse"
                                        : alike == tuners.size() - 1
                                                ? "cannot tell it from any other"
                                                : "cannot tell it from %d of the other %d"
                                                        .formatted(alike, tuners.size() - 1));
    }

    /** Returns what readers must be warned of. */
    List<String> warnings() {
        var warnings = new ArrayList<String>();
        tooFew().ifPresent(warnings::add);
        if (!standing.comparable().isEmpty()) {
            Sample last = standing.comparable().getLast().sample();
            if (last.fewestRuns() < last.mostRuns()) {
                warnings.add(
                        "Tuners have from %d to %d runs on a problem. Each one's median is over all of its runs; the rank tables also say the ranks over the seeds that all have, where there are any."
                                .formatted(last.fewestRuns(), last.mostRuns()));
            }
        }
        notRanked().ifPresent(warnings::add);
        List<String> lengths =
                standing.ranking().stream()
                        .filter(t ->
                                campaign.of(t).stream()
                                        .anyMatch(r -> r.best().length < campaign.longest()))
                        .toList();
        if (!lengths.isEmpty()) {
            warnings.add(
                    "Not all runs have %d evaluations (%s). Tuners are compared at equal numbers only, where they have run the same problems."
                            .formatted(campaign.longest(), String.join(", ", lengths)));
        }
        return warnings;
    }

    private Optional<String> notRanked() {
        var left = new ArrayList<String>(standing.ranking());
        List<Standing.Stage> stages = standing.comparable();
        stages.forEach(s -> left.removeAll(s.sample().tuners()));
        return stages.isEmpty() || left.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "In no table of ranks: %s. They have not run all of the problems that are ranked. Maybe let them run %s."
                                .formatted(
                                        String.join(", ", left),
                                        String.join(", ", stages.getLast().sample().problems())));
    }

    private Optional<String> tooFew() {
        if (values.tests() == 0 || values.blind() == 0) {
            return Optional.empty();
        }
        int seeds = 2;
        while (RankTest.least(seeds, seeds) > FinalValues.LEVEL / values.tests()) {
            seeds++;
        }
        String advice = " Maybe run %d seeds of each tuner.".formatted(seeds);
        return Optional.of(
                values.blind() == values.tests()
                        ? "Too few seeds to say anything of single problems: none of %s could be significant, whatever the values."
                                        .formatted(Format.count(values.tests(), "test"))
                                + advice
                        : "Too few seeds for %d of %s of single problems, which could not be significant, whatever the values."
                                        .formatted(
                                                values.blind(),
                                                Format.count(values.tests(), "test"))
                                + advice);
    }

    /** Returns which tuners and problems are not ranked at a stage; empty if all are. */
    String leftOut(Standing.Stage stage) {
        Sample sample = stage.sample();
        String tuners =
                campaign.tuners().stream()
                        .filter(t -> !sample.tuners().contains(t))
                        .collect(Collectors.joining(", "));
        String problems =
                campaign.problems().stream()
                        .filter(p -> !sample.problems().contains(p))
                        .collect(Collectors.joining(", "));
        return (tuners.isEmpty()
                        ? ""
                        : "Not ranked, because they have not run all of these problems so long: %s. "
                                .formatted(tuners))
                + (problems.isEmpty()
                        ? ""
                        : "Not counted, because not all of these tuners have run them so long: %s."
                                .formatted(problems));
    }
}
