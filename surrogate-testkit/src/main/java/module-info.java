/** The contract suite for what third parties implement; for test class paths. */
module org.attune.surrogatetestkit {
    requires transitive org.attune.bayesopt;
    requires transitive org.attune.testkit;

    exports org.attune.surrogatetestkit;
}
