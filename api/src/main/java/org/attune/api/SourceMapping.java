package org.attune.api;

import org.attune.api.expression.Expression;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * How trials of another problem become sources of a problem: what its parameters and outputs are in
 * their words, and what becomes of values outside of its ranges. What is not said has to agree;
 * else the trials are refused, with the reason.
 *
 * <pre>{@code
 * SourceMapping.NONE.value("tile", "block")           // renamed
 *         .value("threads", "8")                      // it was always 8
 *         .value("seconds", "milliseconds/1000")      // another output
 *         .ignoring("debug").outside(Outside.KEEP)
 *         .apply(SourceData.of("old", records), problem)
 * }</pre>
 *
 * @param values expressions over the source's constants, task, configuration and outputs, by the
 *     name of a task parameter, parameter or measured output of the problem
 * @param ignored parameters of the source that the problem does not have and that do not matter
 * @param outside what becomes of trials with values that the problem does not have
 */
public record SourceMapping(Map<String, Expression> values, Set<String> ignored, Outside outside) {
    /** What becomes of trials with values that the problem does not have. */
    public enum Outside {
        /** The source is refused. */
        REFUSE,
        /** They are left out, and counted. */
        DROP,
        /** They are kept, and the source has wider ranges of its own. */
        KEEP
    }

    /** Everything has to agree. */
    public static final SourceMapping NONE = new SourceMapping(Map.of(), Set.of(), Outside.REFUSE);

    /**
     * What came of the trials.
     *
     * @param sources one for each task and machine
     * @param leftOut how many trials were left out, by why
     * @param notes on what differs, for a human
     */
    public record Mapped(
            List<SourceRecord> sources, Map<String, Integer> leftOut, List<String> notes) {
        /** Copies the collections. */
        public Mapped {
            sources = List.copyOf(sources);
            leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
            notes = List.copyOf(notes);
        }
    }

    /** Copies the collections. */
    public SourceMapping {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        ignored = Collections.unmodifiableSet(new LinkedHashSet<>(ignored));
        Objects.requireNonNull(outside, "outside");
    }

    /**
     * Says what a task parameter, parameter or output of the problem is in the words of the source.
     *
     * @param name in the problem
     * @param expression such as {@code block}, {@code 8}, {@code 'gcc'} or {@code 2**log_block}
     * @throws org.attune.api.expression.ExpressionException if it is none
     */
    public SourceMapping value(String name, String expression) {
        var all = new LinkedHashMap<>(values);
        all.put(name, Expression.parse(expression));
        return new SourceMapping(all, ignored, outside);
    }

    /** Says that a parameter of the source, which the problem does not have, does not matter. */
    public SourceMapping ignoring(String parameter) {
        var all = new LinkedHashSet<>(ignored);
        all.add(parameter);
        return new SourceMapping(values, all, outside);
    }

    /** Says what becomes of values outside of the problem's ranges. */
    public SourceMapping outside(Outside newOutside) {
        return new SourceMapping(values, ignored, newOutside);
    }

    /**
     * Makes sources of trials.
     *
     * @throws IllegalArgumentException if they have other parameters, outputs or values than the
     *     problem and nothing says what they mean, or an expression cannot be computed
     */
    public Mapped apply(SourceData data, TuningProblem problem) {
        return new MappedTrials(this, data, problem).mapped();
    }

    /**
     * Returns the problem by which a file with trials of the source can be read, whose format says
     * nothing of parameters: the source's names, as far as they are known here, and numbers without
     * bounds.
     */
    public TuningProblem reading(TuningProblem problem) {
        return reading(problem, UnaryOperator.identity());
    }

    /**
     * Returns the same problem with other parameters.
     *
     * @param as what a parameter is read as, of the same name, such as one with the categories that
     *     the file has
     */
    public TuningProblem reading(TuningProblem problem, UnaryOperator<Parameter> as) {
        return ReadingProblem.of(this, problem, as);
    }

    /** Returns whether an expression gives the value of this name. */
    boolean isMapped(String name) {
        return values.containsKey(name);
    }
}
