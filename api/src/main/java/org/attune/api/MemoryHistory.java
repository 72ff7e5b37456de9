package org.attune.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A history that lives as long as its process. */
public final class MemoryHistory implements History {
    private static final long PAUSE = 100; // ms

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

    /** A place in the queue of threads. */
    private final class Place implements Reservation {
        private final int count;

        Place(int count) {
            this.count = count;
        }

        @Override
        public int ahead() {
            synchronized (MemoryHistory.this) {
                return wanted(places.subList(0, places.indexOf(this)));
            }
        }

        @Override
        public int behind() {
            synchronized (MemoryHistory.this) {
                return wanted(places.subList(places.indexOf(this) + 1, places.size()));
            }
        }

        private static int wanted(List<Place> some) {
            return some.stream().mapToInt(p -> p.count).sum();
        }

        @Override
        public void pause() {
            synchronized (MemoryHistory.this) {
                try {
                    MemoryHistory.this.wait(PAUSE);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public void close() {
            synchronized (MemoryHistory.this) {
                places.remove(this);
                MemoryHistory.this.notifyAll();
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
