package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class TunersTest {
    /** Has a public constructor, as a service must. */
    public static final class Named extends Delegate {
        /** Named "named". */
        public Named() {
            super("named");
        }
    }

    /** A second provider of the same name. */
    public static final class Twin extends Delegate {
        /** Named "named" as well. */
        public Twin() {
            super("named");
        }
    }

    /** A provider whose name is missing. */
    public static final class Nameless extends Delegate {
        /** Has no name. */
        public Nameless() {
            super(null);
        }
    }

    /** A provider that cannot be made. */
    public static final class Unlicensed extends Delegate {
        /** Throws. */
        public Unlicensed() {
            super("unlicensed");
            throw new IllegalStateException("no licence");
        }
    }

    /** A provider that needs a class that is gone. */
    public static final class Torn extends Delegate {
        /** Named "torn". */
        public Torn() {
            super("torn");
        }

        @Override
        public String summary() {
            throw new NoClassDefFoundError("org/gone/Helper");
        }
    }

    private abstract static class Delegate implements TunerProvider {
        private final String name;
        private final TunerProvider provider = new CountingTuner();

        Delegate(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String summary() {
            return provider.summary();
        }

        @Override
        public List<Option<?>> options() {
            return provider.options();
        }

        @Override
        public Tuner create(TuningRequest request) {
            return provider.create(request);
        }

        @Override
        public java.util.Optional<ModelProvider> models() {
            return provider.models();
        }
    }

    @Test
    void findsWhatServiceFilesName(@TempDir Path folder) throws IOException {
        services(folder, Named.class.getName());
        Tuners tuners = load(folder);
        assertEquals("named", tuners.named("named").name());
        assertEquals(List.of(), tuners.broken());
        String message =
                assertThrows(IllegalArgumentException.class, () -> tuners.named("nmaed"))
                        .getMessage();
        assertTrue(message.startsWith("No tuner is named 'nmaed'."), message);
        assertTrue(message.contains("Known are: named, auto."), message);
        String auto =
                assertThrows(IllegalArgumentException.class, () -> tuners.named("autoo"))
                        .getMessage();
        assertTrue(auto.contains("'auto'"), auto);
    }

    @Test
    void twoOfOneNameAreRefused(@TempDir Path folder) throws IOException {
        services(folder, Named.class.getName(), Twin.class.getName());
        String message = assertThrows(IllegalStateException.class, () -> load(folder)).getMessage();
        assertTrue(
                message.contains(Named.class.getName()) && message.contains(Twin.class.getName()),
                message);
    }

    /**
     * A class that is missing, one that is no provider, one that is no class file: the rest is
     * found.
     */
    @Test
    void brokenEntriesAreKeptApart(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("Garbage.class"), new byte[] {1, 2, 3});
        String noProvider = TunersTest.class.getName();
        services(folder, "no.such.Tuner", noProvider, "Garbage", Named.class.getName());
        Tuners tuners = load(folder);
        assertEquals(List.of("named"), tuners.all().stream().map(TunerProvider::name).toList());
        assertEquals(3, tuners.broken().size());
        String message =
                assertThrows(IllegalArgumentException.class, () -> tuners.named("other"))
                        .getMessage();
        assertTrue(
                message.contains("no.such.Tuner") && message.contains("ClassFormatError"), message);
    }

    @Test
    void providersThatMisbehaveAreNamedWithTheCause(@TempDir Path folder) throws IOException {
        services(
                folder,
                Nameless.class.getName(),
                Torn.class.getName(),
                Unlicensed.class.getName(),
                Named.class.getName());
        Tuners tuners = load(folder);
        assertEquals(List.of("named"), tuners.all().stream().map(TunerProvider::name).toList());
        assertEquals(Nameless.class.getName() + " has no name", tuners.broken().getFirst());
        assertTrue(tuners.broken().get(1).contains("org/gone/Helper"), tuners.broken().toString());
        assertTrue(tuners.broken().getLast().contains("no licence"), tuners.broken().toString());
    }

    @Test
    void withoutAnyTunerTheMessageSaysSo() {
        String message =
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Tuners.from(ClassLoader.getPlatformClassLoader()).named("x"))
                        .getMessage();
        assertTrue(message.contains("maybe a tuner's jar is missing"), message);
    }

    private static void services(Path folder, String... classes) throws IOException {
        Path file = folder.resolve("META-INF/services/org.attune.api.TunerProvider");
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(classes));
    }

    private static Tuners load(Path folder) throws IOException {
        URL[] urls = {folder.toUri().toURL()};
        try (var loader = new URLClassLoader(urls, TunersTest.class.getClassLoader())) {
            return Tuners.from(loader);
        }
    }
}
