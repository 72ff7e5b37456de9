package org.attune.history.formats;

import org.attune.history.Shown;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tables of Optuna's storage in a SQLite file, which is only read. */
final class OptunaStorage implements AutoCloseable {
    private static final int LONGEST_MESSAGE = 500;
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private static final List<String> TABLES =
            List.of("studies", "study_directions", "trials", "trial_params", "trial_values");

    private final Path file;
    private final Connection connection;

    private OptunaStorage(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /**
     * Opens a file.
     *
     * @throws IllegalArgumentException if it is no database of SQLite, or not one of Optuna
     * @throws UncheckedIOException if it cannot be read
     */
    static OptunaStorage open(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
                throw new IllegalArgumentException(
                        "%s is no database of SQLite. Maybe another file was meant."
                                .formatted(file));
            }
            var storage =
                    new OptunaStorage(
                            file,
                            DriverManager.getConnection(
                                    "jdbc:sqlite:" + file.toAbsolutePath().toUri() + "?mode=ro"));
            for (String table : TABLES) {
                storage.columns(table);
            }
            if (!storage.columns("trials").contains("study_id")) {
                storage.close();
                throw new IllegalArgumentException(
                        "%s is no storage of Optuna: it has no table 'trials' of studies."
                                .formatted(file));
            }
            return storage;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("There is no file %s.".formatted(file), e);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        } catch (SQLException e) {
            throw damaged(file, e);
        }
    }

    /** Returns what to throw; the driver quotes what it has read. */
    private static IllegalArgumentException damaged(Path file, SQLException e) {
        return new IllegalArgumentException(
                "%s cannot be read as a database: %s"
                        .formatted(file, Shown.text(e.getMessage(), LONGEST_MESSAGE)),
                e);
    }

    /** Returns the columns of a table; none of one that does not exist. */
    Set<String> columns(String table) {
        var names = new LinkedHashSet<String>();
        if (!rows("SELECT type FROM sqlite_master WHERE name = ? AND type = 'view'", table)
                .isEmpty()) {
            throw new IllegalArgumentException(
                    "%s is no storage of Optuna: '%s' is a view, whose query is not run."
                            .formatted(file, table));
        }
        rows("SELECT name FROM pragma_table_info(?)", table)
                .forEach(r -> names.add(String.valueOf(r.get("name"))));
        return names;
    }

    /** Returns the rows of a query, without columns that are null. */
    List<Map<String, Object>> rows(String sql, Object... values) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            var rows = new ArrayList<Map<String, Object>>();
            try (ResultSet set = statement.executeQuery()) {
                int columns = set.getMetaData().getColumnCount();
                while (set.next()) {
                    var row = new LinkedHashMap<String, Object>();
                    for (int c = 1; c <= columns; c++) {
                        Object value = set.getObject(c);
                        if (value != null) {
                            row.put(set.getMetaData().getColumnLabel(c), value);
                        }
                    }
                    rows.add(row);
                }
            }
            return rows;
        } catch (SQLException e) {
            throw damaged(file, e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw damaged(file, e);
        }
    }
}
