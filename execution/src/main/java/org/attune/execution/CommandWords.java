package org.attune.execution;

import org.attune.api.ShellWords;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The command of a trial, as it is declared.
 *
 * @param words of which the first is a program
 */
record CommandWords(List<Word> words) {
    /** An argument, or a group of arguments that is dropped where it names something inactive. */
    record Word(List<Template> arguments, boolean group) {}

    /** Reads the command of an evaluation section. */
    static CommandWords of(Fields fields, List<String> names) {
        String at = fields.at("command");
        Object given = fields.required("command");
        if (given instanceof String s) {
            throw Fields.wrong(
                    at,
                    "'%s' is one text, but a list is needed, without a shell between. Maybe %s."
                            .formatted(s, ShellWords.list(s)));
        }
        var words = new ArrayList<Word>();
        for (Object element : Fields.list(at, given)) {
            String here = "%s[%d]".formatted(at, words.size());
            boolean group = element instanceof List;
            var arguments = new ArrayList<Template>();
            for (Object a : group ? Fields.list(here, element) : Arrays.asList(element)) {
                String field = group ? "%s[%d]".formatted(here, arguments.size()) : here;
                arguments.add(Template.parse(field, Fields.text(field, a), names));
            }
            words.add(new Word(arguments, group));
        }
        if (words.isEmpty() || words.getFirst().group()) {
            throw Fields.wrong(at, "it must begin with a program.");
        }
        return new CommandWords(List.copyOf(words));
    }

    /** Returns program and arguments for these values. */
    List<String> rendered(Placeholders values) {
        var rendered = new ArrayList<String>();
        for (Word word : words) {
            boolean dropped =
                    word.group()
                            && word.arguments().stream()
                                    .anyMatch(t -> !values.active().containsAll(t.names()));
            if (!dropped) {
                word.arguments().forEach(t -> rendered.add(t.render(values.texts())));
            }
        }
        return rendered;
    }

    /** Returns what they name. */
    Set<String> names() {
        var names = new LinkedHashSet<String>();
        words.forEach(w -> w.arguments().forEach(t -> names.addAll(t.names())));
        return names;
    }

    /** Returns the first word. */
    Template program() {
        return words.getFirst().arguments().getFirst();
    }
}
