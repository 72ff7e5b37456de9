package org.attune.problemfile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/** Makes nodes of a parser's events, within limits that no problem file comes near. */
final class TreeBuilder {
    private static final int MAX_DEPTH = 40;
    private static final int MAX_NODES = 100_000;

    private final Defects defects;
    private final Deque<Frame> open = new ArrayDeque<>();
    private Optional<Located> root = Optional.empty();
    private int nodes;

    TreeBuilder(Defects defects) {
        this.defects = defects;
    }

    /** A list or mapping that is not complete yet. */
    private static final class Frame {
        final int line;
        final boolean mapping;
        final List<Located> items = new ArrayList<>();
        final SequencedMap<String, Located> values = new LinkedHashMap<>();
        Optional<String> key = Optional.empty();
        int keyLine;
        int size = 1;

        Frame(int line, boolean mapping) {
            this.line = line;
            this.mapping = mapping;
        }
    }

    /** Returns whether the next scalar is a key. */
    boolean expectsKey() {
        return !open.isEmpty() && open.peek().mapping && open.peek().key.isEmpty();
    }

    void begin(boolean mapping, int line, int column) {
        if (open.size() == MAX_DEPTH) {
            throw defects.fatal(
                    line,
                    column,
                    "lists and mappings are nested deeper than %d.".formatted(MAX_DEPTH));
        }
        open.push(new Frame(line, mapping));
    }

    void key(String name, int line) {
        Frame frame = open.peek();
        if (frame.values.containsKey(name)) {
            String field = path().isEmpty() ? name : path() + "." + name;
            int first = frame.values.get(name).line();
            defects.add(
                    line,
                    field,
                    "the key '%s' stands twice, first on line %d.".formatted(name, first));
        }
        frame.key = Optional.of(name);
        frame.keyLine = line;
    }

    Located end() {
        Frame frame = open.pop();
        Located node =
                frame.mapping
                        ? new Located.Mapping(frame.line, frame.values, frame.size)
                        : new Located.Items(frame.line, frame.items, frame.size);
        place(node, 1);
        return node;
    }

    /** Adds a scalar, or a copy of a complete node to which an alias refers. */
    void add(Located node, int column) {
        if (nodes + node.size() > MAX_NODES) {
            throw defects.fatal(
                    node.line(),
                    column,
                    "the document has more than %d values.".formatted(MAX_NODES));
        }
        place(node, node.size());
    }

    private void place(Located node, int newNodes) {
        nodes += newNodes;
        if (open.isEmpty()) {
            root = Optional.of(node);
            return;
        }
        Frame frame = open.peek();
        frame.size += node.size();
        if (frame.mapping) {
            frame.values.putIfAbsent(frame.key.orElseThrow(), node.at(frame.keyLine));
            frame.key = Optional.empty();
        } else {
            frame.items.add(node);
        }
    }

    /** Returns the whole document; empty before it is complete. */
    Optional<Located> root() {
        return root;
    }

    private String path() {
        var path = new StringBuilder();
        open.descendingIterator()
                .forEachRemaining(frame -> {
                    if (frame.mapping) {
                        frame.key.ifPresent(k -> path.append(path.isEmpty() ? "" : ".").append(k));
                    } else {
                        path.append('[').append(frame.items.size()).append(']');
                    }
                });
        return path.toString();
    }
}
