package org.attune.studies;

import org.attune.api.Point;
import org.attune.execution.FeatureCommand;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Numbers by which a model tells how alike tasks are: given in the file, or by its command. */
public final class TaskFeatures {
    private TaskFeatures() {}

    /** Returns the features of tasks; the command computes only those that are not known. */
    public static Map<Point, Map<String, Double>> of(
            StudyFile file, List<Point> tasks, Set<Point> known) {
        if (file.file().featureCommand().isEmpty()) {
            return file.file().taskFeatures(tasks);
        }
        var command = FeatureCommand.of(file.problem(), file.file().featureCommand().get());
        var features = new LinkedHashMap<Point, Map<String, Double>>();
        for (Point task : tasks) {
            if (!known.contains(task)) {
                features.put(task, command.features(task, file.place().folder()));
            }
        }
        return features;
    }
}
