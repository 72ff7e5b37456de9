package org.attune.bayesopt.numerics;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The OpenBLAS of this process: one copy, loaded once, one thread.
 *
 * <p>Taken is the copy that another library has brought into the process; else the one in the jar
 * {@code org.bytedeco:openblas} for this platform, unpacked to {@code attune} in the user's cache
 * folder; else the system's {@code libopenblas.so.0}. Two copies in one process would be two sets
 * of threads and buffers, so nothing else is tried once one has been loaded, even if it does not
 * fit.
 *
 * @param origin where it was loaded from
 * @param config what it says about itself
 * @param lookup its functions
 */
@SuppressWarnings("restricted") // the one class that calls native code
record OpenBlas(String origin, String config, SymbolLookup lookup) {
    private static final String SYSTEM = "libopenblas.so.0";
    private static final int PTHREADS = 1; // openblas_get_parallel(); 0 and 2: see bind

    /** Platforms whose jars the build may carry, by {@code os.arch}. */
    private static final Map<String, String> PLATFORMS =
            Map.of("amd64", "linux-x86_64", "aarch64", "linux-arm64");

    /** The one search of this process. */
    private static final class Once {
        static final Search SEARCH = search(cacheFolder());
    }

    /**
     * What a search came to.
     *
     * @param reasons why it is not one of those tried before, or none
     */
    record Search(Optional<OpenBlas> found, List<String> reasons) {}

    /** Returns the library, loaded by the first call, or why there is none. */
    static Search find() {
        return Once.SEARCH;
    }

    private static Path cacheFolder() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(f -> f.startsWith("/"))
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("attune");
    }

    private static Search search(Path cache) {
        var reasons = new ArrayList<String>();
        if (!System.getProperty("os.name").equals("Linux")) {
            return new Search(Optional.empty(), List.of("it is looked for on Linux only"));
        }
        for (Source source :
                List.<Source>of(
                        OpenBlas::inProcess,
                        () -> unpacked(cache, reasons),
                        () -> Optional.of(SYSTEM))) {
            Optional<String> library = source.library();
            if (library.isEmpty()) {
                continue;
            }
            try {
                SymbolLookup lookup = load(library.get());
                Optional<OpenBlas> bound = bind(library.get(), lookup, reasons);
                return new Search(bound, List.copyOf(reasons));
            } catch (IllegalArgumentException e) { // not loaded, so that another may be
                reasons.add("%s cannot be loaded (%s)".formatted(library.get(), e.getMessage()));
            }
        }
        return new Search(Optional.empty(), List.copyOf(reasons));
    }

    /** A place to look at: a path, or a name for the system's loader. */
    private interface Source {
        Optional<String> library();
    }

    private static Optional<String> inProcess() {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.map(l -> l.substring(Math.max(0, l.indexOf('/'))))
                    .filter(l -> l.matches("/.*/libopenblas[^/]*\\.so[^/]*"))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty(); // no such file system: nothing can be known
        }
    }

    /**
     * Unpacks the platform's jar; empty, with the reason, if it is missing or nothing can be
     * written.
     */
    static Optional<String> unpacked(Path cache, List<String> reasons) {
        String platform = PLATFORMS.get(System.getProperty("os.arch"));
        ClassLoader loader = OpenBlas.class.getClassLoader();
        String jar = "org/bytedeco/openblas/%s/".formatted(platform);
        URL library = loader.getResource(jar + SYSTEM);
        if (platform == null || library == null) {
            reasons.add("its jar for this platform is not installed");
            return Optional.empty();
        }
        var files = new UnpackedFiles(cache);
        try {
            // libgfortran names these two, but not where they are; first loaded, first found
            for (String name : List.of("libgcc_s.so.1", "libquadmath.so.0")) {
                URL source = loader.getResource(jar + name);
                if (source != null && !systemHas(name)) {
                    load(files.file(name, source).toString());
                }
            }
            files.file("libgfortran.so.5", loader.getResource(jar + "libgfortran.so.5"));
            return Optional.of(files.file(SYSTEM, library).toString());
        } catch (IOException | IllegalArgumentException e) {
            reasons.add("its files cannot be unpacked to %s (%s)".formatted(cache, e));
            return Optional.empty();
        }
    }

    private static boolean systemHas(String name) {
        try {
            SymbolLookup.libraryLookup(name, Arena.global());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Loads with OPENBLAS_NUM_THREADS=1, or its constructor starts a thread per core, all of which
     * spin for a while. Programs started from Java do not see the variable: their environment is
     * copied before.
     */
    private static SymbolLookup load(String library) {
        boolean ours = !System.getenv().containsKey("OPENBLAS_NUM_THREADS");
        try (Arena arena = Arena.ofConfined()) {
            Linker linker = Linker.nativeLinker();
            MemorySegment name = arena.allocateFrom("OPENBLAS_NUM_THREADS");
            var set = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
            var unset = FunctionDescriptor.of(JAVA_INT, ADDRESS);
            if (ours) {
                call(
                        function(linker.defaultLookup(), "setenv", set),
                        name,
                        arena.allocateFrom("1"),
                        1);
            }
            try {
                return library.startsWith("/")
                        ? SymbolLookup.libraryLookup(Path.of(library), Arena.global())
                        : SymbolLookup.libraryLookup(library, Arena.global());
            } finally {
                if (ours) {
                    call(function(linker.defaultLookup(), "unsetenv", unset), name);
                }
            }
        }
    }

    private static Optional<OpenBlas> bind(
            String origin, SymbolLookup lookup, List<String> reasons) {
        try {
            int parallel =
                    (int)
                            call(
                                    function(
                                            lookup,
                                            "openblas_get_parallel",
                                            FunctionDescriptor.of(JAVA_INT)));
            var text =
                    (MemorySegment)
                            call(
                                    function(
                                            lookup,
                                            "openblas_get_config",
                                            FunctionDescriptor.of(ADDRESS)));
            String config = text.reinterpret(1000).getString(0).strip();
            if (parallel != PTHREADS || config.contains("USE64BITINT")) {
                // Sequential builds are not safe for many threads, OpenMP's count is per thread.
                reasons.add(
                        "%s (%s) is no build for many threads (pthreads) with 32-bit integers"
                                .formatted(origin, config));
                return Optional.empty();
            }
            call(
                    function(
                            lookup,
                            "openblas_set_num_threads",
                            FunctionDescriptor.ofVoid(JAVA_INT)),
                    1);
            for (String name : OpenBlasLinearAlgebra.FUNCTIONS) {
                lookup.findOrThrow(name);
            }
            return Optional.of(new OpenBlas(origin, config, lookup));
        } catch (NoSuchElementException e) {
            reasons.add("%s is incomplete (%s)".formatted(origin, e.getMessage()));
            return Optional.empty();
        }
    }

    /**
     * Returns a Fortran subroutine: every argument an address, and at the end the length 1 of each
     * character argument.
     *
     * @param heap whether addresses may be those of Java arrays, and no garbage be collected
     *     meanwhile
     */
    MethodHandle subroutine(String name, int characters, int arguments, boolean heap) {
        var layouts = new MemoryLayout[arguments + characters];
        Arrays.fill(layouts, 0, arguments, ADDRESS);
        Arrays.fill(layouts, arguments, layouts.length, JAVA_LONG);
        var options =
                heap ? new Linker.Option[] {Linker.Option.critical(true)} : new Linker.Option[0];
        return Linker.nativeLinker()
                .downcallHandle(
                        lookup.findOrThrow(name), FunctionDescriptor.ofVoid(layouts), options);
    }

    private static MethodHandle function(
            SymbolLookup lookup, String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(lookup.findOrThrow(name), type);
    }

    private static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a native function throws nothing
        }
    }
}
