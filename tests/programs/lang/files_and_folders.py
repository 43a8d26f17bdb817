"""Files and folders on the machine: what is written there stays until it is removed."""
import errno, fnmatch, glob, io, json, os, shutil, tempfile
from pathlib import Path

top = tempfile.mkdtemp(prefix="vt_")
print(os.path.isdir(top), os.path.basename(top).startswith("vt_"), len(os.path.basename(top)))
here = lambda *parts: os.path.join(top, *parts)
shown = lambda text: str(text).replace(top, "TOP")

print("-- folders")
os.makedirs(here("a", "b", "c"))
os.makedirs(here("a", "b"), exist_ok=True)
for make in (
    lambda: os.mkdir(here("a")),
    lambda: os.makedirs(here("a", "b")),
    lambda: os.mkdir(here("x", "y")),
    lambda: os.rmdir(here("a")),
    lambda: os.listdir(here("none")),
    lambda: os.remove(here("none")),
    lambda: os.rename(here("none"), here("other")),
    lambda: open(here("a")),
    lambda: open(here("none")),
    lambda: open(here("none", "file"), "w"),
    lambda: os.path.getsize(here("none")),
    lambda: os.stat(here("q")),
    lambda: os.rmdir(here("none")),
    lambda: open("a\0b"),
    lambda: open(here("n"), "rw"),
    lambda: open(here("n"), "q"),
    lambda: open(here("n"), "rb", encoding="utf-8"),
    lambda: open(here("n"), newline="x"),
    lambda: open(3.5),
):
    try:
        make()
    except Exception as error:
        print(type(error).__name__, getattr(error, "errno", None), shown(error))
print(sorted(os.listdir(top)), os.path.exists(here("n")))

print("-- text")
with open(here("log.txt"), "w") as f:
    print(f.write("one\ntwo\n"), f.writable(), f.readable(), f.mode, f.tell(), f.encoding)
    print("three", 3, sep=",", file=f)
with open(here("log.txt"), "a") as f:
    f.writelines(["four\n", "five"])
with open(here("log.txt")) as f:
    print(f.readline(), f.readline(3), f.read(4).split("\n"), f.tell() > 0, list(f))
with open(here("log.txt")) as f:
    print([line.rstrip() for line in f], f.read() == "", f.closed)
print(f.closed, os.path.getsize(here("log.txt")))
try:
    f.read()
except ValueError as error:
    print(error)
with open(here("ends.txt"), "wb") as f:
    f.write(b"a\r\nb\rc\n")
print([open(here("ends.txt"), newline=n).read() for n in (None, "", "\n")], open(here("ends.txt"), "rb").read())
with open(here("ends.txt"), "w", newline="\r\n") as f:
    f.write("x\ny\n")
print(open(here("ends.txt"), "rb").read())
with open(here("uni.txt"), "w", encoding="utf-16-le") as f:
    f.write("é€")
print(open(here("uni.txt"), "rb").read(), open(here("uni.txt"), encoding="utf-16-le").read())
with open(here("latin.txt"), "wb") as f:
    f.write(b"caf\xe9")
try:
    open(here("latin.txt"), encoding="utf-8").read()
except UnicodeDecodeError as error:
    print(error)
print(
    open(here("latin.txt"), encoding="latin-1").read(),
    open(here("latin.txt"), errors="replace", encoding="utf-8").read(),
)
try:
    open(here("log.txt"), "x")
except FileExistsError as error:
    print(shown(error))

for mode in ("", "b", "+", "rw", "r+w", "rr", "bt", "U"):
    try:
        open(here("log.txt"), mode)
    except ValueError as error:
        print(repr(mode), error)
with open(here("log.txt")) as f:
    for place in ((1, 1), (-1, 2), (0, 1), (0, 2), (-1, 0), (2,), (0, 5)):
        try:
            print(place, f.seek(*place))
        except (ValueError, io.UnsupportedOperation) as error:
            print(place, type(error).__name__, error)
for path in (here("log.txt"), here("a")):
    try:
        open(path, "x")
    except FileExistsError as error:
        print(shown(error))
print(
    [os.access(here("log.txt"), m) for m in (os.F_OK, os.R_OK, os.X_OK)],
    os.access(here("none"), os.F_OK),
    os.access(here("a"), os.W_OK),
)

print("-- bytes")
with open(here("data.bin"), "wb+") as f:
    f.write(bytes(range(10)))
    f.seek(4)
    f.write(b"??")
    f.seek(-3, os.SEEK_END)
    print(f.read(), f.tell())
    f.truncate(6)
with open(here("data.bin"), "rb") as f:
    print(f.read(2), f.read(), f.read(), os.path.getsize(here("data.bin")))
with open(here("data.bin"), "r+b") as f:
    f.write(b"!")
print(open(here("data.bin"), "rb").read())
for bad in (
    lambda: open(here("data.bin"), "rb").write(b""),
    lambda: open(here("log.txt"), "a").read(),
    lambda: open(here("log.txt"), "a").write(b""),
):
    try:
        bad()
    except (io.UnsupportedOperation, TypeError) as error:
        print(type(error).__name__, error)

print("-- walking")
for name in ("a/1.pt", "a/2.pt", "a/b/3.pt", "a/b/c/4.txt", "a/.hidden"):
    Path(top, name).write_text(name)
for folder, folders, files in sorted(os.walk(here("a"))):
    print(shown(folder), sorted(folders), sorted(files))
print([shown(folder) for folder, _, _ in os.walk(here("a"), topdown=False)])
print(
    sorted(map(shown, glob.glob(here("a", "*.pt")))),
    sorted(map(shown, glob.glob(here("**", "*.pt"), recursive=True))),
    glob.glob(here("z*")),
)
print(
    sorted(glob.glob("**/*.t?t", root_dir=top, recursive=True)),
    sorted(glob.glob("a/[12].pt", root_dir=top)),
    glob.escape("a[1]*"),
)
print(
    [fnmatch.fnmatch("step_10.pt", p) for p in ("*.pt", "step_??.pt", "step_[0-9]*", "[!s]*", "*.p")],
    fnmatch.filter(["a.py", "b.txt", "c.py"], "*.py"),
)
with os.scandir(here("a")) as entries:
    print(sorted((e.name, e.is_dir(), e.is_file(), shown(e.path)) for e in entries))

print("-- paths")
p = Path(top) / "a"
print(
    sorted(x.name for x in p.iterdir()),
    sorted(x.name for x in p.glob("*.pt")),
    sorted(shown(x) for x in p.rglob("*.[pt]*")),
)
print(p.is_dir(), p.is_file(), (p / "1.pt").is_file(), (p / "1.pt").stat().st_size, (p / "none").exists())
q = p / "new" / "deep"
try:
    q.mkdir()
except FileNotFoundError as error:
    print(shown(error))
q.mkdir(parents=True)
try:
    q.mkdir(parents=True)
except FileExistsError as error:
    print(shown(error))
q.mkdir(exist_ok=True)
(q / "t").touch()
(q / "j.json").write_text(json.dumps({"k": [1, None]}))
print(
    json.loads((q / "j.json").read_text()),
    json.load(open(q / "j.json")),
    sorted(x.name for x in q.iterdir()),
    (q / "t").read_bytes(),
)
print(shown((q / "t").rename(q / "u")), (q / "t").exists(), (q / "u").exists())
(q / "u").unlink()
(q / "u").unlink(missing_ok=True)
try:
    (q / "u").unlink()
except FileNotFoundError as error:
    print(shown(error), error.errno == errno.ENOENT, errno.errorcode[error.errno], os.strerror(error.errno))

print("-- copies")
shutil.copy(here("a", "1.pt"), here("copy.pt"))
shutil.copy(here("a", "1.pt"), here("a", "b"))
shutil.copytree(here("a"), here("twin"), ignore=shutil.ignore_patterns("*.txt"))
print(open(here("copy.pt")).read(), sorted(os.listdir(here("twin", "b"))), os.listdir(here("twin", "b", "c")))
print(shown(shutil.move(here("copy.pt"), here("twin"))), os.path.exists(here("copy.pt")))
try:
    shutil.copy(here("copy.pt"), here("copy.pt"))
except FileNotFoundError as error:
    print(shown(error))
shutil.rmtree(here("twin"))
shutil.rmtree(here("twin"), ignore_errors=True)
print(os.path.exists(here("twin")))

print("-- temporary")
with tempfile.TemporaryDirectory(dir=top) as folder:
    with tempfile.NamedTemporaryFile("w+", suffix=".txt", dir=folder, delete=False) as f:
        f.write("kept")
    print(os.path.exists(f.name), f.name.endswith(".txt"), os.listdir(folder) == [os.path.basename(f.name)])
print(os.path.exists(folder))
with tempfile.NamedTemporaryFile(dir=top) as f:
    f.write(b"gone")
    f.flush()
    f.seek(0)
    print(f.read(), open(f.name, "rb").read())
print(os.path.exists(f.name))
with tempfile.TemporaryFile("w+") as f:
    f.write("abc")
    f.seek(0)
    print(f.read())

print("-- where")
os.environ["HOME"] = "/h/"
print(os.path.expanduser("~/x"), os.path.expanduser("~"), os.path.expanduser("a~"))
before = os.getcwd()
os.chdir(top)
print(
    os.path.realpath(os.getcwd()) == os.path.realpath(top),
    sorted(os.listdir()) == sorted(os.listdir(".")),
    os.path.exists("a/1.pt"),
    os.path.abspath("a").endswith("/a"),
)
os.chdir(before)
os.environ["VT_TRIED"] = "yes"
print(
    os.environ["VT_TRIED"],
    os.getenv("VT_TRIED"),
    os.environ.get("VT_NOT", "-"),
    "VT_TRIED" in os.environ,
    os.path.expandvars("$VT_TRIED/${VT_TRIED}"),
)
try:
    os.environ["X"] = 1
except TypeError as error:
    print(error)
with open(os.devnull, "w") as f:
    print("nothing", file=f)
print(repr(open(os.devnull).read()))
shutil.rmtree(top)
print(os.path.exists(top))
