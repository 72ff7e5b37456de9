package org.attune.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class ShellWordsTest {
    @Test
    void quotesAndBackslashesAreObeyed() {
        assertEquals(List.of(), ShellWords.split("  "));
        assertEquals(
                List.of("./run", "--x", "{x}", "a b", "c'd", "e f", "", "g h"),
                ShellWords.split(" ./run --x {x} 'a b' \"c'd\" e\\ f '' \"g h"));
    }

    @Test
    void aListCanBePasted() {
        assertEquals("[\"./run\", \"--x\", \"{x}\"]", ShellWords.list("./run --x {x}"));
        assertEquals("[\"a\", \"say \\\"b\\\"\"]", ShellWords.list("a 'say \"b\"'"));
        assertEquals("[\"sh\", \"-c\", \"./run {x} > out\"]", ShellWords.list("./run {x} > out"));
    }
}
