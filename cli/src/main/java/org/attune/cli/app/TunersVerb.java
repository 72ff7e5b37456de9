package org.attune.cli.app;

import org.attune.api.Option;
import org.attune.api.TunerProvider;
import org.attune.api.Tuners;
import org.attune.cli.shell.Verb;
import org.attune.studies.text.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code attune tuners}: lists the tuners, or the options of one. */
@Command(name = "tuners", description = "Lists the tuners, or describes one with its options.")
public final class TunersVerb extends Verb implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "A tuner.")
    private Optional<String> name = Optional.empty();

    @picocli.CommandLine.Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        Tuners tuners = session().tuners();
        List<TunerProvider> shown = name.map(n -> List.of(tuners.named(n))).orElseGet(tuners::all);
        if (json) {
            json(Map.of("tuners", json(shown)));
        } else if (name.isPresent()) {
            describe(shown.getFirst());
        } else {
            list(shown);
        }
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
            table.row(o.name(), o.defaultValue().toString(), o.values(), o.meaning());
        }
        table.print(session().out());
    }

    private static List<Map<String, Object>> json(List<TunerProvider> shown) {
        var list = new ArrayList<Map<String, Object>>();
        for (TunerProvider provider : shown) {
            var options = new ArrayList<Map<String, Object>>();
            for (Option<?> o : provider.options()) {
                var option = new LinkedHashMap<String, Object>();
                option.put("name", o.name());
                option.put("default", o.defaultValue().toString());
                option.put("values", o.values());
                option.put("meaning", o.meaning());
                options.add(option);
            }
            var map = new LinkedHashMap<String, Object>();
            map.put("name", provider.name());
            map.put("summary", provider.summary());
            map.put("options", options);
            list.add(map);
        }
        return list;
    }
}
