package org.attune.history.formats;

import static org.attune.history.formats.GptuneSamples.NOW;
import static org.attune.history.formats.GptuneSamples.PROBLEM;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.attune.api.Allocation;
import org.attune.api.MemoryHistory;
import org.attune.api.Point;
import org.attune.api.ProcessId;
import org.attune.api.Provenance;
import org.attune.api.Records;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;
import org.attune.history.EntryText;
import org.attune.history.Fuzzing;
import org.attune.history.environment.MetaDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files of strangers, changed at random: a reader either reads them or says in one line what is
 * wrong. The changes depend on the seed alone.
 */
@Timeout(1_800)
class ImporterFuzzTest {
    private static final List<String> OPTUNA =
            List.of(
                    "CREATE TABLE studies (study_id INTEGER PRIMARY KEY, study_name VARCHAR(512))",
                    "CREATE TABLE study_directions (study_direction_id INTEGER PRIMARY KEY,"
                            + " direction VARCHAR(8), study_id INTEGER, objective INTEGER)",
                    "CREATE TABLE study_system_attributes (study_system_attribute_id INTEGER"
                            + " PRIMARY KEY, study_id INTEGER, key VARCHAR(512), value_json TEXT)",
                    "CREATE TABLE trials (trial_id INTEGER PRIMARY KEY, number INTEGER, study_id"
                        + " INTEGER, state VARCHAR(8), datetime_start DATETIME, datetime_complete"
                        + " DATETIME)",
                    "CREATE TABLE trial_params (param_id INTEGER PRIMARY KEY, trial_id INTEGER,"
                        + " param_name VARCHAR(512), param_value FLOAT, distribution_json TEXT)",
                    "CREATE TABLE trial_values (trial_value_id INTEGER PRIMARY KEY, trial_id"
                            + " INTEGER, objective INTEGER, value FLOAT, value_type VARCHAR(7))",
                    "CREATE TABLE trial_user_attributes (trial_user_attribute_id INTEGER PRIMARY"
                            + " KEY, trial_id INTEGER, key VARCHAR(512), value_json TEXT)",
                    "INSERT INTO studies VALUES (1, 'first')",
                    "INSERT INTO study_directions VALUES (1, 'MINIMIZE', 1, 0)",
                    "INSERT INTO study_system_attributes VALUES (1, 1, 'study:metric_names',"
                            + " '[\"r\"]')",
                    "INSERT INTO trials VALUES (1, 0, 1, 'COMPLETE', '2024-05-01 12:30:00.000000',"
                            + " '2024-05-01 12:30:02.500000')",
                    "INSERT INTO trials VALUES (2, 1, 1, 'FAIL', '2024-05-01 12:31:00.000000',"
                            + " NULL)",
                    "INSERT INTO trial_params VALUES (NULL, 1, 'mb', 5, '{\"name\":"
                            + " \"IntDistribution\", \"attributes\": {\"log\": true, \"step\": 1,"
                            + " \"low\": 1, \"high\": 16}}')",
                    "INSERT INTO trial_params VALUES (NULL, 1, 'fill', 0.25, '{\"name\":"
                        + " \"FloatDistribution\", \"attributes\": {\"step\": null, \"low\": 0.0,"
                        + " \"high\": 1.0, \"log\": false}}')",
                    "INSERT INTO trial_params VALUES (NULL, 1, 'order', 1, '{\"name\":"
                            + " \"CategoricalDistribution\", \"attributes\": {\"choices\": [\"2\","
                            + " \"4\"]}}')",
                    "INSERT INTO trial_user_attributes VALUES (1, 1, 'm', '10')",
                    "INSERT INTO trial_values VALUES (1, 1, 0, 2.5, 'FINITE')");

    @TempDir Path folder;

    /** A reader, and files that it reads. */
    enum Importer {
        GPTUNE(text -> GptuneReader.read(text, "f", PROBLEM, NOW), gptune()),
        GPTUNE_SALVAGED(text -> GptuneReader.readable(text, "f", PROBLEM, NOW), gptune()),
        T4(text -> T4Reader.read(text, "f", PROBLEM, NOW), List.of(T4Writer.text(PROBLEM, own()))),
        CSV(
                text -> CsvReader.read(text, "f", PROBLEM, NOW),
                List.of(CsvWriter.text(PROBLEM, own()))),
        T1(text -> T1Problem.read(text, "f", "add"), List.of(t1())),
        META(
                text -> MetaDescription.read(text, "f"),
                List.of(
                        "{\"machine_configuration\": {\"machine_name\": \"cori\", \"haswell\":"
                            + " {\"nodes\": 8, \"cores\": 32}},\n"
                            + " \"software_configuration\": {\"gcc\": {\"version_split\": [8, 3,"
                            + " 0]}}, \"spack\": [\"x\"],\n"
                            + " \"loadable_machine_configurations\": {\"cori\": {\"haswell\":"
                            + " {\"nodes\": [1, 2]}}}}")),
        JOURNAL(
                EntryText::entry,
                own().trials().stream().map(t -> EntryText.text("s", t)).toList());

        private final Fuzzing.Reader reader;
        private final List<String> files;

        Importer(Fuzzing.Reader reader, List<String> files) {
            this.reader = reader;
            this.files = files;
        }
    }

    private static String t1() {
        return """
        {"ConfigurationSpace": {
           "TuningParameters": [
             {"Name": "block", "Type": "int", "Values": "list(range(1, 9, 2))"},
             {"Name": "cache", "Type": "bool", "Values": "[True, False]"}],
           "Conditions": [{"Parameters": ["block"], "Expression": "block % 2 == 1"}]},
         "General": {"TimeUnit": "Seconds"},
         "KernelSpecification": {"KernelName": "add", "KernelFile": "add.cu"}}\
        """;
    }

    private static List<String> gptune() {
        return GptuneSamples.FILES.stream().map(f -> f.get(1)).toList();
    }

    /** What Attune writes of the samples. */
    private static Records own() {
        var trials = new ArrayList<Trial>();
        for (String file : gptune()) {
            GptuneReader.read(file, "f", PROBLEM, NOW)
                    .trials()
                    .forEach(t ->
                            trials.add(
                                    new Trial(
                                            trials.size() + 1L,
                                            t.candidate(),
                                            t.origin(),
                                            t.outcome(),
                                            provenance(t))));
        }
        return new MemoryHistory().update(r -> trials);
    }

    /** Where and by whom a trial was read, the same on every machine. */
    private static Provenance provenance(Trial t) {
        Provenance p = t.provenance();
        return new Provenance(
                p.asked(), p.told(), new ProcessId("node1", 4711, 0), p.effort(), p.source());
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatIsWrong(Importer importer) {
        Fuzzing.fuzz(importer.name(), importer.files, importer.reader, 4_000);
    }

    @Test
    void stores() throws IOException {
        String whole = store();
        Path file = folder.resolve("qr.json");
        Path last = folder.resolve("qr.json.last");
        Fuzzing.fuzz(
                "STORE",
                List.of(whole),
                text -> {
                    boolean copy = text.length() % 2 == 1; // either of the two is damaged
                    Files.writeString(copy ? last : file, text);
                    Files.writeString(
                            copy ? file : last, copy ? whole.replace(": 2.5", ": 3.5") : whole);
                    GptuneStore store = GptuneStore.open(file, PROBLEM);
                    store.notes().forEach(n -> Fuzzing.requireLine(n, "a note"));
                    for (String study : store.studies()) {
                        store.study(study).records();
                    }
                    store.others();
                },
                1_000);
    }

    /** Returns a file as the store writes it, whose local times are the same everywhere. */
    private String store() throws IOException {
        Path file = folder.resolve("made.json");
        var setUp =
                new StudyRecord(
                        "main",
                        PROBLEM.description(),
                        List.of(Point.of("m", 10)),
                        "random",
                        Map.of(),
                        7,
                        30,
                        List.of(),
                        Allocation.EQUAL,
                        Map.of());
        List<Trial> trials = own().trials();
        var study = GptuneStore.open(file, PROBLEM).study("main");
        study.update(r -> List.of(setUp));
        study.update(r -> trials);
        var top = new LinkedHashMap<>(OwnRecord.object(PythonJson.read(Files.readString(file))));
        var records = new ArrayList<Object>();
        for (Object item : (List<?>) top.get("func_eval")) {
            var record = new LinkedHashMap<>(OwnRecord.object(item));
            record.replace("time", Map.of());
            records.add(record);
        }
        top.put("func_eval", records);
        return LastWritten.sealed(top);
    }

    /** Databases that were made by other statements than Optuna's. */
    @Test
    void databases() throws IOException {
        Fuzzing.fuzz("OPTUNA", List.of(String.join(";\n", OPTUNA)), this::readDatabase, 300);
    }

    @Test
    void damagedDatabases() throws Exception {
        Path whole = folder.resolve("whole.db");
        execute(whole, OPTUNA);
        String bytes = new String(Files.readAllBytes(whole), StandardCharsets.ISO_8859_1);
        Path file = folder.resolve("damaged.db");
        Fuzzing.fuzz(
                "DAMAGED_OPTUNA",
                List.of(bytes),
                text -> {
                    Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
                    OptunaReader.read(file, Optional.empty(), PROBLEM, NOW);
                },
                300);
    }

    private void readDatabase(String script) throws Exception {
        Path file = folder.resolve("made.db");
        Files.deleteIfExists(file);
        Files.createFile(file);
        execute(file, List.of(script.split(";")));
        OptunaReader.read(file, Optional.empty(), PROBLEM, NOW);
    }

    /** Carries out what of the statements is one. */
    private static void execute(Path file, List<String> statements) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement s = c.createStatement()) {
            s.execute("PRAGMA synchronous = OFF");
            s.execute("PRAGMA journal_mode = MEMORY");
            c.setAutoCommit(false);
            for (String statement : statements) {
                try {
                    s.executeUpdate(statement);
                } catch (SQLException none) {
                    // was changed too much
                }
            }
            c.commit();
        }
    }

    @Test
    void aTableOfVeryManyColumnsIsRefusedInOneLine() {
        String header = "c,".repeat(200_000) + "m,mb";
        try {
            CsvReader.read(header + "\n" + header, "t.csv", PROBLEM, NOW);
            fail("was read");
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("line 1 has more than 10000 cells"), e.getMessage());
        }
    }
}
