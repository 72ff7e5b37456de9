package org.attune.cli.serve;

import java.util.regex.Pattern;

/** Advice of the command line in the words of a request, whose keys are named as its options. */
final class RequestWords {
    private static final Pattern NUMBER = Pattern.compile("--(trials|seed) (\\d+)");

    private static final Pattern TEXT =
            Pattern.compile("--(study|history|tuner|failed) ([^\\s,;:.()]+(?:\\.\\w+)*)");

    private static final Pattern OF_THE_SERVER = Pattern.compile("--(plugin|debug)\\b");

    private RequestWords() {}

    /** Returns a message with keys of a request in place of options. */
    static String of(String message) {
        String keys = NUMBER.matcher(message).replaceAll("\"$1\": $2");
        keys = TEXT.matcher(keys).replaceAll("\"$1\": \"$2\"");
        keys = keys.replace("tell --correct", "\"correct\": true");
        return OF_THE_SERVER.matcher(keys).replaceAll("attune serve --$1");
    }
}
