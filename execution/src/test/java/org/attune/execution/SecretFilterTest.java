package org.attune.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.attune.api.Generator;
import org.attune.api.Seed;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

class SecretFilterTest {
    /** Hands out what there is in pieces of random sizes, as a pipe does. */
    private static final class Pieces extends ByteArrayInputStream {
        private final Generator random;

        Pieces(String text, Generator random) {
            super(text.getBytes(StandardCharsets.UTF_8));
            this.random = random;
        }

        @Override
        public synchronized int read(byte[] bytes, int from, int length) {
            return super.read(bytes, from, Math.min(length, 1 + random.nextInt(4)));
        }
    }

    private static String filtered(String text, Generator random, String... secrets)
            throws IOException {
        try (InputStream in =
                new SecretFilter(List.of(secrets)).filtered(new Pieces(text, random))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Texts of few letters, so that secrets begin often, overlap themselves and are cut. */
    @Test
    void findsWhatReplacingInTheWholeTextFinds() throws IOException {
        for (int round = 0; round < 3000; round++) {
            Generator random = new Seed(3).generator("secrets", round);
            String secret = letters(random, 1 + random.nextInt(5));
            String text = letters(random, random.nextInt(60));
            assertEquals(
                    text.replace(secret, "***"),
                    filtered(text, random, secret),
                    secret + " in " + text);
        }
    }

    private static String letters(Generator random, int length) {
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append("abä".charAt(random.nextInt(3)));
        }
        return text.toString();
    }

    @Test
    void theLongestSecretCounts() throws IOException {
        Generator random = new Seed(4).generator("secrets", 0);
        assertEquals("x***y ***d", filtered("xabcdy abd", random, "ab", "abcd"));
    }

    @Test
    void linesOfASecretAreSecret() throws IOException {
        Generator random = new Seed(5).generator("secrets", 0);
        assertEquals("***, *** ***", filtered("one\ntwo, two one", random, "one\ntwo"));
    }

    @Test
    void aLongSecretIsFound() throws IOException {
        Generator random = new Seed(6).generator("secrets", 0);
        String secret = "s".repeat(200_000) + "!";
        assertEquals("a***b", filtered("a" + secret + "b", random, secret));
        assertEquals("s".repeat(200_000), filtered("s".repeat(200_000), random, secret));
    }

    @Test
    void withoutSecretsTheStreamIsTheGivenOne() {
        InputStream in = InputStream.nullInputStream();
        assertSame(in, new SecretFilter(List.of("", " ")).filtered(in));
    }
}
