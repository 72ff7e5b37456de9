package org.attune.history.formats;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.csv.CsvFactory;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;
import tools.jackson.dataformat.csv.CsvWriteFeature;

import java.util.ArrayList;
import java.util.List;

/**
 * Comma-separated values as RFC 4180 has them: lines end with CR LF when written and with either or
 * both when read; cells with commas, quotes or line breaks are quoted, with quotes doubled.
 */
final class Csv {
    private static final int MOST_CELLS = 10_000; // more are no table of parameters and outputs
    private static final CsvFactory READER =
            CsvFactory.builder()
                    .enable(CsvReadFeature.WRAP_AS_ARRAY, CsvReadFeature.SKIP_EMPTY_LINES)
                    .build();
    private static final CsvMapper WRITER =
            CsvMapper.builder().enable(CsvWriteFeature.STRICT_CHECK_FOR_QUOTING).build();
    private static final CsvSchema LINES = CsvSchema.emptySchema().withLineSeparator("\r\n");

    private Csv() {}

    /**
     * A line of the file, which may be several of the text.
     *
     * @param line of the text where it begins, from 1
     * @param cells at least one
     */
    record Row(int line, List<String> cells) {}

    /** Returns the line of these cells. */
    static String line(List<String> cells) {
        return WRITER.writer(LINES).writeValueAsString(cells);
    }

    /**
     * Returns the lines that are not empty.
     *
     * @throws IllegalArgumentException if a quote is not closed, text follows a closed one, or a
     *     line has more than 10,000 cells, naming the line
     */
    static List<Row> read(String text) {
        String table = text.startsWith("\uFEFF") ? text.substring(1) : text;
        var rows = new ArrayList<Row>();
        try (JsonParser in = READER.createParser(ObjectReadContext.empty(), table)) {
            in.nextToken(); // the list of all lines
            while (in.nextToken() == JsonToken.START_ARRAY) {
                rows.add(row(in));
            }
        } catch (JacksonException e) {
            String line =
                    e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
            throw new IllegalArgumentException(line + e.getOriginalMessage(), e);
        }
        return rows;
    }

    private static Row row(JsonParser in) {
        var cells = new ArrayList<String>();
        int line = 0;
        while (in.nextToken() == JsonToken.VALUE_STRING) {
            if (cells.isEmpty()) {
                line = in.currentTokenLocation().getLineNr();
            }
            cells.add(in.getString());
            if (cells.size() > MOST_CELLS) {
                throw new IllegalArgumentException(
                        "line %d has more than %d cells".formatted(line, MOST_CELLS));
            }
        }
        return new Row(line, List.copyOf(cells));
    }
}
