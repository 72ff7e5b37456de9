# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against others on bowls of reals whose best lies beside runs that fail: 10 seeds, 40 trials. Two minutes.
. "$ROOT/docs/measurements/pairs-won"
pairs_won walls-report tpe forest evolutionary
