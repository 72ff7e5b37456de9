package org.attune.problemfile;

import org.attune.api.Parameter;
import org.attune.api.Point;
import org.attune.api.Space;
import org.attune.api.expression.NearestName;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Reads lists of tasks or configurations. */
final class PointReader {
    private final Space space;
    private final Defects defects;

    PointReader(Space space, Defects defects) {
        this.space = space;
        this.defects = defects;
    }

    /** Returns the points in canonical form, without those that are wrong. */
    List<Point> read(String field, Located.Items list) {
        var points = new ArrayList<Point>();
        for (int i = 0; i < list.items().size(); i++) {
            String at = "%s[%d]".formatted(field, i);
            if (defects.touch(at)) {
                continue;
            }
            var entry = (Located.Mapping) list.items().get(i);
            Point given = point(at, entry);
            if (defects.touch(at)) {
                continue;
            }
            try {
                Point point = space.canonical(given);
                if (points.contains(point)) {
                    defects.add(entry.line(), at, "stands twice.");
                }
                points.add(point);
            } catch (IllegalArgumentException e) {
                defects.add(entry.line(), at, e.getMessage());
            }
        }
        return points;
    }

    private Point point(String at, Located.Mapping entry) {
        var values = new LinkedHashMap<String, Object>();
        List<String> known = space.parameters().stream().map(Parameter::name).toList();
        entry.values()
                .forEach((name, node) -> {
                    String field = at + "." + name;
                    int index = known.indexOf(name);
                    if (index < 0) {
                        defects.add(
                                node.line(),
                                field,
                                "there is no such parameter." + NearestName.hint(name, known));
                        return;
                    }
                    Parameter p = space.parameters().get(index);
                    try {
                        Object value = ParameterReader.value(p, node);
                        values.put(name, p.canonical(value));
                    } catch (IllegalArgumentException e) {
                        defects.add(node.line(), field, ParameterReader.withoutName(name, e));
                    }
                });
        return Point.of(values);
    }
}
