#!/usr/bin/env python3
"""CPU rows, Vitrine beside PyTorch, interleaved in one run.

  tests/bench/cpu_rows.py [--rounds 3] [--seconds 1] [--threads 2] [--rows a,b] [--json FILE]

PyTorch is run by the command in VITRINE_PYTORCH (default: python3, if it has torch), with
the file name and arguments appended, in this folder. Without it only Vitrine's times are
shown. Ratio: the better of PyTorch's eager and compiled time over Vitrine's compiled time.
To code: from the captured frame to the generated text. Compiler: the system's, its cache empty.
"""
import argparse
import json
import math
import os
import pathlib
import shlex
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VITRINE = [str(HERE.parent.parent / "build/release/vitrine"), "run"]
ROWS = ["relu_plus_sigmoid", "pointwise_chain", "softmax", "residual_layernorm", "sum_of_squares", "column_mean_var"]


def pytorch_command():
    command = shlex.split(os.environ.get("VITRINE_PYTORCH", "python3"))
    probe = subprocess.run(command + ["pytorch_version.py"], cwd=HERE, capture_output=True, text=True)
    return (command, probe.stdout.strip()) if probe.returncode == 0 else (None, "")


def measure(command, row, mode, options):
    done = subprocess.run(command + ["rows.py", row, mode, str(options.threads), str(options.seconds)], cwd=HERE, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} {row} {mode} failed:\n{done.stderr[-2000:]}")
    return [float(v) for v in done.stdout.split()[-4:]]


def compile_times(row, rounds):
    """Median microseconds from the frame to the text, and in the system's compiler."""
    code, outside = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run(VITRINE + ["--times", "rows.py", row, "compiled", "1", "0"], cwd=HERE, capture_output=True, text=True,
                                  env={**os.environ, "VITRINE_CACHE": cache})
        times = {line.split()[0]: float(line.split()[1]) for line in done.stderr.splitlines() if " us " in line}
        code.append(times["together"])
        outside.append(times["outside"])
    return statistics.median(code), statistics.median(outside)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--json")
    options = parser.parse_args()
    torch, version = pytorch_command()
    print(f"{options.threads} threads, {options.rounds} rounds of {options.seconds} s, PyTorch {version or 'not found'}")
    print(f"{'row':22}{'eager':>10}{'compiled':>10}{'spread':>16}{'to code':>9}{'compiler':>10}{'PT eager':>10}{'inductor':>10}{'ratio':>8}   (us)")
    ratios, rows = [], []
    for row in options.rows.split(","):
        samples = {}
        for _ in range(options.rounds):
            for side, command in (("ours", VITRINE), ("theirs", torch)):
                for mode in ("eager", "compiled"):
                    if command:
                        samples.setdefault((side, mode), []).append(measure(command, row, mode, options))
        median = {key: statistics.median(s[0] for s in values) for key, values in samples.items()}
        ours = samples["ours", "compiled"]
        line = dict(row=row, eager_us=median["ours", "eager"], compiled_us=median["ours", "compiled"],
                    p10_us=min(s[1] for s in ours), p90_us=max(s[2] for s in ours))
        line["to_code_us"], line["compiler_us"] = compile_times(row, options.rounds)
        if torch:
            line.update(pytorch_eager_us=median["theirs", "eager"], inductor_us=median["theirs", "compiled"])
            line["ratio"] = min(line["pytorch_eager_us"], line["inductor_us"]) / line["compiled_us"]
            ratios.append(line["ratio"])
        rows.append(line)
        spread = f"{line['p10_us']:.0f}..{line['p90_us']:.0f}"
        theirs = f"{line['pytorch_eager_us']:10.0f}{line['inductor_us']:10.0f}{line['ratio']:8.2f}" if torch else ""
        print(f"{row:22}{line['eager_us']:10.0f}{line['compiled_us']:10.0f}{spread:>16}{line['to_code_us']:9.0f}{line['compiler_us']:10.0f}{theirs}", flush=True)
    if ratios:
        print(f"geometric mean of the ratios {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}, lowest {min(ratios):.2f}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
