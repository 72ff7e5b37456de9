package org.attune.history.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.FailureCause;
import org.attune.api.Generator;
import org.attune.api.Objective;
import org.attune.api.Outcome;
import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Seed;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads databases that the tests create with Optuna's tables. */
class OptunaReaderTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String FLOAT =
            "{\"name\": \"FloatDistribution\", \"attributes\": {\"step\": null, \"low\": 0.0,"
                    + " \"high\": 1.0, \"log\": false}}";
    private static final String LOG_INT =
            "{\"name\": \"IntDistribution\", \"attributes\": {\"log\": true, \"step\": 1, \"low\":"
                    + " 1, \"high\": 64}}";
    private static final String CHOICE =
            "{\"name\": \"CategoricalDistribution\", \"attributes\": {\"choices\": [\"a\","
                    + " \"b\", \"c\"]}}";

    @TempDir Path folder;
    private Path file;

    private final TuningProblem problem =
            TuningProblem.named("toy")
                    .parameter(Parameter.real("x", 0, 1))
                    .parameter(Parameter.integer("n", 1, 64))
                    .parameter(Parameter.categorical("c", List.of("a", "b", "c")))
                    .objective(Objective.minimize("seconds"))
                    .objective(Objective.maximize("rate"))
                    .build();

    @BeforeEach
    void create() throws Exception {
        file = folder.resolve("study.db");
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
                "INSERT INTO study_directions VALUES (1, 'MINIMIZE', 1, 0), (2, 'MAXIMIZE', 1, 1)");
    }

    private void sql(String... statements) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement s = c.createStatement()) {
            for (String statement : statements) {
                s.executeUpdate(statement);
            }
        }
    }

    /** Adds a trial with three parameters. */
    private void trial(int id, String state, double x, double n, double choice) throws Exception {
        sql(
                ("INSERT INTO trials VALUES (%d, %d, 1, '%s', '2024-05-01 12:30:00.000000',"
                                + " '2024-05-01 12:30:02.500000')")
                        .formatted(id, id - 1, state),
                "INSERT INTO trial_params VALUES (NULL, %d, 'x', %s, '%s')".formatted(id, x, FLOAT),
                "INSERT INTO trial_params VALUES (NULL, %d, 'n', %s, '%s')"
                        .formatted(id, n, LOG_INT),
                "INSERT INTO trial_params VALUES (NULL, %d, 'c', %s, '%s')"
                        .formatted(id, choice, CHOICE));
    }

    private void value(int id, int objective, Object value, String type) throws Exception {
        sql(
                "INSERT INTO trial_values VALUES (NULL, %d, %d, %s, '%s')"
                        .formatted(id, objective, value, type));
    }

    private Reading read() {
        return OptunaReader.read(file, Optional.empty(), problem, NOW);
    }

    @Test
    void statesAndValues() throws Exception {
        trial(1, "COMPLETE", 0.1, 16, 1);
        value(1, 1, 7.5, "FINITE"); // in any order
        value(1, 0, 0.30000000000000004, "FINITE");
        trial(2, "FAIL", 0.2, 1, 0);
        trial(3, "PRUNED", 0.3, 1, 0);
        trial(4, "RUNNING", 0.4, 1, 0);
        trial(5, "COMPLETE", 0.5, 64, 2);
        value(5, 0, "NULL", "INF_POS");
        value(5, 1, 1, "FINITE");
        trial(6, "COMPLETE", 0.6, 64, 2);
        value(6, 0, 1, "FINITE");
        trial(7, "COMPLETE", 0.7, 64, 3);
        trial(8, "WAITING", 0.8, 64, 2);
        Reading reading = read();
        assertEquals(8, reading.records());
        assertEquals(3, reading.trials().size());
        Trial first = reading.trials().getFirst();
        assertEquals(Point.of("x", 0.1, "n", 16, "c", "b"), first.configuration());
        var measured = (Outcome.Measured) first.outcome();
        assertEquals(
                Map.of("seconds", List.of(0.30000000000000004), "rate", List.of(7.5)),
                measured.outputs());
        assertEquals(2.5, measured.elapsed());
        assertEquals(Instant.parse("2024-05-01T12:30:00Z"), first.provenance().asked());
        assertEquals(
                FailureCause.CRASH,
                assertInstanceOf(Outcome.Failed.class, reading.trials().get(1).outcome()).cause());
        var infinite = assertInstanceOf(Outcome.Failed.class, reading.trials().get(2).outcome());
        assertTrue(infinite.detail().contains("Infinity"), infinite.detail());
        assertEquals(
                List.of(
                        "trial 2: it was pruned, and has no final value",
                        "trial 3: it has not ended: RUNNING",
                        "trial 5: it has no value of 'rate'",
                        "trial 6: c: there is no choice 3.0",
                        "trial 7: it has not ended: WAITING"),
                reading.skipped().stream().map(Object::toString).toList());
        assertEquals(List.of("Its values are taken for seconds, rate."), reading.notes());
        assertEquals(
                reading.trials().stream().map(t -> t.provenance().source()).toList(),
                read().trials().stream().map(t -> t.provenance().source()).toList(),
                "uids are the same each time");
    }

    @Test
    void namesOfObjectivesCountBeforeTheirOrder() throws Exception {
        sql(
                "INSERT INTO study_system_attributes VALUES (1, 1, 'study:metric_names',"
                        + " '[\"rate\", \"seconds\"]')",
                "UPDATE study_directions SET direction = 'MAXIMIZE' WHERE objective = 0",
                "UPDATE study_directions SET direction = 'MINIMIZE' WHERE objective = 1");
        trial(1, "COMPLETE", 0.1, 16, 1);
        value(1, 0, 3, "FINITE");
        value(1, 1, 4, "FINITE");
        var measured = (Outcome.Measured) read().trials().getFirst().outcome();
        assertEquals(Map.of("rate", List.of(3.0), "seconds", List.of(4.0)), measured.outputs());
    }

    @Test
    void refusesWhatDoesNotFit() throws Exception {
        sql("UPDATE study_directions SET direction = 'MAXIMIZE'");
        assertTrue(refused().contains("the direction 'maximize' for what is 'seconds'"));
        sql("DELETE FROM study_directions WHERE objective = 1");
        assertTrue(refused().contains("has 1 objectives and the problem has 2"));
        sql("INSERT INTO studies VALUES (2, 'second')");
        assertTrue(refused().contains("?study=NAME after --transfer-from. It has: first, second."));
        String other =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> OptunaReader.read(file, Optional.of("third"), problem, NOW))
                        .getMessage();
        assertTrue(other.contains("no study 'third'"), other);
        sql("ALTER TABLE trials RENAME TO attempts");
        assertTrue(refused().contains("no storage of Optuna"));
        Files.writeString(file, "CREATE TABLE");
        assertTrue(refused().contains("no database of SQLite"));
        Files.writeString(file, "SQLite format 3\0and then nothing of the kind".repeat(30));
        assertTrue(refused().contains("cannot be read as a database"));
    }

    private String refused() {
        return assertThrows(IllegalArgumentException.class, this::read).getMessage();
    }

    /** Before 2.4 a study had one direction, and a trial one value. */
    @Test
    void theOldSchemaAndTasks() throws Exception {
        sql(
                "ALTER TABLE studies ADD COLUMN direction VARCHAR(8)",
                "UPDATE studies SET direction = 'MINIMIZE'",
                "ALTER TABLE trials ADD COLUMN value FLOAT",
                "DROP TABLE trial_values",
                "DROP TABLE study_directions",
                "DROP TABLE study_system_attributes");
        String uniform = "{\"name\": \"UniformDistribution\", \"attributes\": {}}";
        sql(
                "INSERT INTO trials VALUES (1, 0, 1, 'COMPLETE', NULL, NULL, 1.5)",
                "INSERT INTO trial_params VALUES (NULL, 1, 'x', 0.25, '%s')".formatted(uniform),
                "INSERT INTO trial_user_attributes VALUES (1, 1, 't', '3')",
                "INSERT INTO trials VALUES (2, 1, 1, 'COMPLETE', NULL, NULL, 1.5)",
                "INSERT INTO trial_params VALUES (NULL, 2, 'x', 0.25, '{\"name\": \"Other\"}')");
        TuningProblem one =
                TuningProblem.named("toy")
                        .task(Parameter.integer("t", 1, 9))
                        .parameter(Parameter.real("x", 0, 1))
                        .objective(Objective.minimize("seconds"))
                        .build();
        Reading reading = OptunaReader.read(file, Optional.of("first"), one, NOW);
        Trial trial = reading.trials().getFirst();
        assertEquals(Point.of("t", 3), trial.task());
        assertEquals(NOW, trial.provenance().asked());
        assertEquals(
                "trial 1: x: the distribution 'Other' is not known",
                reading.skipped().getFirst().toString());
    }

    @Test
    void anObjectiveThatThereIsNotIsSaid() throws Exception {
        trial(1, "COMPLETE", 0.1, 16, 1);
        value(1, 0, 1, "FINITE");
        sql("INSERT INTO trial_values VALUES (NULL, 1, 99999999999, 2, 'FINITE')");
        assertEquals(
                "trial 0: it has a value of the objective 99999999999, but there are 2",
                read().skipped().getFirst().toString());
        sql("UPDATE trial_values SET objective = 'x' WHERE objective > 1");
        assertEquals(
                "trial 0: it has a value of the objective x, but there are 2",
                read().skipped().getFirst().toString());
    }

    @Test
    void anIdThatIsATextIsSaid() throws Exception {
        sql(
                "CREATE TABLE other (study_id TEXT, study_name TEXT)",
                "INSERT INTO other VALUES ('one', 'first')",
                "DROP TABLE studies",
                "ALTER TABLE other RENAME TO studies");
        var e = assertThrows(IllegalArgumentException.class, this::read);
        assertEquals("its study_id is \"one\", not a number", e.getMessage());
    }

    /** Its query might never end. */
    @Test
    void aViewIsNotRun() throws Exception {
        sql(
                "ALTER TABLE trial_params RENAME TO p",
                "CREATE VIEW trial_params AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n +"
                    + " 1 FROM r) SELECT n AS param_id, 1 AS trial_id, 'x' AS param_name, 0.5 AS"
                    + " param_value, '{}' AS distribution_json FROM r");
        var e = assertThrows(IllegalArgumentException.class, this::read);
        assertTrue(e.getMessage().contains("'trial_params' is a view"), e.getMessage());
    }

    @Test
    @Timeout(120)
    void whateverIsDamagedItIsReadOrSaid() throws Exception {
        trial(1, "COMPLETE", 0.1, 16, 1);
        value(1, 0, 1, "FINITE");
        value(1, 1, 2, "FINITE");
        byte[] bytes = Files.readAllBytes(file);
        for (int round = 0; round < 400; round++) {
            Generator random = new Seed(1).generator("optuna", round);
            byte[] damaged = bytes.clone();
            for (int n = random.nextInt(20); n >= 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, damaged);
            try {
                read();
            } catch (IllegalArgumentException said) {
                assertTrue(said.getMessage().length() < 2000, said.getMessage());
            }
        }
        List<List<String>> cells =
                List.of(
                        List.of("trials", "trial_id"),
                        List.of("trials", "number"),
                        List.of("trials", "state"),
                        List.of("trials", "datetime_start"),
                        List.of("trial_params", "param_name"),
                        List.of("trial_params", "param_value"),
                        List.of("trial_params", "distribution_json"),
                        List.of("trial_values", "objective"),
                        List.of("trial_values", "value"),
                        List.of("trial_values", "value_type"),
                        List.of("study_directions", "direction"),
                        List.of("studies", "study_name"));
        List<String> values =
                List.of("NULL", "'x'", "1e999", "-9223372036854775808", "x'00ff'", "''", "'[1,'");
        for (List<String> cell : cells) {
            for (String value : values) {
                Files.write(file, bytes);
                try {
                    sql("UPDATE %s SET %s = %s".formatted(cell.get(0), cell.get(1), value));
                } catch (SQLException keys) {
                    continue; // are integers in this schema
                }
                try {
                    read();
                } catch (IllegalArgumentException said) {
                    assertTrue(said.getMessage().length() < 2000, said.getMessage());
                }
            }
        }
    }
}
