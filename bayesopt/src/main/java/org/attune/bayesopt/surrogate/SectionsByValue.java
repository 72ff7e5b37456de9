package org.attune.bayesopt.surrogate;

/** Covariances of any place with n given ones, one after the other. */
record SectionsByValue(Kernel.At kernel, double[][] places) implements Kernel.Sections {
    @Override
    public void addTo(double[] a, double[] k) {
        for (int i = 0; i < k.length; i++) {
            k[i] += kernel.value(a, places[i]);
        }
    }

    @Override
    public void addTo(double[] a, double[] k, double[][] slopes) {
        for (int i = 0; i < k.length; i++) {
            k[i] += kernel.valueAndGradient(a, places[i], slopes[i]);
        }
    }
}
