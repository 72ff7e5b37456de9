package org.attune.report;

import org.attune.studies.text.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers that the script of the page draws, as one object of JSON. */
final class PageData {
    private final Map<String, Object> parts = new LinkedHashMap<>();

    /** Adds a part, of what {@link Json} can write. */
    void put(String name, Object value) {
        parts.put(name, value);
    }

    /** Adds one to a list of parts. */
    @SuppressWarnings("unchecked") // it was put here
    void add(String name, Object value) {
        ((List<Object>) parts.computeIfAbsent(name, n -> new ArrayList<Object>())).add(value);
    }

    /** Returns an element for the page, in which no text can end it or begin another one. */
    String element() {
        String json = Json.text(parts).replace("<", "\\u003c").replace("&", "\\u0026");
        return "<script type=\"application/json\" id=\"data\">%s</script>\n".formatted(json);
    }
}
