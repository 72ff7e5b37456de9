package org.attune.studies.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Effort;
import org.attune.studies.Toy;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;

class TimesTest {
    /**
     * The first trial took from 0 to 10 s and the second from 5 to 15 s, which are 15 s; the third
     * from 100 to 101 s, after 3 s of the tuner: 19 s in all, in which 21 s of evaluations passed.
     */
    @Test
    void whatRanAtOnceCountsOnce() {
        var times =
                Times.of(
                        List.of(
                                Toy.trial(1, 1, 1, Toy.cost(1, 10), 0, 10, Effort.NONE),
                                Toy.trial(2, 1, 2, Toy.cost(1, 10), 5, 15, Effort.NONE),
                                Toy.trial(3, 1, 3, Toy.cost(1, 1), 100, 101, new Effort(2, 1))));
        assertEquals(new Times(19, 21, 2, 1), times);
        assertEquals(
                "19 s in all: evaluation 21 s added up over runs at once, model 2 s, search 1 s",
                times.toString());
        assertEquals(
                "21 s in all: evaluation 19 s, model 2 s, search 0 s",
                new Times(21, 19, 2, 0).toString());
    }

    /** Two ran at once for 10 s; the output of one is read again, with the same value, today. */
    @Test
    void readingAgainTakesNoTime() {
        var first = Toy.trial(1, 1, 1, Toy.cost(1, 10), 0, 10, Effort.NONE);
        var second = Toy.trial(2, 1, 2, Toy.cost(1, 10), 0, 10, Effort.NONE);
        assertEquals(
                new Times(10, 20, 0, 0), Times.of(List.of(first, second.with(second.outcome()))));
    }

    /** A clock that was set in the meantime says nothing. */
    @Test
    void timesThatCannotBeAreNone() {
        assertEquals(0, Times.since(Instant.now().plusSeconds(100)));
        assertEquals(0, Times.since(Instant.EPOCH));
    }
}
