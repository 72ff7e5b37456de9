package org.attune.studies;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.attune.api.Study;
import org.attune.studies.text.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

class AskedTest {
    @TempDir Path folder;

    @Test
    void saysWhatToRunAndWhyNot() {
        StudyFile file = Toy.file(folder, Toy.TEXT.replace("trials: 5", "trials: 1"));
        try (OpenStudy open = file.opening().runningNothing().open()) {
            var trials = open.study().ask(1);
            Asked asked = Asked.of(open, trials);
            assertEquals(Study.State.RUN, asked.state());
            assertEquals(
                    "{\"state\": \"run\", \"trials\": [{\"trial\": 1, \"task\": {\"n\": 1},"
                            + " \"configuration\": {\"x\": 10}, \"fidelity\": 1.0, \"command\":"
                            + " [\"sh\", \"-c\", \"echo cost=$(((10 - 7) * (10 - 7) + 1))\"]}]}",
                    Json.text(asked));
            open.study().ask(1);
            Asked wait = Asked.of(open, List.of());
            assertEquals(Study.State.WAIT, wait.state());
            assertEquals(open.study().status().why(), wait.why().orElseThrow());
        }
    }
}
