package org.attune.studies;

import org.attune.api.expression.NearestName;
import org.attune.problemfile.ProblemFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which problem file or history may have been meant, where a path is neither. */
final class NearbyFiles {
    private static final int NAMED = 3;

    private NearbyFiles() {}

    /**
     * Returns a sentence with the problem files of a folder, or else its histories, after a blank;
     * empty where there is neither.
     */
    static String inside(Path folder) {
        List<String> names = names(folder);
        List<String> problems =
                first(
                        names.stream()
                                .filter(n -> !isHistory(n))
                                .filter(n -> ProblemFile.isMeant(folder.resolve(n))));
        List<String> meant =
                problems.isEmpty()
                        ? first(names.stream().filter(NearbyFiles::isHistory))
                        : problems;
        if (meant.isEmpty()) {
            return " It has no problem file and no history.";
        }
        String listed =
                meant.stream()
                        .map(n -> folder.resolve(n).toString())
                        .collect(Collectors.joining(" or "));
        return " Maybe %s was meant.".formatted(listed);
    }

    private static boolean isHistory(String name) {
        return name.endsWith(".jsonl");
    }

    private static List<String> first(Stream<String> names) {
        return names.limit(NAMED).toList();
    }

    /** Returns a sentence with the file whose name is much like the missing one's, or advice. */
    static String beside(Path missing) {
        Path folder = missing.toAbsolutePath().getParent();
        String hint = NearestName.hint(missing.getFileName().toString(), names(folder));
        if (!hint.isEmpty()) {
            return hint;
        }
        return missing.toString().endsWith(".jsonl")
                ? ""
                : " Maybe 'attune init' writes one to start from.";
    }

    /** Returns the names of the problem files and histories of a folder, sorted. */
    private static List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(f -> f.getFileName().toString())
                    .filter(n -> n.matches(".+\\.(ya?ml|jsonl)"))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
