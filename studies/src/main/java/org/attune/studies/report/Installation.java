package org.attune.studies.report;

import org.attune.studies.text.Json.Named;

import java.nio.file.Path;
import java.util.List;

/**
 * What an installation finds on its machine.
 *
 * @param version of Attune
 * @param startupCache what Java starts from
 * @param linearAlgebra what computes large matrices
 * @param cores of the machine
 * @param folder whether the current one is writable
 * @param setsid the program, by which children of a hanging program are found
 * @param plugins jars given by hand
 * @param complaints what is wrong
 */
public record Installation(
        String version,
        String java,
        @Named("java flags") List<String> javaFlags,
        @Named("startup cache") String startupCache,
        @Named("vector instructions") String vectorInstructions,
        @Named("fused multiply-add") String fusedMultiplyAdd,
        @Named("linear algebra") String linearAlgebra,
        @Named("math functions") String mathFunctions,
        String system,
        int cores,
        String memory,
        @Named("this folder") String folder,
        String setsid,
        @Named("plug-ins") List<Path> plugins,
        List<String> tuners,
        List<String> complaints) {}
