package org.attune.history.environment;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Packages of a conda environment, from the names of the files in its {@code conda-meta}. */
final class CondaPackages {
    /** Name, version, build: only the name may have hyphens. */
    private static final Pattern FILE = Pattern.compile("(.+)-([^-]+)-([^-]+)\\.json");

    private CondaPackages() {}

    /** Returns names with versions, sorted; other files are left out. */
    static Map<String, Object> of(List<String> files) {
        var software = new TreeMap<String, Object>();
        for (String file : files) {
            Matcher m = FILE.matcher(file);
            if (m.matches()) {
                software.put(m.group(1), Version.entry(m.group(2)));
            }
        }
        return software;
    }
}
