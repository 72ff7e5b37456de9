package org.attune.charts;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import javax.imageio.ImageIO;

/** Pictures as PNG, with twice as many pixels as they say: sharp on fine screens and in print. */
public final class Png {
    private static final int SCALE = 2;

    private Png() {}

    /**
     * Returns the bytes of a PNG file.
     *
     * @throws IllegalStateException if this Java cannot draw, which happens on systems without any
     *     font
     */
    public static byte[] of(Picture picture) {
        try {
            return drawn(picture);
        } catch (LinkageError | InternalError | RuntimeException e) {
            throw new IllegalStateException(
                    "This Java cannot draw text (%s). Maybe install fontconfig and a font such as DejaVu."
                            .formatted(e),
                    e);
        }
    }

    /** Returns why {@link #of} fails on this system; empty where it does not. */
    public static Optional<String> obstacle() {
        var svg = new Svg("probe", "probe");
        svg.text(0, 10, Svg.Anchor.START, Svg.FONT, "x");
        try {
            of(svg.picture(10, 10));
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** The drawings are ours, however many points they have: nesting, uses, elements. */
    private static final DocumentLimits LIMITS = new DocumentLimits(30, 15, 1_000_000);

    private static byte[] drawn(Picture picture) {
        System.setProperty("java.awt.headless", "true");
        // the logical font, which every Java has: where the first name of a list is not
        // installed, the library takes a serif font instead of trying the next
        String svg = picture.svg().replace(Svg.FONTS, "sans-serif");
        SVGDocument document =
                new SVGLoader()
                        .load(
                                new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)),
                                null,
                                LoaderContext.builder().documentLimits(LIMITS).build());
        if (document == null) {
            throw new IllegalStateException("the drawing is no SVG");
        }
        var image =
                new BufferedImage(
                        SCALE * picture.width(),
                        SCALE * picture.height(),
                        BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(
                RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(
                RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setRenderingHint(
                RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(
                RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.scale(SCALE, SCALE);
        document.render(null, graphics);
        graphics.dispose();
        var bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot encode a picture", e);
        }
        return bytes.toByteArray();
    }
}
