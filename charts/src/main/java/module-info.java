/** Charts as SVG text, and SVG as PNG; what studies have to show, as charts; pages of them. */
module org.attune.charts {
    requires transitive org.attune.api;
    requires com.github.weisj.jsvg;
    requires java.desktop;

    exports org.attune.charts;
    exports org.attune.charts.exhibits;
    exports org.attune.charts.page;
}
