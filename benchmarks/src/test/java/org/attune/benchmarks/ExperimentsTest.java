package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every program of this module can be run by its name; documents and scripts name no other. */
class ExperimentsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern NAMED = Pattern.compile("bench experiment ([A-Za-z]+)");
    private static final Pattern PLAIN_JAVA = Pattern.compile("java [^`|\n]*-cp[^`|\n]*/lib/");

    private static List<String> known() {
        String message =
                assertThrows(IllegalArgumentException.class, () -> Experiments.run("RoundCosts"))
                        .getMessage();
        assertTrue(message.contains("Maybe you meant 'RoundCost'."), message);
        String list = message.replaceFirst(".*Known are: ", "").replace(".", "");
        return List.of(list.split(", "));
    }

    @Test
    void everyProgramIsAnExperiment() throws IOException {
        var programs = new TreeSet<String>();
        Path sources = ROOT.resolve("benchmarks/src/main/java/org/attune/benchmarks");
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String source = Files.readString(file);
                boolean child = source.contains("JournalCalls.class.getName()"); // starts itself
                if (source.contains("static void main(") && !child) {
                    programs.add(file.getFileName().toString().replace(".java", ""));
                }
            }
        }
        assertEquals(List.copyOf(programs), known());
    }

    /** Its trials are drawn of the configurations that a problem with constraints admits. */
    @Test
    void theCostOfProposalsIsMeasuredWithConstraints() throws Exception {
        Experiments.run("ProposalCost", "random", "ring4", "40");
    }

    /** Each line is of the trials after those of the line before. */
    @Test
    void theCostOfStudiesIsThatOfTheirProposals() throws Exception {
        var printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true));
        try {
            Experiments.run("StudyCost", "random", "ring4", "2", "5", "12");
        } finally {
            System.setOut(before);
        }
        List<String> lines = printed.toString().lines().toList();
        assertEquals(3, lines.size(), printed.toString());
        assertTrue(lines.get(1).startsWith("  1 to   5  "), lines.get(1));
        assertTrue(lines.get(2).startsWith("  6 to  12  "), lines.get(2));
        for (String line : lines.subList(1, 3)) {
            double seconds = Double.parseDouble(line.substring(12).strip());
            assertTrue(seconds > 0 && seconds < 10, line);
        }
    }

    /** Too few arguments, and words for numbers, are mistakes of the user, not of the program. */
    @ParameterizedTest
    @CsvSource({
        "BeliefGain, 0",
        "FailureCalibration, 0",
        "GainCalibration, 0",
        "KnowledgeGain, 0",
        "ModelGain, 0",
        "RegimeDensity, 0",
        "RegimeDensity, jumps x 10",
        "DriftAlarms, x",
        "PredictionCoverage, public 3",
        "PredictionCoverage, public 0 5",
        "StudyCost, random ring4 0",
        "StudyCost, random ring4 1 0 5"
    })
    void saysWhatAnExperimentTakes(String name, String arguments) {
        String[] given = arguments.equals("0") ? new String[0] : arguments.split(" ");
        String message =
                assertThrows(IllegalArgumentException.class, () -> Experiments.run(name, given))
                        .getMessage();
        assertTrue(message.contains(name), message);
    }

    /**
     * The default java may be older than what the program needs; the launchers find another one.
     */
    @Test
    void documentsGoThroughTheLaunchers() throws IOException {
        var named = new TreeSet<String>();
        var plain = new ArrayList<String>();
        for (Path document : documents()) {
            String text = Files.readString(document);
            NAMED.matcher(text).results().forEach(m -> named.add(m.group(1)));
            PLAIN_JAVA.matcher(text).results().forEach(m -> plain.add(document + ": " + m.group()));
        }
        assertEquals(List.of(), plain);
        assertTrue(named.contains("RoundCost"), "documents have been read");
        named.removeAll(known());
        assertEquals(new TreeSet<String>(), named, "no such experiment");
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 4)) {
            return files.filter(f -> f.toString().matches(".*([.]md|docs/measurements/.*[.]sh)"))
                    .filter(f -> !ROOT.relativize(f).toString().matches("(.*/)?(target|[.].*)/.*"))
                    .toList();
        }
    }
}
