#!/usr/bin/env python3
"""What holds for the lessons as a course, beyond what `vitrine lessons check` holds for each of them."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHAPTERS = {"two-worlds": 4, "capture": 6, "fast": 4, "train-and-shrink": 4, "own-it": 4, "capstones": 2}
MIXED = 2  # checkpoints over several lessons, without a TODO
POINTING = {"line", "nodes", "guard", "buffer"}
# What each lesson is about; the glossary knows each by this id.
CONCEPTS = """\
eager kernel launch memory-traffic lazy-compilation cold-start fake-tensor graph define-by-run define-then-run
autograd autograd-tape proxy fx-graph tracing scripting control-flow fork-wait frame bytecode inlining guard
specialisation constant-or-input recompile cache-entry dynamic-shapes symbol recompile-limit eager-fallback
graph-break resume-function fullgraph side-effect module-buffer roofline fusion reduction broadcasting memory-plan
arena lifetime peak-memory mode replay cuda-graph autotune joint-graph partition saved-tensor recompute checkpoint
autocast bfloat16 tf32 rounding freeze constant-folding quantise state-dict back-end interpreter pass pattern
common-subexpression equivalence warm-up benchmark synchronise profiler explain logs bisect export cond attention
""".split()


def main():
    problems = []
    manifests = [json.loads(path.read_text()) for path in sorted((ROOT / "lessons").glob("[0-9]*/lesson.json"))]
    steps = [(lesson, step) for lesson in manifests for step in lesson["steps"]]

    panels = set(re.findall(r"^PANEL\((\w+),", (ROOT / "engine/tables/panels.def").read_text(), re.M))
    for panel in sorted(panels - {panel for _, step in steps for panel in step["panels"]}):
        problems.append(f"no step shows the panel '{panel}'")
    for lesson in manifests:
        for panel in {panel for step in lesson["steps"] for panel in step["panels"]} - set(lesson["panels"]):
            problems.append(f"{lesson['id']}: a step shows '{panel}', and the lesson does not name it")

    taught = {word for lesson in manifests for word in lesson["concepts"]}
    for word in CONCEPTS:
        if word not in taught:
            problems.append(f"no lesson teaches '{word}'")

    for chapter, count in CHAPTERS.items():
        if (found := sum(lesson["chapter"] == chapter for lesson in manifests)) != count:
            problems.append(f"chapter '{chapter}' has {found} lessons, not {count}")
    capstones = [(lesson, step) for lesson, step in steps if lesson["chapter"] == "capstones"]
    for lesson, step in capstones:
        if step.get("todo", True):
            problems.append(f"{lesson['id']}/{step['id']}: a capstone has no TODO")
    mixed = [step for lesson, step in steps if not step.get("todo", True) and lesson["chapter"] != "capstones"]
    if len(mixed) < MIXED:
        problems.append(f"{len(mixed)} steps before the capstones have no TODO, of {MIXED} mixed checkpoints")

    kinds = {step["prediction"].get("kind", "choice") for _, step in steps if "prediction" in step}
    for kind in sorted(POINTING - kinds):
        problems.append(f"no question is answered by pointing at a '{kind}'")
    for lesson, step in steps:
        if "prediction" not in step:
            problems.append(f"{lesson['id']}/{step['id']}: no question is asked before the run")

    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"course: {len(manifests)} lessons, {len(steps)} steps, {len(problems)} to mend")
    return bool(problems)


sys.exit(main())
