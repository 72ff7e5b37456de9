package org.attune.cli.shell;

import org.attune.studies.program.Stopper;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/**
 * What happens on Ctrl-C and when a batch system asks the process to end.
 *
 * <p>The JDK's only means for that, {@code sun.misc.Signal}, is supported but may not be named in
 * code that compiles without warnings, hence the reflection. Where it is missing, the process
 * simply ends.
 */
public final class Interrupts {
    /** What the process was asked to do. */
    public enum Kind {
        /** Ctrl-C. */
        INT(130),
        /** A polite end, as from a batch system. */
        TERM(143);

        /** 128 plus the number of the signal, as shells report it. */
        public final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }
    }

    /** Hears of an interrupt, in a thread of its own. */
    public interface Listener {
        void interrupted(Kind kind);
    }

    private Interrupts() {}

    /**
     * From now on, the first interrupt goes to the listener, and any later one ends the process.
     *
     * @param last run before that: nothing else is, not even what is registered for the shutdown
     */
    public static Stopper.Listening to(Listener listener, Runnable last) {
        var first = new java.util.concurrent.atomic.AtomicBoolean(true);
        var before = new ArrayList<Runnable>();
        for (Kind kind : List.of(Kind.values())) {
            before.add(
                    handle(
                            kind.name(),
                            () -> {
                                if (first.getAndSet(false)) {
                                    listener.interrupted(kind);
                                } else {
                                    last.run();
                                    Runtime.getRuntime().halt(kind.exitCode);
                                }
                            }));
        }
        return () -> before.forEach(Runnable::run);
    }

    /** Returns what gives the signal back to who had it. */
    private static Runnable handle(String signal, Runnable action) {
        try {
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Object handler =
                    Proxy.newProxyInstance(
                            Interrupts.class.getClassLoader(),
                            new Class<?>[] {handlerType},
                            (proxy, method, args) ->
                                    switch (method.getName()) {
                                        case "handle" -> {
                                            action.run();
                                            yield null;
                                        }
                                        case "equals" -> proxy == args[0];
                                        case "hashCode" -> System.identityHashCode(proxy);
                                        default -> signal;
                                    });
            Method handle = signalType.getMethod("handle", signalType, handlerType);
            Object number = signalType.getConstructor(String.class).newInstance(signal);
            Object old = handle.invoke(null, number, handler);
            return () -> {
                try {
                    handle.invoke(null, number, old);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e); // it was allowed before
                }
            };
        } catch (ReflectiveOperationException e) {
            return () -> {}; // no such signal on this system: the process then ends as that has it
        }
    }
}
