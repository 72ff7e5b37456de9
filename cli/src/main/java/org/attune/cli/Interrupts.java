package org.attune.cli;

import java.lang.reflect.Proxy;
import java.util.List;

/**
 * What happens on Ctrl-C and when a batch system asks the process to end.
 *
 * <p>The JDK's only means for that, {@code sun.misc.Signal}, is supported but may not be named in
 * code that compiles without warnings, hence the reflection. Where it is missing, the process
 * simply ends.
 */
final class Interrupts {
    /** What the process was asked to do. */
    enum Kind {
        /** Ctrl-C. */
        INT(130),
        /** A polite end, as from a batch system. */
        TERM(143);

        /** 128 plus the number of the signal, as shells report it. */
        final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }
    }

    /** Hears of an interrupt, in a thread of its own. */
    interface Listener {
        void interrupted(Kind kind);
    }

    private Interrupts() {}

    /**
     * From now on, the first interrupt goes to the listener, and any later one ends the process.
     *
     * @param last run before that: nothing else is, not even what is registered for the shutdown
     */
    static void to(Listener listener, Runnable last) {
        var first = new java.util.concurrent.atomic.AtomicBoolean(true);
        for (Kind kind : List.of(Kind.values())) {
            handle(
                    kind.name(),
                    () -> {
                        if (first.getAndSet(false)) {
                            listener.interrupted(kind);
                        } else {
                            last.run();
                            Runtime.getRuntime().halt(kind.exitCode);
                        }
                    });
        }
    }

    private static void handle(String signal, Runnable action) {
        try {
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Object handler =
                    Proxy.newProxyInstance(
                            Interrupts.class.getClassLoader(),
                            new Class<?>[] {handlerType},
                            (proxy, method, args) -> {
                                switch (method.getName()) {
                                    case "handle" -> action.run();
                                    case "equals" -> {
                                        return proxy == args[0];
                                    }
                                    case "hashCode" -> {
                                        return System.identityHashCode(proxy);
                                    }
                                    default -> {
                                        return signal;
                                    }
                                }
                                return null;
                            });
            signalType
                    .getMethod("handle", signalType, handlerType)
                    .invoke(
                            null,
                            signalType.getConstructor(String.class).newInstance(signal),
                            handler);
        } catch (ReflectiveOperationException e) {
            // no such signal on this system: the process then ends as the system has it
        }
    }
}
