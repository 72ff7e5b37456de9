package org.attune.cli.model;

import org.attune.api.Format;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.NewFile;
import org.attune.cli.shell.Verb;
import org.attune.report.StudyReport;
import org.attune.report.SubjectReader;
import org.attune.report.live.LiveServer;
import org.attune.studies.StudyPlace;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** {@code attune report}: a study as a page. */
@Command(
        name = "report",
        description = {
            "Shows a study as a page: what was gained, how sure that is, what to use and to try"
                    + " next,",
            "all trials, the model, and every figure as SVG, PNG and CSV.",
            ProblemArguments.OR_JOURNAL
        })
public final class ReportVerb extends Verb {
    private static final int MOST_PORTS = 65535;
    private static final String NO_MODEL =
            "Made without a model (--no-model): slices, surfaces and importance are missing.";

    @Mixin private ProblemArguments arguments;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for index.html and figures (default: NAME-report).")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--live",
            description = {
                "Serves the page on 127.0.0.1 instead, and brings it up to date while trials end,",
                "of this or another process, until Ctrl-C."
            })
    private boolean live;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "With --live: the port (default: a free one).")
    private Optional<Integer> port = Optional.empty();

    @Option(
            names = "--no-model",
            description = "Leaves out what a model says, which takes most of the time.")
    private boolean noModel;

    @Override
    public Integer call() {
        return live ? serve() : write();
    }

    /** Serves until it is interrupted. */
    private int serve() {
        if (noModel) {
            throw misused("--live leaves the model out anyway, unless the page is asked for it.");
        }
        if (out.isPresent()) {
            throw misused("--live writes nothing: leave out --out.");
        }
        if (port.filter(p -> p < 0 || p > MOST_PORTS).isPresent()) {
            throw misused(
                    "--port %d is no port: they go from 1 to %d, and 0 takes a free one."
                            .formatted(port.get(), MOST_PORTS));
        }
        StudyPlace given = arguments.place();
        Path history = given.isJournal() ? given.problem() : given.read().history();
        boolean begun = Files.isRegularFile(history) && history.toFile().length() > 0;
        String study =
                arguments.givenStudy().orElseGet(() -> begun ? SubjectReader.only(given) : "main");
        var ended = new CountDownLatch(1);
        try (var server =
                        new LiveServer(
                                history, study, name -> reader(given, name), port.orElse(0));
                var _ = session().stopOnInterrupt(ended::countDown, ended::countDown)) {
            print("Open %s", server.address());
            session().out().flush();
            say("It follows %s until Ctrl-C.", history);
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private int write() {
        if (port.isPresent()) {
            throw misused("--port goes with --live.");
        }
        out.ifPresent(NewFile::requireFolder); // before the model is fitted
        SubjectReader reader = reader();
        var subject = noModel ? reader.read(Optional.empty(), NO_MODEL) : reader.read();
        Path folder =
                out.orElse(
                        Path.of(
                                subject.study()
                                                .problem()
                                                .name()
                                                .replaceAll("[^\\p{L}\\p{N}._-]+", "-")
                                        + (reader.place().study().equals("main")
                                                ? ""
                                                : "-" + reader.place().study())
                                        + "-report"));
        StudyReport.Written written = StudyReport.write(subject, folder);
        subject.missing().forEach(m -> say("note: " + m));
        written.withoutPng().ifPresent(why -> say("note: There are no PNG files: " + why));
        print("Wrote %s with %s.", written.page(), Format.count(written.figures(), "figure"));
        return 0;
    }

    private SubjectReader reader() {
        StudyPlace given = arguments.place();
        String study = arguments.givenStudy().orElseGet(() -> SubjectReader.only(given));
        return reader(given, study);
    }

    private SubjectReader reader(StudyPlace given, String study) {
        var place = new StudyPlace(given.problem(), study, given.history(), given.format());
        return new SubjectReader(place, session()::tuners, arguments.notes(), advised(place));
    }

    /**
     * Returns command lines for the same study, which run wherever the page is read on this
     * computer; none where its problem file is not known.
     */
    private Map<String, String> advised(StudyPlace place) {
        var advised = new LinkedHashMap<String, String>();
        if (!place.isJournal()) {
            for (String verb : new String[] {"confirm", "sensitivity", "run"}) {
                advised.put(verb, fromAnywhere(verb));
            }
            advised.put("check", fromAnywhere("check", "--run"));
            advised.put("history note", fromAnywhere("history note", "--import", "FILE"));
            advised.put("tune", fromAnywhere("tune"));
        }
        return advised;
    }

    /** Returns a line without brackets: the page adds arguments to it. */
    private String fromAnywhere(String verb, String... more) {
        String here = Path.of("").toAbsolutePath().toString();
        return "cd %s && %s"
                .formatted(Format.quoted(here), arguments.command(session(), verb, more));
    }
}
