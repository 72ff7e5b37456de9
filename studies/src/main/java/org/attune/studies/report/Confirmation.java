package org.attune.studies.report;

import java.util.Collection;

/** The study in which {@code confirm} measures again what another study of a history found. */
public final class Confirmation {
    private static final String SUFFIX = "-confirm";

    private Confirmation() {}

    /** Returns the name of the study that confirms another. */
    public static String of(String study) {
        return study + SUFFIX;
    }

    /** Returns whether a study confirms another one of these. */
    public static boolean is(String study, Collection<String> all) {
        return all.stream().anyMatch(other -> study.equals(of(other)));
    }
}
