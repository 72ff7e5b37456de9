package org.attune.execution;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs as a shell does. */
final class Programs {
    private Programs() {}

    /** Returns the first executable of this name on a search path, to be run from any folder. */
    static Optional<Path> onPath(String name, String searchPath) {
        return onPath(name, searchPath, Path.of("").toAbsolutePath());
    }

    /**
     * Returns the first executable of this name on a search path.
     *
     * @param workdir of which relative and empty entries are, as for a program that runs there
     */
    private static Optional<Path> onPath(String name, String searchPath, Path workdir) {
        String path = searchPath == null ? "" : searchPath;
        for (String folder : path.split(File.pathSeparator, -1)) { // an empty last one counts, too
            Path file = workdir.resolve(folder).resolve(name);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** Returns why a program cannot be started from this folder, if that can be seen beforehand. */
    static Optional<String> obstacle(String program, Path workdir, String searchPath) {
        if (!program.contains("/")) {
            return onPath(program, searchPath, workdir).isPresent()
                    ? Optional.empty()
                    : Optional.of(
                            "There is no program '%s' on the PATH. Maybe write './%s' if it is in %s."
                                    .formatted(program, program, workdir));
        }
        Path file = workdir.resolve(program);
        if (!Files.isRegularFile(file)) {
            return Optional.of("There is no program '%s' in %s.".formatted(program, workdir));
        }
        return Files.isExecutable(file)
                ? Optional.empty()
                : Optional.of("'%s' is not executable. Maybe chmod +x.".formatted(file));
    }
}
