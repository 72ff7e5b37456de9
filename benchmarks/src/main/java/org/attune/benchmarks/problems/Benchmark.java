package org.attune.benchmarks.problems;

import org.attune.api.Candidate;
import org.attune.api.Point;
import org.attune.api.TuningProblem;

import java.util.List;

/** A problem with one objective, of which smaller is better, that tuners are compared on. */
public interface Benchmark {
    /** Returns the name, without a task. */
    String name();

    /** Returns the problem as tuners see it. */
    TuningProblem problem();

    /** Returns the tasks; their index follows the name after a colon. */
    List<Point> tasks();

    /**
     * Runs one candidate.
     *
     * @param candidate whose task is one of {@link #tasks}
     * @param noiseSeed the only source of noise, so that equal seeds disturb equally
     */
    Measurement measure(Candidate candidate, long noiseSeed);
}
