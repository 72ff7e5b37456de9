#!/usr/bin/env bash
# Builds and tests the examples against the sources of this repository, then lets Attune list them.
# Arguments go to Maven: ./build.sh -o
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

# -Dtest leaves out the tests of Attune itself, which are not the subject here.
mvn -q -f "$here/with-attune.xml" verify \
    -Dtest=CoordinateDescentTest,ConfidenceBoundTest -Dsurefire.failIfNoSpecifiedTests=false "$@"

jar=$here/target/thirdparty-tuner-1.0.jar
echo "Built and tested: $jar"
if [ -x "$root/attune" ]; then
    "$root/attune" tuners coordinate-descent --plugin "$jar"
    "$root/attune" tuners confidence-bound --plugin "$jar"
fi
