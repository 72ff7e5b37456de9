package org.attune.benchmarks;

import org.attune.api.TunerProvider;
import org.attune.api.Tuners;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A checksum of a tuner's code: of its provider's class, and of all classes that it mentions, and
 * so on, the JDK's left out. Two builds of the same sources have the same one, whatever jar they
 * are in.
 */
final class TunerCode {
    private static final int DIGITS = 16;
    private static final Pattern OF_JDK = Pattern.compile("(java|javax|jdk)/");

    private TunerCode() {}

    /** Returns the checksum, 16 hexadecimal digits. */
    static String checksum(TunerProvider provider) {
        Class<?> type = Tuners.type(provider);
        ClassLoader loader = type.getClassLoader();
        MessageDigest digest = sha256();
        String first = type.getName().replace('.', '/');
        digest.update(first.getBytes(StandardCharsets.UTF_8)); // nested ones may mention each other
        classes(first, loader)
                .forEach((name, code) -> {
                    digest.update(name.getBytes(StandardCharsets.UTF_8));
                    digest.update(code);
                });
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }

    /** Returns class files by name, from the first one on. */
    private static TreeMap<String, byte[]> classes(String first, ClassLoader loader) {
        var classes = new TreeMap<String, byte[]>();
        var left = new ArrayDeque<String>();
        left.add(first);
        while (!left.isEmpty()) {
            String name = left.remove();
            if (classes.containsKey(name) || OF_JDK.matcher(name).lookingAt()) {
                continue;
            }
            try (InputStream in = loader.getResourceAsStream(name + ".class")) {
                if (in == null) {
                    continue; // an array, or an optional library that is not there
                }
                byte[] code = in.readAllBytes();
                classes.put(name, code);
                for (PoolEntry entry : ClassFile.of().parse(code).constantPool()) {
                    if (entry instanceof ClassEntry mentioned) {
                        left.add(mentioned.asInternalName());
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read the class " + name, e);
            }
        }
        return classes;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
