#!/usr/bin/env python3
"""The rows of gpu_program.py under Vitrine and under PyTorch, and those of gpu_jax.py under JAX,
on one GPU, one after the other in one run; prints times, the best peer's over ours, bytes
moved against the copy, and what is worth knowing beside.

  VITRINE=path/to/vitrine VITRINE_PYTORCH=python3 tests/bench/gpu_rows.py [rows] [tiny] [models] [train] [autotune]
"""
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
VITRINE = os.environ.get("VITRINE", str(HERE.parent.parent / "build/release/vitrine"))
PYTORCH = os.environ.get("VITRINE_PYTORCH", "python3")
LIMIT_S = int(os.environ.get("LIMIT_S", "240"))


def collect(command, group, program="gpu_program.py"):
    """The JSON lines that a side prints for a group, also if it is ended by the limit."""
    try:
        done = subprocess.run([*command, str(HERE / program), group], capture_output=True, text=True, timeout=LIMIT_S)
        output, problem = done.stdout, done.stderr.strip()[-400:] if done.returncode else ""
    except subprocess.TimeoutExpired as late:
        output, problem = (late.stdout or b"").decode(), f"ended after {LIMIT_S} s"
    if problem:
        print(f"  {command[0]} {group}: {problem}", flush=True)
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def text(us):
    return f"{us:11.1f}" if us else f"{'-':>11}"


for group in sys.argv[1:] or ["rows", "tiny", "models", "train"]:
    ours, theirs = collect([VITRINE, "run"], group), collect([PYTORCH], group)
    jax = {r["row"]: r.get("us") for r in collect([PYTORCH], group, "gpu_jax.py")} if group != "train" else {}
    copy = next((r["us"] / r["bytes"] for r in theirs if r.get("row") == "copy"), None)
    print(
        f"{'row':22}{'mode':17}{'ours us':>11}{'PyTorch us':>11}{'jax.jit us':>11}{'best/ours':>11}"
        f"{'of the copy':>12}  notes"
    )
    for row in ours:
        if row["row"] == "device":
            continue
        peers = {r.get("mode"): r.get("us") for r in theirs if r["row"] == row["row"]}
        best = min([us for us in [*peers.values(), jax.get(row["row"])] if us], default=None)
        us = row.get("us")
        ratio = f"{best / us:11.2f}" if best and us else f"{'-':>11}"
        share = f"{copy * row['bytes'] / us:12.0%}" if copy and us and row.get("bytes") else f"{'':12}"
        notes = row.get("error", "" if row.get("ok", True) else "differs from eager")
        notes += f" first call {row['cold_s']:.2f} s" if "cold_s" in row else ""
        memory = [r["peak_mb"] for r in [row, *(p for p in theirs if p["row"] == row["row"]
                                                and p.get("mode") == row["mode"])] if "peak_mb" in r]
        notes += f", peak MB {' against '.join(str(round(mb)) for mb in memory)}" if memory else ""
        sides = "".join(text(side) for side in (us, peers.get(row["mode"]), jax.get(row["row"])))
        print(f"{row['row']:22}{row['mode']:17}{sides}{ratio}{share}  {notes}", flush=True)
