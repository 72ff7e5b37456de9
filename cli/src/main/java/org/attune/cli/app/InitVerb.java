package org.attune.cli.app;

import org.attune.cli.shell.Verb;
import org.attune.history.formats.T1Problem;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.TextFile;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code attune init}: writes a commented problem file that runs as it is. */
@Command(
        name = "init",
        description = {
            "Writes NAME.yaml, a commented problem file to start from.",
            "It tunes a toy program until it is edited for yours."
        })
public final class InitVerb extends Verb implements Callable<Integer> {
    private static final Path SCHEMA = Path.of("attune.db", "problem.schema.json");

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            defaultValue = "problem",
            description = "Name of the problem (default: problem).")
    private String name;

    @Option(
            names = "--from-t1",
            paramLabel = "FILE",
            description = "Take parameters and conditions from an input of Kernel Tuner's T1.")
    private Optional<Path> t1 = Optional.empty();

    @Override
    public Integer call() throws IOException {
        String stem = name.replaceFirst("\\.ya?ml$", "");
        if (!stem.matches("[\\p{L}\\p{N}_][\\p{L}\\p{N}_.-]*")) {
            throw new IllegalArgumentException(
                    "'%s' is no name of a problem. Maybe use letters, digits, '_', '.' and '-'."
                            .formatted(name));
        }
        Path file = Path.of(stem + ".yaml");
        if (Files.exists(file)) {
            throw new IllegalArgumentException(
                    "%s exists already. Maybe choose another name: attune init NAME"
                            .formatted(file));
        }
        if (t1.isPresent()) {
            T1Problem.Result problem =
                    T1Problem.read(TextFile.read(t1.get()), t1.get().toString(), stem);
            Files.writeString(file, problem.yaml(), StandardOpenOption.CREATE_NEW);
            problem.notes().forEach(this::say);
            print("Wrote %s. Add how the kernel is run.", file);
            return 0;
        }
        Files.createDirectories(SCHEMA.getParent());
        Files.writeString(SCHEMA, ProblemFile.schema()); // the template names it, for editors
        Files.writeString(file, ProblemFile.template(stem), StandardOpenOption.CREATE_NEW);
        print("Wrote %s. Edit it for your program; it runs as it is:", file);
        print("  %s check %s --run", session().command(), file);
        print("  %s tune %s", session().command(), file);
        return 0;
    }
}
