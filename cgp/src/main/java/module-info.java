/** Gaussian processes for objectives that jump. */
module org.attune.cgp {
    requires transitive org.attune.api;
    requires org.attune.bayesopt;

    exports org.attune.cgp;
}
