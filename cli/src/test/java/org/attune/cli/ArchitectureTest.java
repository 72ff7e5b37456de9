package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The modules depend on each other as the table in docs/architecture.md says, and packages not in
 * circles; read from the compiled classes.
 */
class ArchitectureTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern ROW = Pattern.compile("\\| `([a-z-]+)` \\|.*\\|([^|]*)\\|");

    /** A module's own module (benchmarks/jmh) may use anything, and is built after this test. */
    private static final Pattern MODULE = Pattern.compile("<module>([a-z-]+)</module>");

    private static final Pattern NAME = Pattern.compile("L(org/attune/[\\w/]+)/[\\w$]+[;<]");

    /** Which packages the classes of a package mention, by module and package. */
    private static Map<String, Map<String, Set<String>>> mentions() throws IOException {
        var modules = new TreeMap<String, Map<String, Set<String>>>();
        for (String module : matches(MODULE, ROOT.resolve("pom.xml"))) {
            Path classes = ROOT.resolve(module).resolve("target/classes/org");
            try (Stream<Path> files = Files.walk(classes)) {
                for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                    String own = classes.getParent().relativize(file.getParent()).toString();
                    Set<String> mentioned =
                            modules.computeIfAbsent(module, m -> new TreeMap<>())
                                    .computeIfAbsent(own, p -> new TreeSet<>());
                    for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
                        mentioned.addAll(packages(entry));
                    }
                    mentioned.remove(own);
                }
            }
        }
        return modules;
    }

    private static List<String> packages(PoolEntry entry) {
        String text =
                switch (entry) {
                    case ClassEntry c -> "L" + c.asInternalName() + ";";
                    case Utf8Entry u -> u.stringValue(); // may be a descriptor or a signature
                    default -> "";
                };
        return NAME.matcher(text).results().map(r -> r.group(1)).toList();
    }

    private static List<String> matches(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file)).results().map(r -> r.group(1)).toList();
    }

    /** Returns what each module may depend on: what its row names, and what that may depend on. */
    private static Map<String, Set<String>> table() throws IOException {
        var table = new TreeMap<String, Set<String>>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/architecture.md"))) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                String atCompileTime = row.group(2).replaceFirst(";.*", "");
                table.put(
                        row.group(1),
                        new TreeSet<>(List.of(atCompileTime.replaceAll("[ `]", "").split(","))));
            }
        }
        for (Set<String> allowed : table.values()) {
            var queue = new ArrayDeque<>(allowed);
            while (!queue.isEmpty()) {
                table.getOrDefault(queue.remove(), Set.of()).stream()
                        .filter(allowed::add)
                        .forEach(queue::add);
            }
        }
        return table;
    }

    @Test
    void modulesDependAsTheTableSays() throws IOException {
        var mentions = mentions();
        var table = table();
        assertEquals(table.keySet(), mentions.keySet());
        var home = new TreeMap<String, String>();
        mentions.forEach((module, packages) -> packages.keySet().forEach(p -> home.put(p, module)));
        var wrong = new ArrayList<String>();
        mentions.forEach((module, packages) ->
                packages.forEach((from, all) ->
                        all.stream()
                                .filter(to -> home.containsKey(to) && !home.get(to).equals(module))
                                .filter(to -> !table.get(module).contains(home.get(to)))
                                .forEach(to -> wrong.add(from + " -> " + to))));
        assertEquals(List.of(), wrong);
        assertTrue(table.get("cli").contains("history"), "the table has been read");
    }

    /** Those of one module neither. */
    @Test
    void packagesDoNotDependOnEachOtherInCircles() throws IOException {
        var graph = new TreeMap<String, Set<String>>();
        mentions().values().forEach(graph::putAll);
        assertTrue(graph.get("org/attune/api").contains("org/attune/api/expression"));
        assertEquals(Map.of(), circles(graph));
    }

    /**
     * Returns the packages on circles, or on a way between two, and which of them each mentions.
     */
    private static Map<String, Set<String>> circles(Map<String, Set<String>> graph) {
        var left = new TreeMap<String, Set<String>>();
        graph.forEach((from, all) -> left.put(from, new TreeSet<>(all)));
        for (boolean removed = true; removed; ) {
            var mentioned = new TreeSet<String>();
            for (Set<String> all : left.values()) {
                all.retainAll(left.keySet());
                mentioned.addAll(all);
            }
            removed =
                    left.entrySet()
                            .removeIf(
                                    e -> e.getValue().isEmpty() || !mentioned.contains(e.getKey()));
        }
        return left;
    }

    @Test
    void aCircleIsFoundAmongOthers() {
        Map<String, Set<String>> graph =
                Map.of(
                        "a", Set.of("b"),
                        "b", Set.of("c", "d"),
                        "c", Set.of("b", "d"),
                        "d", Set.of("e"));
        assertEquals(Map.of("b", Set.of("c"), "c", Set.of("b")), circles(graph));
    }

    /** A room of verbs knows what all verbs share, and no other room. */
    @Test
    void roomsOfVerbsDoNotKnowEachOther() throws IOException {
        Map<String, Set<String>> rooms = mentions().get("cli");
        String cli = "org/attune/cli/";
        for (String room : List.of("app", "history", "model", "serve", "study")) {
            var known = new TreeSet<>(rooms.get(cli + room));
            known.removeIf(p -> !p.startsWith("org/attune/cli"));
            known.removeAll(List.of(cli + "open", cli + "shell"));
            assertEquals(Set.of(), known, room);
        }
        assertFalse(rooms.get(cli + "shell").contains("org/attune/cli"), "Session knows no verb");
    }

    @Test
    void everyModuleAndPackageIsDescribed() throws IOException {
        for (var module : mentions().entrySet()) {
            Path folder = ROOT.resolve(module.getKey());
            assertTrue(Files.exists(folder.resolve("README.md")), module.getKey());
            assertTrue(Files.exists(folder.resolve("src/main/java/module-info.java")));
            for (String name : module.getValue().keySet()) {
                Path info = folder.resolve("src/main/java").resolve(name + "/package-info.java");
                assertTrue(Files.exists(info), name);
                assertFalse(name.matches(".*/(util|impl|common|manager)(/.*)?"), name);
            }
        }
    }
}
