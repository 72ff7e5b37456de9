package org.attune.cli.app;

import com.sun.management.HotSpotDiagnosticMXBean;

import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.cli.shell.Failures;
import org.attune.cli.shell.JsonVerb;
import org.attune.cli.shell.Session;
import org.attune.studies.report.Installation;
import org.attune.studies.text.Json;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code attune doctor}: says what this installation finds on this machine. */
@Command(
        name = "doctor",
        description = {
            "Says what this installation finds on this machine.",
            "Exit code 1 if something is wrong."
        })
public final class DoctorVerb extends JsonVerb {
    private final List<String> complaints = new ArrayList<>();

    @Override
    public Integer call() {
        List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
        boolean vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
        var found =
                new Installation(
                        new Session.Version().getVersion()[0],
                        "%s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor")),
                        flags,
                        cache(flags),
                        vectors ? "in use" : "not in use",
                        fused(),
                        engine("LinearAlgebra", Optional.of("best")),
                        engine("MathFunctions", Optional.empty()),
                        "%s %s, %s"
                                .formatted(
                                        System.getProperty("os.name"),
                                        System.getProperty("os.version"),
                                        System.getProperty("os.arch")),
                        Runtime.getRuntime().availableProcessors(),
                        "%s; up to %d MB for Attune itself"
                                .formatted(total(), Runtime.getRuntime().maxMemory() >> 20),
                        folder(),
                        setsid(),
                        session().jars(),
                        tuners(),
                        complaints);
        print(found, () -> printTable(found));
        return complaints.isEmpty() ? 0 : Failures.OTHER;
    }

    private void printTable(Installation found) {
        var facts = Json.fields(found);
        facts.remove("complaints");
        var table = new Table("", "");
        facts.forEach((what, fact) ->
                table.row(
                        what,
                        fact instanceof List<?> list
                                ? String.join(" ", list.stream().map(Object::toString).toList())
                                : fact));
        table.print(session().out());
        session().out().println();
        complaints.forEach(this::print);
        if (complaints.isEmpty()) {
            print("Everything is as it should be.");
        }
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

    private String folder() {
        Path here = Path.of("").toAbsolutePath();
        try {
            Files.delete(Files.createTempFile(here, ".attune", ".tmp"));
            return here + " is writable";
        } catch (IOException e) {
            complaints.add(
                    "%s cannot be written, so no history can be kept here: %s".formatted(here, e));
            return here + " is not writable";
        }
    }

    private String setsid() {
        Optional<Path> setsid = onPath("setsid");
        if (setsid.isEmpty()) {
            complaints.add(
                    "There is no program 'setsid' (util-linux), so that children of a hanging"
                            + " program may survive it.");
        }
        return setsid.map(Path::toString).orElse("missing");
    }

    private static Optional<Path> onPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .filter(f -> !f.isEmpty())
                .map(f -> Path.of(f, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private List<String> tuners() {
        Tuners tuners = session().tuners();
        tuners.broken().forEach(b -> complaints.add("A tuner could not be loaded: " + b));
        if (tuners.all().isEmpty()) {
            complaints.add("There is no tuner. Maybe the installation is incomplete.");
        }
        return tuners.all().stream().map(TunerProvider::name).toList();
    }
}
