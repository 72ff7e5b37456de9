/** Charts as SVG text, and SVG as PNG; what studies have to show, as charts. */
module org.attune.charts {
    requires transitive org.attune.api;
    requires com.github.weisj.jsvg;
    requires java.desktop;

    exports org.attune.charts;
    exports org.attune.charts.exhibits;
}
