package org.attune.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;

class HelpTextTest {
    /** A bare percent sign makes picocli warn on standard error, and print the text unformatted. */
    @TestFactory
    List<DynamicTest> descriptionsAreFormats() {
        var tests = new ArrayList<DynamicTest>();
        gather("", Attune.commandLine(), tests);
        return tests;
    }

    private static void gather(String before, CommandLine line, List<DynamicTest> tests) {
        String name = before + " " + line.getCommandName();
        tests.add(
                DynamicTest.dynamicTest(
                        name.strip(),
                        () -> {
                            for (ArgSpec argument : line.getCommandSpec().args()) {
                                for (String text : written(argument)) {
                                    assertDoesNotThrow(() -> String.format(text), text);
                                }
                            }
                        }));
        line.getSubcommands().values().forEach(verb -> gather(name, verb, tests));
    }

    /** Returns the description as it is written: what the argument says of itself is resolved. */
    private static String[] written(ArgSpec argument) {
        if (!(argument.userObject() instanceof AnnotatedElement of)) {
            return new String[0];
        }
        Option option = of.getAnnotation(Option.class);
        Parameters parameters = of.getAnnotation(Parameters.class);
        return option != null
                ? option.description()
                : parameters != null ? parameters.description() : new String[0];
    }
}
