package org.attune.history.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What can be asked of a computer; tests have one that is made of texts. */
public interface Computer {
    /** Returns the variables of the process. */
    Map<String, String> variables();

    /** Returns the text of a file, empty if it cannot be read. */
    Optional<String> text(Path file);

    /** Returns the names of the files of a folder, none if it cannot be read. */
    List<String> files(Path folder);

    /** Returns what a command prints, empty if there is none, it fails, or takes 20 s. */
    Optional<String> output(List<String> command);

    /** Returns the computer on which this process runs. */
    static Computer here() {
        return new Computer() {
            @Override
            public Map<String, String> variables() {
                return System.getenv();
            }

            @Override
            public Optional<String> text(Path file) {
                try {
                    return Optional.of(
                            new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                } catch (IOException e) {
                    return Optional.empty();
                }
            }

            @Override
            public List<String> files(Path folder) {
                try (Stream<Path> files = Files.list(folder)) {
                    return files.map(f -> f.getFileName().toString()).sorted().toList();
                } catch (IOException | UncheckedIOException e) {
                    return List.of();
                }
            }

            @Override
            public Optional<String> output(List<String> command) {
                return printed(command);
            }
        };
    }

    private static Optional<String> printed(List<String> command) {
        try {
            Path out = Files.createTempFile("attune", ".out");
            try {
                Process process =
                        new ProcessBuilder(new ArrayList<>(command))
                                .redirectOutput(out.toFile())
                                .redirectError(ProcessBuilder.Redirect.DISCARD)
                                .start();
                process.getOutputStream().close();
                if (!process.waitFor(20, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    return Optional.empty();
                }
                return process.exitValue() == 0
                        ? Optional.of(Files.readString(out))
                        : Optional.empty();
            } finally {
                Files.deleteIfExists(out);
            }
        } catch (IOException e) {
            return Optional.empty(); // there is no such program
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
