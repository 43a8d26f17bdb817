#!/usr/bin/env python3
"""Eager op calls, Vitrine beside PyTorch, interleaved in one run.

  tests/bench/eager_rows.py [--rounds 7] [--seconds 0.05] [--threads 2] [--kinds small,large] [--clock wall|cpu]
                            [--rows add,relu]

`small` is the time of a call on 8 elements, which is overhead; `large` the time of kernels.
PyTorch is run by the command in VITRINE_PYTORCH (default: python3, if it has torch).
Both programs stay open and take turns row by row, first the one and then the other. Rows near the
size of the last cache change their speed by half for seconds at a time, for one of the two or for
both, where a virtual machine shares that cache: a row whose rounds differ so is given more of them.
Ratio: PyTorch's best time over Vitrine's; beside it the median of the rounds and their range.
"""
import argparse
import math
import os
import pathlib
import shlex
import statistics
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
VITRINE = shlex.split(os.environ.get("VITRINE", str(HERE.parent.parent / "build/release/vitrine"))) + ["run"]


def pytorch_command():
    """The command that runs PyTorch and its version; (None, "") where there is none."""
    command = shlex.split(os.environ.get("VITRINE_PYTORCH", "python3"))
    probe = subprocess.run(command + ["-c", "import torch; print(torch.__version__)"], capture_output=True, text=True)
    return (command, probe.stdout.strip()) if probe.returncode == 0 else (None, "")


class Side:
    """A program of rows that stays open and times one at a time."""

    def __init__(self, command, kind, options):
        self.command = command + ["eager_ops.py", kind, str(options.threads), str(options.seconds), options.clock]
        self.process = subprocess.Popen(self.command, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.rows = self.answer().split()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{shlex.join(self.command)} ended with {self.process.wait()}")
        return line

    def microseconds(self, row):
        self.process.stdin.write(row + "\n")
        return float(self.answer())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


MOST = 6  # times as many rounds for a row that is not steady


def unsteady(times):
    return any(max(side) > 1.4 * min(side) for side in times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kinds", default="small,large")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall",
                        help="cpu: on a busy machine, with one thread")
    parser.add_argument("--rows", help="these only, by name")
    options = parser.parse_args()
    torch, version = pytorch_command()
    print(f"{options.threads} threads, {options.rounds} rounds, PyTorch {version or 'not found'}")
    for kind in options.kinds.split(","):
        sides = [Side(command, kind, options) for command in (VITRINE, torch) if command]
        chosen = options.rows.split(",") if options.rows else sides[0].rows
        heads = "".join(f"{head:>8}" for head in ("ratio", "median", "lowest", "highest", "rounds"))
        print(f"{kind + ' row':22}{'Vitrine':>10}{'PyTorch':>10}{heads}   (us)")
        ratios = {}
        for row in (row for row in sides[0].rows if row in chosen):
            times = [[] for _ in sides]
            turn = 0
            while turn < options.rounds or (turn < MOST * options.rounds and unsteady(times)):
                for side in (range(len(sides)) if turn % 2 == 0 else reversed(range(len(sides)))):
                    times[side].append(sides[side].microseconds(row))
                turn += 1
            line = f"{row:22}" + "".join(f"{min(side):10.2f}" for side in times)
            if torch:
                pairs = sorted(theirs / ours for ours, theirs in zip(*times))
                ratios[row] = min(times[1]) / min(times[0])
                line += f"{ratios[row]:8.2f}{statistics.median(pairs):8.2f}{pairs[0]:8.2f}{pairs[-1]:8.2f}{turn:8}"
            print(line, flush=True)
        for side in sides:
            side.close()
        if ratios:
            lowest = min(ratios, key=ratios.get)
            mean = math.exp(statistics.fmean(map(math.log, ratios.values())))
            print(f"geometric mean of the ratios {mean:.2f}, lowest {ratios[lowest]:.2f} ({lowest})")


if __name__ == "__main__":
    main()
