/** Charts as SVG text, and SVG as PNG; knows nothing of what is drawn. */
module org.attune.charts {
    requires com.github.weisj.jsvg;
    requires java.desktop;

    exports org.attune.charts;
}
