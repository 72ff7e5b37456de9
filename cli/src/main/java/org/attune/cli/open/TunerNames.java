package org.attune.cli.open;

import org.attune.api.TunerProvider;
import org.attune.api.Tuners;

import java.util.Iterator;
import java.util.stream.Stream;

/** The words that a shell completes after {@code --tuner}: auto, and the tuners that ship. */
final class TunerNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Stream.concat(
                        Stream.of(Tuners.AUTO),
                        Tuners.available().all().stream().map(TunerProvider::name))
                .iterator();
    }
}
