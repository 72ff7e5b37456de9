package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What {@code surrogate show} prints and draws of a tuner that has no model that predicts. */
class ExhibitsTest {
    private static final String BANDIT =
            Cli.TOY
                    .replace("tuner: walk", "tuner: {name: bandit, options: {initial: 3}}")
                    .replace("trials: 5", "trials: 10");

    @TempDir Path folder;

    private Path tuned(String trials) {
        Path toy = Cli.problem(folder, BANDIT);
        Cli.run("tune", toy, "--trials", trials).exits(0);
        return toy;
    }

    /** With regimes these were 17 lines of a table. */
    @Test
    void whatThereIsToShowIsOneLineOfTune() {
        Path toy = Cli.problem(folder, BANDIT);
        assertEquals(
                List.of(
                        "The tuner has more to show, by 'surrogate show' and 'report':"
                                + " Techniques, Credits."),
                toShow(Cli.run("tune", toy)));
        List<String> regimes = toShow(Cli.run("tune", toy, "--study", "r", "--tuner", "cgp"));
        assertEquals(1, regimes.size(), "" + regimes);
        assertTrue(regimes.getFirst().contains(": Regimes of seconds, "), "" + regimes);
    }

    private static List<String> toShow(Cli tuned) {
        return tuned.exits(0).lines().stream().filter(l -> l.contains(" to show")).toList();
    }

    @Test
    void creditsOfEachTaskArePrinted() {
        Cli shown = Cli.run("surrogate", "show", tuned("10")).exits(0);
        List<String> lines = shown.lines();
        assertEquals("Techniques of task n=1", lines.getFirst());
        assertEquals("technique", lines.get(1).split(" ")[0]);
        assertTrue(lines.contains("Credits of task n=2"), shown.out());
        assertEquals(3, lines.stream().filter(String::isEmpty).count(), "lines between exhibits");
    }

    @Test
    void theyAreDataInJson() {
        Path toy = tuned("10");
        Map<String, Object> json =
                Cli.run("surrogate", "show", toy, "--format", "json").exits(0).json();
        assertEquals(List.of(), json.get("tasks"));
        var exhibits = (List<?>) json.get("exhibits");
        assertEquals(4, exhibits.size());
        assertEquals("Techniques of task n=1", ((Map<?, ?>) exhibits.getFirst()).get("title"));
        assertEquals(7, ((List<?>) ((Map<?, ?>) exhibits.get(1)).get("curves")).size());
    }

    @Test
    void curvesAreDrawn() throws IOException {
        Path toy = tuned("10");
        Path plots = folder.resolve("a/plots");
        Cli drawn = Cli.run("surrogate", "show", toy, "--plots", plots).exits(0);
        try (Stream<Path> files = Files.list(plots)) {
            assertEquals(
                    List.of("credits-of-task-n-1.svg", "credits-of-task-n-2.svg"),
                    files.map(f -> f.getFileName().toString()).sorted().toList());
        }
        assertTrue(drawn.err().contains("Drawn: "), drawn.err());
        String svg = Files.readString(plots.resolve("credits-of-task-n-1.svg"));
        assertTrue(svg.contains("trials of the task"), svg);
        Path file = Files.createFile(folder.resolve("file"));
        for (Path taken : List.of(file, file.resolve("plots"))) {
            Cli refused = Cli.run("surrogate", "show", toy, "--plots", taken).exits(2);
            assertEquals(
                    file + " is a file, not a folder. Maybe name another folder.\n", refused.err());
        }
    }

    /** No technique has been used: there is nothing to show, and no model either. */
    @Test
    void withoutAnythingToShowTheOldMessageComes() {
        Cli shown = Cli.run("surrogate", "show", tuned("2"));
        assertTrue(shown.code() != 0);
        assertTrue(
                shown.err().contains("Tuner 'bandit' of study 'main' learns no model."),
                shown.err());
        Cli predicted = Cli.run("predict", folder.resolve("toy.yaml"), "--set", "x=3");
        assertTrue(predicted.err().contains("learns no model"), predicted.err());
    }
}
