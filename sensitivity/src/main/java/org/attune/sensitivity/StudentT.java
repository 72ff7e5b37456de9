package org.attune.sensitivity;

import org.hipparchus.special.Beta;

/**
 * Quantiles of Student's t distribution.
 *
 * <pre>
 *   P(|T| &lt;= t) = 1 - I_{ν/(ν+t²)}(ν/2, 1/2)
 * </pre>
 *
 * with ν degrees of freedom, not necessarily whole, and the regularised incomplete beta function I.
 */
final class StudentT {
    private static final int STEPS = 80; // of bisection

    private StudentT() {}

    /** Returns the t that |T| exceeds in 5 of 100 cases. */
    static double halfWidth95(double degrees) {
        if (degrees > 1e6) {
            return 1.959963984540054;
        }
        double low = 0;
        double high = 1e3; // 12.7 at one degree of freedom, the least that is asked for
        for (int i = 0; i < STEPS; i++) {
            double t = (low + high) / 2;
            double outside = Beta.regularizedBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
            if (outside > 0.05) {
                low = t;
            } else {
                high = t;
            }
        }
        return (low + high) / 2;
    }
}
