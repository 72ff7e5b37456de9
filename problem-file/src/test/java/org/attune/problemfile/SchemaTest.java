package org.attune.problemfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import org.attune.api.Format;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

class SchemaTest {
    private final JsonNode schema = JsonMapper.shared().readTree(ProblemFile.schema());

    @Test
    void isAJsonSchema() {
        var metaschema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(
                                SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        assertEquals(List.of(), metaschema.validate(schema));
    }

    /** Editors show the description while one types a key. */
    @Test
    void describesEveryKey() {
        var bare = new ArrayList<String>();
        collect("", schema, bare);
        assertEquals(List.of(), bare);
        assertFalse(schema.at("/properties").isEmpty());
    }

    private static void collect(String path, JsonNode node, List<String> bare) {
        for (var property : node.path("properties").properties()) {
            JsonNode value = property.getValue();
            boolean refers = value.path("$ref").asString("").equals("#/$defs/evaluation");
            if (value.isObject() && !path.contains("/if") && !value.has("description") && !refers) {
                bare.add(path + "." + property.getKey());
            }
        }
        for (var child : node.properties()) {
            collect(path + "/" + child.getKey(), child.getValue(), bare);
        }
    }

    /** What the schema lets through is read later. */
    @Test
    void durationsAreThoseThatAreRead() {
        Pattern duration = Pattern.compile(schema.at("/$defs/seconds/pattern").asString());
        for (String text :
                List.of(
                        "60",
                        " 60s ",
                        "2m",
                        "2 min",
                        "500ms",
                        ".5h",
                        "1e-3s",
                        "1.5E2 ms",
                        "",
                        "s",
                        "2 d",
                        "-1s",
                        "1.s",
                        "1 2",
                        "1e",
                        "0x1s")) {
            assertEquals(
                    Format.seconds(text).isPresent(),
                    duration.matcher(text).find(),
                    "'" + text + "'");
        }
    }

    /** {@code ./attune schema --keys > problem-file/keys.md} writes it. */
    @Test
    void thePageOfKeysIsThatOfTheSchema() throws IOException {
        assertEquals(Files.readString(Path.of("keys.md")), ProblemFile.keys());
    }

    /** Each key has an example that the schema takes, and that is the same when read from YAML. */
    @Test
    void everyExampleIsTaken() {
        var tried = new ArrayList<String>();
        examples("", schema, tried);
        assertTrue(tried.size() > 90, tried.size() + " keys");
        assertEquals(List.of(), tried.stream().filter(t -> !t.endsWith(": ok")).toList());
    }

    private void examples(String path, JsonNode node, List<String> tried) {
        if (path.endsWith("/if") || path.endsWith("/then")) {
            return;
        }
        for (var property : node.path("properties").properties()) {
            String key = path + "/properties/" + property.getKey();
            JsonNode example = property.getValue().path("examples").path(0);
            tried.add(key + ": " + judged(property.getValue(), example));
            JsonNode usual = property.getValue().path("default");
            if (!usual.isMissingNode()) {
                tried.add(key + " by default: " + judged(property.getValue(), usual));
            }
        }
        for (var child : node.properties()) {
            if (!child.getKey().equals("examples")) {
                examples(path + "/" + child.getKey(), child.getValue(), tried);
            }
        }
    }

    private String judged(JsonNode of, JsonNode example) {
        if (example.isMissingNode()) {
            return "no example";
        }
        ObjectNode alone = JsonMapper.shared().createObjectNode();
        alone.set("$defs", schema.get("$defs"));
        alone.putArray("allOf").add(of);
        var errors =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(alone)
                        .validate(example);
        JsonNode read =
                YamlDocument.parse("key: " + KeyPage.flow(example), new Defects("f"))
                        .toJson()
                        .get("key");
        return !errors.isEmpty()
                ? errors.toString()
                : read.toString().equals(example.toString()) ? "ok" : "" + read;
    }
}
