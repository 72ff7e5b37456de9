package org.attune.benchmarks;

import org.attune.benchmarks.problems.Benchmark;
import org.attune.problemfile.ProblemFile;
import org.attune.problemfile.ProblemFileException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A problem file, or those of a folder and of the folders in it (YAML): programs that run here.
 *
 * <p>What cannot be compared here is left out, with a note: a file that is wrong, a program that is
 * missing or whose default fails, which is tried once.
 */
final class ProblemFolder implements ProblemSource {
    private final Path root;
    private final ReferencePoints points;
    private final Map<String, ProblemFile> files = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> tried = new HashSet<>(); // and found to run
    private Optional<ProgramProblem> open = Optional.empty();

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException if there is no such file or folder, or it has no problem
     *     file, or two for one name
     */
    ProblemFolder(Path root, ReferencePoints points) {
        this.root = root;
        this.points = points;
        for (Path path : paths(root)) {
            try {
                ProblemFile file = ProblemFile.read(path);
                ProblemFile other = files.putIfAbsent(file.problem().name(), file);
                if (other != null) {
                    throw new IllegalArgumentException(
                            "Problem '%s' is in %s and in %s. Maybe rename one."
                                    .formatted(file.problem().name(), other.path(), path));
                }
            } catch (ProblemFileException e) {
                notes.add("skipped: " + e.getMessage().lines().findFirst().orElse(path.toString()));
            }
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s has no problem file.%s"
                            .formatted(
                                    root, notes.isEmpty() ? "" : " " + String.join("; ", notes)));
        }
    }

    private static List<Path> paths(Path root) {
        if (Files.isRegularFile(root)) {
            return List.of(root);
        }
        try (Stream<Path> all = Files.walk(root, 2)) {
            return all.filter(p -> p.toString().matches(".*\\.ya?ml"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Folder '%s' cannot be read.".formatted(root), e);
        }
    }

    /** Tries every problem, and returns those that run here. */
    @Override
    public List<String> names() {
        var usable = new ArrayList<String>();
        for (String name : files.keySet()) {
            try {
                problem(name);
                usable.add(name);
            } catch (IllegalArgumentException e) {
                notes.add("skipped: " + e.getMessage());
            }
        }
        if (usable.isEmpty()) {
            throw new IllegalArgumentException(
                    "Nothing of %s can be run here.%n%s".formatted(root, String.join("\n", notes)));
        }
        return usable;
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Opens a problem anew, and tries its default; the one before is closed. */
    @Override
    public Benchmark problem(String name) {
        close();
        ProblemFile file = files.get(name);
        if (file == null) {
            throw new IllegalArgumentException(
                    "%s has no problem '%s'. Known are: %s."
                            .formatted(root, name, String.join(", ", files.keySet())));
        }
        try {
            ProgramProblem problem = new ProgramProblem(file, points);
            open = Optional.of(problem);
            if (!tried.contains(name)) {
                problem.obstacle()
                        .ifPresent(why -> {
                            throw new IllegalArgumentException(why);
                        });
                tried.add(name);
            }
            return problem;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s (%s): %s".formatted(name, file.path(), e.getMessage().strip()), e);
        }
    }

    @Override
    public void close() {
        open.ifPresent(ProgramProblem::close);
        open = Optional.empty();
    }
}
