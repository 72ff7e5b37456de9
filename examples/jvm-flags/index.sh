#!/bin/sh
# usage: index.sh FLAG...: runs Index with these flags of the JVM. It is compiled first where its classes are missing or older.
cd "$(dirname "$0")" || exit
if [ ! target/compiled -nt Index.java ]; then
    mkdir -p target
    flock target sh -c '[ target/compiled -nt Index.java ] ||
        java -m jdk.compiler/com.sun.tools.javac.Main --release 17 -d target Index.java &&
        touch target/compiled' || exit
fi
exec java "$@" -cp target Index
