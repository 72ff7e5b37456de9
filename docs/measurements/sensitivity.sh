# document: sensitivity/README.md
# takes: idle
# exact: no
# Coverage of intervals, what --fix promises, and cost, by the main class Figures among the tests of the module. Minutes.
"$ROOT/attune" doctor > build.log # builds what has changed
(cd "$ROOT" && mvn -q -B -ntp -pl sensitivity -am test-compile) >> build.log 2>&1 || { tail -n 5 build.log >&2; exit 1; }
figures() {
    echo "Figures $*" >&2
    "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -cp "$ROOT/sensitivity/target/test-classes:$ROOT/cli/target/attune/lib/*" \
        org.attune.sensitivity.Figures "$@" 2> figures.log | sed 's/^/    /' || { tail -n 5 figures.log >&2; exit 1; }
}
echo "What 95 % intervals hold (500 random functions of three parameters that decided nothing, indices above 0.02):"
echo
figures coverage 3000 500 | tail -n 1
echo
echo "What \`--fix\` promises (functions of six parameters by which nothing was decided, models of 60 runs, a loss of 2 % accepted, 10 seeds each):"
echo
figures reported | grep ": within what"
echo
echo "What it costs (10 parameters, 200 runs, N = 1024, S2, 20 draws):"
echo
figures cost | grep -v "ST of the first"
