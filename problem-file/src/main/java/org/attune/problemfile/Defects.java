package org.attune.problemfile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one file. */
final class Defects {
    private record Defect(int line, String field, String message) {}

    private final String file;
    private final List<Defect> found = new ArrayList<>();

    Defects(String file) {
        this.file = file;
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** Adds a defect; an empty field means the document as a whole. */
    void add(int line, String field, String message) {
        var defect = new Defect(line, field, message);
        if (!found.contains(defect)) {
            found.add(defect);
        }
    }

    /** Returns whether something is wrong with this field or below it. */
    boolean touch(String field) {
        return found.stream()
                .map(Defect::field)
                .anyMatch(f ->
                        f.equals(field) || f.startsWith(field + ".") || f.startsWith(field + "["));
    }

    /** Returns all of them, by line. */
    ProblemFileException exception() {
        return new ProblemFileException(
                found.stream()
                        .sorted(Comparator.comparingInt(Defect::line))
                        .map(d ->
                                "%s:%d: %s%s"
                                        .formatted(
                                                file,
                                                d.line(),
                                                d.field().isEmpty() ? "" : d.field() + ": ",
                                                d.message()))
                        .toList());
    }

    /** Returns these defects and a last one, after which nothing more can be read. */
    ProblemFileException fatal(int line, int column, String message) {
        add(line, "", "column %d: %s".formatted(column, message));
        return exception();
    }
}
