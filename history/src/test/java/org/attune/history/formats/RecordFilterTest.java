package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.TuningProblem;
import org.attune.history.environment.LoadFilter;
import org.attune.history.environment.MetaDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class RecordFilterTest {
    private static final TuningProblem PROBLEM =
            TuningProblem.named("p")
                    .parameter(Parameter.integer("x", 0, 9))
                    .parameter(Parameter.categorical("kind", List.of("a", "b")))
                    .objective(Objective.minimize("cost"))
                    .build();

    @TempDir Path folder;

    private static LoadFilter where(String name, String value) {
        return new RecordFilter(List.of(), Map.of(), Map.of(name, value), Optional.empty())
                .filter(MetaDescription.NONE, PROBLEM);
    }

    private static String refused(String name, String value) {
        return assertThrows(IllegalArgumentException.class, () -> where(name, value)).getMessage();
    }

    @Test
    void valuesMustFitTheirNames() {
        for (String range : List.of("3", "0.5..2", "3..", "..8")) {
            assertEquals(Map.of("x", range), where("x", range).values());
        }
        assertEquals(Map.of("kind", "a"), where("kind", "a").values());
        assertTrue(refused("kinds", "a").contains("Maybe you meant 'kind'"));
        assertTrue(refused("x", "a").contains("'x' is a number"));
        assertTrue(refused("cost", "..").contains("'cost' is a number"));
        assertTrue(refused("cost", "8..3").contains("Maybe cost=3..8 was meant"));
    }

    /** What is given goes before what a description says, each kind by itself. */
    @Test
    void machinesThatAreGivenReplaceThoseOfTheDescription() throws Exception {
        Path meta =
                Files.writeString(
                        folder.resolve("meta.json"),
                        """
                        {"loadable_machine_configurations": {"cori": {}},
                         "loadable_software_configurations": {"gcc": {"version_split": [8, 3, 0]}}}
                        """);
        MetaDescription description = RecordFilter.description(Optional.of(meta), folder);
        var none = new RecordFilter(List.of(), Map.of(), Map.of(), Optional.empty());
        LoadFilter described = none.filter(description, PROBLEM);
        assertEquals(Set.of("cori"), described.machines().keySet());
        assertEquals(Set.of("gcc"), described.software().keySet());
        var given =
                new RecordFilter(
                        List.of("here"), Map.of("mpi", "4.0..5"), Map.of(), Optional.empty());
        LoadFilter both = given.filter(description, PROBLEM);
        assertEquals(Set.of("here"), both.machines().keySet());
        assertEquals(Set.of("gcc", "mpi"), both.software().keySet());
        assertEquals(LoadFilter.ALL, RecordFilter.ALL.filter(MetaDescription.NONE, PROBLEM));
    }

    @Test
    void theUsualPlacesAreSearched() throws Exception {
        assertEquals(MetaDescription.NONE, RecordFilter.ALL.description(folder));
        Files.createDirectory(folder.resolve("gptune"));
        Files.writeString(
                folder.resolve("gptune/meta.json"),
                "{\"loadable_machine_configurations\": {\"cori\": {}}}");
        MetaDescription found = RecordFilter.ALL.description(folder);
        assertEquals(Set.of("cori"), LoadFilter.of(found).machines().keySet());
    }
}
