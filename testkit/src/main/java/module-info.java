/** Contract suites for what third parties implement; for test class paths. */
module org.attune.testkit {
    requires transitive org.attune.api;
    requires transitive org.junit.jupiter.api;

    exports org.attune.testkit;
}
