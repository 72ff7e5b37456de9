package org.attune.api;

import java.util.AbstractList;
import java.util.List;

/**
 * The value of a {@link Permutation}: its items in an order. A list like any other, equal to every
 * list of the same texts, whose text is {@code i,k,j}, as {@code tell} and tables write it.
 */
final class ItemOrder extends AbstractList<String> {
    private final List<String> items;

    ItemOrder(List<String> items) {
        this.items = List.copyOf(items);
    }

    @Override
    public String get(int position) {
        return items.get(position);
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public String toString() {
        return String.join(Permutation.COMMA, items);
    }
}
