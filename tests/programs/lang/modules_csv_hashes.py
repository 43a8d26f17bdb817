import hashlib, base64, binascii, csv, io

for n in (0, 1, 55, 56, 63, 64, 65, 119, 1000):
    d = bytes(range(256)) * 4
    d = d[:n]
    print(
        n,
        hashlib.md5(d).hexdigest(),
        hashlib.sha1(d).hexdigest(),
        hashlib.sha256(d).hexdigest()[:20],
        hashlib.sha512(d).hexdigest()[:20],
    )
h = hashlib.sha256()
h.update(b"a")
g = h.copy()
h.update(b"b")
print(
    h.hexdigest() == hashlib.sha256(b"ab").hexdigest(),
    g.digest() == hashlib.new("sha256", b"a").digest(),
    h.name,
    h.digest_size,
    h.block_size,
)
for f in (
    lambda: hashlib.md5("a"),
    lambda: hashlib.new("zz"),
    lambda: hashlib.md5(5),
    lambda: base64.b64decode("abc"),
    lambda: base64.b64decode("a"),
    lambda: base64.b64encode("a"),
    lambda: base64.b64decode("ab$c", validate=True),
    lambda: binascii.unhexlify("abc"),
    lambda: binascii.unhexlify("zz"),
    lambda: base64.b16decode("ab"),
    lambda: base64.b32decode("a"),
    lambda: base64.b64decode(5),
    lambda: base64.b85decode("~~~~~"),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
for s in (b"", b"f", b"fo", b"foo", b"foob", b"fooba", b"foobar", bytes(range(250, 256))):
    print(
        base64.b64encode(s),
        base64.b64decode(base64.b64encode(s)) == s,
        base64.b32encode(s),
        base64.b32decode(base64.b32encode(s)) == s,
        base64.b16encode(s),
        base64.b85encode(s),
        base64.b85decode(base64.b85encode(s)) == s,
        base64.urlsafe_b64encode(s),
        base64.urlsafe_b64decode(base64.urlsafe_b64encode(s)) == s,
    )
print(
    base64.encodebytes(b"x" * 60),
    base64.decodebytes(b"eHh4\neHg="),
    binascii.crc32(b"hello"),
    binascii.hexlify(b"ab", "-"),
    base64.b64decode(b"Zm9v\nYmFy"),
    base64.b64decode("Zm9vYg=="),
)
out = io.StringIO()
w = csv.writer(out)
print(
    w.writerow(["a", 1, 2.5, None, 'q"x', "c,d", "l\nm", "", True]),
    w.writerow([]),
    w.writerow([""]),
    w.writerow(["x y", " lead"]),
)
w.writerows([(1, 2), "ab"])
print(repr(out.getvalue()))
print(list(csv.reader(io.StringIO('a,b,c\r\n1,"x, y",3\n"q""q",,\n\n"multi\nline",2,3\nz'))))
for kw in (
    {"delimiter": ";"},
    {"quoting": csv.QUOTE_ALL},
    {"quoting": csv.QUOTE_NONNUMERIC},
    {"quoting": csv.QUOTE_NONE, "escapechar": "\\"},
    {"lineterminator": "\n"},
    {"dialect": "excel-tab"},
    {"dialect": "unix"},
    {"quotechar": "'", "doublequote": False, "escapechar": "\\"},
    {"quoting": csv.QUOTE_STRINGS},
    {"quoting": csv.QUOTE_NOTNULL},
):
    out = io.StringIO()
    csv.writer(out, **kw).writerow(["a;b", "it's", 1, 2.0, "x,\ty", None, 'd"q'])
    print(kw, repr(out.getvalue()))
print(
    list(csv.reader(['1,2.5,"a"'], quoting=csv.QUOTE_NONNUMERIC)),
    list(csv.reader(["a; b;c"], delimiter=";", skipinitialspace=True)),
    list(csv.reader(["a\\,b,c"], escapechar="\\")),
    list(csv.reader(["a,", ",", "", '"",b', 'x"y,z', '"a"b,c'])),
)
rows = list(csv.DictReader(io.StringIO("name,age\nann,3\nbob\ncy,5,extra\n\n")))
print(rows)
r = csv.DictReader(io.StringIO("1,2\n3,4\n"), fieldnames=["x", "y"], restkey="more")
print(next(r), r.line_num, r.fieldnames, list(r))
out = io.StringIO()
w = csv.DictWriter(out, ["b", "a"], restval="-", lineterminator="\n")
w.writeheader()
w.writerow({"a": 1, "b": 2})
w.writerow({"a": 3})
print(out.getvalue())
for f in (
    lambda: w.writerow({"z": 1}),
    lambda: csv.writer(5),
    lambda: csv.writer(out).writerow(5),
    lambda: csv.reader([1]).__next__(),
    lambda: csv.reader([], delimiter="ab"),
    lambda: csv.reader([], foo=1),
    lambda: csv.reader([], dialect="nope"),
    lambda: csv.writer(out, quoting=csv.QUOTE_NONE).writerow(["a,b"]),
    lambda: csv.get_dialect("q"),
    lambda: list(csv.reader(["a\rb"])),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class semi(csv.Dialect):
    delimiter = ";"
    quotechar = "'"
    lineterminator = "\n"
    quoting = csv.QUOTE_MINIMAL


csv.register_dialect("semi", semi)
print(csv.list_dialects(), list(csv.reader(["a;'b;c'"], "semi")), list(csv.reader(["a;b"], semi)))
import sys

csv.writer(sys.stdout, lineterminator="\n").writerows([["epoch", "loss"], [1, 0.5]])
