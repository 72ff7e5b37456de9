package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code history import} of a storage of Optuna, made with the tables of its schema. */
class OptunaImportTest {
    private static final String X =
            "{\"name\": \"IntDistribution\", \"attributes\": {\"log\": false, \"step\": 1, \"low\":"
                    + " 0, \"high\": 20}}";
    private static final String KIND =
            "{\"name\": \"CategoricalDistribution\", \"attributes\": {\"choices\": [\"a\","
                    + " \"b\"]}}";

    @TempDir Path folder;
    private Path toy;
    private Path storage;

    @BeforeEach
    void create() throws Exception {
        toy = Cli.toy(folder);
        storage = folder.resolve("optuna.db");
        sql(
                "CREATE TABLE studies (study_id INTEGER PRIMARY KEY, study_name VARCHAR(512))",
                "CREATE TABLE study_directions (study_direction_id INTEGER PRIMARY KEY, direction"
                        + " VARCHAR(8), study_id INTEGER, objective INTEGER)",
                "CREATE TABLE study_system_attributes (study_system_attribute_id INTEGER PRIMARY"
                        + " KEY, study_id INTEGER, key VARCHAR(512), value_json TEXT)",
                "CREATE TABLE trials (trial_id INTEGER PRIMARY KEY, number INTEGER, study_id"
                        + " INTEGER, state VARCHAR(8), datetime_start DATETIME, datetime_complete"
                        + " DATETIME)",
                "CREATE TABLE trial_params (param_id INTEGER PRIMARY KEY, trial_id INTEGER,"
                        + " param_name VARCHAR(512), param_value FLOAT, distribution_json TEXT)",
                "CREATE TABLE trial_values (trial_value_id INTEGER PRIMARY KEY, trial_id INTEGER,"
                        + " objective INTEGER, value FLOAT, value_type VARCHAR(7))",
                "CREATE TABLE trial_user_attributes (trial_user_attribute_id INTEGER PRIMARY KEY,"
                        + " trial_id INTEGER, key VARCHAR(512), value_json TEXT)",
                "INSERT INTO studies VALUES (1, 'first')",
                "INSERT INTO study_directions VALUES (1, 'MINIMIZE', 1, 0)");
        trial(1, "COMPLETE", 3, 1);
        trial(2, "FAIL", 4, 0);
        trial(3, "PRUNED", 5, 0);
        sql("INSERT INTO trial_values VALUES (NULL, 1, 0, 12.5, 'FINITE')");
    }

    private void trial(int id, String state, int x, int kind) throws Exception {
        sql(
                ("INSERT INTO trials VALUES (%d, %d, 1, '%s', '2024-05-01 12:30:00.000000',"
                                + " '2024-05-01 12:30:02.500000')")
                        .formatted(id, id - 1, state),
                "INSERT INTO trial_params VALUES (NULL, %d, 'x', %d, '%s')".formatted(id, x, X),
                "INSERT INTO trial_params VALUES (NULL, %d, 'kind', %d, '%s')"
                        .formatted(id, kind, KIND),
                "INSERT INTO trial_user_attributes VALUES (NULL, %d, 'n', '2')".formatted(id));
    }

    /** By reflection: the module of the command line does not read java.sql. */
    private void sql(String... statements) throws Exception {
        Class<?> drivers = Class.forName("java.sql.DriverManager");
        try (var connection =
                (AutoCloseable)
                        drivers.getMethod("getConnection", String.class)
                                .invoke(null, "jdbc:sqlite:" + storage)) {
            Object statement =
                    Class.forName("java.sql.Connection")
                            .getMethod("createStatement")
                            .invoke(connection);
            for (String text : statements) {
                Class.forName("java.sql.Statement")
                        .getMethod("executeUpdate", String.class)
                        .invoke(statement, text);
            }
        }
    }

    @Test
    void endedTrialsAreTakenOverOnce() {
        Cli imported = Cli.run("history", "import", toy, storage).exits(0);
        assertTrue(imported.out().contains("2 imported"), imported.out());
        List<?> trials =
                (List<?>) Cli.run("history", "list", toy, "--json").exits(0).json().get("trials");
        assertEquals(2, trials.size());
        var first = (Map<?, ?>) trials.getFirst();
        assertTrue(first.toString().contains("12.5"), first.toString());
        assertTrue(first.toString().contains("kind=b"), first.toString());
        Cli again = Cli.run("history", "import", toy, storage).exits(0);
        assertTrue(again.out().contains("0 imported, 2 there already"), again.out());
    }

    @Test
    void whatIsNoStorageIsRefusedInOneLine() throws Exception {
        Path text = Files.writeString(folder.resolve("text.db"), "no database");
        Cli refused = Cli.run("history", "import", toy, text).exits(2);
        assertTrue(refused.err().contains("text.db"), refused.err());
        Cli written =
                Cli.run(
                        "history",
                        "export",
                        toy,
                        "--format",
                        "optuna",
                        "--to",
                        folder.resolve("o"));
        assertEquals(2, written.code());
    }
}
