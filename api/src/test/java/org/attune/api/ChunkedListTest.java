package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

class ChunkedListTest {
    private static ChunkedList<Integer> to(int size) {
        ChunkedList<Integer> list = ChunkedList.empty();
        for (int i = 0; i < size; i++) {
            list = list.plus(i);
        }
        return list;
    }

    private static List<Integer> expected(int size, int... more) {
        return IntStream.concat(IntStream.range(0, size), IntStream.of(more)).boxed().toList();
    }

    /** Within a chunk of 256, at its end, and in the next ones. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 255, 256, 257, 512, 1000})
    void copiesOfOneListDoNotSeeEachOther(int size) {
        ChunkedList<Integer> list = to(size);
        ChunkedList<Integer> one = list.plus(-1);
        ChunkedList<Integer> two = list.plus(-2);
        ChunkedList<Integer> three = one.plus(-3);
        ChunkedList<Integer> four = two.plus(-4);
        assertEquals(expected(size), list);
        assertEquals(expected(size, -1), one);
        assertEquals(expected(size, -2), two);
        assertEquals(expected(size, -1, -3), three);
        assertEquals(expected(size, -2, -4), four);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 256, 300})
    void anotherElementIsThatOfTheCopyAlone(int size) {
        ChunkedList<Integer> list = to(size);
        list.plus(-1);
        ChunkedList<Integer> changed = list.with(size - 1, -5).plus(-6);
        assertEquals(expected(size - 1, -5, -6), changed);
        assertEquals(expected(size), list);
    }

    @Test
    void threadsThatExtendOneListGetTheirOwn() throws Exception {
        ChunkedList<Integer> list = to(100);
        var work = new ArrayList<Callable<ChunkedList<Integer>>>();
        for (int thread = 0; thread < 8; thread++) {
            int own = -thread;
            work.add(() -> {
                ChunkedList<Integer> mine = list;
                for (int i = 0; i < 1000; i++) {
                    mine = mine.plus(own);
                }
                return mine;
            });
        }
        try (var pool = Executors.newFixedThreadPool(8)) {
            var results = pool.invokeAll(work);
            for (int thread = 0; thread < 8; thread++) {
                int own = -thread;
                var all = new ArrayList<>(expected(100));
                IntStream.range(0, 1000).forEach(i -> all.add(own));
                assertEquals(all, results.get(thread).get());
            }
        }
    }
}
