#!/usr/bin/env python3
"""Random programs: each function runs eagerly and compiled in one process, on fresh arguments, and must
show the same values, gradients, strides, shared storage, versions and errors. What differs, or ends the
process, is shrunk line by line and kept. Called by run.sh with --seconds, --seed, --last FILE and
--corpus (unused). By hand:

  VITRINE=build/release/vitrine SEED=7 COUNT=100000 tests/fuzz/programs_fuzz.py --jobs 2 --keep found/
  VITRINE="node build/web/vitrine.mjs" COUNT=20000 tests/fuzz/programs_fuzz.py
  tests/fuzz/programs_fuzz.py --oracle python3     # eager execution against CPython and PyTorch
  tests/fuzz/programs_fuzz.py --device cuda        # a GPU, or the fake one of the environment

--without KIND,... leaves kinds of programs out (programs_maker.py names them). Batch number n of seed s is
always the same programs: `--batch n` runs it alone."""
import argparse
import concurrent.futures
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from programs_maker import KINDS, Maker, call_of, text_of  # noqa: E402

HARNESS = (pathlib.Path(__file__).parent / "programs_harness.py").read_text()
HEAD = "import functools\nimport torch.nn.functional as F\n" + HARNESS + "\n\n"
NATIVE_SHARE = 7  # that many times fewer programs per process where the C++ compiler runs for each


class Runner:
    def __init__(self, options):
        self.options = options
        # Programs run in folders of their own.
        self.vitrine = [str(pathlib.Path(part).resolve()) if pathlib.Path(part).exists() else part
                        for part in shlex.split(os.environ.get("VITRINE", "vitrine"))]

    def source(self, programs, only=None):
        head = HEAD.replace('DEVICE = "cpu"', f'DEVICE = "{self.options.device}"')
        calls = "".join(call_of(p, only) for p in programs)
        return head + "".join(text_of(p) for p in programs) + calls + 'print("done")\n'

    def execute(self, command, text, folder):
        """Output, and whether the run came to its end."""
        (pathlib.Path(folder) / "program.py").write_text(text)
        try:
            done = subprocess.run([*command, "program.py"], cwd=folder, capture_output=True, text=True,
                                  errors="replace", timeout=120 + self.options.size)
        except subprocess.TimeoutExpired as late:
            return f"timed out\n{late.stdout or ''}", False
        ended = done.stdout.endswith("done\n")
        failure = "" if ended else f"\nexit status {done.returncode}\n{done.stderr[-1500:]}"
        return done.stdout + failure, ended

    def run(self, programs, folder, flags):
        return self.execute([*self.vitrine, "run", *flags], self.source(programs), folder)

    def compare_oracle(self, programs, folder):
        """What eager execution shows here and in PyTorch: the lines that differ."""
        text = self.source(programs, "observe")
        mine, ended = self.execute([*self.vitrine, "run"], text, folder)
        theirs, also = self.execute([self.options.oracle], text, folder)
        if not ended or not also:
            return ("oracle run ended early\n" + (theirs if ended else mine)[-1500:]), False
        pick = lambda out: {(s[0], s[1]): s[2]
                            for s in (eval(line[5:], {"nan": NAN, "inf": float("inf")}) for line in out.splitlines()
                                      if line.startswith("SEEN "))}
        names, text = HARNESS_NAMES, ""
        a, b = pick(mine), pick(theirs)
        options = {p["name"]: p["options"] for p in programs}
        for key in a:
            found = names["difference"](b[key], a[key], options[key[0]])
            if found is None and a[key][0][0] == "error" and a[key] != b[key]:
                found = ("message", b[key][0][1], a[key][0][1])
            if found:
                text += f"DIFFERS {key[0]} call {key[1]} {found[0]}\n  pytorch {found[1]}\n  here    {found[2]}\n"
        return text + "done\n", True

    def outcome(self, programs, folder, flags):
        return self.compare_oracle(programs, folder) if self.options.oracle else self.run(programs, folder, flags)

    def culprits(self, programs, folder, flags):
        """The programs that differ or end the process, each with what the run said, and how many were refused."""
        text, ended = self.outcome(programs, folder, flags)
        refused = text.count("\nREFUSED ")
        if ended:
            names = [line.split()[1] for line in text.splitlines() if line.startswith("DIFFERS ")]
            return [(p, part_about(p["name"], text)) for p in programs if p["name"] in names], refused
        if len(programs) == 1:
            return [(programs[0], text[-2500:])], refused
        half = len(programs) // 2
        first, a = self.culprits(programs[:half], folder, flags)
        second, b = self.culprits(programs[half:], folder, flags)
        return first + second, a + b

    def shrink(self, program, folder, flags, said):
        """The fewest blocks, results and calls with which it still fails in the same way."""
        def fails(candidate):
            text, ended = self.outcome([candidate], folder, flags)
            return ("DIFFERS " in text or not ended) and way_of(text) == way_of(said)
        again = True
        while again:
            again = False
            for smaller in smaller_programs(program):
                if fails(smaller):
                    program, again = smaller, True
                    break
        return program


NAN = float("nan")
HARNESS_NAMES = {}
exec(HARNESS[HARNESS.index("def largest("):HARNESS.index("def check(")], HARNESS_NAMES)


def part_about(name, text):
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"DIFFERS {name} "))
    return "\n".join(lines[at:at + 3])


def way_of(text):
    """How a program fails: what differs, or how the process ended."""
    for line in text.splitlines():
        if line.startswith("DIFFERS "):
            return " ".join(line.split()[4:])
    return next((line for line in text.splitlines() if "exit status" in line or "internal" in line), "timed out")


def smaller_programs(program):
    for i in range(len(program["blocks"])):
        yield {**program, "blocks": program["blocks"][:i] + program["blocks"][i + 1:]}
    for i, block in enumerate(program["blocks"]):
        if block[0].startswith("with torch.autocast") and len(block) > 2:
            for j in range(1, len(block)):
                shorter = [block[:j] + block[j + 1:]]
                yield {**program, "blocks": program["blocks"][:i] + shorter + program["blocks"][i + 1:]}
    results = program["result"].split(", ")
    if len(results) > 1 and "{" not in program["result"]:
        for i in range(len(results)):
            yield {**program, "result": ", ".join(results[:i] + results[i + 1:])}
    for i in range(len(program["calls"])):
        if len(program["calls"]) > 1:
            yield {**program, "calls": program["calls"][:i] + program["calls"][i + 1:]}
    for key, plain in (("mode", None), ("dynamic", False), ("fullgraph", False), ("grad", "on"), ("second", False),
                       ("backend", "eager"), ("backend", "aot_eager")):
        if program["options"][key] not in (plain, "eager"):
            yield {**program, "options": {**program["options"], key: plain}}


def batch_of(options, number):
    """The programs of a batch, and the flags that it runs with."""
    rng = random.Random(f"{options.seed}/{number}")
    native = options.native_every and number % options.native_every == options.native_every - 1 and not options.oracle
    backends = ["inductor"] if native else ["eager", "aot_eager", "inductor", "inductor", "inductor"]
    kinds = [k for k in KINDS if k not in options.without.split(",")]
    size = max(1, options.size // NATIVE_SHARE) if native else options.size
    programs = [Maker(rng, kinds).program(f"f{i}", backends) for i in range(size)]
    wasm = "node" in os.environ.get("VITRINE", "")  # WebAssembly is compiled in milliseconds
    flags = [] if native or wasm else ["--backend=interpret"]
    return programs, flags + ([f"--device={options.device}"] if options.device != "cpu" else [])


def run_batch(runner, number):
    programs, flags = batch_of(runner.options, number)
    with tempfile.TemporaryDirectory() as folder:
        found, refused = runner.culprits(programs, folder, flags)
        kept = []
        for program, said in found:
            small = runner.shrink(program, folder, flags, said) if len(kept) < 3 else program
            text, _ = runner.outcome([small], folder, flags)
            kept.append((f"batch {number} {program['name']} {' '.join(flags)}", small, text))
        return len(programs), refused, kept


def keep(options, runner, number, title, program, said):
    """A find as a program that runs by itself, with what was said about it as comments."""
    header = [f"seed {options.seed} {title}", *said.splitlines()[:12]]
    text = "".join(f"# {line}\n" for line in header) + runner.source([program])
    pathlib.Path(options.last).write_text(text)
    if options.keep:
        folder = pathlib.Path(options.keep)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{options.seed}_{number}.py").write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0, help="how long; 0: until COUNT programs have run")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SEED", "1")))
    parser.add_argument("--count", type=int, default=int(os.environ.get("COUNT", "0")))
    parser.add_argument("--last", default="programs.input")
    parser.add_argument("--keep", default="",
                        help="folder for everything that is found; without it the first find ends the run")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--size", type=int, default=40, help="programs per process; 400 where a process starts slowly")
    parser.add_argument("--batch", type=int, default=-1, help="run this batch only")
    parser.add_argument("--without", default="", help="kinds to leave out: " + ", ".join(KINDS))
    parser.add_argument("--native-every", type=int, default=10,
                        help="every so many batches go through the C++ compiler, the others through the interpreter "
                             "of loop nests; 0: none")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--oracle", default="", help="a Python with PyTorch, to compare eager execution with")
    parser.add_argument("--corpus")
    options = parser.parse_args()
    if not options.count and not options.seconds:
        options.count = 1000
    runner, start = Runner(options), time.monotonic()
    count = refused = finds = 0
    numbers = iter([options.batch] if options.batch >= 0 else range(1 << 30))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = set()
        while True:
            while len(running) < options.jobs:
                enough = options.count and count + len(running) * options.size >= options.count
                late = options.seconds and time.monotonic() - start > options.seconds
                if enough or late or (finds and not options.keep):
                    break
                number = next(numbers, None)
                if number is None:
                    break
                running.add(pool.submit(run_batch, runner, number))
            if not running:
                break
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                size, without, kept = future.result()
                count, refused = count + size, refused + without
                for title, program, said in kept:
                    finds += 1
                    keep(options, runner, finds, title, program, said)
                    print(f"fuzz: {title}\n{text_of(program)}{call_of(program)}{said[-1500:]}\n", flush=True)
    spent = time.monotonic() - start
    print(
        f"{count} programs, {refused} refused by eager execution too, {finds} differ; {count / spent:.1f} programs a "
        f"second (seed {options.seed})")
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())
