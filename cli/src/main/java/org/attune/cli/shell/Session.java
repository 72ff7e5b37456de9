package org.attune.cli.shell;

import org.attune.api.Format;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.studies.program.Stopper;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;

/** One run of the command: its streams and what every verb shares. */
@Command(
        name = "attune",
        description = "Tunes expensive applications in a handful of runs.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Session.Version.class,
        synopsisSubcommandLabel = "VERB",
        footer = {
            "",
            "Start with: attune init, or attune tune examples/matmul/problem.yaml",
            "Exit codes: 0, 2 for a mistake in what was given, 1 for other errors,",
            "3 where the study goes on elsewhere or later, 4 where no scheduler answers,",
            "130 after Ctrl-C, 141 where the next program of a pipe has ended;",
            "of ask 3 for wait until a pending trial is told, 4 for done."
        })
public final class Session implements Runnable {
    private static final String COMMAND = "attune.command";

    private final PrintStream out;
    private final PrintStream err;
    private final Set<String> verbs;
    private final boolean isStandard;
    private Optional<Tuners> tuners = Optional.empty();
    private volatile Optional<Interrupts.Kind> interrupted = Optional.empty();

    @Spec private CommandSpec spec;

    @Option(
            names = "--plugin",
            paramLabel = "JAR",
            scope = ScopeType.INHERIT,
            description = "Also use the tuners of this jar (repeatable).")
    private List<Path> plugins = new ArrayList<>();

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Print a stack trace with an error.")
    private boolean debug;

    /**
     * Begins a run of the command.
     *
     * @param verbs their names
     * @param isStandard whether {@code err} goes to standard error
     */
    public Session(PrintStream out, PrintStream err, Set<String> verbs, boolean isStandard) {
        this.out = out;
        this.err = err;
        this.verbs = verbs;
        this.isStandard = isStandard;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "A verb is missing, such as: " + String.join(", ", verbs) + ".");
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    /** Returns whether messages go to standard error, as those of a test do not. */
    public boolean isStandard() {
        return isStandard;
    }

    public boolean debug() {
        return debug;
    }

    Set<String> verbs() {
        return verbs;
    }

    /** Ends what runs on Ctrl-C, so that it can go on later. */
    public Stopper.Listening stopOnInterrupt(Runnable stop, Runnable kill) {
        return Interrupts.to(
                kind -> {
                    interrupted = Optional.of(kind);
                    err.println("\nStopping; once more ends at once.");
                    stop.run();
                },
                kill);
    }

    /** Returns what has ended something that ran; empty where nothing has. */
    public Optional<Interrupts.Kind> interrupted() {
        return interrupted;
    }

    /** Returns how the user started this command, for advice on what to type next. */
    public String command() {
        return System.getProperty(COMMAND, "attune");
    }

    /** Returns the tuners that come with Attune and those of the plug-ins. */
    public Tuners tuners() {
        if (tuners.isEmpty()) {
            List<Path> jars = jars();
            ClassLoader own = Tuners.class.getClassLoader();
            tuners =
                    Optional.of(
                            jars.isEmpty() ? Tuners.available() : Tuners.from(ofTuners(jars, own)));
        }
        return tuners.get();
    }

    /** Returns the loader of these jars, some of which may be libraries of the others. */
    private static ClassLoader ofTuners(List<Path> jars, ClassLoader own) {
        var loader = new URLClassLoader(urls(jars), own);
        String services = "META-INF/services/" + TunerProvider.class.getName();
        if (loader.findResource(services) == null) {
            throw new IllegalArgumentException(
                    "No tuner is in %s: a file %s has to name its class. docs/extending.md has an example."
                            .formatted(Format.list(jars), services));
        }
        return loader;
    }

    /**
     * Returns the jars given by {@code --plugin}; those of the folder {@code plugins} are on the
     * class path.
     */
    public List<Path> jars() {
        for (Path jar : plugins) {
            if (!Files.isRegularFile(jar)) {
                throw new IllegalArgumentException("There is no plug-in '%s'.".formatted(jar));
            }
            requireJar(jar);
        }
        return List.copyOf(plugins);
    }

    private static void requireJar(Path jar) {
        try (var opened = new JarFile(jar.toFile())) {
            opened.size();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "The plug-in '%s' is no jar. Maybe it has to be compiled and packed first: docs/extending.md has an example."
                            .formatted(jar),
                    e);
        }
    }

    private static URL[] urls(List<Path> jars) {
        var urls = new ArrayList<URL>();
        for (Path jar : jars) {
            try {
                urls.add(jar.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new UncheckedIOException(e);
            }
        }
        return urls.toArray(new URL[0]);
    }

    /** Reads the version from the jar. */
    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Session.class.getPackage().getImplementationVersion();
            return new String[] {"attune " + (version == null ? "(not packaged)" : version)};
        }
    }
}
