package org.attune.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Pictures of experiments. */
class PictureFileTest {
    @TempDir Path folder;

    @Test
    void theOneThatIsAskedForIsWritten() throws Exception {
        Path file = folder.resolve("a.svg");
        PictureFile.of(new String[] {"20x10", file.toString()}).write(() -> "<svg/>");
        assertEquals("<svg/>", Files.readString(file));
        PictureFile.of(new String[] {"20x10"}).write(() -> "<svg/>");
    }

    /** Before, an hour of measurements was lost to a folder that is not there. */
    @Test
    void whatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured() {
        String[] size = {"1x2", folder.resolve("none/a.svg").toString()};
        for (String experiment : new String[] {"RoundSpeedUp", "RoundCost", "TaskCount"}) {
            var e =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> Experiments.run(experiment, size));
            assertTrue(e.getMessage().contains("none/a.svg cannot be written"), e.getMessage());
        }
    }
}
