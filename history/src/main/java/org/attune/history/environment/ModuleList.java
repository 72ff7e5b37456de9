package org.attune.history.environment;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Loaded modules of Environment Modules and Lmod, from {@code LOADEDMODULES} and {@code _LMFILES_}.
 */
final class ModuleList {
    private ModuleList() {}

    /**
     * Returns names with versions; a module without one is left out.
     *
     * @param loaded such as {@code gcc/12.2.0:cray/mpich/8.1}: the last part that begins with a
     *     digit, perhaps after a {@code v}, is the version, what precedes it the name
     * @param files of these modules in the same order, which have the version where a default was
     *     loaded
     */
    static Map<String, Object> parse(String loaded, String files) {
        var software = new LinkedHashMap<String, Object>();
        String[] names = loaded.split(":");
        String[] paths = files.split(":");
        for (int i = 0; i < names.length; i++) {
            String name = names[i].strip();
            int slash = versionAt(name);
            String version = slash < 0 ? "" : name.substring(slash + 1);
            if (slash < 0 && paths.length == names.length) {
                String file = paths[i].strip().replaceFirst("\\.(lua|tcl)$", "");
                int last = file.lastIndexOf("/" + name + "/");
                version = last < 0 ? "" : file.substring(last + name.length() + 2);
            }
            if (!name.isEmpty() && Version.parse(version).isPresent()) {
                String key = slash < 0 ? name : name.substring(0, slash);
                software.putIfAbsent(key, Version.entry(version));
            }
        }
        return software;
    }

    /** Returns where the slash before the version is, or -1. */
    private static int versionAt(String name) {
        for (int at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
            if (name.substring(at + 1).matches("v?\\d.*")) {
                return at;
            }
        }
        return -1;
    }
}
