package org.attune.cli.model;

import org.attune.api.Format;
import org.attune.cli.open.ProblemArguments;
import org.attune.cli.shell.Verb;
import org.attune.report.StudyReport;
import org.attune.report.SubjectReader;
import org.attune.studies.StudyPlace;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** {@code attune report}: a study as a page. */
@Command(
        name = "report",
        description = {
            "Shows a study as a page: what was gained, how sure that is, what to use and to try next,",
            "all trials, the model, and every figure as SVG, PNG and CSV.",
            ProblemArguments.OR_JOURNAL
        })
public final class ReportVerb extends Verb {
    @Mixin private ProblemArguments arguments;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for index.html and figures (default: NAME-report).")
    private Optional<Path> out = Optional.empty();

    @Override
    public Integer call() {
        SubjectReader reader = reader();
        var subject = reader.read();
        Path folder =
                out.orElse(
                        Path.of(
                                subject.study().problem().name().replaceAll("[^\\p{L}\\p{N}._-]+", "-")
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
        var place = new StudyPlace(given.problem(), study, given.history(), given.format());
        return new SubjectReader(place, session()::tuners, arguments.notes(), advised(place));
    }

    /** Returns command lines for the same study; none where its problem file is not known. */
    private Map<String, String> advised(StudyPlace place) {
        var advised = new LinkedHashMap<String, String>();
        if (!place.isJournal()) {
            for (String verb : new String[] {"confirm", "sensitivity", "run"}) {
                advised.put(verb, arguments.command(session(), verb));
            }
            advised.put("check", arguments.command(session(), "check", "--run"));
            advised.put("tune", arguments.command(session(), "tune", "--trials", "N"));
        }
        return advised;
    }
}
