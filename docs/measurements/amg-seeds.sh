# document: band-multifidelity/README.md
# takes: idle
# exact: no
# mf at a cost of 15 full runs against full runs alone at 25 on the ten tasks of amg-tasks.sh, ten seeds. Two hours.
AMG_SEEDS=${AMG_SEEDS:-3-12} AMG_TUNERS=mf AMG_PICTURE=seeds.svg
. "$ROOT/docs/measurements/amg-tasks.sh"
