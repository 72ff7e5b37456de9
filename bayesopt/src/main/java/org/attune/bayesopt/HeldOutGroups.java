package org.attune.bayesopt;

import org.attune.bayesopt.surrogate.Dataset;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which observations are left out together when a model is judged: the configurations are dealt out
 * to groups in turn, and repeats of one stay together.
 */
public final class HeldOutGroups {
    private static final int GROUPS = 20; // ten overstate the error of 30 runs by a fifth
    private static final int MANY = 50; // runs, beyond which time counts more than that
    private static final int FEWER_GROUPS = 8;

    private HeldOutGroups() {}

    /** Returns how many groups there are at most. */
    static int count(Dataset data) {
        return data.size() > MANY ? FEWER_GROUPS : GROUPS;
    }

    /** Returns the group of each observation, from 0. */
    public static int[] of(Dataset data) {
        int count = count(data);
        return Arrays.stream(configurations(data)).map(c -> c % count).toArray();
    }

    /** Returns the number of the configuration of each observation, in order of appearance. */
    static int[] configurations(Dataset data) {
        return configurations(data.x());
    }

    /** Returns the number of each row, in order of appearance; equal ones have the same. */
    public static int[] configurations(double[][] x) {
        Map<DoubleBuffer, Integer> numbers = new HashMap<>();
        int[] of = new int[x.length];
        for (int i = 0; i < of.length; i++) {
            DoubleBuffer row = DoubleBuffer.wrap(x[i]); // equal by its numbers
            numbers.putIfAbsent(row, numbers.size());
            of[i] = numbers.get(row);
        }
        return of;
    }
}
