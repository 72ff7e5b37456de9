package org.attune.problemfile;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Whatever stands anywhere in a file, it is read or refused with a line; nothing else is thrown.
 */
class MutationTest {
    private static final List<String> REPLACEMENTS =
            List.of(
                    "null",
                    "3",
                    "-1.5",
                    "\"x\"",
                    "\"\"",
                    "true",
                    "[]",
                    "{}",
                    "[[1]]",
                    "{\"name\": []}");

    @TempDir Path folder;

    @Test
    void everyNodeReplaced() throws IOException {
        JsonNode root = JsonMapper.shared().readTree(ProblemFileTest.resource("full.json"));
        var nodes = new ArrayList<Runnable[]>();
        int refused = 0;
        collect(root, nodes);
        int stride = 17; // with 1 it takes half a minute
        for (int i = 0; i < nodes.size() * REPLACEMENTS.size(); i += stride) {
            Runnable[] change = nodes.get(i / REPLACEMENTS.size());
            change[i % REPLACEMENTS.size()].run();
            Path file = Files.writeString(folder.resolve("m.json"), root.toPrettyString());
            try {
                ProblemFile.read(file);
            } catch (ProblemFileException e) {
                refused++;
                for (String defect : e.defects()) {
                    assertTrue(defect.startsWith(file + ":"), defect);
                }
            } catch (RuntimeException e) {
                throw new AssertionError(root.toPrettyString(), e);
            }
            change[REPLACEMENTS.size()].run();
        }
        assertTrue(refused > nodes.size() * REPLACEMENTS.size() / stride / 2);
    }

    /** Adds for each node the replacements, and the one that undoes them. */
    private static void collect(JsonNode parent, List<Runnable[]> nodes) {
        if (parent instanceof ObjectNode object) {
            for (String key : List.copyOf(object.propertyNames())) {
                JsonNode child = object.get(key);
                nodes.add(changes(child, value -> object.set(key, value)));
                collect(child, nodes);
            }
        } else if (parent instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                int index = i;
                JsonNode child = array.get(i);
                nodes.add(changes(child, value -> array.set(index, value)));
                collect(child, nodes);
            }
        }
    }

    private static Runnable[] changes(
            JsonNode original, java.util.function.Consumer<JsonNode> setter) {
        var changes = new Runnable[REPLACEMENTS.size() + 1];
        for (int r = 0; r < REPLACEMENTS.size(); r++) {
            JsonNode value = JsonMapper.shared().readTree(REPLACEMENTS.get(r));
            changes[r] = () -> setter.accept(value);
        }
        changes[REPLACEMENTS.size()] = () -> setter.accept(original);
        return changes;
    }
}
