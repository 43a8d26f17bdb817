#!/usr/bin/env python3
"""Eager op calls, Vitrine beside PyTorch, interleaved in one run.

  tests/bench/eager_rows.py [--rounds 3] [--seconds 0.2] [--threads 2] [--kinds small,large] [--clock wall|cpu] [--rows add,relu]

`small` is the time of a call on 8 elements, which is overhead; `large` the time of kernels.
PyTorch is run by the command in VITRINE_PYTORCH (default: python3, if it has torch).
Ratio: PyTorch's time over Vitrine's, each the best of the rounds.
"""
import argparse
import math
import os
import pathlib
import shlex
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
VITRINE = shlex.split(os.environ.get("VITRINE", str(HERE.parent.parent / "build/release/vitrine"))) + ["run"]


def pytorch_command():
    """The command that runs PyTorch and its version; (None, "") where there is none."""
    command = shlex.split(os.environ.get("VITRINE_PYTORCH", "python3"))
    probe = subprocess.run(command + ["-c", "import torch; print(torch.__version__)"], capture_output=True, text=True)
    return (command, probe.stdout.strip()) if probe.returncode == 0 else (None, "")


def measure(command, kind, options):
    done = subprocess.run(command + ["eager_ops.py", kind, str(options.threads), str(options.seconds), options.clock] + ([options.rows] if options.rows else []), cwd=HERE, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} {kind} failed:\n{done.stderr[-2000:]}")
    return {line.split()[0]: float(line.split()[1]) for line in done.stdout.splitlines()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kinds", default="small,large")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall", help="cpu: on a busy machine, with one thread")
    parser.add_argument("--rows", help="these only, by name")
    options = parser.parse_args()
    torch, version = pytorch_command()
    print(f"{options.threads} threads, {options.rounds} rounds, PyTorch {version or 'not found'}")
    for kind in options.kinds.split(","):
        sides = {"ours": VITRINE, **({"theirs": torch} if torch else {})}
        best = {side: {} for side in sides}
        for _ in range(options.rounds):
            for side, command in sides.items():
                for name, us in measure(command, kind, options).items():
                    best[side][name] = min(us, best[side].get(name, math.inf))
        print(f"{kind + ' row':18}{'Vitrine':>12}{'PyTorch':>12}{'ratio':>8}   (us)")
        ratios = {}
        for name, us in best["ours"].items():
            theirs = best.get("theirs", {}).get(name)
            if theirs:
                ratios[name] = theirs / us
            print(f"{name:18}{us:12.2f}" + (f"{theirs:12.2f}{ratios[name]:8.2f}" if theirs else ""))
        if ratios:
            lowest = min(ratios, key=ratios.get)
            mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
            print(f"geometric mean of the ratios {mean:.2f}, lowest {ratios[lowest]:.2f} ({lowest})")


if __name__ == "__main__":
    main()
