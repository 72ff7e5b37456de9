# Sourced by bin/attune, libexec/rehearse and the repository's own ./attune.

least_java=25

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
    local home
    if [ -n "${ATTUNE_JAVA_HOME:-}" ]; then
        java_fits "$ATTUNE_JAVA_HOME" && return
        echo "attune: ATTUNE_JAVA_HOME=$ATTUNE_JAVA_HOME is no Java $least_java or newer. Maybe unset it." >&2
        return 1
    fi
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

# Sets class_path: the distribution's jars (in $home) in an order that is the same in every locale.
set_class_path() {
    local LC_ALL=C jar
    class_path=
    for jar in "$home"/lib/*.jar; do
        class_path=${class_path:+$class_path:}$jar
    done
}

# Adds the third-party jars of a folder to class_path.
add_plugins() {
    local LC_ALL=C jar
    for jar in "$1"/*.jar; do
        if [ -e "$jar" ]; then
            class_path=$class_path:$jar
        fi
    done
}

# Sets startup_cache: the ahead-of-time cache for this Java, a file that may be absent. Whether it was made by this
# very binary from these very jars is checked by Java itself, which otherwise goes on without it.
set_startup_cache() {
    startup_cache=$home/startup/$java_version${java_home//[^A-Za-z0-9.]/-}.aot
}
