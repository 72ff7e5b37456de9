import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Checks or applies the project's Java layout: {@code java Format.java check|apply}, with
 * google-java-format on the class path. Run by the root {@code pom.xml} on the JDK that compiles
 * the sources, see {@code docs/decisions/0001-formatter.md}.
 */
final class Format {
    private static final List<String> NOT_OURS = List.of("target", ".git", ".idea", ".vscode");

    /**
     * The formatter's first output is not always a fixed point: a comment it wraps may wrap again.
     */
    private static final int PASSES = 3;

    private Format() {}

    public static void main(String[] arguments) throws IOException {
        boolean apply = arguments[0].equals("apply");
        var call = new ArrayList<>(List.of("--aosp"));
        call.addAll(apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
        call.addAll(sources(Path.of("")));
        var formatter =
                ToolProvider.findFirst("google-java-format")
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "google-java-format is not on the class path"));
        var changed = new StringWriter();
        int code = 0;
        for (int pass = 0; pass < (apply ? PASSES : 1); pass++) {
            code =
                    formatter.run(
                            new PrintWriter(changed, true),
                            new PrintWriter(System.err, true),
                            call.toArray(String[]::new));
        }
        if (code == 0) {
            return;
        }
        changed.toString().lines().forEach(file -> System.err.println("not formatted: " + file));
        System.err.println("Run 'mvn -q -N -Pformat' to format all files.");
        System.exit(1);
    }

    private static List<String> sources(Path root) throws IOException {
        var found = new ArrayList<String>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes a) {
                        return NOT_OURS.contains(folder.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                        if (file.toString().endsWith(".java")) {
                            found.add(file.toString());
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        Collections.sort(found);
        return found;
    }
}
