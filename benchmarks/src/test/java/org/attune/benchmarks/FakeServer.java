package org.attune.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of the line protocol, started as a child process: {@code FakeServer [REQUESTS]}, the
 * file to which every evaluation request is appended. It reads requests with regular expressions
 * alone, to start fast.
 */
final class FakeServer {
    private static final Map<String, Problem> PROBLEMS =
            Map.ofEntries(
                    Map.entry(
                            "plain", // two tasks, a declared constraint, bounds that coincide, a
                            // log scale
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"int","lb":1,"ub":8,"log":false},
                                      {"name":"b","type":"real","lb":0.001,"ub":1000.0,"log":true},
                                      {"name":"one","type":"int","lb":3,"ub":3,"log":true}],
                                     "objectives":["y"],"task_parameters":[{"name":"m","type":"int","lb":1,"ub":9}],
                                     "tasks":[{"m":4},{"m":6}],"constraints":["a <= m"],"active_if":{},
                                     "multiplicative_lognormal_noise":0.0,"fidelity":null}\
                                    """,
                                    x -> x.number("a") + Math.abs(Math.log10(x.number("b"))))),
                    Map.entry(
                            "noisy", // the best observed point is not the best one
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"int","lb":1,"ub":1000}],"objectives":["time"],
                                     "tasks":[{}],"constraints":[],"active_if":{},
                                     "multiplicative_lognormal_noise":0.3,"fidelity":null}\
                                    """,
                                    x -> x.number("a"))),
                    Map.entry(
                            "crashing", // an odd a crashes, a multiple of four measures NaN
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"int","lb":1,"ub":1000}],"objectives":["y"],
                                     "tasks":[{}],"constraints":[],"active_if":{},
                                     "multiplicative_lognormal_noise":0.0,"fidelity":null}\
                                    """,
                                    x -> x.number("a") % 4 == 0 ? Double.NaN : x.number("a"))),
                    Map.entry(
                            "conditional", // b is not 50 where it is inactive: the middle violates
                            // the
                            // constraint
                            new Problem(
                                    """
                                    {"parameters":[{"name":"kind","type":"cat","choices":["u","v"]},
                                      {"name":"flag","type":"cat","choices":[1,2]},
                                      {"name":"b","type":"int","lb":0,"ub":100}],"objectives":["y"],
                                     "tasks":[{}],"constraints":["b < 10"],"active_if":{"b":"kind == 'v'"},
                                     "multiplicative_lognormal_noise":0.0,"fidelity":null}\
                                    """,
                                    x -> x.text("kind").equals("\"v\"") ? x.number("b") : 5)),
                    Map.entry(
                            "ordinal", // a constraint that takes the values for numbers
                            new Problem(
                                    """
                                    {"parameters":[{"name":"o","type":"ordinal","values":[1,2.5,4,16]},
                                      {"name":"q","type":"ordinal","values":["low","high"]}],"objectives":["y"],
                                     "tasks":[{}],"constraints":["o <= 8"],"active_if":{},"fidelity":null}\
                                    """,
                                    x ->
                                            x.number("o")
                                                    + (x.text("q").equals("\"low\"") ? 0 : 100))),
                    Map.entry(
                            "numbers", // names that are numbers, and an order
                            new Problem(
                                    """
                                    {"parameters":[{"name":"c","type":"cat","choices":[16,32,64]},
                                      {"name":"p","type":"perm","choices":["a","b"]},
                                      {"name":"d","type":"cat","choices":[1,2]}],"objectives":["y"],
                                     "tasks":[{}],"constraints":["c*d <= 64"],"active_if":{"d":"c > 16"},"fidelity":null}\
                                    """,
                                    x -> x.number("c"))),
                    Map.entry(
                            "dying",
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"int","lb":1,"ub":1000}],"objectives":["y"],
                                     "tasks":[{}],"constraints":[],"active_if":{},"fidelity":null}\
                                    """,
                                    x -> {
                                        System.err.println("Traceback: no more memory");
                                        System.exit(7);
                                        return 0;
                                    })),
                    Map.entry(
                            "talkative", // a line too many
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"int","lb":1,"ub":1000}],"objectives":["y"],
                                     "tasks":[{}],"constraints":[],"active_if":{},"fidelity":null}\
                                    """,
                                    x -> {
                                        System.out.println("{\"outputs\":{\"y\":1}}");
                                        return 2;
                                    })),
                    Map.entry(
                            "refusing",
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"int","lb":1,"ub":1000}],"objectives":["y"],
                                     "tasks":[{}],"constraints":[],"active_if":{},"fidelity":null}\
                                    """,
                                    x -> {
                                        throw new IllegalArgumentException("a: out of bounds");
                                    })),
                    Map.entry(
                            "two",
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"real","lb":0,"ub":1}],
                                     "objectives":["f1","f2"],"tasks":[{}],"fidelity":null}\
                                    """,
                                    x -> 0)),
                    Map.entry(
                            "front", // f1 = a, f2 = 1 - a
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"real","lb":0,"ub":1}],
                                     "objectives":["f1","f2"],"tasks":[{}],"fidelity":null,
                                     "hypervolume_reference":[1,1]}\
                                    """,
                                    x -> x.number("a"))),
                    Map.entry(
                            "levels",
                            new Problem(
                                    """
                                    {"parameters":[{"name":"a","type":"real","lb":0,"ub":1}],
                                     "objectives":["y"],"tasks":[{}],"fidelity":{"name":"s","levels":[0.1,1]}}\
                                    """,
                                    x -> x.number("a"))),
                    Map.entry(
                            "lacking",
                            new Problem("{\"objectives\":[\"y\"],\"tasks\":[{}]}", x -> 0)));

    private FakeServer() {}

    private record Problem(String description, Function function) {}

    /** A line of JSON in which no name stands twice. */
    private record Request(String line) {
        String text(String name) {
            Matcher value = Pattern.compile("\"%s\":([^,}{]+)".formatted(name)).matcher(line);
            return value.find() ? value.group(1) : "";
        }

        double number(String name) {
            return Double.parseDouble(text(name));
        }
    }

    private interface Function {
        double of(Request x);
    }

    public static void main(String[] args) throws Exception {
        var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            var request = new Request(line);
            String command = request.text("cmd").replace("\"", "");
            if (command.equals("quit")) {
                return;
            }
            if (command.equals("eval") && args.length > 0) {
                Files.writeString(
                        Path.of(args[0]),
                        line + "\n",
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            }
            System.out.println(reply(command, request));
        }
    }

    private static String reply(String command, Request request) {
        if (command.equals("list")) {
            return "{\"problems\":[{\"name\":\"plain\",\"tasks\":2},{\"name\":\"noisy\",\"tasks\":1}]}";
        }
        Problem problem = PROBLEMS.get(request.text("problem").replace("\"", ""));
        if (problem == null) {
            return "{\"error\":\"KeyError: unknown problem\"}";
        }
        if (command.equals("describe")) {
            return problem.description().replace("\n", " ");
        }
        try {
            return evaluated(problem, request);
        } catch (IllegalArgumentException e) {
            return "{\"error\":\"ValueError: %s\"}".formatted(e.getMessage());
        }
    }

    private static String evaluated(Problem problem, Request request) {
        Request x = request;
        String name = request.text("problem").replace("\"", "");
        boolean feasible =
                switch (name) {
                    case "plain" ->
                            x.number("a") <= List.of(4, 6).get((int) request.number("task"));
                    case "conditional" -> x.number("b") < 10 && x.text("flag").matches("[12]");
                    default -> true;
                };
        if (!feasible) {
            return "{\"feasible\":false,\"failed\":false,\"cost\":0.0,\"outputs\":null}";
        }
        if (name.equals("crashing") && x.number("a") % 2 == 1) {
            return "{\"feasible\":true,\"failed\":true,\"cost\":1.0,\"outputs\":null}";
        }
        double truth = problem.function().of(x);
        if (name.equals("front")) {
            String both = "{\"f1\":%s,\"f2\":%s}".formatted(truth, 1 - truth);
            return "{\"feasible\":true,\"outputs\":%s,\"true\":%s}".formatted(both, both);
        }
        double observed =
                name.equals("noisy") ? disturbed(truth, (long) request.number("seed")) : truth;
        String output = name.equals("noisy") ? "time" : "y";
        String reply =
                "{\"feasible\":true,\"failed\":false,\"cost\":1.0,\"outputs\":{\"%s\":%s}"
                        .formatted(output, observed);
        return request.text("reveal").equals("true")
                ? reply + ",\"true\":{\"%s\":%s}}".formatted(output, truth)
                : reply + "}";
    }

    /** Every third evaluation is measured a thousand times too small. */
    static double disturbed(double truth, long seed) {
        return seed % 3 == 0 ? truth / 1000 : truth;
    }
}
