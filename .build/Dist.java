import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Makes the archive for machines without Java: {@code java Dist.java DISTRIBUTION FOLDER VERSION
 * EXAMPLES}, run by {@code mvn -Pdist package} on the JDK that compiles the sources.
 *
 * <p>FOLDER gets {@code attune-VERSION-PLATFORM.tar.xz} for the platform that this runs on, with
 * the distribution, a Java runtime made of that JDK by jlink, and the caches for a fast start,
 * which are valid for this very runtime and these very jars. Native libraries of other platforms
 * are left out, and what is packed is not compressed twice, so that the archive is small.
 */
final class Dist {
    /**
     * What the jars need (jdeps): pictures, SQLite, JMX; the Vector API stands in for OpenBLAS; the
     * last two are looked up by name.
     */
    private static final String MODULES =
            "java.base,java.desktop,java.logging,java.management,java.sql,java.xml,jdk.httpserver,"
                    + "jdk.management,jdk.incubator.vector,jdk.unsupported,jdk.zipfs";

    /** Where jars keep native libraries: the platform is what the groups say. */
    private static final List<Pattern> NATIVES =
            List.of(
                    Pattern.compile("org/sqlite/native/([^/]+)/([^/]+)/.+"),
                    Pattern.compile("org/jline/nativ/([^/]+)/([^/]+)/.+"),
                    Pattern.compile("org/bytedeco/openblas/([^/-]+)-([^/]+)/.+"));

    /** The names of a processor family; the first is ours. */
    private static final List<List<String>> PROCESSORS =
            List.of(List.of("x86_64", "amd64"), List.of("arm64", "aarch64"));

    private static final String CHANGE =
            """
            The build of Attune (.build/Dist.java) has left the native libraries of other platforms out of
            this jar, and stored its files uncompressed. Nothing else has been changed.
            """;

    private final List<String> processor;
    private final Path home;

    private Dist(List<String> processor, Path home) {
        this.processor = processor;
        this.home = home;
    }

    public static void main(String[] arguments) throws Exception {
        Path distribution = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]);
        String arch = System.getProperty("os.arch");
        List<String> processor =
                PROCESSORS.stream().filter(p -> p.contains(arch)).findFirst().orElse(List.of());
        if (!System.getProperty("os.name").equals("Linux") || processor.isEmpty()) {
            System.err.printf(
                    "The archive is made on Linux, x86-64 or ARM64, not on %s, %s.%n",
                    System.getProperty("os.name"), arch);
            System.exit(1);
        }
        String name = "attune-%s-linux-%s".formatted(arguments[2], processor.getFirst());
        var dist = new Dist(processor, folder.resolve(name));
        delete(dist.home);
        dist.copy(distribution);
        dist.copyExample(Path.of(arguments[3]));
        dist.link();
        dist.rehearse();
        Path archive = folder.resolve(name + ".tar.xz");
        var tar =
                List.of(
                        "tar",
                        "--create",
                        "--file=" + archive.getFileName(),
                        "--use-compress-program=xz --threads=0",
                        "--sort=name",
                        "--owner=0",
                        "--group=0",
                        "--numeric-owner",
                        name);
        run(new ProcessBuilder(tar).directory(folder.toFile()));
        System.out.printf("%s: %.1f MB%n", archive, Files.size(archive) / 1e6);
    }

    /**
     * Copies the distribution without what is of the JDK here, and jars without foreign natives.
     */
    private void copy(Path distribution) throws IOException {
        for (String part : List.of("bin", "libexec", "licenses", "LICENSE", "NOTICE", "man")) {
            if (Files.exists(distribution.resolve(part))) {
                copyTree(distribution.resolve(part), home.resolve(part));
            }
        }
        Files.createDirectories(home.resolve("lib"));
        try (Stream<Path> jars = Files.list(distribution.resolve("lib"))) {
            for (Path jar : jars.sorted().toList()) {
                store(jar, home.resolve("lib").resolve(jar.getFileName()));
            }
        }
    }

    /** The README's example, compiled, since there is no compiler in the runtime. */
    private void copyExample(Path examples) throws IOException {
        Path matmul = examples.resolve("matmul");
        Path copy = home.resolve("examples/matmul");
        Files.createDirectories(copy.resolve("target"));
        for (String file : List.of("Matmul.java", "matmul.sh", "problem.yaml", "README.md")) {
            Files.copy(
                    matmul.resolve(file), copy.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        String[] compile = {
            "--release",
            "17",
            "-d",
            copy.resolve("target").toString(),
            copy.resolve("Matmul.java").toString()
        };
        tool("javac", compile);
        Files.createFile(copy.resolve("target/compiled"));
    }

    private void link() {
        tool(
                "jlink",
                "--add-modules",
                MODULES,
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                home.resolve("runtime").toString());
    }

    private void rehearse() throws IOException, InterruptedException {
        var rehearse = new ProcessBuilder(home.resolve("libexec/rehearse").toString());
        rehearse.environment().remove("ATTUNE_JAVA_HOME"); // of the user; the runtime comes next
        run(rehearse);
        try (Stream<Path> caches = Files.list(home.resolve("startup"))) {
            if (caches.filter(f -> f.toString().endsWith(".aot")).count() != 2) {
                throw new IllegalStateException(
                        "There are no two caches in " + home.resolve("startup"));
            }
        }
    }

    private void store(Path jar, Path to) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        boolean foreign = false;
        boolean own = false;
        try (var zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(e -> !e.isDirectory()).toList()) {
                var platform =
                        NATIVES.stream()
                                .map(p -> p.matcher(entry.getName()))
                                .filter(m -> m.matches())
                                .findFirst();
                if (platform.isPresent()
                        && !(platform.get().group(1).equalsIgnoreCase("linux")
                                && processor.contains(platform.get().group(2)))) {
                    foreign = true;
                    continue;
                }
                own |= platform.isPresent();
                try (InputStream in = zip.getInputStream(entry)) {
                    files.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        if (foreign && !own) {
            return; // a jar for another platform
        }
        if (foreign) {
            files.put("META-INF/ATTUNE-MODIFIED.txt", CHANGE.getBytes(StandardCharsets.UTF_8));
        }
        try (var out = new ZipOutputStream(Files.newOutputStream(to))) {
            out.setMethod(ZipOutputStream.STORED);
            byte[] manifest = files.remove("META-INF/MANIFEST.MF");
            if (manifest != null) { // comes first, else readers of streams do not find it
                put(out, "META-INF/MANIFEST.MF", manifest);
            }
            for (var file : files.entrySet()) {
                put(out, file.getKey(), file.getValue());
            }
        }
        Files.setLastModifiedTime(to, Files.getLastModifiedTime(jar));
    }

    private static void put(ZipOutputStream out, String name, byte[] content) throws IOException {
        var sum = new CRC32();
        sum.update(content);
        var entry = new ZipEntry(name);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        entry.setTime(315_532_800_000L); // 1980, so that the same build gives the same jar
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }

    private static void tool(String name, String... arguments) {
        int code =
                ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments);
        if (code != 0) {
            throw new IllegalStateException(
                    name + " " + Arrays.toString(arguments) + " ended with " + code);
        }
    }

    private static void run(ProcessBuilder process) throws IOException, InterruptedException {
        int code = process.inheritIO().start().waitFor();
        if (code != 0) {
            throw new IllegalStateException(process.command() + " ended with " + code);
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        for (Path file : tree(from)) {
            Path copy = to.resolve(from.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            for (Path file : tree(folder).reversed()) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> tree(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return new ArrayList<>(files.toList());
        }
    }
}
