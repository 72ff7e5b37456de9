package org.attune.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Splits command lines, for whoever has to write one as a list of words. */
public final class ShellWords {
    private static final Pattern NEEDS_SHELL = Pattern.compile("[|&;<>$`*~\\n]");

    private ShellWords() {}

    /**
     * Returns the words of a command line as a shell splits it: at spaces, outside of quotes. A
     * quote that is not closed ends with the line.
     */
    public static List<String> split(String line) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean isWord = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
                isWord = true;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
                isWord = true;
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                if (isWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                isWord = false;
            } else {
                word.append(c);
                isWord = true;
            }
        }
        if (isWord) {
            words.add(word.toString());
        }
        return words;
    }

    /**
     * Returns a command line as the list that YAML and JSON read: of its words, or of a shell that
     * runs it where it has pipes, redirections or variables.
     */
    public static String list(String line) {
        List<String> words =
                NEEDS_SHELL.matcher(line).find() ? List.of("sh", "-c", line.strip()) : split(line);
        return words.stream()
                .map(w -> w.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .collect(Collectors.joining("\", \"", "[\"", "\"]"));
    }
}
