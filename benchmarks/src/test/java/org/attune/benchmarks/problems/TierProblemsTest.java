package org.attune.benchmarks.problems;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class TierProblemsTest {
    @Test
    void bothHalvesHaveEightOfOneToFourParameters() {
        assertEquals(List.of(1, 2, 2, 2, 3, 3, 3, 4), dimensions(TierProblems.decide()));
        assertEquals(List.of(1, 1, 2, 2, 2, 3, 3, 4), dimensions(TierProblems.report()));
    }

    private static List<Integer> dimensions(List<RegimeProblem> problems) {
        return problems.stream().map(p -> p.problem().parameterSpace().dimension()).toList();
    }

    @Test
    void instancesAreWhatTheyAreSaidToBe() {
        JumpProblemsTest.requireInstances(TierProblems.decide());
        JumpProblemsTest.requireInstances(TierProblems.report());
        JumpProblemsTest.requireInstances(BorderProblems.all());
        JumpProblemsTest.requireInstances(
                MixedTierProblems.all().stream()
                        .filter(p -> !p.name().equals("level3")) // which has one regime
                        .toList());
    }

    @Test
    void aRegimeIsFullBelowItsBorderAndEmptyAboveIt() {
        assertEquals(1, LevelledRegimes.fill(32, 8, 128, 32), 1e-12);
        assertEquals(0.5, LevelledRegimes.fill(16, 8, 128, 32), 1e-12);
        assertEquals(0.5, LevelledRegimes.fill(64, 8, 128, 32), 1e-12);
        assertEquals(0, LevelledRegimes.fill(32.000001, 8, 128, 32), 1e-6);
    }
}
