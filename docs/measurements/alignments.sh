# document: docs/ablation.md
# takes: idle
# exact: no
# The default tuner against itself without alignment and against others, where it matters what divides sizes: 10 seeds, 40 trials. Five minutes.
. "$ROOT/docs/measurements/pairs-won"
pairs_won alignments-report 'gp-lcm[alignment=false]' tpe forest bandit
