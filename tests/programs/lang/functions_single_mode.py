# feature: compile in mode "single", sys.displayhook, code from exec in tracebacks, code objects' names
import sys
import traceback


def run(text, names=None):
    try:
        exec(compile(text, "<cell>", "single"), {} if names is None else names)
    except Exception as e:
        print(type(e).__name__, e)


for text in (
    "1 + 1",
    "'text'",
    "None",
    "x = 5; x; x * 2",
    "if True:\n  'in'\n  [1, 2]\n",
    "for i in range(3): i\n",
    "1\n2",
    "def f():\n  7\nf()\n",
    "def f():\n  7\n",
    "# only a note",
    "",
    "1 +",
    "y",
    "class A:\n  3\n",
    "while True:\n  'once'\n  break\n",
    "print('p'); 'q'",
    "'doc'",
):
    run(text)
names = {}
run("value = [1]", names)
run("value", names)
run("_", names)
seen = []
sys.displayhook, kept = seen.append, sys.displayhook
run("40 + 2; None")
sys.displayhook = kept
print(seen, kept is sys.__displayhook__)
try:
    exec("def g():\n    return missing\ng()")
except NameError:
    print(traceback.format_exc().replace(__file__, "FILE"))


def outer(a, b=2):
    c = a

    def inner():
        return c + b

    return inner


print(outer.__code__.co_cellvars, outer(1).__code__.co_freevars, outer.__code__.co_nlocals, outer.__code__.co_varnames)
