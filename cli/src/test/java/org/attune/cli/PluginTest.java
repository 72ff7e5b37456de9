package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class PluginTest {
    private static final String SOURCE =
            """
            import java.util.List;
            import java.util.Optional;
            import org.attune.api.*;
            public class Lazy implements TunerProvider {
                static Proposal propose(Records r, Demand d) { return propose(r, d); }
                public String name() { return "lazy"; }
                public String summary() { return "Proposes nothing."; }
                public List<Option<?>> options() { return List.of(); }
                public Tuner create(TuningRequest request) {
                    return (records, demand) -> {
                        return new Proposal.Done("too lazy");
                    };
                }
                public Optional<ModelProvider> models() { return Optional.empty(); }
            }
            """;

    private static final String PROPOSAL = "return new Proposal.Done(\"too lazy\")";

    @TempDir Path folder;

    @Test
    void theTunersOfAJarCanBeSelectedAnywhere() throws IOException {
        Path jar = jar("Lazy");
        Path toy = Cli.toy(folder);
        assertTrue(Cli.run("tuners", "--plugin", jar).exits(0).out().contains("Proposes nothing."));
        assertFalse(Cli.run("tuners").exits(0).out().contains("lazy"));
        Cli.run("tune", toy, "--tuner", "lazy", "--plugin", jar).exits(0);
        Cli later = Cli.run("tune", toy, "--plugin", jar).exits(0);
        assertTrue(later.err().contains("too lazy"), later.err());
        Cli more =
                Cli.run("tune", toy, "--tuner", "walk", "--study", "w", "--plugin", jar).exits(0);
        List<String> advised = more.out().lines().filter(l -> l.startsWith("  attune ")).toList();
        assertFalse(advised.isEmpty(), more.out());
        for (String line : advised) { // also where the study's tuner is not of the jar
            assertTrue(line.contains(" --plugin " + jar), line);
        }
        String without = Cli.run("tune", toy).exits(2).err();
        assertTrue(without.contains("No tuner is named 'lazy'. Maybe name the jar"), without);
        assertTrue(without.contains("--plugin FILE"), without);
    }

    @Test
    void whatIsNoJarIsRefused() throws IOException {
        Path program = Files.writeString(folder.resolve("demo.py"), "print(1)\n");
        for (String verb : List.of("tuners", "doctor")) {
            String refused = Cli.run(verb, "--plugin", program).exits(2).err();
            assertTrue(refused.contains("demo.py' is no jar. Maybe it has to be"), refused);
        }
    }

    /** The message was "Maybe name the jar that has it", which had been named. */
    @Test
    void aJarThatNamesNoTunerIsRefused() throws IOException {
        Path jar = folder.resolve("classes.jar");
        new JarOutputStream(Files.newOutputStream(jar), new Manifest()).close();
        String refused = Cli.run("tuners", "--plugin", jar).exits(2).err();
        assertTrue(refused.contains("No tuner is in " + jar), refused);
        assertTrue(refused.contains("META-INF/services/org.attune.api.TunerProvider"), refused);
        Cli.run("tuners", "lazy", "--plugin", jar, "--plugin", jar("Lazy")).exits(0);
    }

    @Test
    void aBrokenJarIsReported() throws IOException {
        Path jar = jar("Nobody");
        assertTrue(Cli.run("tuners", "--plugin", jar).exits(0).err().contains("Nobody"));
        Cli doctor = Cli.run("doctor", "--plugin", jar).exits(1);
        assertTrue(doctor.out().contains("could not be loaded"), doctor.out());
    }

    /** The distribution with one jar in lib that names the class path of the tests. */
    @Test
    void theJarsBesideTheLauncherAreFound() throws Exception {
        Path dist = folder.resolve("attune");
        try (var files = Files.walk(Path.of("src/main/dist"))) {
            for (Path file : files.toList()) {
                Files.copy(file, dist.resolve(Path.of("src/main/dist").relativize(file)));
            }
        }
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(p -> Path.of(p).toUri().toString())
                                .collect(Collectors.joining(" ")));
        Files.createDirectories(dist.resolve("lib"));
        new JarOutputStream(Files.newOutputStream(dist.resolve("lib/all.jar")), manifest).close();
        assertFalse(launched(dist, "tuners").contains("Proposes nothing."));
        Files.createDirectories(dist.resolve("plugins"));
        Files.copy(jar("Lazy"), dist.resolve("plugins/lazy.jar"));
        assertTrue(launched(dist, "tuners").contains("Proposes nothing."));
        String tuned = launched(dist, "tune", Cli.toy(folder).toString(), "--tuner", "lazy");
        assertTrue(tuned.contains("too lazy"), tuned);
    }

    /** Returns stdout and stderr of the launcher. */
    private static String launched(Path dist, String... args) throws Exception {
        var words = new ArrayList<>(List.of("bash", dist.resolve("bin/attune").toString()));
        words.addAll(List.of(args));
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("ATTUNE_JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return output;
    }

    /** A fault of the plug-in is none of the user's, who has to know whose it is. */
    @Test
    void aTunerThatThrowsIsNamed() throws IOException {
        Path toy = Cli.toy(folder);
        Map<String, String> thrown =
                Map.of(
                        "throw new IllegalStateException(\"no factor\")",
                        "java.lang.IllegalStateException: no factor",
                        "throw new IllegalArgumentException(\"n is 0\")",
                        "java.lang.IllegalArgumentException: n is 0",
                        "return java.util.Objects.requireNonNull(null)",
                        "java.lang.NullPointerException",
                        "return propose(records, demand)",
                        "java.lang.StackOverflowError",
                        "return new Proposal.Wait(null)",
                        "java.lang.NullPointerException: why");
        for (var fault : thrown.entrySet()) {
            Path jar = jar("Lazy", SOURCE.replace(PROPOSAL, fault.getKey()));
            String all = fault.getValue() + " at Lazy.";
            Cli tuned =
                    Cli.run(
                                    "tune",
                                    toy,
                                    "--tuner",
                                    "lazy",
                                    "--study",
                                    fault.getValue().replaceAll("\\W", ""),
                                    "--plugin",
                                    jar)
                            .exits(1);
            assertTrue(
                    tuned.err().contains("Tuner 'lazy' (Lazy in lazy.jar) failed: " + all),
                    tuned.err());
            assertTrue(tuned.err().contains("Stopped after 2 trials"), tuned.err());
        }
    }

    /** Standard output is read by programs. */
    @Test
    void whatATunerPrintsIsNoResult() throws Exception {
        String create = "public Tuner create(TuningRequest request) {";
        Path jar = jar("Lazy", SOURCE.replace(create, create + "System.out.println(\"noise\");"));
        var processes = new CliProcesses(folder);
        String err =
                processes.exits(
                        0,
                        processes.start(
                                "ask", Cli.toy(folder), "--tuner", "lazy", "--plugin", jar));
        assertEquals(List.of("trial=1 n=1 x=10 kind=a"), processes.lines("out", 1));
        assertTrue(err.contains("noise"), err);
    }

    @Test
    void aProviderThatThrowsIsNamed() throws IOException {
        Path toy = Cli.toy(folder);
        String create = "public Tuner create(TuningRequest request) {";
        Path jar =
                jar(
                        "Lazy",
                        SOURCE.replace(
                                create, create + "if (true) throw new NullPointerException();"));
        for (String verb : List.of("tune", "ask")) {
            String failed = Cli.run(verb, toy, "--tuner", "lazy", "--plugin", jar).exits(1).err();
            assertTrue(
                    failed.contains(
                            "Tuner 'lazy' (Lazy in lazy.jar) failed: java.lang.NullPointerException"
                                    + " at Lazy.create(Lazy.java:"),
                    failed);
        }
    }

    /** Whatever a provider is asked, a fault of it is none of the user's. */
    @Test
    void aProviderThatThrowsInWhatItSaysIsNamed() throws IOException {
        Path toy = Cli.toy(folder);
        String options = "public List<Option<?>> options() {";
        String models = "return Optional.empty(); }";
        String rest =
                """
                        return Optional.of(new ModelProvider() {
                            public Optional<FittedModel> fit(TuningRequest q, Records r) { FIT }
                            public List<Exhibit> exhibits(TuningRequest q, Records r) { SHOW }
                        });
                    }
                """;
        String thrown = "throw new IllegalArgumentException(\"no licence\");";
        String learning =
                SOURCE.replace(models, rest)
                        .replace("FIT", thrown)
                        .replace("SHOW", "return List.of();");
        String showing =
                SOURCE.replace(models, rest)
                        .replace("FIT", "return Optional.empty();")
                        .replace("SHOW", thrown);
        Cli.run("tune", toy, "--tuner", "lazy", "--plugin", jar("Lazy")).exits(0);
        named(
                SOURCE.replace(options + " return List.of();", options + thrown),
                "options",
                List.of("tune", toy, "--tuner", "lazy", "--study", "b"),
                List.of("tuners", "lazy"));
        named(
                SOURCE.replace(
                        options, "public TunerAbilities abilities() {" + thrown + "}" + options),
                "abilities",
                List.of("tune", toy, "--tuner", "lazy", "--study", "b"),
                List.of("tune", toy));
        named(
                SOURCE.replace(
                        options,
                        "public List<String> remarks(TuningRequest q) {" + thrown + "}" + options),
                "remarks",
                List.of("tune", toy, "--tuner", "lazy", "--study", "b"));
        named(SOURCE.replace(models, thrown + "}"), "models", List.of("surrogate", "show", toy));
        named(learning, "fit", List.of("surrogate", "show", toy));
        named(showing, "exhibits", List.of("surrogate", "show", toy));
    }

    /** It was said to be "at picocli.CommandLine.executeUserObject". */
    @Test
    void whatIsMissingIsSaidToBeInNobodysCode() throws IOException {
        String none = SOURCE.replace("return List.of();", "return null;");
        String failed = Cli.run("tuners", "lazy", "--plugin", jar("Lazy", none)).exits(1).err();
        assertTrue(failed.contains("lazy.jar) failed: options() returned null."), failed);
    }

    @Test
    void anOptionOrARemarkThatIsNullIsNamed() throws IOException {
        Path toy = Cli.toy(folder);
        String options = "public List<Option<?>> options() {";
        String none = "return java.util.Collections.singletonList(null);";
        String failed =
                Cli.run(
                                "tuners",
                                "lazy",
                                "--plugin",
                                jar("Lazy", SOURCE.replace(options, options + "if (true) " + none)))
                        .exits(1)
                        .err();
        assertTrue(
                failed.contains("lazy.jar) failed: options() returned a list with null in it."),
                failed);
        String remarks = "public List<String> remarks(TuningRequest q) {" + none + "}" + options;
        String remarked =
                Cli.run(
                                "tune",
                                toy,
                                "--tuner",
                                "lazy",
                                "--plugin",
                                jar("Lazy", SOURCE.replace(options, remarks)))
                        .exits(1)
                        .err();
        assertTrue(
                remarked.contains("lazy.jar) failed: remarks() returned a list with null in it."),
                remarked);
    }

    /** Languages other than Java do not declare them; the message was "no licence" alone. */
    @Test
    void aCheckedExceptionOfATunerIsNamed() throws IOException {
        String sneaky =
                """
                    @SuppressWarnings("unchecked")
                    static <T extends Throwable> T sneak(Throwable t) throws T { throw (T) t; }
                    static Proposal propose(Records r, Demand d) {
                        throw Lazy.<RuntimeException>sneak(new java.io.IOException("no licence"));
                    }
                """;
        String source =
                SOURCE.replace(
                                "    static Proposal propose(Records r, Demand d) { return"
                                        + " propose(r, d); }\n",
                                sneaky)
                        .replace(PROPOSAL, "return propose(records, demand)");
        String failed =
                Cli.run("tune", Cli.toy(folder), "--tuner", "lazy", "--plugin", jar("Lazy", source))
                        .exits(1)
                        .err();
        assertTrue(
                failed.contains(
                        "Tuner 'lazy' (Lazy in lazy.jar) failed: java.io.IOException: no licence"
                                + " at Lazy.propose"),
                failed);
        assertTrue(failed.contains("Stopped after 2 trials"), failed);
    }

    /** It ended with code 0, as if the study were done. */
    @Test
    void anInterruptFlagThatATunerLeavesIsNoEndOfAStudy() throws IOException {
        String source =
                SOURCE.replace(
                        PROPOSAL,
                        "Thread.currentThread().interrupt(); return Proposal.run(List.of(new"
                                + " Suggestion(new Candidate(demand.tasksInTurn().getFirst(),"
                                + " records.trials().getFirst().configuration(), Fidelity.FULL),"
                                + " Origin.of(\"lazy\"))))");
        String stopped =
                Cli.run("tune", Cli.toy(folder), "--tuner", "lazy", "--plugin", jar("Lazy", source))
                        .exits(1)
                        .err();
        assertTrue(stopped.contains("Maybe tuner 'lazy' has left its interrupt flag"), stopped);
        assertTrue(stopped.contains("Go on with: "), stopped);
    }

    /** So is one of its model, which is no refusal of what the user asks for. */
    @Test
    void aModelThatThrowsIsNamed() throws IOException {
        Path toy = Cli.toy(folder);
        Cli.run("tune", toy, "--tuner", "lazy", "--plugin", jar("Lazy")).exits(0);
        String model =
                """
                        return Optional.of(new ModelProvider() {
                            public Optional<FittedModel> fit(TuningRequest q, Records r) {
                                return Optional.of(new FittedModel() {
                                    public Prediction predict(Point t, Point c, String o) { PREDICT }
                                    public Trust trust(Point t, String o) { TRUST }
                                    public List<String> outputs() { return List.of("seconds"); }
                                    public Optional<TaskCorrelation> taskCorrelation(String o) {
                                        return Optional.empty();
                                    }
                                    public List<ModelRecord> records() { return List.of(); }
                                });
                            }
                        });
                    }
                """;
        String thrown = "throw new IllegalArgumentException(\"no licence\");";
        String learning = SOURCE.replace("return Optional.empty(); }", model);
        String known = "return Trust.unknown(2, \"little\");";
        named(
                learning.replace("PREDICT", thrown).replace("TRUST", known),
                "predict",
                List.of("predict", toy, "--set", "x=3"));
        named(
                learning.replace("PREDICT", "return new Prediction(1, 1, 1, 0, 2);")
                        .replace("TRUST", thrown),
                "trust",
                List.of("surrogate", "show", toy));
        Path jar = folder.resolve("lazy.jar");
        Cli.run("predict", toy, "--set", "x=3", "--task", "n=3", "--plugin", jar).exits(2);
        String sound = "return new Prediction(1, 1, 1, 0, 2);";
        String asked =
                learning.replace("TRUST", known)
                        .replace(
                                "public List<ModelRecord>",
                                "public Optional<Predictor> predictor(Point t, String o) { ASK }"
                                        + " public List<ModelRecord>");
        named(
                asked.replace("PREDICT", sound).replace("ASK", thrown),
                "predictor",
                List.of("sensitivity", toy));
        String predictor =
                """
                return Optional.of(new Predictor() {
                    public int dimension() { return 2; }
                    public double[] means(double[][] x) { MEANS }
                    public double[][] moments(double[][] x) { return new double[2][x.length]; }
                    public double output(double scaled) { return scaled; }
                    public Draws draws(int count, Seed seed) { return x -> { DRAWS }; }
                });
                """;
        String pointwise = asked.replace("PREDICT", sound).replace("ASK", predictor);
        named(
                pointwise.replace("MEANS", thrown).replace("DRAWS", "return new double[2][9];"),
                "means",
                List.of("sensitivity", toy, "--method", "permutation"));
        named(
                pointwise.replace("MEANS", "return new double[x.length];").replace("DRAWS", thrown),
                "lambda$draws$0",
                List.of("sensitivity", toy));
        for (String[] wrong :
                new String[][] {
                    {"return null;", "predict() returned null."},
                    {
                        "return new Prediction(1, 1, Double.NaN, 0, 2);",
                        "predict() returned Prediction[mean=1.0,"
                    },
                    {
                        "return new Prediction(1, 1, 1, 2, 0);",
                        "predict() returned Prediction[mean=1.0,"
                    }
                }) {
            jar("Lazy", learning.replace("PREDICT", wrong[0]).replace("TRUST", known));
            String failed = Cli.run("predict", toy, "--set", "x=3", "--plugin", jar).exits(1).err();
            assertTrue(failed.contains("lazy.jar) failed: " + wrong[1]), failed);
        }
    }

    private void named(String source, String method, List<?>... lines) throws IOException {
        Path jar = jar("Lazy", source);
        for (List<?> line : lines) {
            List<Object> words = new ArrayList<>(line);
            words.addAll(List.of("--plugin", jar));
            Cli failed = Cli.run(words.toArray());
            String all = words + ": " + failed.err() + failed.out();
            assertEquals(1, failed.code(), all);
            assertTrue(
                    failed.err()
                            .contains(
                                    "Tuner 'lazy' (Lazy in lazy.jar) failed:"
                                            + " java.lang.IllegalArgumentException: no licence at"
                                            + " Lazy"),
                    all);
            assertTrue(failed.err().contains(method + "(Lazy.java:"), all);
        }
    }

    private Path jar(String provider) throws IOException {
        return jar(provider, SOURCE);
    }

    private Path jar(String provider, String text) throws IOException {
        Path source = Files.writeString(folder.resolve("Lazy.java"), text);
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                folder.toString(),
                                source.toString());
        assertEquals(0, code);
        Path jar = folder.resolve("lazy.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path type : classes()) {
                out.putNextEntry(new JarEntry(type.getFileName().toString()));
                out.write(Files.readAllBytes(type));
            }
            out.putNextEntry(new JarEntry("META-INF/services/org.attune.api.TunerProvider"));
            out.write(provider.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return jar;
    }

    private List<Path> classes() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".class")).toList();
        }
    }
}
