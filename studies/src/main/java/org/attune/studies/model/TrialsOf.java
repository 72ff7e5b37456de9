package org.attune.studies.model;

import org.attune.api.ModelRecord;
import org.attune.api.Records;
import org.attune.api.SourceRecord;
import org.attune.api.StudyRecord;
import org.attune.api.Trial;

import java.util.List;
import java.util.Optional;

/**
 * Some ended trials of a study, as records.
 *
 * @param finished in the order in which a model saw them
 * @param sources of the study
 */
public record TrialsOf(List<Trial> finished, List<SourceRecord> sources) implements Records {
    @Override
    public List<Trial> trials() {
        return finished;
    }

    @Override
    public Optional<ModelRecord> model(String key) {
        return Optional.empty();
    }

    @Override
    public List<ModelRecord> models() {
        return List.of();
    }

    @Override
    public Optional<StudyRecord> study() {
        return Optional.empty();
    }
}
