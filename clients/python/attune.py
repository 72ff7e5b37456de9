"""Tunes Python functions, and programs that Python runs, with Attune.

    import attune

    best = attune.minimize(f, problem, trials=30)

The environment variable ATTUNE names the command to start, by default "attune". Every result is on
disk before the next trial is proposed: the same call goes on where a killed one ended.
"""

import concurrent.futures
import dataclasses
import inspect
import json
import numbers
import os
import pathlib
import shlex
import subprocess
import threading
import time
import warnings

__version__ = "0.1.0"


class AttuneError(Exception):
    """What Attune says is wrong with a problem, an argument or an installation."""


class Failed(Exception):
    """Raised by a function whose run failed from a known cause.

    cause: build, crash, timeout, out-of-memory, wrong-answer, unreadable-output, infeasible or cancelled
    """

    def __init__(self, cause, detail=""):
        super().__init__(detail)
        self.cause = cause
        self.detail = detail


@dataclasses.dataclass(frozen=True)
class Trial:
    """A configuration to evaluate.

    fidelity: share of the cost of a full run
    command: the words of the problem's command, environment: its variables without secrets
    quantity: the value of the problem's fidelity parameter by its name, such as {"steps": 30}
    """

    number: int
    task: dict
    configuration: dict
    fidelity: float
    command: list
    environment: dict = dataclasses.field(default_factory=dict)
    quantity: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Result:
    """What was found: the best trial of the first task, and the whole summary.

    configuration: None where nothing usable was measured, and with several objectives, where each of tasks has
        "pareto", the trials of its front
    outputs: by name, repeated measurements as one number
    tasks: for each task what `attune best --json` prints, with its best trial, default and Pareto front
    """

    configuration: dict
    outputs: dict
    trial: int
    tasks: list
    summary: dict

    @classmethod
    def _of(cls, summary):
        best = summary["tasks"][0]["best"] or {}
        return cls(best.get("configuration"), best.get("outputs"), best.get("trial"), summary["tasks"], summary)


class Study:
    """A study that is asked for trials and told their outcomes. Its methods may be called from several threads.

    problem: path of a problem file, or a dict of its keys; a dict is written beside the history
    trials: for each task; the problem's own number by default
    tasks: list of dicts, with a dict as problem
    history: path of the history, attune.db/NAME.jsonl by default
    """

    def __init__(self, problem, trials=None, seed=None, tasks=None, history=None, study="main", tuner=None, options=None):
        file, history = _files(problem, tasks, history)
        self._lock = threading.Lock()
        command = shlex.split(os.environ.get("ATTUNE", "attune")) + ["serve"]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", start_new_session=True
            )
        except OSError as e:
            raise AttuneError(
                f"{command[0]} cannot be started: {e.strerror}. Maybe set ATTUNE to the path of the attune command."
            ) from e
        try:
            self.opened = self._request(
                "open", problem=str(file), history=history and str(history), study=study,
                trials=trials, seed=seed, tuner=tuner, options=options,
            )
        except BaseException:
            self._end()
            raise
        self.state = self.opened["state"]
        self.why = self.opened["why"]

    @property
    def outputs(self):
        """Names of what has to be told of a trial."""
        return self.opened["outputs"]

    @property
    def tasks(self):
        """Tasks of the study, each a dict."""
        return self.opened["tasks"]

    def ask(self, count=1, reissue=False):
        """Returns up to count trials to evaluate; none while there is something to wait for, or nothing left.

        reissue: first hand out again what processes that have ended left pending
        """
        reply = self._request("ask", count=count, reissue=reissue)
        self.state = reply["state"]
        self.why = reply.get("why", "")
        return [
            Trial(
                t["trial"],
                t["task"],
                t["configuration"],
                t["fidelity"],
                t["command"],
                t.get("environment", {}),
                t.get("quantity", {}),
            )
            for t in reply["trials"]
        ]

    def tell(self, trial, outputs=None, failed=None, detail=None, elapsed=None, correct=False):
        """Records the outcome of a trial, durably, and returns the trial as it is kept.

        trial: a Trial, or its number
        outputs: a number where the problem has one output, or a dict of numbers, or of lists of repeated ones
        failed: in place of outputs, the cause
        elapsed: seconds that the run took; the time since it was asked for by default
        """
        if outputs is not None:
            outputs = {str(name): _number(name, value) for name, value in self._named(outputs).items()}
        number = trial.number if isinstance(trial, Trial) else trial
        return self._request(
            "tell", trial=number, outputs=outputs, failed=failed, detail=detail, elapsed=elapsed, correct=correct
        )

    def best(self):
        """Returns what has been found so far."""
        return Result._of(self._request("best"))

    def predict(self, configurations, task=None):
        """Returns what the model expects of a configuration, or of a list of them: a dict for each, task and output."""
        if isinstance(configurations, dict):
            configurations = [configurations]
        return self._request("predict", configurations=configurations, task=task)["predictions"]

    def close(self):
        """Ends the process; trials without an outcome stay pending."""
        self._end()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def _named(self, outputs):
        if isinstance(outputs, dict):
            return outputs
        if len(self.outputs) != 1:
            raise ValueError(f"The problem has the outputs {', '.join(self.outputs)}: give a dict of them.")
        return {self.outputs[0]: outputs}

    def _request(self, cmd, **keys):
        line = _json({"cmd": cmd, **{k: v for k, v in keys.items() if v is not None}})
        with self._lock:
            try:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
                reply = self._process.stdout.readline()
            except (OSError, ValueError) as e:
                raise AttuneError("The study is closed, or its process has ended.") from e
        if not reply:
            raise AttuneError(f"attune serve has ended with exit code {self._process.wait()}.")
        answer = json.loads(reply)
        if "error" in answer:
            raise AttuneError(answer["error"])
        return answer

    def _end(self):
        with self._lock:
            if self._process.stdin and not self._process.stdin.closed:
                try:
                    self._process.stdin.close()
                except OSError:
                    pass  # it was killed before it had read everything
            self._process.wait()
            self._process.stdout.close()


def minimize(f, problem, trials=30, seed=0, tasks=None, workers=1, history=None, study="main", tuner=None, options=None):
    """Tunes a function, and returns the Result.

    f: is given a configuration as a dict, and the task as a second argument if it takes two. Where the problem has
        a fidelity, the dict has its value by its name, too. It returns a number or a dict of outputs. An exception is a failed trial; Failed says from which cause. Where all trials
        fail, a warning says the last one's reason.
    workers: how many evaluations run at once, in threads
    Other arguments are those of Study. Objectives with `goal: maximize` are maximised.
    """
    if workers < 1:
        raise ValueError(f"workers must be at least 1, not {workers}.")
    with_task = len(inspect.signature(f).parameters) > 1
    pool = concurrent.futures.ThreadPoolExecutor(max_workers=workers)
    try:
        with Study(problem, trials, seed, tasks, history, study, tuner, options) as opened:
            running = {}
            failure = None
            while True:
                if len(running) < workers:
                    for trial in opened.ask(workers - len(running), reissue=not running):
                        running[pool.submit(_evaluate, f, with_task, trial)] = trial
                if running:
                    done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                    for future in done:
                        failure = _tell(opened, running.pop(future), *future.result()) or failure
                elif opened.state == "done":
                    best = opened.best()
                    if failure and all(task["trials"] == task["failed"] for task in best.tasks):
                        warnings.warn(f"No trial gave a result. The last one: {failure}", stacklevel=2)
                    return best
                else:
                    time.sleep(1)  # for a trial that another process runs
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _evaluate(f, with_task, trial):
    start = time.monotonic()
    configuration = {**trial.configuration, **trial.quantity}
    try:
        outputs = f(configuration, trial.task) if with_task else f(configuration)
        return outputs, None, None, time.monotonic() - start
    except Failed as e:
        return None, e.cause, e.detail, time.monotonic() - start
    except Exception as e:  # whatever a user's function raises is a failed trial
        cause = {MemoryError: "out-of-memory", TimeoutError: "timeout"}.get(type(e), "crash")
        return None, cause, f"{type(e).__name__}: {e}", time.monotonic() - start


def _tell(study, trial, outputs, failed, detail, elapsed):
    """Records an outcome, and returns the reason of a failure, else None."""
    if failed is None and outputs is None:
        raise TypeError(
            "The function returned None, but must return a number or a dict of outputs, or raise attune.Failed."
            " Maybe a 'return' is missing."
        )
    if failed is None:
        named = study._named(outputs)  # a wrong program, not a failed trial
        try:
            study.tell(trial, named, elapsed=elapsed)
            return None
        except (TypeError, ValueError) as e:
            failed, detail = "unreadable-output", str(e)
    study.tell(trial, failed=failed, detail=detail, elapsed=elapsed)
    return f"{failed}, {detail}" if detail else failed


def _number(name, value):
    if isinstance(value, (list, tuple)):
        return [_number(name, v) for v in value]
    if isinstance(value, bool) or not (isinstance(value, numbers.Number) or hasattr(value, "__float__")):
        raise TypeError(f"{name} is {value!r}, which is no number.")
    number = float(value)
    return number if number - number == 0 else str(number)  # Attune records what is not finite as a failure


def _json(data, indent=None):
    try:
        return json.dumps(data, indent=indent, allow_nan=False, default=_plain)
    except ValueError as e:
        raise ValueError("A number is not finite, or a list contains itself: JSON has no such thing.") from e


def _plain(value):
    """Returns what numpy and its like hold, as Python's own numbers and lists."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{value!r} is of type {type(value).__name__}, which JSON cannot hold.")


def _files(problem, tasks, history):
    """Returns the path of the problem file, written if the problem is a dict, and that of the history."""
    if not isinstance(problem, dict):
        if tasks is not None:
            raise ValueError("tasks need a dict as problem; a problem file has them under the key 'tasks'.")
        return pathlib.Path(problem), history
    problem = dict(problem)
    if tasks is not None:
        problem["tasks"] = tasks
    name = problem.get("tuning_problem_name")
    if not isinstance(name, str) or not name or "/" in name:
        raise ValueError("A problem needs a name: {'tuning_problem_name': 'solver', ...}.")
    history = pathlib.Path(history) if history is not None else pathlib.Path("attune.db") / f"{name}.jsonl"
    history.parent.mkdir(parents=True, exist_ok=True)
    file = history.parent / f"{name}.problem.json"
    text = _json(problem, indent=2)
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")
    return file, history
