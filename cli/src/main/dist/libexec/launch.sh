# Sourced by bin/attune, libexec/rehearse and the repository's own ./attune.

least_java=25

# For every run and for the rehearsal that makes the cache: no messages of Java's own on stdout, such as that the cache
# does not fit, or that a native library is called; no code generated for the few reflective calls.
java_options=(-XX:+UseSerialGC -XX:-UsePerfData -Xlog:disable -Djdk.reflect.useNativeAccessorOnly=true
    --enable-native-access=ALL-UNNAMED)

# java_fits HOME: is there a Java of the needed version? Read from the file "release", which starts no Java.
# Sets java_home and java_version ("25.0.3+9-LTS").
java_fits() {
    [ -n "$1" ] && [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
    local line number=0
    while IFS= read -r line; do
        case $line in
            JAVA_VERSION=*) java_version=${line#*\"} java_version=${java_version%\"*} number=${java_version%%[!0-9]*} ;;
        esac
    done < "$1/release"
    java_home=$1
    [ "${number:-0}" -ge "$least_java" ]
}

# Sets java_home and java_version, or says what to do and returns 1.
find_java() {
    local runtime=${home:+$home/runtime} home # the archive brings its own
    if [ -n "${ATTUNE_JAVA_HOME:-}" ]; then
        java_fits "$ATTUNE_JAVA_HOME" && return
        echo "attune: ATTUNE_JAVA_HOME=$ATTUNE_JAVA_HOME is no Java $least_java or newer. Maybe unset it." >&2
        return 1
    fi
    java_fits "$runtime" && return
    java_fits "${JAVA_HOME:-}" && return
    home=$(readlink -f "$(command -v java)" 2>/dev/null)
    for home in "${home%/bin/java}" /usr/lib/jvm/* /usr/java/* \
            "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.m2/jdks/* \
            /opt/*jdk* /opt/*java* /opt/*jdk*/* /opt/*java*/* \
            /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        java_fits "$home" && return
    done
    echo "attune: Java $least_java or newer is needed and was not found. Install a JDK $least_java," \
        "or set JAVA_HOME to one." >&2
    return 1
}

# Sets class_path: the distribution's jars, in $home, in an order that is the same in every locale.
set_class_path() {
    class_path=
    add_jars "$home/lib"
    class_path=${class_path#:}
}

# set_startup_cache REHEARSAL: sets startup_cache to the ahead-of-time cache that rehearsing REHEARSAL.txt makes with
# this Java, a file that may be absent. Whether it was made by this very binary from these very jars is checked by Java
# itself, which otherwise goes on without it.
set_startup_cache() {
    local java=$java_home
    [ "$java" != "$home/runtime" ] || java=-runtime # wherever the archive is unpacked
    startup_cache=$home/startup/$1-$java_version${java//[^A-Za-z0-9.]/-}.aot
}

add_jars() {
    local LC_ALL=C jar
    for jar in "$1"/*.jar; do
        if [ -e "$jar" ]; then
            class_path=$class_path:$jar
        fi
    done
}

# launch ARGUMENTS: becomes Attune. Needs home and what find_java sets. Third-party tuners are taken from the folder
# plugins/ of the distribution and from $plugins.
launch() {
    local options=("${java_options[@]}" -Dattune.command="$0") rehearsal=plain word
    set_class_path
    add_jars "$home/plugins"
    add_jars "${plugins:-}"
    for word in "$@"; do
        case $word in
            tuners | init | doctor) break ;;
            [a-z]*) rehearsal=study && break ;;
        esac
    done
    case ${word:-} in
        # The second compiler pays where many models are fitted or predicted from, not for one fit.
        tune | bench | surrogate | sensitivity | crowd) ;;
        *) options+=(-XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=10) ;;
    esac
    set_startup_cache "$rehearsal"
    if [ -e "$startup_cache" ]; then
        options+=(-XX:AOTCache="$startup_cache")
    fi
    export ATTUNE_JAVA=$java_home/bin/java # for programs that are tuned and find no other
    # shellcheck disable=SC2086 # ATTUNE_JAVA_OPTS may hold several options
    exec "$java_home/bin/java" "${options[@]}" ${ATTUNE_JAVA_OPTS:-} -cp "$class_path" org.attune.cli.Attune "$@"
}
