/** Reads problem files, YAML or JSON. */
module org.attune.problemfile {
    requires transitive org.attune.api;
    requires com.networknt.schema;
    requires org.snakeyaml.engine;
    requires tools.jackson.core;
    requires tools.jackson.databind;

    exports org.attune.problemfile;
}
