/** Global sensitivity analysis. */
module org.attune.sensitivity {
    requires transitive org.attune.api;
    requires org.attune.bayesopt; // its designs
    requires hipparchus.core;

    exports org.attune.sensitivity;
}
