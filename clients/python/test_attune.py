"""Tests of the client on the real command; ATTUNE names it."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest

import attune

PROBLEM = {
    "tuning_problem_name": "bowl",
    "parameter_space": [
        {"name": "x", "type": "real", "lower_bound": 0, "upper_bound": 1, "default": 0.9},
        {"name": "kind", "type": "categorical", "categories": ["slow", "fast"], "default": "slow"},
    ],
    "output_space": [{"name": "y"}],
}


def bowl(p):
    return (p["x"] - 0.3) ** 2 + (0 if p["kind"] == "fast" else 1)


class AttuneTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def test_finds_the_bottom_of_a_bowl(self):
        seen = []
        best = attune.minimize(lambda p: seen.append(p) or bowl(p), PROBLEM, trials=15)
        self.assertEqual(15, len(seen))
        self.assertEqual({"x": 0.9, "kind": "slow"}, seen[0])
        self.assertEqual("fast", best.configuration["kind"])
        self.assertLess(best.outputs["y"], 0.01)
        self.assertEqual(min(bowl(p) for p in seen), best.outputs["y"])

    def test_goes_on_after_a_kill(self):
        script = textwrap.dedent(
            """
            import sys, time
            import attune, test_attune
            def f(p):
                print(p, flush=True)
                time.sleep(0.2)
                return test_attune.bowl(p)
            attune.minimize(f, test_attune.PROBLEM, trials=8)
            """
        )
        environment = dict(os.environ, PYTHONPATH=str(pathlib.Path(__file__).parent))
        killed = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment)
        before = [killed.stdout.readline().strip() for _ in range(3)]  # the third one is pending
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        after = []
        best = attune.minimize(lambda p: after.append(str(p)) or bowl(p), PROBLEM, trials=8)
        self.assertEqual(before[-1], after[0])
        self.assertEqual(6, len(after))
        self.assertEqual(8, best.tasks[0]["trials"])

    def test_tunes_tasks_with_workers(self):
        problem = dict(PROBLEM, input_space=[{"name": "n", "type": "integer", "lower_bound": 1, "upper_bound": 9}])
        at_once = []
        most = threading.Lock(), [0]

        def f(configuration, task):
            with most[0]:
                at_once.append(1)
                most[1][0] = max(most[1][0], len(at_once))
            time.sleep(0.1)
            with most[0]:
                at_once.pop()
            return {"y": task["n"] + bowl(configuration)}

        best = attune.minimize(f, problem, trials=4, tasks=[{"n": 1}, {"n": 5}], workers=3)
        self.assertEqual([{"n": 1}, {"n": 5}], [t["task"] for t in best.tasks])
        self.assertEqual(3, most[1][0])

    def test_a_function_is_given_the_level_of_a_cheap_run(self):
        levels = dict(PROBLEM, fidelity={"name": "steps", "type": "integer", "levels": [10, 90], "cost": "steps"})
        seen = []
        best = attune.minimize(lambda p: seen.append(p["steps"]) or bowl(p) + 1 / p["steps"], levels, trials=3)
        self.assertEqual({10, 90}, set(seen))
        self.assertEqual(0, best.tasks[0]["failed"])
        self.assertEqual({"x", "kind"}, set(best.configuration))
        with attune.Study(dict(levels, tuning_problem_name="asked"), trials=2) as study:
            self.assertEqual({"steps": 90}, study.ask()[0].quantity)

    def test_several_objectives_have_a_front(self):
        two = dict(PROBLEM, output_space=[{"name": "y"}, {"name": "size"}], constraints={"low": "x <= 0.95"})
        best = attune.minimize(lambda p: {"y": bowl(p), "size": p["x"]}, two, trials=4)
        self.assertIsNone(best.configuration)
        self.assertTrue(all(t["configuration"]["x"] <= 0.95 for t in best.tasks[0]["pareto"]))

    def test_a_trial_has_its_command_and_its_environment(self):
        evaluation = {
            "command": ["run", "{x}"],
            "environment": {"KIND": "{kind}", "LICENSE": {"value": "abc", "secret": True}},
            "outputs": {"y": {"regex": "(.*)"}},
        }
        with attune.Study(dict(PROBLEM, evaluation=evaluation), trials=2) as study:
            trial = study.ask()[0]
        self.assertEqual((["run", "0.9"], {"KIND": "slow"}), (trial.command, trial.environment))

    def test_what_fails_is_kept_with_its_cause(self):
        given = iter([1.0, ValueError("no such kind"), attune.Failed("timeout", "20 s"), float("nan"), "text", 2.0])

        def f(p):
            outcome = next(given)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        best = attune.minimize(f, PROBLEM, trials=6, tuner="random")
        self.assertEqual(1.0, best.outputs["y"])
        lines = [json.loads(line) for line in pathlib.Path("attune.db/bowl.jsonl").read_text().splitlines()]
        failed = [(line["cause"], line["detail"]) for line in lines if line.get("state") == "failed"]
        self.assertEqual(("crash", "ValueError: no such kind"), failed[0])
        self.assertEqual(("timeout", "20 s"), failed[1])
        self.assertEqual("unreadable-output", failed[2][0])
        self.assertEqual(("unreadable-output", "y is 'text', which is no number."), failed[3])

    def test_a_function_without_a_return_is_a_mistake_and_no_failed_trial(self):
        with self.assertRaisesRegex(TypeError, "returned None.*Maybe a 'return' is missing"):
            attune.minimize(lambda p: None, PROBLEM, trials=6, tuner="random")
        self.assertEqual(6, attune.minimize(bowl, PROBLEM, trials=6, tuner="random").tasks[0]["trials"])

    def test_a_number_for_two_outputs_is_a_mistake_and_no_failed_trial(self):
        two = dict(PROBLEM, output_space=[{"name": "y"}, {"name": "size"}])
        with self.assertRaisesRegex(ValueError, "has the outputs y, size: give a dict of them"):
            attune.minimize(bowl, two, trials=3, tuner="random")

    def test_where_every_trial_fails_the_reason_is_said(self):
        with self.assertWarnsRegex(UserWarning, "No trial gave a result. The last one: crash, NameError: .*undefined"):
            best = attune.minimize(lambda p: undefined, PROBLEM, trials=3, tuner="random")  # noqa: F821
        self.assertIsNone(best.configuration)

    def test_asks_tells_and_predicts(self):
        with attune.Study(PROBLEM, trials=6) as study:
            for _ in range(3):
                (trial,) = study.ask()
                kept = study.tell(trial, bowl(trial.configuration))
                self.assertEqual("measured", kept["state"])
            (there,) = study.predict({"x": 0.3, "kind": "fast"})
            self.assertLess(there["lower"], there["median"])
            best = study.best()
            self.assertEqual(bowl(best.configuration), best.outputs["y"])
            with self.assertRaisesRegex(attune.AttuneError, "No parameter is named 'z'"):
                study.predict({"z": 1})
            with self.assertRaisesRegex(attune.AttuneError, "has an outcome already"):
                study.tell(1, 5.0)

    def test_a_study_whose_process_was_killed_can_be_closed(self):
        with self.assertRaisesRegex(attune.AttuneError, "its process has ended"):
            with attune.Study(PROBLEM, trials=6) as study:
                os.killpg(study._process.pid, signal.SIGKILL)
                study._process.wait()
                study.ask()

    def test_numbers_of_other_libraries_are_numbers(self):
        class Int64:  # as numpy's, which json does not know
            def item(self):
                return 1

        space = [dict(PROBLEM["parameter_space"][0], upper_bound=Int64()), PROBLEM["parameter_space"][1]]
        with attune.Study(dict(PROBLEM, parameter_space=space), trials=6) as study:
            study.tell(study.ask()[0], 1.0)
            self.assertEqual(1.0, study.predict({"x": Int64(), "kind": "fast"})[0]["configuration"]["x"])
            with self.assertRaisesRegex(TypeError, "set"):
                study.predict({"x": {1}, "kind": "fast"})
            with self.assertRaisesRegex(ValueError, "not finite"):
                study.tell(study.ask()[0], 1.0, elapsed=float("nan"))

    def test_mistakes_are_said(self):
        with self.assertRaisesRegex(attune.AttuneError, "There is no problem file 'missing.yaml'"):
            attune.minimize(bowl, "missing.yaml")
        with self.assertRaisesRegex(attune.AttuneError, "Maybe you meant 'gp-lcm'"):
            attune.minimize(bowl, PROBLEM, tuner="gplcm")
        with self.assertRaisesRegex(attune.AttuneError, "lower_bound"):
            attune.minimize(bowl, dict(PROBLEM, parameter_space=[
                {"name": "x", "type": "real", "lower_bound": 2, "upper_bound": 1}]))
        with self.assertRaisesRegex(ValueError, "needs a name"):
            attune.minimize(bowl, {})
        with self.assertRaisesRegex(ValueError, "workers"):
            attune.minimize(bowl, PROBLEM, workers=0)
        command = os.environ.get("ATTUNE", "attune")
        os.environ["ATTUNE"] = "/nowhere/attune"
        self.addCleanup(os.environ.__setitem__, "ATTUNE", command)
        with self.assertRaisesRegex(attune.AttuneError, "cannot be started"):
            attune.minimize(bowl, PROBLEM)


if __name__ == "__main__":
    unittest.main()
