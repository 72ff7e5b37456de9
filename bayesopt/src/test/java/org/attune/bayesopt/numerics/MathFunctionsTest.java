package org.attune.bayesopt.numerics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class MathFunctionsTest {
    /** Prints the description, in a JVM of its own. */
    public static final class Print {
        private Print() {}

        public static void main(String[] arguments) {
            System.out.print(MathFunctions.description());
        }
    }

    private static String description(String... flags) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(List.of(flags));
        command.addAll(
                List.of("-cp", System.getProperty("java.class.path"), Print.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void oneDigitMakesAnotherIdentity() {
        String log = MathFunctions.identity(List.of(Math::log));
        assertEquals(log, MathFunctions.identity(List.of(Math::log)));
        assertNotEquals(
                log,
                MathFunctions.identity(
                        List.of(x -> x > 18.9 ? Math.nextUp(Math.log(x)) : Math.log(x))));
    }

    /** Interpreted, compiled and without fused multiply-add: one JVM, the same digits. */
    @Test
    void flagsThatChangeNoDigitChangeNothing() throws IOException {
        String here = MathFunctions.description();
        for (String flag : List.of("-Xint", "-XX:TieredStopAtLevel=1", "-XX:-UseFMA")) {
            assertEquals(here, description(flag), flag);
        }
    }

    @Test
    void functionsInPlaceOfIntrinsicsAreSaidToBeOthers() throws IOException {
        String other = description("-XX:+UnlockDiagnosticVMOptions", "-XX:-UseLibmIntrinsic");
        assertNotEquals(MathFunctions.description(), other);
        assertTrue(other.contains("not the usual ones"), other);
    }
}
