/** What Bayesian tuners share. */
module org.attune.bayesopt {
    requires transitive org.attune.api;
    requires static jdk.incubator.vector; // see VectorLinearAlgebra

    exports org.attune.bayesopt;
    exports org.attune.bayesopt.acquisition;
    exports org.attune.bayesopt.design;
    exports org.attune.bayesopt.numerics;
    exports org.attune.bayesopt.search;
    exports org.attune.bayesopt.surrogate;
}
