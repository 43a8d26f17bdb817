"""What `vitrine bench` writes and keeps. Checks of the command line; cli.py runs them."""
import json
import pathlib
import stat

from cli_kernels import run


def bench_writes_reports(command, folder):
    """A row of the benchmark counts what it launches, and its reports hold what was measured."""
    done = run(
        command,
        folder,
        ["bench", "tiny_call", "--modes=default", "--seconds=0", "--threads=1", "--json=b.json", "--html=b.html"],
    )
    if done.returncode:
        return done.stdout + done.stderr
    results = json.loads((pathlib.Path(folder) / "b.json").read_text())
    eager, compiled = results["rows"][0]["times"]
    page = (pathlib.Path(folder) / "b.html").read_text()
    launches = (eager["launches"], compiled["launches"])
    if (
        launches != (3, 1)
        or not compiled["equal"]
        or not compiled["to_code_us"] > 0
        or not results["ceilings"]["copy_gb_s"] > 0
    ):
        return f"launches {launches}: {results}"
    return "" if '"row":"tiny_call"' in page and "src=" not in page else "the page is not whole, or not by itself"


QUICK = ["--modes=default", "--seconds=0", "--rounds=1", "--threads=1"]


def models_are_measured(command, folder):
    """Models are chosen by patterns, measured eager and compiled, and compared with results that were kept."""
    listed = run(command, folder, ["bench", "models", "--list", "vit", ":train:large"]).stdout
    if not listed.startswith("vit ") or "\nvit:train " not in listed or "\ntransposed_sum:train:large " not in listed:
        return "the list lacks rows: " + listed[:300]
    for words, text in [("nope", "there is no model 'nope'; there are lm_block"), ("vit:traim", "not vit:traim")]:
        done = run(command, folder, ["bench", "models", words])
        if done.returncode != 1 or text not in done.stderr:
            return f"{words}: {done.returncode}, {done.stderr}"
    kept = pathlib.Path(folder) / "kept.json"
    measure = ["bench", "models", "transposed_sum:infer", "message_passing:train", *QUICK]
    done = run(command, folder, measure + ["--keep=kept.json", "--json=m.json", "--html=m.html"])
    if done.returncode:
        return done.stdout + done.stderr
    rows = json.loads((pathlib.Path(folder) / "m.json").read_text())["rows"]
    if [(row["row"], [(t["mode"], t["equal"], t["median_us"] > 0) for t in row["times"]]) for row in rows] != [
        (name, [("eager", True, True), ("default", True, True)]) for name in ("transposed_sum", "message_passing:train")
    ]:
        return f"other rows or modes: {rows}"
    for us, status, text in [
        (1e9, 0, "4 times compared with kept.json: 0 lost"),
        (1e-3, 1, "lost: transposed_sum, default: "),
    ]:
        (machine, old), = json.loads(kept.read_text()).items()
        for modes in old.values():
            for time in modes.values():
                time.update(median_us=us, p10_us=us, p90_us=us)
        kept.write_text(json.dumps({machine: old}))
        done = run(command, folder, measure + ["--against=kept.json"])
        if done.returncode != status or text not in done.stdout:
            return f"against {us} us: {done.returncode}, {done.stdout}"
    kept.write_text("{}")
    done = run(command, folder, measure[:3] + QUICK + ["--against=kept.json"])
    return "" if done.returncode == 0 and "nothing was kept of" in done.stdout else done.stdout + done.stderr


# Stands for a Python with PyTorch: says that it compiled to something else in one mode, and takes 7 us for every call.
PEER = """#!/bin/sh
[ "$1" = version.py ] && echo 2.99 && exit
printf '{"doc": "", "modes": {"eager": {"first_us": 1, "problem": ""},'
echo ' "default": {"first_us": 1, "problem": "result 0 differs"}}}'
while read -r line; do echo 7.0; done
"""


def models_have_a_peer(command, folder):
    """PyTorch is measured beside in turns; a mode of it that is wrong is told and not its best."""
    peer = pathlib.Path(folder) / "peer"
    peer.write_text(PEER)
    peer.chmod(peer.stat().st_mode | stat.S_IXUSR)
    done = run(
        command,
        folder,
        ["bench", "models", "transposed_sum:infer", "--peers", *QUICK, "--json=p.json"],
        VITRINE_PYTORCH=str(peer),
    )
    results = json.loads((pathlib.Path(folder) / "p.json").read_text())
    times = {t["mode"]: t for t in results["rows"][0]["times"]}
    if (
        done.returncode
        or results["pytorch"] != "2.99"
        or list(times) != ["eager", "default", "pytorch eager", "pytorch default"]
    ):
        return f"{done.returncode}, {done.stdout + done.stderr}"
    if (
        "7.00 us eager" not in done.stdout
        or "pytorch default: result 0 differs" not in done.stdout
        or times["pytorch eager"]["median_us"] != 7
    ):
        return done.stdout
    peer.write_text("#!/bin/sh\n[ \"$1\" = version.py ] && echo 2.99 && exit\necho no module >&2; exit 1\n")
    done = run(
        command, folder, ["bench", "models", "transposed_sum:infer", "--peers", *QUICK], VITRINE_PYTORCH=str(peer)
    )
    return "" if done.returncode == 0 and "pytorch: no module" in done.stdout else done.stdout + done.stderr


CHECKS = (bench_writes_reports, models_are_measured, models_have_a_peer)
