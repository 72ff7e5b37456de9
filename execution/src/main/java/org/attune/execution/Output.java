package org.attune.execution;

import org.attune.api.MeasuredNoise;
import org.attune.api.Objective;
import org.attune.api.TuningProblem;
import org.attune.api.expression.NearestName;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An output and where it is read.
 *
 * @param file in which it stands; stdout where there is none
 */
record Output(String name, Source source, Optional<Template> file) {
    /**
     * Reads the outputs of an evaluation section.
     *
     * @param wrong gets what is wrong with each output: one that the problem measures is missing,
     *     or one is malformed
     * @throws IllegalArgumentException if the section has no outputs
     */
    static List<Output> all(
            Fields fields,
            List<String> names,
            TuningProblem problem,
            List<IllegalArgumentException> wrong) {
        Set<String> needed = problem.measuredOutputs();
        Fields given = Fields.ofAnyName(fields.at("outputs"), fields.required("outputs"));
        for (String output : needed) {
            if (given.get(output).isEmpty()) {
                wrong.add(
                        Fields.wrong(
                                given.at(output),
                                "the problem measures this output, but nothing says where it is"
                                        + " read."
                                        + " Maybe {regex: \"%s=([0-9.eE+-]+)\"}, or {measure: wall}."
                                                .formatted(output)));
            }
        }
        var outputs = new ArrayList<Output>();
        for (String name : given.keys()) {
            try {
                outputs.add(of(given, name, names, problem));
            } catch (IllegalArgumentException e) {
                wrong.add(e);
            }
        }
        return List.copyOf(outputs);
    }

    private static Output of(Fields given, String name, List<String> names, TuningProblem problem) {
        String at = given.at(name);
        if (!name.matches("[\\p{L}_][\\p{L}\\p{N}_]*")) { // also part of the names of logs
            throw Fields.wrong(
                    at, "'%s' is no name. Maybe use letters, digits and '_'.".formatted(name));
        }
        requireOutputOfError(name, at, problem);
        Fields source =
                Fields.of(
                        at,
                        given.required(name),
                        List.of("regex", "json", "csv", "jmh", "measure", "match", "unit", "file"));
        String unit =
                problem.objectives().stream()
                        .filter(o ->
                                o.name().equals(name)
                                        || source.get("jmh").isPresent()
                                                && JmhSection.isErrorOf(o.name(), name))
                        .map(Objective::unit)
                        .findFirst()
                        .orElse("");
        return new Output(name, Source.of(source, at, unit), source.template("file", names));
    }

    /** Refuses the standard error of nothing, which nobody would read. */
    private static void requireOutputOfError(String name, String at, TuningProblem problem) {
        Set<String> needed = problem.measuredOutputs();
        String end = MeasuredNoise.STANDARD_ERROR;
        if (name.endsWith(end) && !needed.contains(name)) {
            String of = name.substring(0, name.length() - end.length());
            if (!needed.contains(of) && !problem.derivedOutputs().containsKey(of)) {
                throw Fields.wrong(
                        at,
                        "there is no output '%s' whose standard error it could be.%s"
                                .formatted(of, NearestName.hint(of, needed)));
            }
        }
    }
}
