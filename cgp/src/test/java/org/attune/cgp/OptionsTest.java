package org.attune.cgp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Origin;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Study;
import org.attune.api.StudyObserver;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class OptionsTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("step")
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.categorical("c", List.of("a", "b")))
                    .objective(Objective.minimize("y"))
                    .build();

    private static List<Trial> run(Map<String, String> options, int trials) {
        try (Study study =
                Study.of(PROBLEM)
                        .tuner(new ClusteredTuner.Provider())
                        .options(options)
                        .trials(trials)
                        .open()) {
            while (study.status().state() == Study.State.RUN) {
                for (Trial t : study.ask(1)) {
                    study.tell(t.number(), Outcome.measured("y", step(t)));
                }
            }
            return study.records().trials();
        }
    }

    private static List<String> notes(Map<String, String> options) {
        var notes = new ArrayList<String>();
        Study.of(PROBLEM)
                .tuner(new ClusteredTuner.Provider())
                .options(options)
                .observer(
                        new StudyObserver() {
                            @Override
                            public void note(String text) {
                                notes.add(text);
                            }
                        })
                .open()
                .close();
        return notes;
    }

    @Test
    void whatHasNoEffectIsSaid() {
        var given = new HashMap<>(Map.of("n-burnin", "9", "n-neighbors", "5", "n-components", "4"));
        assertEquals(
                List.of(
                        "Option 'n-components' has no effect here: it needs cluster-method=gaps,"
                                + " tree, bgm, gmm or kmeans, and no-cluster=false.",
                        "Option 'n-neighbors' has no effect here: it needs classifier=neighbors,"
                                + " and no-cluster=false.",
                        "Option 'n-burnin' has no effect here: it needs method=bayesian."),
                notes(given));
        given.putAll(Map.of("profile", "published", "method", "bayesian"));
        assertEquals(List.of(), notes(given));
        assertEquals(
                List.of("Option 'classifier' has no effect here: it needs no-cluster=false."),
                notes(Map.of("no-cluster", "true", "classifier", "svm", "method", "bayesian")));
    }

    private static double step(Trial t) {
        double x = t.configuration().number("x");
        double level = t.configuration().get("c").equals("a") ? 0 : 0.5;
        return level + (x < 0.5 ? 3 + x : Math.pow(x - 0.8, 2));
    }

    private static double best(List<Trial> trials) {
        return trials.stream().mapToDouble(OptionsTest::step).min().orElseThrow();
    }

    /** Whichever way regimes are found and told apart, the better one is searched. */
    @ParameterizedTest
    @CsvSource({
        "gaps,process",
        "tree,process",
        "bgm,neighbors",
        "gmm,neighbors",
        "kmeans,svm",
        "dbscan,forest",
        "auto,forest",
        "auto,svm"
    })
    void everyMethodSearchesTheBetterRegime(String method, String classifier) {
        Map<String, String> options =
                Map.of(
                        "cluster-method",
                        method,
                        "classifier",
                        classifier,
                        "evidence",
                        "-1e6",
                        "searched-from",
                        "0");
        List<Trial> trials = run(options, 16);
        assertTrue(best(trials) < 0.01, method + " found " + best(trials));
        assertEquals(
                trials.stream().map(Trial::candidate).toList(),
                run(options, 16).stream().map(Trial::candidate).toList());
    }

    /** Leaves of a tree that are too small for a regime join the largest one: it threw. */
    @Test
    void smallLeavesOfATreeAreNoRegimes() {
        var options =
                Map.of(
                        "cluster-method",
                        "tree",
                        "fewest",
                        "6",
                        "evidence",
                        "-1e6",
                        "searched-from",
                        "0");
        assertEquals(20, run(options, 20).size());
    }

    /** Of what GPTune has, the sign is right: the search goes for small values. */
    @Test
    void thePublishedMethodMinimises() {
        var options =
                new HashMap<>(
                        Map.of(
                                "profile", "published",
                                "particles", "30",
                                "generations", "20"));
        List<Trial> published = run(options, 24);
        double late =
                published.subList(14, 24).stream()
                        .mapToDouble(OptionsTest::step)
                        .average()
                        .orElseThrow();
        assertTrue(late < 1, "the last ten have " + late + " on average");
        options.put("no-cluster", "true");
        assertNotEquals(
                published.stream().map(Trial::candidate).toList(),
                run(options, 24).stream().map(Trial::candidate).toList());
    }

    /** Hyperparameters are drawn, of regimes and of one process, and the same ones again. */
    @ParameterizedTest
    @CsvSource({
        "standard,own,false",
        "standard,shared,false",
        "standard,own,true",
        "published,own,false"
    })
    void hyperparametersCanBeDrawn(String profile, String experts, String noCluster) {
        var options =
                new HashMap<>(
                        Map.of(
                                "profile", profile,
                                "experts", experts,
                                "no-cluster", noCluster,
                                "evidence", "-1e6",
                                "searched-from", "0",
                                "particles", "20",
                                "generations", "10"));
        List<Trial> likely = run(options, 14);
        options.putAll(
                Map.of(
                        "method", "bayesian",
                        "n-burnin", "5",
                        "n-mcmcsamples", "10",
                        "n-inference", "3"));
        List<Trial> drawn = run(options, 14);
        assertNotEquals(
                likely.stream().map(Trial::candidate).toList(),
                drawn.stream().map(Trial::candidate).toList());
        assertEquals(
                drawn.stream().map(Trial::candidate).toList(),
                run(options, 14).stream().map(Trial::candidate).toList());
    }

    /** Without trials far from all others, which a certain model gives in place of what it says. */
    @Test
    void explorationIsByChance() {
        var options = new HashMap<>(Map.of("interleave", "false"));
        List<Trial> followed = run(options, 20);
        options.putAll(Map.of("exploration-rate", "0", "fallback", "false"));
        List<Trial> never = run(options, 20);
        assertNotEquals(
                followed.stream().map(Trial::candidate).toList(),
                never.stream().map(Trial::candidate).toList());
        long below =
                never.stream()
                        .filter(t -> t.origin().phase() == Origin.Phase.MODEL)
                        .filter(t -> t.configuration().number("x") < 0.5)
                        .count();
        assertTrue(below >= 3, below + " of the others are in the worse half");
    }

    @Test
    void whatIsNotAllowedIsRefused() {
        assertThrows(
                IllegalArgumentException.class, () -> run(Map.of("cluster-method", "spectral"), 3));
        assertThrows(
                IllegalArgumentException.class, () -> run(Map.of("exploration-rate", "1.5"), 3));
        assertThrows(IllegalArgumentException.class, () -> run(Map.of("n-components", "1"), 3));
        assertThrows(IllegalArgumentException.class, () -> run(Map.of("method", "mcmc"), 3));
        assertTrue(
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        run(
                                                Map.of(
                                                        "method", "bayesian",
                                                        "n-mcmcsamples", "5"),
                                                3))
                        .getMessage()
                        .contains("n-inference"));
    }
}
