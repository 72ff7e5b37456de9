package org.attune.history.formats;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Uids of the records of one file. One that has none gets one from its text, so that reading the
 * file again gives the same; of equal ones the second gets another, because it may be a second run.
 */
final class Uids {
    private final Map<String, Integer> seen = new HashMap<>();

    String of(Optional<String> own, String text) {
        if (own.isPresent()) {
            return own.get();
        }
        int before = seen.merge(text, 1, Integer::sum) - 1;
        return UUID.nameUUIDFromBytes((before + " " + text).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
