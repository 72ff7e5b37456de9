package org.attune.gplcm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.ModelRecord;
import org.attune.api.RecordLog;
import org.attune.api.Records;
import org.attune.bayesopt.numerics.LinearAlgebra;
import org.junit.jupiter.api.Test;

import java.util.Optional;

class BackendTest {
    /** Bits that depend on the machine from order 100 on. */
    private record Native(String identity) implements LinearAlgebra {
        @Override
        public boolean isPortable(int order) {
            return order < 100;
        }

        @Override
        public boolean cholesky(double[] a, int n) {
            throw new AssertionError("not needed");
        }

        @Override
        public void inverseFromCholesky(double[] l, int n, double[] out) {
            throw new AssertionError("not needed");
        }

        @Override
        public void solveLower(double[] l, int n, double[] b, int columns) {
            throw new AssertionError("not needed");
        }

        @Override
        public void solveLowerTransposed(double[] l, int n, double[] b, int columns) {
            throw new AssertionError("not needed");
        }

        @Override
        public String name() {
            return "native";
        }
    }

    private static final Optional<String> NONE = Optional.empty(); // unusual functions

    /** Digits of a few observations depend on nothing else. */
    @Test
    void functionsOfTheJvmAreRecordedWhereTheyAreUnusual() {
        var log = new RecordLog();
        var algebra = new Native("blas 1");
        Optional<ModelRecord> first =
                Backend.record(algebra, Optional.of("0badc0de"), log.snapshot(), 3);
        assertEquals("blas 1, Math functions 0badc0de", first.orElseThrow().basis());
        assertEquals(Optional.empty(), Backend.note(log.snapshot(), first), "nothing went before");
        log.add(first.get());
        Records records = log.snapshot();
        assertEquals(
                Optional.empty(), Backend.record(algebra, Optional.of("0badc0de"), records, 4));
        Optional<ModelRecord> usual = Backend.record(algebra, NONE, records, 5);
        String note = Backend.note(records, usual).orElseThrow();
        assertTrue(note.contains("now 'blas 1' and was 'blas 1, Math"), note);
    }

    @Test
    void recordedOnceWhereItMattersAndAChangeIsSaid() {
        var log = new RecordLog();
        var one = new Native("blas 1 on zen");
        assertEquals(Optional.empty(), Backend.record(one, NONE, log.snapshot(), 99));
        Optional<ModelRecord> first = Backend.record(one, NONE, log.snapshot(), 100);
        assertEquals("blas 1 on zen", first.orElseThrow().basis());
        assertEquals(Optional.empty(), Backend.note(log.snapshot(), first));
        log.add(first.get());
        Records records = log.snapshot();
        assertEquals(Optional.empty(), Backend.record(one, NONE, records, 101));
        Optional<ModelRecord> other = Backend.record(new Native("blas 2"), NONE, records, 102);
        String note = Backend.note(records, other).orElseThrow();
        assertTrue(note.contains("'blas 2'") && note.contains("'blas 1 on zen'"), note);
    }
}
