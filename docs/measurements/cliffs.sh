# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against itself with softer boundaries and without regimes, and against others, where runs are slower beyond a limit: 10 seeds, 40 trials. Three minutes.
. "$ROOT/docs/measurements/pairs-won"
pairs_won cliffs-report 'cgp[classifier=process]' 'gp-lcm[regimes=false]' tpe forest evolutionary
