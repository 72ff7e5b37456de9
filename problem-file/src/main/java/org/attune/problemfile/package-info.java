/**
 * Problem files, YAML or JSON, and what they say: {@link org.attune.problemfile.ProblemFile#read}.
 *
 * <p>From text to problem: {@code SourceFile} (bytes to text), {@code YamlDocument} or {@code
 * JsonDocument} (text to {@code Located} nodes, which know their lines), {@code SchemaCheck}
 * (shape, by the JSON Schema that is shipped with this module), {@code ProblemReader} and its
 * helpers (meaning). Each stage adds what it finds to {@code Defects}; only a text that cannot be
 * parsed ends the search for more.
 *
 * <p>A field is named by its path, {@code parameter_space[2].upper_bound}.
 */
package org.attune.problemfile;
