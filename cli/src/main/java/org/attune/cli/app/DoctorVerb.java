package org.attune.cli.app;

import com.sun.management.HotSpotDiagnosticMXBean;

import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.Session;
import org.attune.cli.shell.Verb;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** {@code attune doctor}: says what this installation finds on this machine. */
@Command(
        name = "doctor",
        description = {
            "Says what this installation finds on this machine.",
            "Exit code 1 if something is wrong."
        })
public final class DoctorVerb extends Verb implements Callable<Integer> {
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final List<String> complaints = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        java();
        machine();
        folder();
        programs();
        tuners();
        facts.put("complaints", complaints);
        if (json) {
            json(facts);
        } else {
            print();
        }
        return complaints.isEmpty() ? 0 : Failures.OTHER;
    }

    private void print() {
        var table = new Table("", "");
        facts.forEach((what, found) -> {
            if (found != complaints) {
                table.row(what, text(found));
            }
        });
        table.print(session().out());
        session().out().println();
        complaints.forEach(this::print);
        if (complaints.isEmpty()) {
            print("Everything is as it should be.");
        }
    }

    private static String text(Object found) {
        return found instanceof List<?> list
                ? String.join(" ", list.stream().map(Object::toString).toList())
                : String.valueOf(found);
    }

    private void java() {
        List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
        facts.put("version", new Session.Version().getVersion()[0]);
        facts.put(
                "java", "%s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor")));
        facts.put("java flags", flags);
        facts.put("startup cache", cache(flags));
        facts.put(
                "vector instructions",
                ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
                        ? "in use"
                        : "not in use");
        facts.put("fused multiply-add", fused());
        facts.put("linear algebra", algebra());
        facts.put("math functions", engine("MathFunctions", Optional.empty()));
    }

    /** Returns whether a product and a sum are one instruction, which decides the speed only. */
    private static String fused() {
        var flags = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return flags == null
                ? "unknown"
                : flags.getVMOption("UseFMA").getValue().equals("true")
                        ? "in use"
                        : "not in use: proposals take many times as long. Maybe -XX:-UseFMA is"
                                + " among the java flags, or the processor has none";
    }

    /** Returns what computes large matrices. */
    private static String algebra() {
        return engine("LinearAlgebra", Optional.of("best"));
    }

    /**
     * Returns how a part of the model-based tuners describes itself, which only they know at
     * compile time: a class, or what a method of it returns.
     */
    private static String engine(String part, Optional<String> instance) {
        try {
            Class<?> type = Class.forName("org.attune.bayesopt.numerics." + part);
            Object described =
                    instance.isPresent() ? type.getMethod(instance.get()).invoke(null) : null;
            return type.getMethod("description").invoke(described).toString();
        } catch (ReflectiveOperationException e) {
            return "none: no model-based tuner is installed";
        }
    }

    private static String cache(List<String> flags) {
        return flags.stream()
                .filter(f -> f.matches("-XX:(AOTCache|SharedArchiveFile)=.*"))
                .map(f -> f.substring(f.indexOf('=') + 1))
                .map(f -> Files.isReadable(Path.of(f)) ? f : f + " (missing)")
                .findFirst()
                .orElse("none");
    }

    private void machine() {
        facts.put(
                "system",
                "%s %s, %s"
                        .formatted(
                                System.getProperty("os.name"),
                                System.getProperty("os.version"),
                                System.getProperty("os.arch")));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put(
                "memory",
                "%s; up to %d MB for Attune itself"
                        .formatted(total(), Runtime.getRuntime().maxMemory() >> 20));
    }

    private static String total() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(l -> l.startsWith("MemTotal:"))
                    .map(l -> (Long.parseLong(l.replaceAll("\\D", "")) >> 10) + " MB")
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private void folder() {
        Path here = Path.of("").toAbsolutePath();
        try {
            Files.delete(Files.createTempFile(here, ".attune", ".tmp"));
            facts.put("this folder", here + " is writable");
        } catch (IOException e) {
            facts.put("this folder", here + " is not writable");
            complaints.add(
                    "%s cannot be written, so no history can be kept here: %s".formatted(here, e));
        }
    }

    private void programs() {
        Optional<Path> setsid = onPath("setsid");
        facts.put("setsid", setsid.map(Path::toString).orElse("missing"));
        if (setsid.isEmpty()) {
            complaints.add(
                    "There is no program 'setsid' (util-linux), so that children of a hanging"
                            + " program may survive it.");
        }
    }

    private static Optional<Path> onPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .filter(f -> !f.isEmpty())
                .map(f -> Path.of(f, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private void tuners() {
        Tuners tuners = session().tuners();
        facts.put("plug-ins", session().jars().stream().map(Path::toString).toList());
        facts.put("tuners", tuners.all().stream().map(TunerProvider::name).toList());
        tuners.broken().forEach(b -> complaints.add("A tuner could not be loaded: " + b));
        if (tuners.all().isEmpty()) {
            complaints.add("There is no tuner. Maybe the installation is incomplete.");
        }
    }
}
