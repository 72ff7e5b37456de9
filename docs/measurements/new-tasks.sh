# document: tla/README.md
# takes: idle
# exact: no
# Figure 2 and table 3 of the multitask and transfer learning paper: ten new sizes of QR among fifty known ones. Minutes.
"$ROOT/attune" bench experiment NewTasks 2> progress | awk '/^tla1/ { print "" } { print }'
