#!/usr/bin/env python3
"""The programs of tests/ read well: no line over 120 characters, one statement in a line."""
import io
import pathlib
import sys
import tokenize

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
FOLDERS = ("lang", "robust", "vm")
LONGEST = 120
EXEMPT = {
    "lang/105_err_indentation.py": "cannot be split into tokens, which is its subject",
    "lang/107_err_unclosed_paren.py": "cannot be split into tokens, which is its subject",
    "lang/error_caret_columns.py": "its subject is the columns of what stands in a line",
}


def faults(path):
    text = path.read_text()
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST:
            yield number, f"{len(line)} characters"
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.OP and token.string == ";":
            yield token.start[0], "several statements"


found = 0
for folder in FOLDERS:
    for path in sorted((PROGRAMS / folder).glob("*.py")):
        name = str(path.relative_to(PROGRAMS))
        if name not in EXEMPT:
            for number, fault in faults(path):
                print(f"tests/programs/{name}:{number}: {fault}")
                found += 1
print(f"programs: {found} lines to mend" if found else "programs: every line reads well")
sys.exit(found > 0)
