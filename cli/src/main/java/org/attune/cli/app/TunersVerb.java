package org.attune.cli.app;

import org.attune.api.Option;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.cli.shell.JsonVerb;
import org.attune.studies.report.Listed;
import org.attune.studies.report.TunerData;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.Optional;

/** {@code attune tuners}: lists the tuners, or the options of one. */
@Command(name = "tuners", description = "Lists the tuners, or describes one with its options.")
public final class TunersVerb extends JsonVerb {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "A tuner.")
    private Optional<String> name = Optional.empty();

    @Override
    public Integer call() {
        Tuners tuners = session().tuners();
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
    }

    private void describe(TunerProvider provider) {
        print(provider.name() + ": " + provider.summary());
        if (provider.options().isEmpty()) {
            print("It has no options.");
            return;
        }
        var table = new Table("option", "default", "values", "meaning");
        for (Option<?> o : provider.options()) {
            table.row(o.name(), o.defaultValue(), o.values(), o.meaning());
        }
        table.print(session().out());
    }
}
