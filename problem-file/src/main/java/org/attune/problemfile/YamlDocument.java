package org.attune.problemfile;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parses YAML 1.2.
 *
 * <p>A plain scalar is a number where it is a decimal one ({@code 1e-5}, {@code .5}, {@code +3};
 * but {@code 010} and {@code 0x1F}, on which YAML's versions differ, are texts), a boolean where it
 * is {@code true} or {@code false}, and otherwise a text: {@code yes}, {@code no} and {@code on}
 * are words.
 */
final class YamlDocument {
    private static final Pattern NOTHING = Pattern.compile("~|null|Null|NULL|");
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern INTEGER = Pattern.compile("[-+]?(0|[1-9][0-9]*)");
    private static final Pattern REAL =
            Pattern.compile("[-+]?((0|[1-9][0-9]*)(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?");
    private static final String STANDARD_TAG = "tag:yaml.org,2002:";

    private final Defects defects;
    private final TreeBuilder tree;
    private final Map<Anchor, Located> anchors = new HashMap<>();
    private final Deque<Optional<Anchor>> open = new ArrayDeque<>();

    private YamlDocument(Defects defects) {
        this.defects = defects;
        this.tree = new TreeBuilder(defects);
    }

    /**
     * Returns the document.
     *
     * @throws ProblemFileException if it is no YAML, or more than one document
     */
    static Located parse(String text, Defects defects) {
        var document = new YamlDocument(defects);
        try {
            LoadSettings settings = LoadSettings.builder().build();
            new ParserImpl(settings, new StreamReader(settings, text))
                    .forEachRemaining(document::accept);
        } catch (MarkedYamlEngineException e) {
            throw document.syntax(e);
        } catch (YamlEngineException e) {
            throw defects.fatal(1, 1, e.getMessage());
        }
        return document.tree.root().orElseGet(() -> new Located.Nothing(1));
    }

    private ProblemFileException syntax(MarkedYamlEngineException e) {
        Mark mark = e.getProblemMark().or(e::getContextMark).orElseThrow();
        String problem = e.getProblem().replaceFirst("\\. \\(.*", "");
        if (problem.contains("TAB")) {
            problem = "a tab stands where YAML wants spaces";
        } else if (e.getContext() != null) {
            String begun =
                    e.getContextMark()
                            .filter(m -> m.getLine() != mark.getLine())
                            .map(m -> " begun on line " + (m.getLine() + 1))
                            .orElse("");
            String advice = problem.endsWith("{") ? ". Maybe quote the text that holds it" : "";
            problem = "%s%s, %s%s".formatted(e.getContext(), begun, problem, advice);
        }
        return defects.fatal(
                mark.getLine() + 1, mark.getColumn() + 1, "no valid YAML: " + problem + ".");
    }

    private void accept(Event event) {
        int line = event.getStartMark().map(Mark::getLine).orElse(0) + 1;
        int column = event.getStartMark().map(Mark::getColumn).orElse(0) + 1;
        if (event instanceof NodeEvent && tree.root().isPresent()) {
            throw defects.fatal(
                    line, column, "a second document begins here. Maybe remove the line '---'.");
        }
        switch (event.getEventId()) {
            case MappingStart, SequenceStart -> {
                if (tree.expectsKey()) {
                    throw defects.fatal(
                            line,
                            column,
                            "a key must be a word, not a list or mapping. Maybe quote what begins"
                                    + " with { or [.");
                }
                requireStandard(((CollectionStartEvent) event).getTag(), line, column);
                open.push(((NodeEvent) event).getAnchor());
                tree.begin(event.getEventId() == Event.ID.MappingStart, line, column);
            }
            case MappingEnd, SequenceEnd -> {
                Located node = tree.end();
                open.pop().ifPresent(anchor -> anchors.put(anchor, node));
            }
            case Scalar -> scalar((ScalarEvent) event, line, column);
            case Alias -> alias(((AliasEvent) event).getAlias(), line, column);
            default -> {}
        }
    }

    private void scalar(ScalarEvent event, int line, int column) {
        requireStandard(event.getTag(), line, column);
        Located node = scalar(event, line);
        event.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
        if (tree.expectsKey()) {
            tree.key(event.getValue(), line);
        } else {
            tree.add(node, column);
        }
    }

    private static Located scalar(ScalarEvent event, int line) {
        String text = event.getValue();
        boolean word = event.getTag().filter(t -> t.equals("!") || t.endsWith(":str")).isPresent();
        if (!event.isPlain() || word) {
            return new Located.Scalar(line, text, text);
        }
        if (NOTHING.matcher(text).matches()) {
            return new Located.Nothing(line);
        }
        if (BOOLEAN.matcher(text).matches()) {
            return new Located.Scalar(line, Boolean.valueOf(text), text);
        }
        if (INTEGER.matcher(text).matches()) {
            return new Located.Scalar(line, JsonDocument.integer(text), text);
        }
        if (REAL.matcher(text).matches()) {
            return new Located.Scalar(line, Double.valueOf(text), text);
        }
        return new Located.Scalar(line, text, text);
    }

    private void alias(Anchor anchor, int line, int column) {
        if (!anchors.containsKey(anchor)) {
            throw defects.fatal(
                    line, column, "'*%s' refers to nothing above.".formatted(anchor.getValue()));
        }
        Located node = anchors.get(anchor);
        if (tree.expectsKey()) {
            throw defects.fatal(line, column, "a key cannot be an alias.");
        }
        tree.add(node.at(line), column);
    }

    private void requireStandard(Optional<String> tag, int line, int column) {
        if (tag.isPresent() && !tag.get().equals("!") && !tag.get().startsWith(STANDARD_TAG)) {
            throw defects.fatal(line, column, "the tag '%s' is unknown.".formatted(tag.get()));
        }
    }
}
