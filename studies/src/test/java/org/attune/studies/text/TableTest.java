package org.attune.studies.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

class TableTest {
    private static String printed(Table table) {
        var bytes = new ByteArrayOutputStream();
        table.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void columnsAreAlignedAndTheLastIsNotPadded() {
        Table table = new Table("trial", "x").row(1, "long text").row(1000000, 2);
        assertEquals(2, table.size());
        assertEquals("trial    x\n1        long text\n1000000  2\n", printed(table));
    }

    @Test
    void emptyHeadingsAreNotPrinted() {
        assertEquals("a  b\n", printed(new Table("", "").row("a", "b")));
    }
}
