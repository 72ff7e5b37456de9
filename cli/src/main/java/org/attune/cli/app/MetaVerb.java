package org.attune.cli.app;

import org.attune.api.ProcessId;
import org.attune.cli.shell.JsonVerb;
import org.attune.history.environment.Computer;
import org.attune.history.environment.Detection;
import org.attune.history.environment.Environment;
import org.attune.history.environment.MetaDescription;
import org.attune.history.environment.Version;
import org.attune.history.formats.RecordFilter;
import org.attune.problemfile.ProblemFile;
import org.attune.studies.report.MachineFacts;
import org.attune.studies.text.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** {@code attune meta}: machine and software, for shell scripts. */
@Command(
        name = "meta",
        description = {
            "Says on what machine and with what software trials run.",
            "It is what the meta description says, or what is detected. A shell script can read it:"
                    + " eval \"$(attune meta)\"; echo $cores"
        })
public final class MetaVerb extends JsonVerb {
    @Parameters(
            arity = "0..1",
            paramLabel = "PROBLEM",
            description = "A problem file, whose keys count, too.")
    private Optional<Path> problem = Optional.empty();

    @Option(
            names = "--meta",
            paramLabel = "FILE",
            description = "Meta description (default: .gptune/meta.json beside PROBLEM or here).")
    private Optional<Path> meta = Optional.empty();

    @Override
    public Integer call() {
        problem.filter(p -> !Files.isRegularFile(p))
                .ifPresent(p -> {
                    throw new IllegalArgumentException(
                            "There is no problem file '%s'.".formatted(p));
                });
        Path folder =
                problem.map(p -> p.toAbsolutePath().getParent())
                        .orElse(Path.of("").toAbsolutePath());
        Optional<ProblemFile> read = problem.map(ProblemFile::read);
        MetaDescription description =
                RecordFilter.description(meta, folder)
                        .overriddenBy(read.map(ProblemFile::meta).orElse(Map.of()));
        read.flatMap(p -> description.remark(p.problem().name())).ifPresent(this::say);
        Computer computer = Computer.here();
        Detection detection = Detection.of(computer, ProcessId.here().host(), folder, description);
        Environment environment = detection.environment();
        var software = new LinkedHashMap<>(environment.software());
        Detection.compilers(computer).forEach(software::putIfAbsent);
        detection.missing().forEach(m -> say("Not found: " + m + "."));
        var facts = MachineFacts.of(environment, software);
        print(facts, () -> printWords(facts));
        return 0;
    }

    private void printWords(MachineFacts facts) {
        Json.fields(facts.here())
                .forEach((name, value) -> print(name, value == null ? "" : value.toString()));
        facts.softwareConfiguration()
                .forEach((name, entry) ->
                        Version.ofEntry(entry)
                                .ifPresent(v ->
                                        print(
                                                "software_" + name.replaceAll("[^A-Za-z0-9]", "_"),
                                                v.toString())));
    }

    /** Prints an assignment that a shell reads as this very text. */
    private void print(String name, String value) {
        boolean plain = value.matches("[A-Za-z0-9._/-]*");
        print(name + "=" + (plain ? value : "'" + value.replace("'", "'\\''") + "'"));
    }
}
