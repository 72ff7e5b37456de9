package org.attune.cli.serve;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Advice of the command line in the words of a request, whose keys are named as its options. */
final class RequestWords {
    private static final Pattern NUMBER = Pattern.compile("--(trials|seed) (\\d+)");

    private static final Pattern TEXT =
            Pattern.compile("--(study|history|tuner|failed) ([^\\s,;:.()]+(?:\\.\\w+)*)");

    private static final Pattern REUSE =
            Pattern.compile("--study (\\S+) --reuse ([^\\s,;:.()]+(?:\\.\\w+)*)");

    private static final Pattern OF_THE_SERVER = Pattern.compile("--(plugin|debug)\\b");

    private RequestWords() {}

    /** Returns a message with keys of a request in place of options. */
    static String of(String message) {
        Matcher reuse = REUSE.matcher(message);
        if (reuse.find()) { // no request takes trials over
            return of(message.substring(0, reuse.start()))
                    + "attune tune FILE %s, then \"study\": \"%s\""
                            .formatted(reuse.group(), reuse.group(1))
                    + of(message.substring(reuse.end()));
        }
        String keys = NUMBER.matcher(message).replaceAll("\"$1\": $2");
        keys = TEXT.matcher(keys).replaceAll("\"$1\": \"$2\"");
        keys = keys.replace("tell --correct", "\"correct\": true");
        keys = keys.replace("--db-format gptune", "attune history import PROBLEM FILE");
        return OF_THE_SERVER.matcher(keys).replaceAll("attune serve --$1");
    }
}
