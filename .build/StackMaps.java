import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Brings the Java 5 class files of a jar to Java 8's format, that is, adds stack maps: {@code java
 * StackMaps.java JAR}.
 *
 * <p>Java keeps no older class in its ahead-of-time cache, and picocli, whose classes are a third
 * of what Attune loads at start, is compiled for Java 5. A jar without such classes is left alone.
 */
final class StackMaps {
    /** What the licence of a changed jar demands: that it says so. */
    private static final String NOTICE = "META-INF/ATTUNE-MODIFIED.txt";

    private static final String CHANGE =
            """
            The build of Attune (.build/StackMaps.java) has brought the class files of this jar to the
            format of Java 8, that is, added stack maps. Nothing else has been changed.
            """;

    private static final ClassTransform NEWER =
            ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
                    .andThen((builder, element) -> {
                        if (element instanceof ClassFileVersion) {
                            builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                        } else {
                            builder.with(element);
                        }
                    });

    private StackMaps() {}

    public static void main(String[] arguments) throws IOException {
        Path jar = Path.of(arguments[0]);
        var bytes = new ByteArrayOutputStream();
        boolean changed = false;
        try (var types = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                var in = new ZipInputStream(Files.newInputStream(jar));
                var out = new ZipOutputStream(bytes)) {
            var classFile =
                    ClassFile.of(
                            StackMapsOption.GENERATE_STACK_MAPS,
                            ClassHierarchyResolverOption.of(
                                    ClassHierarchyResolver.ofResourceParsing(types)));
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = in.readAllBytes();
                if (entry.getName().endsWith(".class")) {
                    var model = classFile.parse(content);
                    if (model.majorVersion() < ClassFile.JAVA_6_VERSION) {
                        content = classFile.transformClass(model, NEWER);
                        changed = true;
                    }
                }
                var copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                out.write(content);
                out.closeEntry();
            }
            if (changed) { // else maybe by this program before
                out.putNextEntry(new ZipEntry(NOTICE));
                out.write(CHANGE.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        if (changed) {
            Path written =
                    Files.write(
                            jar.resolveSibling(jar.getFileName() + ".new"), bytes.toByteArray());
            Files.move(written, jar, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
