package org.attune.cli;

import org.attune.cli.app.BenchVerb;
import org.attune.cli.app.CompletionVerb;
import org.attune.cli.app.DoctorVerb;
import org.attune.cli.app.InitVerb;
import org.attune.cli.app.MetaVerb;
import org.attune.cli.app.SchemaVerb;
import org.attune.cli.app.TunersVerb;
import org.attune.cli.history.HistoryVerb;
import org.attune.cli.model.PredictVerb;
import org.attune.cli.model.ReportVerb;
import org.attune.cli.model.SensitivityVerb;
import org.attune.cli.model.SurrogateVerb;
import org.attune.cli.model.TransferVerb;
import org.attune.cli.serve.ServeVerb;
import org.attune.cli.study.AskVerb;
import org.attune.cli.study.BestVerb;
import org.attune.cli.study.CheckVerb;
import org.attune.cli.study.ConfirmVerb;
import org.attune.cli.study.RunVerb;
import org.attune.cli.study.TellVerb;
import org.attune.cli.study.TuneVerb;
import org.attune.cli.study.WorkerVerb;

import picocli.CommandLine;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * All verbs by name. A command line gets those whose names occur in it; making the others would
 * only cost time.
 */
public final class Verbs {
    private static final Map<String, Supplier<Object>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("tune", TuneVerb::new);
        ALL.put("worker", WorkerVerb::new);
        ALL.put("best", BestVerb::new);
        ALL.put("report", ReportVerb::new);
        ALL.put("confirm", ConfirmVerb::new);
        ALL.put("run", RunVerb::new);
        ALL.put("ask", AskVerb::new);
        ALL.put("tell", TellVerb::new);
        ALL.put("serve", ServeVerb::new);
        ALL.put("check", CheckVerb::new);
        ALL.put("init", InitVerb::new);
        ALL.put("schema", SchemaVerb::new);
        ALL.put("history", HistoryVerb::withFormats);
        ALL.put("surrogate", SurrogateVerb::new);
        ALL.put("predict", PredictVerb::new);
        ALL.put("transfer", TransferVerb::new);
        ALL.put("sensitivity", SensitivityVerb::new);
        ALL.put("bench", BenchVerb::new);
        ALL.put("tuners", TunersVerb::new);
        ALL.put("meta", MetaVerb::new);
        ALL.put("doctor", DoctorVerb::new);
        ALL.put("completion", () -> new CompletionVerb(Verbs::complete));
    }

    private Verbs() {}

    static Set<String> names() {
        return ALL.keySet();
    }

    /** Adds the verbs that a command line lacks. */
    private static void complete(CommandLine line) {
        ALL.forEach((name, verb) -> {
            if (!line.getSubcommands().containsKey(name)) {
                line.addSubcommand(name, verb.get());
            }
        });
    }

    static void addTo(CommandLine line, String[] args) {
        List<String> named = Arrays.stream(args).filter(ALL::containsKey).distinct().toList();
        for (String name : named.isEmpty() ? List.copyOf(ALL.keySet()) : named) {
            line.addSubcommand(name, ALL.get(name).get());
        }
    }
}
