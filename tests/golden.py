"""The golden text: what every stage makes of the programs of tests/golden/.

Each folder there has a program, what it prints (NAME.out) and a file per stage that it reaches. The text is
the same on every machine: kernels are generated for fixed targets and run by the loop interpreter.
"""
import concurrent.futures
import difflib
import pathlib
import shutil
import subprocess
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "golden"
# In the order of the data flow, so that the first difference is the cause of the others.
STAGES = ["bytecode", "graph", "guards", "breaks", "residual", "recompiles", "joint", "passes", "fusion", "loops",
          "memory", "cpp", "wat", "cuda", "wgsl"]
# A product in WebAssembly is hundreds of lines: matmul_epilogue shows one.
LEFT_OUT = {(program, "wat") for program in ("attention", "int8", "training_step", "transformer_block")}
TIMEOUT_S = 120
SHOWN_STAGES, SHOWN_LINES = 2, 40  # of a program that differs


def stages_of(program):
    return [stage for stage in STAGES if (program.stem, stage) not in LEFT_OUT]


def write_stages(command, program, folder):
    """Runs `program` once, with a file per stage left in `folder`; returns what is wrong, or ""."""
    dump = ["--backend=interpret", f"--dump-to={folder}", "--dump=" + ",".join(stages_of(program))]
    done = subprocess.run([*command, "run", *dump, program.name], cwd=program.parent, capture_output=True, text=True,
                          timeout=TIMEOUT_S)
    (folder / f"{program.stem}.out").write_text(done.stdout)
    return "" if done.returncode == 0 else f"exit status {done.returncode}\n{done.stderr[-1500:]}"


def difference(name, stored, made):
    """The first lines in which a file differs, as a unified difference."""
    before, after = (path.read_text().splitlines() if path.exists() else [] for path in (stored, made))
    lines = list(difflib.unified_diff(before, after, f"tests/golden/{name}/{stored.name}", "now", lineterm="", n=2))
    more = [f"... {len(lines) - SHOWN_LINES} more lines"] if len(lines) > SHOWN_LINES else []
    return "\n".join(lines[:SHOWN_LINES] + more)


def compare(command, program):
    """What differs from the stored text, the first stages that do in full, or ""."""
    name = program.stem
    with tempfile.TemporaryDirectory() as temporary:
        made = pathlib.Path(temporary)
        problem = write_stages(command, program, made)
        if problem:
            return problem
        files = [f"{name}.out"] + [f"{stage}.txt" for stage in stages_of(program)]
        texts = {file: difference(name, program.parent / file, made / file) for file in files}
    differing = [file for file in files if texts[file]]
    if not differing:
        return ""
    head = f"{len(differing)} files differ: {' '.join(differing)}; './dev golden' rewrites them"
    return "\n".join([head] + [texts[file] for file in differing[:SHOWN_STAGES]])


def rewrite(command, program):
    """Puts what the stages make now in place of the stored text. The program's output is not rewritten:
    it is what PyTorch prints."""
    with tempfile.TemporaryDirectory() as temporary:
        made = pathlib.Path(temporary)
        problem = write_stages(command, program, made)
        if problem:
            return problem
        for stage in stages_of(program):
            stored = program.parent / f"{stage}.txt"
            stored.unlink(missing_ok=True)
            if (made / stored.name).exists():
                shutil.copyfile(made / stored.name, stored)
        return difference(program.stem, program.with_suffix(".out"), made / f"{program.stem}.out")


def golden_suite(tally, command, options):
    """Compares, or with --golden rewrites, the text of every program."""
    programs = [p for p in sorted(FOLDER.glob("*/*.py")) if options.match in p.stem]
    treat = rewrite if options.golden else compare
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program, problem in zip(programs, pool.map(lambda p: treat(command, p), programs)):
            tally.count(f"golden {program.stem}", not problem, problem, lines=2 * SHOWN_LINES + 8)
