package org.attune.bayesopt.surrogate;

/** Covariances of any place with n given ones by an {@link AdditiveKernel}. */
record AdditiveSections(AdditiveKernel.Fixed kernel, int[] group, AdditivePlaces places)
        implements Kernel.Sections {
    @Override
    public void addTo(double[] a, double[] k) {
        add(AdditiveRow.ofValues(group.length, k.length), a, k);
    }

    @Override
    public void addTo(double[] a, double[] k, double[][] slopes) {
        AdditiveRow row = AdditiveRow.of(group.length, k.length);
        add(row, a, k);
        double together = kernel.together();
        double own = kernel.variance * kernel.additive; // over D, times the inner D
        for (int d = 0; d < group.length; d++) {
            if (places.isUnordered(d)) {
                continue;
            }
            double[] alone = row.slopes()[d];
            double[] delta = row.delta()[d];
            double twice = 2 * kernel.weight[d];
            for (int i = 0; i < k.length; i++) {
                double slope = together * row.slope()[i] + own * alone[i];
                slopes[i][group[d]] += twice * slope * delta[i];
            }
        }
    }

    private void add(AdditiveRow row, double[] a, double[] k) {
        places.of(a).write(0, places, row);
        kernel.addTo(row, k);
    }
}
