package org.attune.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Lines in a table of SQLite, each on the disk before the next one: a transaction for each, with a
 * write-ahead log and {@code synchronous = FULL}.
 */
final class SqliteLines implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement insert;

    SqliteLines(Path file) throws IOException {
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (Statement s = connection.createStatement()) {
                s.execute("PRAGMA journal_mode = WAL");
                s.execute("PRAGMA synchronous = FULL");
                s.execute("CREATE TABLE IF NOT EXISTS lines (line BLOB)");
            }
            insert = connection.prepareStatement("INSERT INTO lines VALUES (?)");
        } catch (SQLException e) {
            throw new IOException("Cannot make the database " + file, e);
        }
    }

    void append(byte[] line) throws IOException {
        try {
            insert.setBytes(1, line);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
