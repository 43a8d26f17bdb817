#!/usr/bin/env python3
"""What holds for the lessons as a course, beyond what `vitrine lessons check` holds for each of them."""
import difflib
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

LEAST, MOST = 3, 6  # minutes that a lesson says it takes


def words(text):
    return sum(any(c.isalnum() for c in word) for word in text.split())


def typed(start, solution):
    """Characters that make the solution of the start."""
    changes = difflib.SequenceMatcher(None, start, solution, autojunk=False).get_opcodes()
    return sum(end - begin for kind, _, _, begin, end in changes if kind != "equal")


def minutes_of(folder, lesson):
    """Reading at 200 words or 60 lines of program a minute, typing 4 characters a second, 5 s for a click or a look."""
    total = words(re.sub(r"^---\n.*?\n---\n", "", (folder / "en.md").read_text(), flags=re.S)) * 0.3
    for step in lesson["steps"]:
        guess, after = step["prediction"], step["after"]
        read = [guess["question"], guess["explanation"], after["explanation"], after["why"]["question"]]
        read += [after["why"]["explanation"], *(check["text"] for check in step["checks"])]
        read += [choice["text"] for choice in guess.get("choices", []) + after["why"]["choices"]]
        start = (folder / step["start"]).read_text()
        solutions = [step["solution"], *(other["file"] for other in after["solutions"])]
        shortest = min(typed(start, (folder / file).read_text()) for file in solutions)
        lines = sum(bool(line.strip()) and not line.startswith(("import", "from")) for line in start.split("\n"))
        total += sum(words(text["en"]) for text in read) * 0.3 + lines + shortest / 4 + 5 * 5
    return total / 60


NUMBERS = "zero one two three four five six seven eight nine ten".split()


def told(folder, lesson):
    """Questions for a number that the step's text or its TODO already says."""
    parts = re.split(r"^## .*\{#([\w-]+)\}$", (folder / "en.md").read_text(), flags=re.M)
    prose = dict(zip(parts[1::2], parts[2::2]))
    for step in lesson["steps"]:
        if step["prediction"].get("kind") != "number":
            continue
        answer = step["prediction"]["answer"]
        todos = re.findall("# TODO.*", (folder / step["start"]).read_text())
        read = re.sub("`[^`]*`", " ", "\n".join([prose[step["id"]], step["title"]["en"], *todos])).lower()
        names = {answer, NUMBERS[int(answer)] if int(answer) < len(NUMBERS) else answer}
        if names & set(re.findall(r"\w+", read.replace(",", ""))):
            yield f"{lesson['id']}/{step['id']}: the answer {answer} stands in what is read before the guess"


def guessable(questions):
    """What tells the right choice to who has not read the question: its place, or that it is the longest."""
    for place in range(3):
        if 2 * (there := sum(q["choices"][place]["value"] == q["answer"] for q in questions)) > len(questions):
            yield f"{there} of {len(questions)} right choices stand in place {place + 1}; at most half may"
    for language in ("en", "zh"):
        longest = 0
        for question in questions:
            lengths = {choice["value"]: len(choice["text"][language]) for choice in question["choices"]}
            right = lengths.pop(question["answer"])
            longest += right > max(lengths.values())
        if 2 * longest > len(questions):
            yield f"{longest} of {len(questions)} right choices are the longest ({language}); at most half may be"


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

    for folder, lesson in zip(sorted((ROOT / "lessons").glob("[0-9]*")), manifests):
        problems += told(folder, lesson)
        if not LEAST <= (said := lesson["minutes"]) <= MOST:
            problems.append(f"{lesson['id']}: says {said} minutes; {LEAST} to {MOST} are expected")
        if (counted := minutes_of(folder, lesson)) >= said + 1:
            problems.append(f"{lesson['id']}: says {said} minutes, and takes {counted:.1f} to read and to type")

    kinds = {step["prediction"].get("kind", "choice") for _, step in steps if "prediction" in step}
    for kind in sorted(POINTING - kinds):
        problems.append(f"no question is answered by pointing at a '{kind}'")
    for lesson, step in steps:
        if "prediction" not in step:
            problems.append(f"{lesson['id']}/{step['id']}: no question is asked before the run")

    for kind, questions in {
        "questions before a run": [step["prediction"] for _, step in steps if step["prediction"].get("choices")],
        "questions that come back": [
            variant for _, step in steps for variant in step["prediction"].get("again", []) if variant.get("choices")
        ],
        "questions of why": [step["after"]["why"] for _, step in steps],
    }.items():
        problems += [f"{kind}: {problem}" for problem in guessable(questions)]

    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"course: {len(manifests)} lessons, {len(steps)} steps, {len(problems)} to mend")
    return bool(problems)


sys.exit(main())
