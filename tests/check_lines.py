#!/usr/bin/env python3
"""The tests read well: no line over 120 characters; in Python one statement in a line."""
import io
import pathlib
import sys
import tokenize

TESTS = pathlib.Path(__file__).resolve().parent
LONGEST = 120
EXEMPT = {
    "programs/lang/105_err_indentation.py": "cannot be split into tokens, which is its subject",
    "programs/lang/107_err_unclosed_paren.py": "cannot be split into tokens, which is its subject",
    "programs/lang/error_caret_columns.py": "its subject is the columns of what stands in a line",
}


def faults(path):
    text = path.read_text()
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST:
            yield number, f"{len(line)} characters"
    if path.suffix != ".py":
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.OP and token.string == ";":
            yield token.start[0], "several statements"


found = 0
for path in sorted(path for path in TESTS.rglob("*") if path.suffix in (".py", ".mjs", ".sh")):
    name = str(path.relative_to(TESTS))
    if name not in EXEMPT:
        for number, fault in faults(path):
            print(f"tests/{name}:{number}: {fault}")
            found += 1
print(f"tests: {found} lines to mend" if found else "tests: every line reads well")
sys.exit(found > 0)
