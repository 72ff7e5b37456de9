package org.attune.bayesopt.search;

import org.attune.api.Generator;
import org.attune.bayesopt.surrogate.Axes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The neighbours of an order of n items: swaps of two items, and insertions, which take an item out
 * and put it in elsewhere.
 *
 * <p>Source: T. Schiavinotto and T. Stützle, "A review of metrics on permutations for search
 * landscape analysis", Comput. Oper. Res. 34 (2007), doi:10.1016/j.cor.2005.11.022.
 *
 * @param order the axes of the permutation
 */
public record OrderMoves(Axes.Order order) {
    /**
     * A move.
     *
     * @param insertion whether the item is inserted, else swapped
     * @param from its position
     * @param to where it goes
     */
    private record Move(boolean insertion, int from, int to) {}

    /**
     * Returns coordinates with a random swap or insertion.
     *
     * @param x coordinates
     */
    public double[] random(double[] x, Generator random) {
        int n = order.length();
        int from = random.nextInt(n);
        int to = (from + 1 + random.nextInt(n - 1)) % n;
        return moved(x, new Move(random.nextInt(2) == 0, from, to));
    }

    /**
     * Returns coordinates after each swap and insertion, or where they are more after the swaps of
     * neighbours and a random selection of the others.
     *
     * @param x coordinates
     * @param most of them
     */
    List<double[]> all(double[] x, int most, Generator random) {
        var moves = new ArrayList<Move>();
        int n = order.length();
        for (int from = 0; from < n; from++) {
            for (int to = 0; to < n; to++) {
                if (from < to) {
                    moves.add(new Move(false, from, to));
                }
                if (from != to && from != to + 1 && (from + 1 != to)) {
                    moves.add(new Move(true, from, to)); // to a neighbouring place: a swap
                }
            }
        }
        if (moves.size() > most) {
            var near = moves.stream().filter(m -> Math.abs(m.from - m.to) == 1).toList();
            var far = moves.stream().filter(m -> Math.abs(m.from - m.to) > 1).toList();
            int[] chosen = IntStream.range(0, far.size()).toArray();
            random.shuffle(chosen);
            return Stream.concat(
                            near.stream(),
                            Arrays.stream(chosen)
                                    .limit(Math.max(most - near.size(), 0))
                                    .mapToObj(far::get))
                    .map(m -> moved(x, m))
                    .toList();
        }
        return moves.stream().map(m -> moved(x, m)).toList();
    }

    private double[] moved(double[] x, Move move) {
        double[] moved = x.clone();
        order.snap(moved);
        int n = order.length();
        int low = Math.min(move.from, move.to);
        int high = Math.max(move.from, move.to);
        for (int d = order.from(); d < order.from() + n; d++) {
            int position = (int) (moved[d] * n);
            int next = position;
            if (position == move.from) {
                next = move.to;
            } else if (move.insertion && position >= low && position <= high) {
                next = position + (move.from < move.to ? -1 : 1);
            } else if (!move.insertion && position == move.to) {
                next = move.from;
            }
            moved[d] = (next + 0.5) / n;
        }
        return moved;
    }
}
