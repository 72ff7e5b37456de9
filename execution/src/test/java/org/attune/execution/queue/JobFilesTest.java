package org.attune.execution.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

class JobFilesTest {
    @TempDir Path folder;

    private Process started(JobFiles files, String line) throws IOException {
        Path script = Files.writeString(folder.resolve("job.sh"), files.script(line));
        return new ProcessBuilder("sh", script.toString()).inheritIO().start();
    }

    @Test
    void writesDownHowARunThatIsKilledEnded() throws Exception {
        var files = new JobFiles(folder, "job");
        started(files, "sh -c 'kill -9 $$'").waitFor();
        assertEquals(137, files.end().orElseThrow().exit());
    }

    /** As slurmstepd kills for memory: the program first, the script a little later. */
    @Test
    void theEndOfAJobThatIsKilledWithItsRunIsNotWrittenDown() throws Exception {
        var files = new JobFiles(folder, "job");
        Process job = started(files, "sh -c 'touch %s; kill -9 $$'".formatted(folder.resolve("x")));
        while (!Files.exists(folder.resolve("x"))) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        TimeUnit.MILLISECONDS.sleep(300);
        job.destroyForcibly().waitFor();
        assertFalse(files.seemsEnded());
    }
}
