/** The seams of Attune; depends on the JDK alone. */
module org.attune.api {
    exports org.attune.api;
    exports org.attune.api.expression;

    uses org.attune.api.TunerProvider;
}
