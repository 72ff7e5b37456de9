package org.attune.history.formats;

import org.attune.api.Objective;
import org.attune.api.Parameter;
import org.attune.api.Trial;
import org.attune.api.TuningProblem;

import java.time.Instant;
import java.util.List;

/** A problem, and one record of it in every schema that GPTune has had. */
final class GptuneSamples {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    static final TuningProblem PROBLEM =
            TuningProblem.named("qr")
                    .task(Parameter.integer("m", 1, 100_000))
                    .parameter(Parameter.integer("mb", 1, 16))
                    .parameter(Parameter.real("fill", 0, 1))
                    .parameter(Parameter.categorical("order", List.of("2", "4", "True")))
                    .objective(Objective.minimize("r"))
                    .build();

    /** The name of the schema, and a file with one record: m = 30000, mb = 5, r = 15.148637. */
    static final List<List<String>> FILES =
            List.of(
                    List.of(
                            "A 2020-10",
                            """
                            {"name": "qr", "perf_data": [{"I": {"m": 30000}, "func_eval": [
                              {"P": {"mb": "5", "fill": "0.25", "order": "4"},
                               "P_m": {"machine": "cori", "nodes": 8, "cores": 32,
                                       "nprocmin_pernode": 1},
                               "P_s": {"compile_deps": {"gcc": {"version": "8.3"}},
                                       "runtime_deps": {}},
                               "O": {"r": 15.148637}}]}]}\
                            """),
                    List.of(
                            "B 2020-11",
                            """
                            {"name": "qr", "model_data": [], "func_eval": [
                              {"I": {"m": 30000},
                               "P": {"mb": "5", "fill": "0.25", "order": "4"},
                               "machine_deps": {"machine": "cori", "nodes": 8, "cores": 32},
                               "compile_deps": {"openmpi": {"version": "4.0.0"}},
                               "runtime_deps": {"scalapack": {"version": "2.1.0"}},
                               "O": {"r": 15.148637},
                               "uid": "cc7c03ec-6128-11eb-a40f-85c4081a47e2"}]}\
                            """),
                    List.of(
                            "C 2021-02",
                            """
                            {"name": "qr", "model_data": [], "func_eval": [
                              {"task_parameter": {"m": 30000},
                               "tuning_parameter": {"mb": 5, "fill": 0.25, "order": "4"},
                               "machine_configuration": {"machine": "cori", "type": "haswell",
                                                         "nodes": 8, "cores": 32},
                               "software_configuration": {"openmpi":
                                  {"version": "4.0.0", "version_split": [4, 0, 0], "tags": "lib"}},
                               "evaluated_result": {"r": 15.148637},
                               "uid": "cc7c03ec-6128-11eb-a40f-85c4081a47e2"}]}\
                            """),
                    List.of(
                            "D, as the manual prints it",
                            """
                            {"tuning_problem_name": "qr", "surrogate_model": [], "func_eval": [
                              {'task_parameter': {'m': 30000},
                               'tuning_parameter': {'mb': 5, 'fill': 0.25, 'order': 4},
                               "output": {"r": 15.148637},
                               "machine_configuration": {"machine": "cori",
                                  "haswell": ["nodes": 8, "cores": 32],},
                               "uid": "cc7c03ec-6128-11eb-a40f-85c4081a47e2"}]}\
                            """),
                    List.of(
                            "E 2021-03",
                            """
                            {"tuning_problem_name": "qr", "model_data": [{}], "func_eval": [
                              {"task_parameter": {"m": 30000},
                               "tuning_parameter": {"mb": 5, "fill": 0.25, "order": "4"},
                               "machine_configuration": {"machine_name": "cori",
                                  "haswell": {"nodes": 8, "cores": 32}},
                               "software_configuration": {"openmpi": {"version_number": 4.0}},
                               "evaluation_result": {"r": 15.148637},
                               "uid": "cc7c03ec-6128-11eb-a40f-85c4081a47e2"}]}\
                            """),
                    List.of("F 2021-05", current("")),
                    List.of(
                            "G 2021-08",
                            current(
                                    """
                                    , "evaluation_detail": {"r": {"evaluations": [15.0, 15.297274],
                                                            "objective_scheme": "average"}}\
                                    """)),
                    List.of("H 2021-10", current(", \"additional_output\": {\"flops\": 3}")),
                    List.of(
                            "I 2022-07",
                            current(", \"modeling\": \"Pilot\", \"model_class\": \"Model_LCM\"")),
                    List.of(
                            "documents of the server",
                            """
                            [{"document_type": "func_eval", "tuning_problem_name": "qr",
                              "tuning_problem_unique_name": "qr-1", "_id": "6123",
                              "user_info": {"user_name": "a", "affiliation": "b"},
                              "accessibility": {"type": "group", "group": ["a@b.example"]},
                              "task_parameter": {"m": 30000.0, "tla_id": 0},
                              "tuning_parameter": {"mb": 5.0, "fill": 0.25, "order": "4"},
                              "evaluation_results": {"r": 15.148637},
                              "uid": "cc7c03ec-6128-11eb-a40f-85c4081a47e2"}]\
                            """));

    private GptuneSamples() {}

    /** Returns a file of a schema since 2021-05 with these further keys. */
    static String current(String more) {
        return record("15.148637", more);
    }

    /** Returns a file of the newest schema with this result and these further keys. */
    static String record(String result, String more) {
        return """
        {"tuning_problem_name": "qr", "tuning_problem_category": null,
         "surrogate_model": [], "func_eval": [
          {"task_parameter": {"m": 30000},
           "tuning_parameter": {"mb": 5, "fill": 0.25, "order": "4"},
           "constants": {}, "machine_configuration": {"machine_name": "cori",
              "haswell": {"nodes": 8, "cores": 32}},
           "software_configuration": {}, "evaluation_result": {"r": %s},
           "time": {"tm_year": 2021, "tm_mon": 1, "tm_mday": 27, "tm_hour": 21, "tm_min": 22,
                    "tm_sec": 22, "tm_wday": 2, "tm_yday": 27, "tm_isdst": 0},
           "uid": "cc7c03ec-6128-11eb-a40f-85c4081a47e2"%s}]}\
        """
                .formatted(result, more);
    }

    static Reading read(String text) {
        return GptuneReader.read(text, "qr.json", PROBLEM, NOW);
    }

    static Trial only(String text) {
        Reading reading = read(text);
        if (reading.trials().size() != 1) {
            throw new AssertionError(reading);
        }
        return reading.trials().getFirst();
    }
}
