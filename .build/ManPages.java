import org.attune.cli.Attune;

import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

import java.io.File;
import java.io.IOException;

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
        System.exit(code);
    }
}
