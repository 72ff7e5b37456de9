package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/** What the artifacts bring to those who use them, and what is said of what they carry. */
class ArtifactsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Implementations of SLF4J and of other logging facades. */
    private static final String PROVIDERS =
            "slf4j-(nop|simple|jdk14|reload4j|log4j12)|logback-.*|log4j-(core|slf4j.*|to-slf4j)|.*-over-slf4j";

    /** Artifacts that users of a module get with it, by {@code module: artifact}. */
    private static List<String> brought() throws IOException {
        var brought = new ArrayList<String>();
        try (Stream<Path> folders = Files.list(ROOT)) {
            for (Path pom : folders.map(f -> f.resolve("pom.xml")).filter(Files::exists).toList()) {
                for (Element dependency : dependencies(pom)) {
                    if (!text(dependency, "scope").equals("test")) {
                        brought.add(
                                pom.getParent().getFileName()
                                        + ": "
                                        + text(dependency, "artifactId"));
                    }
                }
            }
        }
        return brought;
    }

    private static List<Element> dependencies(Path pom) throws IOException {
        try {
            var document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
            var nodes = document.getElementsByTagName("dependency");
            var elements = new ArrayList<Element>();
            for (int i = 0; i < nodes.getLength(); i++) {
                elements.add((Element) nodes.item(i));
            }
            return elements;
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException(pom.toString(), e);
        }
    }

    private static String text(Element element, String name) {
        var nodes = element.getElementsByTagName(name);
        return nodes.getLength() == 0 ? "" : nodes.item(0).getTextContent().strip();
    }

    /** A provider on the class path would silence, or double, the logging of the user's program. */
    @Test
    void noLibraryChoosesWhoListensToLogging() throws IOException {
        List<String> brought = brought();
        assertTrue(brought.contains("problem-file: json-schema-validator"), brought.toString());
        assertEquals(
                List.of("cli: slf4j-nop"),
                brought.stream()
                        .filter(b -> b.replaceFirst(".*: ", "").matches(PROVIDERS))
                        .toList());
    }

    /** The build of the program changes the format of picocli's classes. */
    @Test
    void whatTheBuildChangesIsSaid() throws IOException {
        String notice = Files.readString(ROOT.resolve("NOTICE"));
        String build = Files.readString(ROOT.resolve("cli/pom.xml"));
        assertTrue(build.contains("StackMaps.java</argument>"), "the build changes a jar");
        assertFalse(notice.contains("carries unmodified"), notice);
        assertTrue(notice.contains("info.picocli:picocli"), notice);
        assertTrue(notice.contains("META-INF/ATTUNE-MODIFIED.txt"), notice);
    }
}
