package org.attune.bayesopt.numerics;

import org.junit.jupiter.api.Assumptions;

/** What calls with large matrices do, with small ones. */
class OpenBlasOnCopiesTest extends LinearAlgebraContract {
    @Override
    LinearAlgebra algebra() {
        var found = OpenBlas.find().found();
        Assumptions.assumeTrue(found.isPresent(), () -> "" + OpenBlas.find().reasons());
        return new OpenBlasLinearAlgebra(found.get(), 0);
    }
}
