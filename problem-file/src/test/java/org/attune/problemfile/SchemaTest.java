package org.attune.problemfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;

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
}
