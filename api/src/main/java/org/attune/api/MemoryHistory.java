package org.attune.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A history that lives as long as its process. */
public final class MemoryHistory implements History {
    private RecordLog log = new RecordLog();
    private final List<Place> places = new ArrayList<>();

    /** Starts empty. */
    public MemoryHistory() {}

    @Override
    public synchronized Records records() {
        return log.snapshot();
    }

    @Override
    public synchronized Records update(Function<Records, List<? extends Entry>> change) {
        Records before = log.snapshot();
        var next = new RecordLog(before);
        change.apply(before).forEach(next::add); // an entry that does not fit leaves nothing
        log = next;
        return next.snapshot();
    }

    @Override
    public synchronized Reservation reserve(int count) {
        var place = new Place(count);
        places.add(place);
        return place;
    }

    /** A place among the threads that propose. */
    private final class Place implements Reservation {
        private final int count;

        Place(int count) {
            this.count = count;
        }

        @Override
        public int ahead() {
            synchronized (MemoryHistory.this) {
                return places.subList(0, places.indexOf(this)).stream()
                        .mapToInt(p -> p.count)
                        .sum();
            }
        }

        @Override
        public void close() {
            synchronized (MemoryHistory.this) {
                places.remove(this);
            }
        }
    }

    @Override
    public void close() {
        // memory needs no closing
    }

    @Override
    public String toString() {
        return "History in memory: " + records();
    }
}
