package org.attune.benchmarks.problems;

import java.util.List;

/**
 * Problems on which a tuner is easily certain too early: most of the space is a bowl whose least
 * value is 2, a part of 1 to 5 % has values from 1 on. In two halves, one to decide by and one that
 * is run when everything has been decided. Each seed has an instance of its own.
 */
public final class RegimeProblems {
    private RegimeProblems() {}

    /** Returns the half by which the engine was decided. */
    public static List<RegimeProblem> decide() {
        return List.of(
                RealRegimes.jump("jump1", 1, 0.05, 0),
                RealRegimes.jump("jump3", 3, 0.05, 0),
                VariantRegimes.kernelWithGoodBlock("jump-mixed4"),
                RealRegimes.plateaus("plateaus2", 2, 0.04),
                RealRegimes.pocket("pocket2", 2, 0.02, 0, true),
                RealRegimes.pocket("pocket5", 5, 0.03, 0, true),
                RealRegimes.pocket("pocket8", 8, 0.05, 0, false),
                RealRegimes.pocket("pocket4-percent", 4, 0.01, 0, true),
                RealRegimes.pocket("noisy-pocket3", 3, 0.04, 0.05, true),
                VariantRegimes.algorithms("algorithms"),
                SettingRegimes.flags("flags10"),
                SettingRegimes.table("table120", 10, 12),
                RealRegimes.needle("needle4", 4, 0),
                RealRegimes.bowl("bowl3", 3, 0),
                RealRegimes.bowl("bowl6", 6, 0),
                RealRegimes.bowl("noisy-bowl3", 3, 0.05));
    }

    /** Returns the half that decides nothing. */
    public static List<RegimeProblem> report() {
        return List.of(
                RealRegimes.jump("jump2", 2, 0.05, 0),
                RealRegimes.jump("jump4", 4, 0.05, 0),
                VariantRegimes.compilerWithGoodLevel("jump-mixed5"),
                RealRegimes.plateaus("plateaus4", 4, 0.04),
                RealRegimes.pocket("pocket3", 3, 0.02, 0, true),
                RealRegimes.pocket("pocket4", 4, 0.03, 0, false),
                RealRegimes.pocket("pocket6", 6, 0.04, 0, true),
                RealRegimes.pocket("pocket3-percent", 3, 0.01, 0, true),
                RealRegimes.jump("noisy-jump2", 2, 0.05, 0.05),
                VariantRegimes.preconditioners("preconditioners"),
                SettingRegimes.table("table1296", 6, 6, 6, 6),
                SettingRegimes.table("table360", 5, 8, 9),
                RealRegimes.needle("needle2", 2, 0),
                RealRegimes.needle("noisy-needle6", 6, 0.05),
                RealRegimes.bowl("bowl2", 2, 0),
                RealRegimes.bowl("bowl5", 5, 0));
    }
}
