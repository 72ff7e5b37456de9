package org.attune.api;

/** How a numeric parameter is spread over the unit interval. */
public enum Scale {
    /** Equal steps of the value are equal steps of the unit coordinate. */
    LINEAR,
    /**
     * Equal factors of the value are equal steps of the unit coordinate; both bounds must be
     * positive.
     */
    LOG
}
