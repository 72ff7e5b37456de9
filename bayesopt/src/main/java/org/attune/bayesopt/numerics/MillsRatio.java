package org.attune.bayesopt.numerics;

/**
 * The normal tail relative to the normal density, and what is left of it after the leading term,
 * for t &ge; 0.
 *
 * <pre>
 *   ratio(t)  = Φ(-t) / φ(t)
 *   excess(t) = 1 - t ratio(t) = E[max(X - t, 0)] / φ(t),   X standard normal
 * </pre>
 *
 * Both have relative error below 1e-15 for every t. Written as a difference, {@code excess} would
 * lose all digits at t = 1e8; so it has a series of its own: {@code (1 + t) ratio(t)} and {@code (1
 * + t²) excess(t)} are smooth and of order one on [0, ∞), hence short Chebyshev sums in {@code u =
 * (t - k) / (t + k)}. The coefficients were computed in 60-digit arithmetic by the script {@code
 * normal.py} beside the golden tables of the tests.
 *
 * <p>Source of the transform: M. M. Shepherd and J. G. Laframboise, "Chebyshev approximation of (1
 * + 2x) exp(x²) erfc x in 0 ≤ x &lt; ∞", Math. Comp. 36 (1981).
 */
final class MillsRatio {
    /** Beyond it the leading term of the asymptotic series is exact to the last bit. */
    private static final double FAR = 1e9;

    private static final double RATIO_SCALE = 4;

    private static final double[] RATIO = {
        1.1670525350882472057,
        -0.16101957671346538914,
        -0.028002821825452974716,
        0.031674521892392658864,
        -0.012103231162345368661,
        0.0027056129762167095153,
        -0.00029931636202703165933,
        -0.00001716686526879361022,
        0.000010178489264109867437,
        -4.8948295700041917723e-7,
        -2.844006500151047843e-7,
        3.076628371381150396e-8,
        9.1803786744695372008e-9,
        -1.2756102213808736222e-9,
        -3.6602793761041338272e-10,
        4.5926359348595205189e-11,
        1.718931468764652685e-11,
        -1.2726833698700694016e-12,
        -8.6680819133161884347e-13,
        1.1061557204136740861e-15,
        4.2750210770103333828e-14,
        3.7909376922639045483e-15,
        -1.8474103010592331508e-15,
        -4.0419094130708177894e-16,
        5.3408543850173578299e-17,
        2.941479937590055145e-17,
        9.0766918236201425145e-19,
    };

    private static final double EXCESS_SCALE = 6;

    private static final double[] EXCESS = {
        0.90824978620352220285,
        0.11611849203249943575,
        0.0053311804138202803653,
        -0.068717837045405883886,
        0.065780452929504110053,
        -0.040062973652507087312,
        0.01849890749444470437,
        -0.0068345916454841442473,
        0.0020492247516360919895,
        -0.0004925614784871226059,
        0.000090318957012557758396,
        -0.000010768414436464160164,
        1.7532869031719863128e-7,
        2.3945703935663120704e-7,
        -4.7296409128402784571e-8,
        9.2706155396135830583e-10,
        1.2345166227891014784e-9,
        -1.877763171962334675e-10,
        -1.6603119617988643952e-11,
        7.7404869112654290752e-12,
        -1.5637729005004513787e-13,
        -2.5125523331140421174e-13,
        2.2911920761262873179e-14,
        7.6731671769902285733e-15,
        -1.2267793012366617459e-15,
        -2.3962007959506176138e-16,
        5.5048507524887052903e-17,
        8.1456342387765349042e-18,
    };

    private MillsRatio() {}

    static double ratio(double t) {
        return t > FAR ? 1 / t : chebyshev(RATIO, (t - RATIO_SCALE) / (t + RATIO_SCALE)) / (1 + t);
    }

    static double excess(double t) {
        return t > FAR
                ? 1 / t / t
                : chebyshev(EXCESS, (t - EXCESS_SCALE) / (t + EXCESS_SCALE)) / (1 + t * t);
    }

    /** Σ_k c_k T_k(u) by Clenshaw's recurrence. */
    private static double chebyshev(double[] c, double u) {
        double next = 0;
        double afterNext = 0;
        for (int k = c.length - 1; k > 0; k--) {
            double current = 2 * u * next - afterNext + c[k];
            afterNext = next;
            next = current;
        }
        return u * next - afterNext + c[0];
    }
}
