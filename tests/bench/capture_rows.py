#!/usr/bin/env python3
"""What capture costs, Vitrine beside PyTorch: guard check, compiled call, tracing a model.

  tests/bench/capture_rows.py [--rounds 3]

PyTorch is the command in VITRINE_PYTORCH (a Python that has it), with the file name appended,
in this folder; without it only Vitrine runs. Each number is the best of all rounds, which
alternate between the two. Fails where Vitrine is above the bound that it promises.
"""
import argparse
import os
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
VITRINE = shlex.split(os.environ.get("VITRINE", str(HERE.parent.parent / "build/release/vitrine"))) + ["run"]
BOUNDS = {"guard_check": 1.0, "compiled_call": 3.0, "capture_transformer": 50.0}


def measure(command, best):
    done = subprocess.run(command + ["capture_program.py"], cwd=HERE, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
    for line in done.stdout.splitlines():
        row, value, unit = line.split()
        best[row] = min(best.get(row, (float("inf"), unit)), (float(value), unit))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    pytorch = shlex.split(os.environ.get("VITRINE_PYTORCH", ""))
    ours, theirs = {}, {}
    for _ in range(rounds):
        measure(VITRINE, ours)
        if pytorch:
            measure(pytorch, theirs)
    print(f"{'':22}{'Vitrine':>12}{'PyTorch':>12}{'bound':>10}")
    above = 0
    for row, bound in BOUNDS.items():
        value, unit = ours[row]
        other = f"{theirs[row][0]:.2f} {unit}" if row in theirs else "-"
        above += value > bound
        print(f"{row:22}{value:>9.2f} {unit}{other:>12}{bound:>7.0f} {unit}{'  above' if value > bound else ''}")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
