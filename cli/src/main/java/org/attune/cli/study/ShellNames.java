package org.attune.cli.study;

import org.attune.api.Parameter;
import org.attune.api.TuningProblem;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which names of parameters a shell can take by {@code eval}, as scripts with ask and tell do,
 * without harm to itself and to what it starts.
 *
 * @param prefix of all names, may be empty
 */
record ShellNames(String prefix) {
    static final String OPTION = "--prefix";

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** What shells, the dynamic linker and interpreters look at. */
    private static final Set<String> TAKEN =
            Set.of(
                    """
                    PATH IFS HOME ENV CDPATH GLOBIGNORE GCONV_PATH SHELL SHELLOPTS PS4 PROMPT_COMMAND PWD
                    OLDPWD OPTIND UID EUID PPID TMPDIR LANG LANGUAGE LOCPATH NLSPATH PERL5LIB PERL5OPT
                    CLASSPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS JAVA_HOME\
                    """
                            .split("\\s+"));

    private static final List<String> TAKEN_BEGINNINGS =
            List.of("LD_", "DYLD_", "BASH", "LC_", "PYTHON", "ATTUNE_");

    ShellNames {
        if (!prefix.isEmpty() && !NAME.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "%s '%s' cannot begin the name of a shell's variable. Maybe P_."
                            .formatted(OPTION, prefix));
        }
    }

    /** Refuses to print a problem's parameters for a shell that could not take them. */
    void require(TuningProblem problem) {
        Stream.concat(parameters(problem), problem.fidelity().map(f -> f.name()).stream())
                .forEach(name ->
                        unfit(name)
                                .ifPresent(why -> {
                                    throw new IllegalArgumentException(
                                            why
                                                    + " Maybe --json"
                                                    + (helped(name)
                                                            ? ", or %s P_".formatted(OPTION)
                                                            : "."));
                                }));
    }

    /** Returns whether a prefix makes a variable of a parameter's name. */
    private static boolean helped(String parameter) {
        return NAME.matcher("P_" + parameter).matches();
    }

    private Stream<String> parameters(TuningProblem problem) {
        return Stream.of(problem.taskSpace(), problem.parameterSpace())
                .flatMap(space -> space.parameters().stream())
                .map(Parameter::name);
    }

    /** Returns why a shell cannot take a parameter; empty where it can. */
    Optional<String> unfit(String parameter) {
        String name = prefix + parameter;
        if (!NAME.matcher(name).matches()) {
            return Optional.of(
                    "A shell takes no variable of the name '%s', which has other letters than a to z."
                            .formatted(name));
        }
        boolean taken =
                TAKEN.contains(name) || TAKEN_BEGINNINGS.stream().anyMatch(name::startsWith);
        return taken
                ? Optional.of(
                        "A parameter is called '%s', and a script that evals it would change what the shell itself works with."
                                .formatted(name))
                : Optional.empty();
    }

    /** Returns what to say of parameters that a script with ask and tell cannot have. */
    static List<String> hints(TuningProblem problem) {
        var names = new ShellNames("");
        return names.parameters(problem)
                .flatMap(n ->
                        names
                                .unfit(n)
                                .map(why ->
                                        why
                                                + " Maybe choose another name: 'ask' refuses this"
                                                + " one without --json"
                                                + (helped(n) ? " or --prefix." : "."))
                                .or(() -> shared(n))
                                .stream())
                .toList();
    }

    private static Optional<String> shared(String name) {
        return Optional.of(
                        "'%s' is a variable of your shell too: a script that evaluates what 'ask' prints would change it."
                                .formatted(name))
                .filter(hint -> System.getenv().containsKey(name));
    }
}
