#!/bin/sh
# Runs Matmul.java, which is compiled first where its classes are missing or older.
cd "$(dirname "$0")" || exit
java=$(command -v java || echo "${ATTUNE_JAVA:?there is no java on the PATH}")  # or the Java that runs Attune
export java
if [ ! target/compiled -nt Matmul.java ]; then
    mkdir -p target
    flock target sh -c '[ target/compiled -nt Matmul.java ] ||
        "$java" -m jdk.compiler/com.sun.tools.javac.Main --release 17 -d target Matmul.java &&
        touch target/compiled' || exit
fi
exec "$java" -XX:+UseSerialGC -Xbatch -cp target Matmul "$@"
