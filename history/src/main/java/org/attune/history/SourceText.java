package org.attune.history;

import org.attune.api.Point;
import org.attune.api.SourceModel;
import org.attune.api.SourceRecord;
import org.attune.api.SpaceDescription;
import org.attune.api.Trial;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** Sources as JSON objects. Their trials have the keys of trials, but for task and number. */
final class SourceText {
    private SourceText() {}

    static void put(SequencedMap<String, Object> map, SourceRecord s) {
        map.put("name", s.name());
        map.put("digest", s.digest());
        map.put("task_parameter", s.task().values());
        if (!s.features().isEmpty()) {
            map.put("task_features", s.features());
        }
        if (!s.environment().isEmpty()) {
            map.put("environment", s.environment());
        }
        map.put("parameter_space", SpaceDescription.of(s.parameters()));
        map.put("trials", s.trials().stream().map(SourceText::trial).toList());
        if (!s.models().isEmpty()) {
            map.put("models", s.models().stream().map(SourceText::model).toList());
        }
        if (!s.best().isEmpty()) {
            map.put("best", s.best().stream().map(Point::values).toList());
        }
    }

    private static Map<String, Object> trial(Trial t) {
        var map = new LinkedHashMap<String, Object>();
        EntryText.trial(map, t);
        map.remove("number");
        map.remove("task_parameter");
        return map;
    }

    private static Map<String, Object> model(SourceModel m) {
        var map = new LinkedHashMap<String, Object>();
        map.put("output", m.output());
        map.put("places", m.places().stream().map(Point::values).toList());
        map.put("values", m.values());
        map.put("deviations", m.deviations());
        map.put("learned", m.learned());
        return map;
    }

    /**
     * Returns the source of an object.
     *
     * @throws IllegalArgumentException if a key is missing or has a value that it cannot have
     */
    static SourceRecord source(Fields in) {
        Map<String, Object> task = in.object("task_parameter").map();
        long[] number = {0};
        List<Trial> trials =
                in.objects("trials").stream()
                        .map(t -> {
                            var map = new LinkedHashMap<>(t.map());
                            map.put("number", ++number[0]);
                            map.put("task_parameter", task);
                            return EntryText.trial(new Fields(map));
                        })
                        .toList();
        return new SourceRecord(
                in.string("name"),
                in.string("digest"),
                Point.of(task),
                in.has("task_features") ? in.object("task_features").numbers() : Map.of(),
                in.has("environment") ? in.object("environment").map() : Map.of(),
                trials,
                SpaceDescription.parameters(in.list("parameter_space")),
                in.has("models")
                        ? in.objects("models").stream().map(SourceText::model).toList()
                        : List.of(),
                in.has("best") ? in.points("best") : List.of());
    }

    private static SourceModel model(Fields in) {
        return new SourceModel(
                in.string("output"),
                in.points("places"),
                in.reals("values"),
                in.reals("deviations"),
                in.object("learned").map());
    }
}
