package org.attune.history.formats;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The nine fields of C's {@code struct tm}: local time of a place that is not named. A uid of
 * version 1 holds the same moment in UTC and is preferred where both agree to within a time zone.
 */
final class GptuneTime {
    private static final Instant UUID_EPOCH = Instant.parse("1582-10-15T00:00:00Z");
    private static final Duration WIDEST_ZONE = Duration.ofHours(15);
    private static final long TICKS_PER_SECOND = 10_000_000; // of 100 ns

    private GptuneTime() {}

    /**
     * Returns when a record was written; its local time is taken for UTC where nothing is better.
     */
    static Optional<Instant> of(GptuneRecord record) {
        Optional<Instant> local = local(record.object("time"));
        Optional<Instant> exact = record.text("uid").flatMap(GptuneTime::ofUid);
        return exact.isPresent() && local.map(t -> agree(t, exact.get())).orElse(true)
                ? exact
                : local;
    }

    /** Returns the nine fields of this moment. */
    static Map<String, Object> fields(Instant instant, ZoneId zone) {
        ZonedDateTime t = instant.atZone(zone);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("tm_year", (long) t.getYear());
        fields.put("tm_mon", (long) t.getMonthValue());
        fields.put("tm_mday", (long) t.getDayOfMonth());
        fields.put("tm_hour", (long) t.getHour());
        fields.put("tm_min", (long) t.getMinute());
        fields.put("tm_sec", (long) t.getSecond());
        fields.put("tm_wday", t.getDayOfWeek().getValue() - 1L); // Monday is 0
        fields.put("tm_yday", (long) t.getDayOfYear());
        fields.put("tm_isdst", zone.getRules().isDaylightSavings(instant) ? 1L : 0L);
        return fields;
    }

    private static boolean agree(Instant local, Instant exact) {
        return Duration.between(local, exact).abs().compareTo(WIDEST_ZONE) <= 0;
    }

    private static Optional<Instant> local(Map<String, Object> t) {
        try {
            return Optional.of(
                    LocalDateTime.of(
                                    field(t, "tm_year"),
                                    field(t, "tm_mon"),
                                    field(t, "tm_mday"),
                                    field(t, "tm_hour"),
                                    field(t, "tm_min"),
                                    Math.min(field(t, "tm_sec"), 59)) // 60 in a leap second
                            .toInstant(ZoneOffset.UTC));
        } catch (DateTimeException noTime) {
            return Optional.empty();
        }
    }

    private static int field(Map<String, Object> time, String key) {
        Object value = time.get(key);
        if (value instanceof Long n && n == n.intValue()) {
            return n.intValue();
        }
        throw new DateTimeException(key);
    }

    private static Optional<Instant> ofUid(String uid) {
        try {
            UUID uuid = UUID.fromString(uid);
            if (uuid.version() != 1) {
                return Optional.empty();
            }
            long ticks = uuid.timestamp();
            return Optional.of(
                    UUID_EPOCH
                            .plusSeconds(ticks / TICKS_PER_SECOND)
                            .plusNanos(ticks % TICKS_PER_SECOND * 100));
        } catch (IllegalArgumentException | UnsupportedOperationException noUuid) {
            return Optional.empty();
        }
    }
}
