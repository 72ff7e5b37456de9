#!/usr/bin/env bash
# Builds and tests the example against the sources of this repository, then lets Attune list it.
# Arguments go to Maven: ./build.sh -o
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

# -Dtest leaves out the tests of Attune itself, which are not the subject here.
mvn -q -f "$here/with-attune.xml" verify \
    -Dtest=CoordinateDescentTest -Dsurefire.failIfNoSpecifiedTests=false "$@"

jar=$here/target/coordinate-descent-1.0.jar
echo "Built and tested: $jar"
if [ -x "$root/attune" ]; then
    "$root/attune" tuners coordinate-descent --plugin "$jar"
fi
