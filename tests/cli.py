#!/usr/bin/env python3
"""The command line as a user types it: `tests/cli.py COMMAND...` (the words of vitrine).

Prints a line per mistake and exits with 1 if there is any.
"""
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """import sys
import torch


@torch.compile
def f(x):
    print("break")
    return x + 1


print(sys.argv[1:])
if "--fail" in sys.argv:
    raise ValueError("asked for")
if "--exit" in sys.argv:
    sys.exit(3)
f(torch.ones(2))
"""

# Words after `vitrine`, exit status, what stdout and stderr contain.
CASES = [
    (["run", "p.py"], 0, "[]\nbreak\n", ""),
    (["run", "p.py", "a", "--epochs", "3"], 0, "['a', '--epochs', '3']\n", ""),
    (["run", "p.py", "--help"], 0, "['--help']\n", ""),
    (["run", "p.py", "a", "--dump=graph"], 0, "['a', '--dump=graph']\n", ""),
    (["run", "p.py", "--dump=bytecode,breaks"], 0, "RETURN_VALUE", ""),
    (["run", "--dump=breaks", "p.py", "b"], 0, "['b']\nbreak\n== breaks", ""),
    (["run", "p.py", "--dump", "breaks", "c"], 0, "# reason_id: GB0059", ""),
    (["run", "p.py", "--dump=cuda"], 0, "__global__", ""),
    (["run", "p.py", "--backend=interpret"], 0, "break", ""),
    (["run", "--dump=list"], 0, "tokens\nast\nbytecode\n", ""),
    (["run", "--dump=colours", "p.py"], None, "", "unknown stage 'colours'"),
    (["run", "p.py", "--fail"], 1, "['--fail']", "ValueError: asked for"),
    (["run", "p.py", "--exit"], 3, "['--exit']", ""),
    (["run", "missing.py"], None, "", "missing.py"),
    (["explain", "p.py"], 0, "GB0059", ""),
    (["lessons", "check", "nowhere"], 1, "there is no lesson here", ""),
    (["help"], 0, "explain", ""),
]


def problem(command, folder, words, status, stdout, stderr):
    done = subprocess.run(command + words, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode != status and not (status is None and done.returncode != 0):
        return f"exit status {done.returncode}, {status} expected\n{done.stderr[-300:]}"
    if stdout not in done.stdout:
        return f"stdout lacks {stdout!r}: {done.stdout[:300]!r}"
    if stderr not in done.stderr + done.stdout:
        return f"stderr lacks {stderr!r}: {done.stderr[:300]!r}"
    return ""


def main():
    command, failed = sys.argv[1:], 0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "p.py").write_text(PROGRAM)
        for words, status, stdout, stderr in CASES:
            wrong = problem(command, folder, words, status, stdout, stderr)
            failed += bool(wrong)
            if wrong:
                print(f"vitrine {' '.join(words)}: {wrong}")
    print(f"{len(CASES) - failed} of {len(CASES)} command lines as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
