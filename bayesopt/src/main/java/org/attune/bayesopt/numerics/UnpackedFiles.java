package org.attune.bayesopt.numerics;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * Files of jars, unpacked to where the system can load them: a folder per jar, named as it is.
 *
 * <p>A file whose size and checksum are those of the jar's entry is used again. Any other is
 * written under a name of its own and then renamed, so that several processes may do this at once
 * and one that already uses the old file keeps it.
 */
final class UnpackedFiles {
    private final Path folder;

    UnpackedFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the file of that name, with the content of the entry.
     *
     * @throws IOException if it can be neither used nor written
     */
    Path file(String name, URL source) throws IOException {
        var connection = source.openConnection();
        connection.setUseCaches(false);
        if (!(connection instanceof JarURLConnection jar)) {
            throw new IOException(source + " is not in a jar");
        }
        Path home = folder.resolve(jarName(jar));
        Path file = home.resolve(name);
        try (var zip = jar.getJarFile()) {
            ZipEntry entry = jar.getJarEntry();
            if (!isCopy(file, entry)) {
                Files.createDirectories(home);
                Path fresh = Files.createTempFile(home, name, ".new");
                try {
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
                    }
                    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Files.deleteIfExists(fresh);
                }
            }
        }
        return file;
    }

    private static String jarName(JarURLConnection jar) {
        String path = jar.getJarFileURL().getPath();
        return path.substring(path.lastIndexOf('/') + 1).replaceFirst("[.]jar$", "");
    }

    private static boolean isCopy(Path file, ZipEntry entry) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) != entry.getSize()) {
            return false;
        }
        var checksum = new CRC32();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                checksum.update(buffer, 0, count);
            }
        }
        return checksum.getValue() == entry.getCrc();
    }
}
