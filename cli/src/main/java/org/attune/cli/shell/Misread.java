package org.attune.cli.shell;

import org.attune.api.Format;
import org.attune.api.expression.NearestName;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ITypeInfo;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in plain words which verb or value cannot be understood, and what could stand there. */
public final class Misread {
    private static final Set<Class<?>> WHOLE =
            Set.of(int.class, Integer.class, long.class, Long.class);

    private static final String ASSIGNMENT = "NAME=VALUE";

    /** Names under which verbs take the file that they write. */
    private static final Set<String> WRITES = Set.of("--to", "--out");

    private Misread() {}

    /** Returns what to say of an unknown verb; empty where something else is wrong. */
    public static Optional<String> verb(ParameterException e) {
        CommandLine command = e.getCommandLine();
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || command.getSubcommands().isEmpty()
                || unmatched.getUnmatched().getFirst().startsWith("-")) {
            return Optional.empty();
        }
        Optional<Session> top =
                command.getCommand() instanceof Session s ? Optional.of(s) : Optional.empty();
        Collection<String> known =
                top.map(Session::verbs).orElseGet(command.getSubcommands()::keySet);
        String name = unmatched.getUnmatched().getFirst();
        return Optional.of(
                "No verb%s is named '%s'.%s Known are: %s."
                        .formatted(
                                top.isPresent() ? "" : " of " + command.getCommandName(),
                                name,
                                NearestName.hint(name, known),
                                String.join(", ", known)));
    }

    /** Returns what to say of a word that nothing takes; empty where something else is wrong. */
    public static Optional<String> surplus(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()
                || unmatched.getUnmatched().getFirst().startsWith("-")) {
            return Optional.empty();
        }
        CommandSpec verb = e.getCommandLine().getCommandSpec();
        String name = verb.qualifiedName();
        String taken =
                verb.positionalParameters().stream()
                        .map(ArgSpec::paramLabel)
                        .collect(Collectors.joining(" "));
        String word = unmatched.getUnmatched().getFirst();
        String meant = word.contains("=") ? assigning(verb, word) : "";
        return Optional.of(
                "'%s' is too much: %s takes %s. %s"
                        .formatted(
                                word,
                                name.substring(name.indexOf(' ') + 1),
                                taken.isEmpty() ? "no argument" : taken,
                                meant.isEmpty()
                                        ? "Maybe see: %s --help".formatted(name)
                                        : "Maybe you meant: " + meant));
    }

    /** Returns a word NAME=VALUE with the options of a verb that take such, perhaps none. */
    private static String assigning(CommandSpec verb, String word) {
        return verb.options().stream()
                .filter(o -> !o.hidden() && o.paramLabel().equals(ASSIGNMENT))
                .map(o -> o.longestName() + " " + word)
                .collect(Collectors.joining(", or "));
    }

    /** Returns what to say of an option that there is not; empty where something else is wrong. */
    public static Optional<String> option(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return Optional.empty();
        }
        CommandSpec verb = e.getCommandLine().getCommandSpec();
        List<String> known =
                verb.options().stream()
                        .filter(o -> !o.hidden())
                        .map(OptionSpec::longestName)
                        .toList();
        String name = unmatched.getUnmatched().getFirst().replaceFirst("=.*", "");
        String hint =
                WRITES.contains(name) && known.stream().anyMatch(WRITES::contains)
                        ? " Maybe you meant '%s'.".formatted(name.equals("--to") ? "--out" : "--to")
                        : NearestName.hint(name, known);
        String called = verb.qualifiedName();
        return Optional.of(
                "%s has no option '%s'.%s"
                        .formatted(
                                called.substring(called.indexOf(' ') + 1),
                                name,
                                hint.isEmpty() ? " Maybe see: %s --help".formatted(called) : hint));
    }

    /** Returns what to say of a value of another type; empty where something else is wrong. */
    public static Optional<String> value(ParameterException e) {
        ArgSpec argument = e.getArgSpec();
        if (argument == null || e.getValue() == null) {
            return Optional.empty();
        }
        return wanted(argument.typeInfo(), e.getValue())
                .map(w -> "%s must be %s, not '%s'.".formatted(name(argument), w, e.getValue()));
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    /** Returns what the argument takes: the word of a type, as its user would name it. */
    private static Optional<String> wanted(ITypeInfo type, String value) {
        if (type.isMap()) {
            return Optional.of(ASSIGNMENT);
        }
        Class<?> kind = type.getAuxiliaryTypeInfos().stream().findFirst().orElse(type).getType();
        if (kind.isEnum()) {
            List<String> words =
                    Stream.of(kind.getEnumConstants()).map(c -> Format.word((Enum<?>) c)).toList();
            return Optional.of("one of " + String.join(", ", words));
        }
        if (kind == double.class || kind == Double.class) {
            return Optional.of("a number");
        }
        return WHOLE.contains(kind)
                ? Optional.of(
                        value.matches("[-+]?[0-9]+") ? "a smaller whole number" : "a whole number")
                : Optional.empty();
    }
}
