package org.attune.cli.app;

import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.cli.shell.JsonVerb;
import org.attune.studies.report.Listed;
import org.attune.studies.report.TunerData;
import org.attune.studies.report.TunerTable;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.Optional;

/** {@code attune tuners}: lists the tuners, or the options of one. */
@Command(
        name = "tuners",
        description = {
            "Lists the tuners and what each of them can, or describes one with its options;",
            "'attune tuners auto' lists the rules by which a study that names none takes one."
        })
public final class TunersVerb extends JsonVerb {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "A tuner, or auto.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--markdown",
            description = "Print the table of all and the rules of auto as Markdown.")
    private boolean markdown;

    @Override
    public Integer call() {
        Tuners tuners = session().tuners();
        var table = new TunerTable(tuners.all());
        if (markdown) {
            session().out().print(table.markdown());
            session().out().flush();
            return 0;
        }
        if (name.equals(Optional.of(Tuners.AUTO))) {
            print(new Listed.TunerList(rules(tuners)), () -> rules(table));
            return 0;
        }
        List<TunerProvider> shown = name.map(n -> List.of(tuners.named(n))).orElseGet(tuners::all);
        print(
                new Listed.TunerList(shown.stream().map(TunerData::of).toList()),
                () -> {
                    if (name.isPresent()) {
                        describe(shown.getFirst());
                    } else {
                        list(shown);
                    }
                });
        tuners.broken().forEach(b -> say("Not loaded: " + b));
        return 0;
    }

    private void list(List<TunerProvider> shown) {
        var table = new Table("tuner", "");
        shown.forEach(p -> table.row(p.name(), p.summary()));
        table.print(session().out());
        session().out().println();
        var abilities = new TunerTable(shown);
        abilities.abilities().print(session().out());
        abilities.common().ifPresent(this::print);
        print("A study that names no tuner takes one by rules: attune tuners auto");
    }

    private static List<TunerData> rules(Tuners tuners) {
        return tuners.all().stream()
                .filter(t -> !t.recommendations().isEmpty())
                .map(TunerData::of)
                .toList();
    }

    private void rules(TunerTable table) {
        print(
                "auto: the first of these that can tune the study and whose conditions hold; wins:"
                        + " pairs of runs against gp-lcm.");
        table.rules().print(session().out());
    }

    private void describe(TunerProvider provider) {
        print(provider.name() + ": " + provider.summary());
        if (provider.options().isEmpty()) {
            print("It has no options.");
            return;
        }
        var table = new Table("option", "default", "values", "meaning");
        for (org.attune.api.Option<?> o : provider.options()) {
            String need = o.need().map(n -> "; needs " + n.words()).orElse("");
            table.row(o.name(), o.defaultValue(), o.values(), o.meaning() + need);
        }
        table.print(session().out());
    }
}
