/** What Bayesian tuners share. */
module org.attune.bayesopt {
    requires ejml.core; // by the names of their jars
    requires ejml.ddense;
    requires hipparchus.core;
    requires hipparchus.optim;
    requires io.jenetics.base;
    requires transitive org.attune.api;
    requires static jdk.incubator.vector; // see VectorLinearAlgebra

    exports org.attune.bayesopt;
    exports org.attune.bayesopt.acquisition;
    exports org.attune.bayesopt.design;
    exports org.attune.bayesopt.joint;
    exports org.attune.bayesopt.numerics;
    exports org.attune.bayesopt.regimes;
    exports org.attune.bayesopt.search;
    exports org.attune.bayesopt.surrogate;
    exports org.attune.bayesopt.tuner;
}
