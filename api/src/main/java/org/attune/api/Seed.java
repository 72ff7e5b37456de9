package org.attune.api;

/**
 * The root of all randomness in a study: every random decision draws from a generator keyed by this
 * seed, a label that says what is being decided, and a number that says for which trial or restart.
 *
 * <p>Equal keys give equal sequences on every machine and in every version; different labels or
 * numbers give unrelated ones. The label is hashed with 64-bit FNV-1a, and each part is mixed with
 * the finalizer of SplitMix64 (variant 13 of Stafford) before the next is added, so that
 * neighbouring seeds and numbers share nothing.
 *
 * <p>Sources: FNV, draft-eastlake-fnv-17 (64-bit offset basis and prime); G. Steele, D. Lea and C.
 * Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
 * doi:10.1145/2660193.2660195.
 *
 * @param value any 64-bit number
 */
public record Seed(long value) {
    /** Returns the generator of the key (this seed, label, number). */
    public Generator generator(String label, long number) {
        return new Generator(mix(mix(mix(value) ^ hash(label)) + number));
    }

    /** Returns a seed for a part of the work that is itself a user of seeds. */
    public Seed child(String label, long number) {
        return new Seed(mix(mix(mix(value) + hash(label)) ^ number));
    }

    static long mix(long z) {
        z += 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    private static long hash(String label) {
        long h = 0xcbf29ce484222325L;
        for (byte b : label.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            h = (h ^ (b & 0xff)) * 0x100000001b3L;
        }
        return h;
    }
}
