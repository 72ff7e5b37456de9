package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.attune.api.TuningProblem;
import org.attune.execution.TuningLoop;
import org.attune.history.Journal;
import org.attune.problemfile.ProblemFile;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Printed, the public types of the libraries say what they are, not where they lie in memory. */
class PublicTypesTest {
    private static final List<Class<?>> MODULES =
            List.of(TuningProblem.class, ProblemFile.class, TuningLoop.class, Journal.class);

    /** The classes of the module of a class: a folder, or a jar. */
    private static List<Class<?>> ofModule(Class<?> member) throws IOException, URISyntaxException {
        Path place = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return classes(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classes(jar.getPath("/"));
        }
    }

    private static List<Class<?>> classes(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(f -> root.relativize(f).toString())
                    .filter(f -> f.startsWith("org/") && f.endsWith(".class"))
                    .filter(f -> !f.endsWith("-info.class"))
                    .<Class<?>>map(f -> load(f.replace(".class", "").replace('/', '.')))
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicTypesTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isPublicClass(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getEnclosingClass()) {
            if (!Modifier.isPublic(c.getModifiers())) {
                return false;
            }
        }
        boolean hasObjects =
                Arrays.stream(type.getDeclaredMethods())
                        .mapToInt(Method::getModifiers)
                        .anyMatch(m -> Modifier.isPublic(m) && !Modifier.isStatic(m));
        return hasObjects && !Modifier.isAbstract(type.getModifiers());
    }

    private static boolean saysNothing(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void saysWhatItIs() throws IOException, URISyntaxException {
        for (Class<?> member : MODULES) {
            List<Class<?>> all = ofModule(member).stream().filter(c -> isPublicClass(c)).toList();
            assertTrue(all.contains(member), member + " is seen");
            assertEquals(List.of(), all.stream().filter(PublicTypesTest::saysNothing).toList());
        }
    }
}
