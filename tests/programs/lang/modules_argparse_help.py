# feature: help and usage of parsers, values of options, mistakes in them
# The layout is that of CPython 3.13, whose module runs here.
import argparse, sys, io, contextlib


def run(p, *a):
    e, o = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(e), contextlib.redirect_stdout(o):
        try:
            r = p.parse_args(a)
        except SystemExit as x:
            r = ("exit", x.code)
    print(a, r, (e.getvalue() + o.getvalue()).strip())


p = argparse.ArgumentParser("prog", description="Desc here.", epilog="The end.")
p.add_argument("pos", type=int, help="a number")
p.add_argument("rest", nargs="*", default=["d"], metavar="R")
p.add_argument("-v", "--verbose", action="count", default=0, help="more")
p.add_argument("--lr", type=float, default=0.1, help="rate (default: %(default)s)")
p.add_argument("-o", "--out", required=False, choices=["a", "b"], dest="output")
p.add_argument("--flag", action="store_true")
p.add_argument("--no-x", dest="x", action="store_false")
p.add_argument("--lst", nargs="+", type=int)
p.add_argument("--pair", nargs=2, metavar=("A", "B"))
p.add_argument("--opt", nargs="?", const="C", default="D")
p.add_argument("--app", action="append")
p.add_argument("--version", action="version", version="%(prog)s 1.0")
p.add_argument("--bool", action=argparse.BooleanOptionalAction, default=True)
p.add_argument("--ext", action="extend", nargs="*")
p.add_argument("--const", action="store_const", const=42)
p.add_argument("--hid", help=argparse.SUPPRESS)
g = p.add_mutually_exclusive_group()
g.add_argument("--one", action="store_true")
g.add_argument("--two")
ag = p.add_argument_group("special", "group text")
ag.add_argument("--sp", type=lambda s: s.upper())
for a in [
    ("1",),
    ("x",),
    (),
    ("1", "2", "3"),
    ("1", "-vvv", "--lr", "2"),
    ("1", "--lr", "q"),
    ("1", "-o", "c"),
    ("1", "-oa"),
    ("1", "--out=b"),
    ("1", "--flag", "--no-x"),
    ("1", "--lst", "1", "2"),
    ("1", "--lst"),
    ("1", "--pair", "1"),
    ("1", "--pair", "1", "2"),
    ("1", "--opt"),
    ("1", "--opt", "z"),
    ("1", "--app", "a", "--app", "b"),
    ("--version",),
    ("1", "--no-bool"),
    ("1", "--ext", "a", "b", "--ext", "c"),
    ("1", "--const"),
    ("1", "--one", "--two", "x"),
    ("1", "--sp", "abc"),
    ("1", "--unknown"),
    ("1", "--ver"),
    ("1", "--verb"),
    ("1", "--o", "a"),
    ("-1",),
    ("--", "-1"),
    ("1", "--lr=-3"),
    ("1", "--lr", "-3"),
    ("-h",),
    ("1", "--flag=3"),
    ("1", "-x"),
]:
    run(p, *a)
p.print_usage()
print(
    p.format_help() == p.format_help(),
    p.get_default("lr"),
    p.prog,
    repr(argparse.Namespace(a=1, b="x")),
    argparse.Namespace(a=1) == argparse.Namespace(a=1),
    "a" in argparse.Namespace(a=1),
    vars(argparse.Namespace(z=1)),
)
q = argparse.ArgumentParser(
    prog="q", formatter_class=argparse.ArgumentDefaultsHelpFormatter, add_help=False, allow_abbrev=False
)
sub = q.add_subparsers(dest="cmd", required=True, title="cmds", help="sub help")
s1 = sub.add_parser("run", help="run it", aliases=["r"])
s1.add_argument("--n", type=int, default=3, help="count")
s1.set_defaults(func=print)
s2 = sub.add_parser("stop")
s2.add_argument("w", nargs="?")
for a in [("run", "--n", "4"), ("r",), ("stop", "x"), ("zz",), (), ("run", "--m")]:
    try:
        run(q, *a)
    except Exception as e:
        print(type(e), e)
q.print_help()
print(q.parse_known_args(["stop", "--zz", "1"]))
s1.print_help()
for f in (
    lambda: p.add_argument("--lr"),
    lambda: p.add_argument("-a", "b"),
    lambda: p.add_argument("z", required=True),
    lambda: p.add_argument("--y", action="nope"),
    lambda: p.add_argument("--y", nargs=0),
    lambda: p.add_argument("--y", type="int"),
    lambda: p.error,
    lambda: argparse.ArgumentTypeError("x"),
):
    try:
        print(str(f())[:10])
    except Exception as e:
        print(type(e).__name__, e)


def pos(s):
    v = int(s)
    if v <= 0:
        raise argparse.ArgumentTypeError(f"{s} not positive")
    return v


r = argparse.ArgumentParser(prog="r", usage="r [stuff]", exit_on_error=False)
r.add_argument("--p", type=pos)
r.add_argument("--f", type=argparse.FileType("r") if hasattr(argparse, "FileType") else str, metavar="FILE")
run(r, "--p", "3")
try:
    r.parse_args(["--p", "-3"])
except argparse.ArgumentError as e:
    print("AE", e, e.argument_name)
try:
    r.parse_args(["--p=0"])
except argparse.ArgumentError as e:
    print("AE", e)
import argparse


class F2(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    pass


p = argparse.ArgumentParser(
    prog="train.py", description="Train a   model\non data " * 9 + "%(prog)s.", epilog="see\n  also", formatter_class=F2
)
p.add_argument(
    "data", help="folder of the data, which is explained at some length so that the text has to be wrapped somewhere"
)
p.add_argument(
    "--learning-rate-schedule",
    "-lrs",
    type=float,
    default=1e-3,
    metavar="RATE",
    help="a long option name with help that wraps over several lines, since it says a lot (100%% sure)",
)
p.add_argument("-e", "--epochs", type=int, default=10, help="epochs, type %(type)s")
p.add_argument("--mode", choices=["fast", "slow"], default="fast", help="one of %(choices)s")
p.add_argument("--no-help")
p.add_argument("--names", nargs="*", help="names")
p.add_argument("--amp", action=argparse.BooleanOptionalAction, help="amp")
p.add_argument("extra", nargs="?", default="e", help="extra")
p.add_argument("--seed", type=int, required=True)
g = p.add_mutually_exclusive_group(required=True)
g.add_argument("--cpu", action="store_true", help="cpu")
g.add_argument("--gpu", type=int, help="gpu")
print(p.format_help())
print(p.format_usage())
q = argparse.ArgumentParser(
    prog="a_very_long_program_name_that_takes_most_of_the_line_of_eighty_columns",
    formatter_class=argparse.RawTextHelpFormatter,
    description="d" * 100,
)
q.add_argument("--x", help="line one\nline two\n  three")
q.add_argument("y", help="")
q.add_argument("--zzzzzzzzzzzzzzzzzzzzzzzzzzzz")
q.print_help()
r = argparse.ArgumentParser(
    "r", formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=40, width=60)
)
r.add_argument("--something-long", metavar=("A", "B"), nargs=2, help="pair of things that are described here")
r.add_argument("--other", nargs="+", help="o")
r.add_argument("rest", nargs=argparse.REMAINDER)
r.print_help()
s = argparse.ArgumentParser("s")
sp = s.add_subparsers(dest="c", metavar="CMD")
a = sp.add_parser("alpha", help="alpha help")
b = sp.add_parser("beta", description="beta desc")
a.add_argument("f")
s.print_help()
a.print_help()
b.print_usage()
print(s.parse_args([]), s.parse_args(["alpha", "1"]))
t = argparse.ArgumentParser("t", add_help=False)
t.print_help()
t.add_argument("only")
t.print_help()
u = argparse.ArgumentParser("u", parents=[t], usage="%(prog)s [x]")
u.print_help()
v = argparse.ArgumentParser("v")
gg = v.add_argument_group("G")
gg.add_argument("--in", dest="inp")
gh = v.add_argument_group(description="only text")
gh.add_argument("w")
m = gg.add_mutually_exclusive_group()
m.add_argument("--m1", action="store_const", const=1)
m.add_argument("--m2", action="append_const", const=2, dest="m1x")
v.print_help()
print(v.parse_args(["q", "--m2"]), v.parse_known_intermixed_args if 0 else "")
