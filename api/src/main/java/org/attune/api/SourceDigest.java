package org.attune.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * SHA-256 of what can be learned from a source: each value with its type, maps by their sorted
 * keys, numbers that are equal alike.
 */
final class SourceDigest {
    private final MessageDigest digest;

    private SourceDigest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    static String of(
            Point task,
            Map<String, Double> features,
            List<Trial> trials,
            List<Parameter> parameters,
            List<SourceModel> models,
            List<Point> best) {
        var of = new SourceDigest();
        of.add(task.values());
        of.add(features);
        for (Trial t : trials) {
            of.add(t.configuration().values());
            of.add(t.candidate().fidelity().value());
            of.add(t.outcome());
        }
        of.add(SpaceDescription.of(parameters));
        for (SourceModel m : models) {
            of.add(m.output());
            of.add(m.places().stream().map(Point::values).toList());
            of.add(m.values());
            of.add(m.deviations());
            of.add(m.learned());
        }
        of.add(best.stream().map(Point::values).toList());
        return HexFormat.of().formatHex(of.digest.digest());
    }

    private void add(Object value) {
        switch (value) {
            case Number n -> text("number " + n.doubleValue());
            case Map<?, ?> map -> {
                text("map " + map.size());
                var sorted = new TreeMap<String, Object>();
                map.forEach((k, v) -> sorted.put(k.toString(), v));
                sorted.forEach((k, v) -> {
                    text(k);
                    add(v);
                });
            }
            case List<?> list -> {
                text("list " + list.size());
                list.forEach(this::add);
            }
            case Outcome.Measured m -> {
                add(m.outputs());
                add(m.elapsed());
                if (m.runs() != m.repetitions()) { // digests of older versions stay as they are
                    add(m.runs());
                }
            }
            case Outcome.Failed f -> {
                text(f.cause().text());
                add(f.elapsed());
                if (f.lastRun() != f.elapsed()) {
                    add(f.lastRun());
                }
            }
            default -> text("text " + value);
        }
    }

    /** Adds a text with its length, so that no two sequences of texts look alike. */
    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }
}
