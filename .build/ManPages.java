import org.attune.cli.Attune;

import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a page of the manual for every verb, as AsciiDoc: {@code java ManPages.java FOLDER}, with
 * the command line and picocli-codegen on the class path. Asciidoctor makes man pages of them.
 */
final class ManPages {
    private ManPages() {}

    public static void main(String[] arguments) throws IOException {
        CommandLine line = Attune.commandLine();
        // picocli adds subcommands' own pages by itself.
        int code =
                ManPageGenerator.generateManPage(
                        new File(arguments[0]), null, new boolean[0], true, line.getCommandSpec());
        try (DirectoryStream<Path> pages =
                Files.newDirectoryStream(Path.of(arguments[0]), "*.adoc")) {
            for (Path page : pages) {
                Files.writeString(page, joined(Files.readString(page)));
            }
        }
        System.exit(code);
    }

    /**
     * Joins what descriptions of several lines break: picocli makes a paragraph of each line, in
     * the middle of a sentence too.
     */
    private static String joined(String page) {
        return page.replaceAll("(?<![.:\n])\n\\+\n", " ");
    }
}
