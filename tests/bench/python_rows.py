#!/usr/bin/env python3
"""Plain Python programs, Vitrine beside CPython, interleaved in one run.

  tests/bench/python_rows.py [--rounds 5] [--seconds 0.5] [--rows a,b] [--json FILE]

CPython is the command in VITRINE_CPYTHON (default: the Python that runs this script), with
the file name and arguments appended, in this folder; Vitrine the one in VITRINE, so that
VITRINE="node build/web/vitrine.mjs" measures the browser's build. Both must compute the same. Ratio:
Vitrine's time over CPython's, each the best of all rounds, for what disturbs a run only
ever makes it slower; the spread is that of the rounds' own ratios.
"""
import argparse
import json
import math
import os
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
VITRINE = shlex.split(os.environ.get("VITRINE", str(HERE.parent.parent / "build/release/vitrine"))) + ["run"]
ROWS = ["calls", "loops", "floats", "containers", "strings"]


def measure(command, row, seconds):
    """Returns (what the program computed, best time in ms)."""
    done = subprocess.run(command + ["python_programs.py", row, str(seconds)], cwd=HERE, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} {row} failed:\n{done.stderr[-2000:]}")
    result, time_ms = done.stdout.splitlines()
    return result, float(time_ms)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--json")
    options = parser.parse_args()
    cpython = shlex.split(os.environ.get("VITRINE_CPYTHON", sys.executable))
    version = subprocess.run(cpython + ["--version"], cwd=HERE, capture_output=True, text=True).stdout.strip()
    print(f"{options.rounds} rounds of {options.seconds} s each, beside {version}")
    print(f"{'row':12}{'Vitrine':>10}{'CPython':>10}{'ratio':>8}{'spread':>14}   (ms)")
    rows = []
    for row in options.rows.split(","):
        ours, theirs = [], []
        for _ in range(options.rounds):
            result, time_ms = measure(VITRINE, row, options.seconds)
            ours.append(time_ms)
            expected, time_ms = measure(cpython, row, options.seconds)
            theirs.append(time_ms)
            if result != expected:
                raise SystemExit(f"{row} computes {result}, CPython {expected}")
        ratios = [a / b for a, b in zip(ours, theirs)]
        line = dict(row=row, vitrine_ms=min(ours), cpython_ms=min(theirs), ratio=min(ours) / min(theirs),
                    low=min(ratios), high=max(ratios))
        rows.append(line)
        print(f"{row:12}{line['vitrine_ms']:10.2f}{line['cpython_ms']:10.2f}{line['ratio']:8.2f}"
              f"{line['low']:8.2f}..{line['high']:.2f}", flush=True)
    mean = math.exp(sum(math.log(r["ratio"]) for r in rows) / len(rows))
    print(f"geometric mean of the ratios: {mean:.2f}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(dict(cpython=version, rows=rows), indent=1) + "\n")


if __name__ == "__main__":
    main()
