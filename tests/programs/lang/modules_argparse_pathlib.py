"""argparse and pathlib as training scripts use them."""
import argparse
import os
from pathlib import Path, PurePath

parser = argparse.ArgumentParser(prog="train.py", description="Trains a model.")
parser.add_argument("data", nargs="?", default="mnist", help="name of the data set")
parser.add_argument("--lr", type=float, default=0.1, help="learning rate")
parser.add_argument("-n", "--epochs", type=int, default=3, metavar="N")
parser.add_argument("--optimizer", choices=["sgd", "adam"], default="sgd")
parser.add_argument("--layers", type=int, nargs="+", default=[8, 8])
parser.add_argument("--no-cuda", action="store_true")
parser.add_argument("-v", action="count", default=0)
parser.add_argument("--tag", action="append")
parser.add_argument("--shuffle", action=argparse.BooleanOptionalAction, default=True)
print(parser.parse_args([]))
args = parser.parse_args(
    "cifar --lr 1e-3 -n 7 --optimizer=adam --layers 4 5 6 --no-cuda -vv --tag a --tag b --no-shuffle".split()
)
print(args.data, args.lr, args.epochs, args.optimizer, args.layers, args.no_cuda, args.v, args.tag, args.shuffle)
print(sorted(vars(args)), "lr" in args, args == parser.parse_args([]))
print(
    parser.parse_known_args(["--unknown", "1", "-n4"])[0].epochs,
    parser.parse_known_args(["--lr", "-0.5", "--other"])[1],
)
print(parser.parse_args(["--epo", "9"]).epochs, parser.parse_args(["--lr", "-2"]).lr)
strict = argparse.ArgumentParser(prog="p", exit_on_error=False)
strict.add_argument("--size", type=int, required=True)
strict.add_argument("--mode", choices=("a", "b"))
for words in (["--size", "x"], ["--size"]):
    try:
        strict.parse_args(words)
    except argparse.ArgumentError as e:
        print(e)
try:
    parser.parse_args(["--lr", "fast"])
except SystemExit as e:
    print("exit", e.code)
print(parser.format_usage().split()[:3])

commands = argparse.ArgumentParser(prog="tool")
sub = commands.add_subparsers(dest="command")
run = sub.add_parser("run")
run.add_argument("file")
run.add_argument("--fast", action="store_true")
run.set_defaults(func=lambda a: f"run {a.file} {a.fast}")
parsed = commands.parse_args(["run", "x.py", "--fast"])
print(parsed.command, parsed.func(parsed))

p = Path("runs") / "exp1" / "model.tar.gz"
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts)
print(
    p.with_suffix(".pt"),
    p.with_name("last.pt"),
    p.parent.parent,
    p.parents[1],
    p.is_absolute(),
    Path("/a/b").is_absolute(),
)
print(
    Path("a/./b//c/"),
    Path("/a") / "/b",
    "x" / Path("y"),
    Path(),
    Path("a") == Path("a/"),
    Path("a") < Path("b"),
    hash(Path("q")) == hash(Path("q")),
)
print(
    p.relative_to("runs"),
    p.match("*.gz"),
    Path("~x").name,
    os.fspath(p),
    str(p.joinpath("a", "b")),
    Path(".bashrc").suffix,
)
print(
    isinstance(p, PurePath),
    f"{p}",
    Path("/").name == "",
    Path("a", "b", "c"),
    p.as_posix(),
    Path("no/such/file").exists(),
)
for act in (
    lambda: p.relative_to("other"),
    lambda: Path("").with_name("x"),
    lambda: p.with_suffix("pt"),
    lambda: Path(5),
):
    try:
        act()
    except (ValueError, TypeError) as e:
        print(type(e).__name__)
note = Path("note.tmp")
note.write_text("one\ntwo\n")
with open(note) as f:
    print(f.read().split(), os.path.exists(note), os.path.basename(note))
note.unlink()
print(note.exists())
