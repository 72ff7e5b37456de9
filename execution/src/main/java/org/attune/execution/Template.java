package org.attune.execution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text with placeholders: <code>{name}</code> is replaced by a value, <code>{{</code> and <code>}}
 * </code> are braces.
 */
final class Template {
    private static final Pattern SPECIAL =
            Pattern.compile("\\{\\{|\\}\\}|\\{\\s*([\\p{L}_][\\p{L}\\p{N}_]*)\\s*\\}|[{}]");

    private final List<Part> parts;

    /** Literal text, or the name of a placeholder. */
    private record Part(String text, boolean placeholder) {}

    private Template(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a template.
     *
     * @param field where it stands, for messages
     * @param known names that may stand in braces
     * @throws IllegalArgumentException if a name is unknown or a brace stands alone
     */
    static Template parse(String field, String text, Collection<String> known) {
        var parts = new ArrayList<Part>();
        var literal = new StringBuilder();
        Matcher m = SPECIAL.matcher(text);
        int end = 0;
        while (m.find()) {
            literal.append(text, end, m.start());
            end = m.end();
            String name = m.group(1);
            if (name != null) {
                if (!known.contains(name)) {
                    throw Fields.wrong(
                            field,
                            "%s names nothing.%s Known are: %s.%s"
                                    .formatted(
                                            m.group(),
                                            Placeholders.hint(name, known),
                                            String.join(", ", known),
                                            line(text, m.start())));
                }
                parts.add(new Part(literal.toString(), false));
                literal.setLength(0);
                parts.add(new Part(name, true));
            } else if (m.group().length() == 2) {
                literal.append(m.group().charAt(0));
            } else {
                throw Fields.wrong(
                        field,
                        "'%s' stands alone. Maybe double it: a brace is written '%s'.%s"
                                .formatted(m.group(), m.group().repeat(2), line(text, m.start())));
            }
        }
        parts.add(new Part(literal.append(text.substring(end)).toString(), false));
        return new Template(parts);
    }

    /** Returns a template without placeholders: braces are braces. */
    static Template literal(String text) {
        return new Template(List.of(new Part(text, false)));
    }

    private static String line(String text, int index) {
        return text.indexOf('\n') < 0
                ? ""
                : " Line %d."
                        .formatted(
                                1
                                        + text.substring(0, index)
                                                .chars()
                                                .filter(c -> c == '\n')
                                                .count());
    }

    /** Returns the names in braces. */
    List<String> names() {
        return parts.stream().filter(Part::placeholder).map(Part::text).distinct().toList();
    }

    /** Returns what stands between the placeholders. */
    List<String> literals() {
        return parts.stream().filter(p -> !p.placeholder()).map(Part::text).toList();
    }

    /** Returns the text that was read, without blanks inside of braces. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (Part part : parts) {
            text.append(
                    part.placeholder()
                            ? "{" + part.text() + "}"
                            : part.text().replace("{", "{{").replace("}", "}}"));
        }
        return text.toString();
    }

    /** Returns the text with each name replaced by its value. */
    String render(Map<String, String> values) {
        var text = new StringBuilder();
        for (Part part : parts) {
            text.append(part.placeholder() ? values.get(part.text()) : part.text());
        }
        return text.toString();
    }
}
