package org.attune.cli.shell;

import picocli.CommandLine.Option;

import java.util.Locale;

/** Whether a verb prints for humans or for programs. */
public final class TableOrJson {
    /** How the result is written. */
    public enum Layout {
        /** For humans. */
        TABLE,
        /** One object. */
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table or json (default: table).")
    private Layout format = Layout.TABLE;

    @Option(names = "--json", description = "Short for --format json.")
    private boolean json;

    public boolean isJson() {
        return json || format == Layout.JSON;
    }
}
