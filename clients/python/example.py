import attune

problem = {
    "tuning_problem_name": "blocks",
    "parameter_space": [
        {"name": "block", "type": "integer", "lower_bound": 1, "upper_bound": 512, "scale": "log", "default": 8},
        {"name": "order", "type": "categorical", "categories": ["row", "column"], "default": "column"},
    ],
    "output_space": [{"name": "seconds", "unit": "s"}],
}


def seconds(p):  # call your program here; an exception is a failed trial
    misses = abs(p["block"] - 48) / 48 + 8 / p["block"]
    return 0.2 + 0.1 * misses * (1 if p["order"] == "row" else 3)


best = attune.minimize(seconds, problem, trials=20)
print(best.configuration, best.outputs["seconds"])
