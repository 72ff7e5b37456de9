# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against itself without ridges and against others, where a sum of parameters matters most: 10 seeds, 40 trials. Two minutes.
. "$ROOT/docs/measurements/pairs-won"
pairs_won valleys-report 'gp-lcm[ridges=0]' tpe forest evolutionary
