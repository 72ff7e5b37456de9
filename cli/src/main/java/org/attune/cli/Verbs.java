package org.attune.cli;

import picocli.CommandLine;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * All verbs by name. A command line gets those whose names occur in it; making the others would
 * only cost time.
 */
final class Verbs {
    private static final Map<String, Function<Session, Object>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("tune", TuneVerb::new);
        ALL.put("best", BestVerb::new);
        ALL.put("confirm", ConfirmVerb::new);
        ALL.put("run", RunVerb::new);
        ALL.put("ask", AskVerb::new);
        ALL.put("tell", TellVerb::new);
        ALL.put("check", CheckVerb::new);
        ALL.put("init", InitVerb::new);
        ALL.put("history", HistoryVerb::withFormats);
        ALL.put("surrogate", SurrogateVerb::new);
        ALL.put("predict", PredictVerb::new);
        ALL.put("bench", BenchVerb::new);
        ALL.put("tuners", TunersVerb::new);
        ALL.put("meta", MetaVerb::new);
        ALL.put("doctor", DoctorVerb::new);
    }

    private Verbs() {}

    static Set<String> names() {
        return ALL.keySet();
    }

    static void addTo(CommandLine line, String[] args, Session session) {
        List<String> named = Arrays.stream(args).filter(ALL::containsKey).distinct().toList();
        for (String name : named.isEmpty() ? List.copyOf(ALL.keySet()) : named) {
            line.addSubcommand(name, ALL.get(name).apply(session));
        }
    }
}
