package org.attune.report;

import org.attune.api.Format;
import org.attune.api.Parameter;
import org.attune.api.Permutation;
import org.attune.api.Scale;

/** What a parameter can be, in words. */
final class ParameterWords {
    private ParameterWords() {}

    static String of(Parameter p) {
        String range =
                switch (p) {
                    case Parameter.Real r ->
                            "real, %s to %s%s"
                                    .formatted(
                                            Format.number(r.lower()),
                                            Format.number(r.upper()),
                                            scale(r.scale()));
                    case Parameter.Int i ->
                            "integer, %d to %d%s".formatted(i.lower(), i.upper(), scale(i.scale()));
                    case Parameter.Ordinal o -> "one of " + o.values() + ", in this order";
                    case Parameter.Categorical c -> "one of " + c.values();
                    case Permutation o -> "an order of " + o.items();
                };
        return range
                + p.defaultValue().map(d -> "; default " + d).orElse("")
                + p.activeIf().map(e -> "; matters if " + e).orElse("");
    }

    private static String scale(Scale scale) {
        return scale == Scale.LOG ? ", by ratios" : "";
    }
}
