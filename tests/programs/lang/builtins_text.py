# str methods
s = "Hello, World"
print(
    s.split(","),
    s.split(),
    "a,b,,c".split(","),
    "a  b c".split(None, 1),
    "a,b,c".rsplit(",", 1),
    "  x y ".rsplit(None, 1),
)
print("l1\nl2\r\nl3\x0bl4".splitlines(), "l1\nl2\n".splitlines(True), "".splitlines(), "".split(), "".split(","))
print(
    "-".join("abc"),
    "x".join([]),
    s.replace("l", "L"),
    s.replace("l", "L", 1),
    "aaa".replace("", "-"),
    "abc".replace("", "-", 2),
)
print("  x ".strip() + "|", "xxabcxx".strip("x"), "abc".lstrip("ab"), "abc".rstrip("cb"))
print(
    s.find("o"),
    s.rfind("o"),
    s.find("z"),
    s.index("W"),
    s.count("l"),
    s.count(""),
    "aaaa".count("aa"),
    s.find("o", 5),
    s.find("", 100),
    s.find("", 12),
)
print(s.startswith("Hell"), s.startswith(("x", "H")), s.endswith("d", 0, 5), s.startswith("W", 7), s.endswith(()))
print(
    s.upper(),
    s.lower(),
    s.title(),
    "hello wORLD".capitalize(),
    s.swapcase(),
    "ß".upper(),
    "ß".casefold(),
    "they're bill's".title(),
)
print(
    s.center(20, "*"),
    s.ljust(15) + "|",
    s.rjust(15, "."),
    "42".zfill(5),
    "-42".zfill(5),
    "abc".center(6),
    "abc".center(7, "-"),
    "ab".center(5, "-"),
)
print("a=b=c".partition("="), "a=b=c".rpartition("="), "abc".partition("="), "abc".rpartition("="))
print(
    "123".isdigit(),
    "12a".isdigit(),
    "abc".isalpha(),
    "ab1".isalnum(),
    " ".isspace(),
    "Ab".isupper(),
    "AB1".isupper(),
    "ab".islower(),
    "Hello World".istitle(),
    "x1".isidentifier(),
    "1x".isidentifier(),
    "".isalpha(),
    "é".isalpha(),
    "²".isdigit(),
    "²".isdecimal(),
    "½".isnumeric(),
    "\n".isprintable(),
    "".isprintable(),
    "é".isascii(),
)
print(
    "a\tb\tc".expandtabs(),
    "a\tb".expandtabs(4),
    "abc".translate({97: "X", 98: None, 99: 100}),
    "hello".translate(str.maketrans("el", "ip", "o")),
)
print("prefix-body".removeprefix("prefix-"), "body.txt".removesuffix(".txt"), "abc".removeprefix("x"))
print(
    "abc"[1],
    "abc"[-1],
    "abcdef"[1:4],
    "abcdef"[::-1],
    "abcdef"[::2],
    "abcdef"[-3:],
    "abcdef"[10:],
    "héllo"[1],
    "héllo"[::-1],
    "日本語"[1:],
    len("日本語"),
)
print("abc" < "abd", "abc" == "abc", "a" * 3, 3 * "ab", "b" in "abc", "" in "abc", "abc" + "d", "Z" < "a", "a" * -1)
print(
    repr("it's"),
    repr('say "hi"'),
    repr("both ' and \""),
    repr("tab\t nl\n cr\r nul\0 bs\\ bell\x07 é \x80 \u200b 日本 \U0001F600"),
    ascii("é日\U0001F600"),
)
print("héllo wörld".title(), "ΑΣ".lower(), "ﬁ".upper(), "ǆ".title(), "İ".lower())
print(
    "%s %r %d %5d|%-5d|%05d %x %X %o %e %g %f %.2f %c %c %% %i"
    % ("a", "b", 42, 42, 42, 42, 255, 255, 8, 12345.678, 0.0001, 3.14159, 2.71828, "z", 65, 7)
)
print(
    "%(name)s is %(age)d" % {"name": "Bob", "age": 5},
    "%5.1f|%-8s|%8s|%+d|% d" % (3.14159, "ab", "cd", 5, 5),
    "%*d" % (5, 42),
    "%.*f" % (2, 3.14159),
    "%#x %#o" % (255, 8),
    "%s" % [1],
    "%s" % ((1, 2),),
    "%.3s" % "abcdef",
    "%10.3e|" % 1234.5,
)
print(
    "%a" % "é",
    "%5s%%" % 50,
    "%s %s" % ("a", None),
    "%d" % 3.99,
    "%d" % True,
    "%x" % -255,
    "%g %g %g" % (1e10, 1e-5, 100000.0),
    "%G" % 1e-10,
)
print(
    "{:>10}|{:^10}|{:<10}|{:*>5}".format("a", "b", "c", 1),
    "{0[1]} {1[k]} {2.real}".format([1, 2], {"k": "v"}, 3),
    "{!r:>5}".format("a"),
)
print(
    "{:,} {:_} {:,.2f} {:+} {:08.3f} {:e} {:%} {:.1%} {:b} {:#b} {:o} {:#o} {:x} {:#X} {:c} {:n}".format(
        1234567, 1234567, 1234567.891, 5, 3.14159, 12345.678, 0.5, 0.1234, 5, 5, 8, 8, 255, 255, 65, 1234
    )
)
print(
    f"{1234567:_x} {255:#010x} {-5:+d} {5: d} {1e100:,} {0.1:.30f} {123456789:>+15,} {-1234567.5:=15,.1f} "
    f"{1234:012,d} {12345.678:015,.2f} {True:d} {True} {True:5}|"
)
print(
    f"{'abc':.2} {'abc':>5.1}| {3.0} {3.0:g} {3.0:.0f} {3.5:.0f} {2.5:.0f} {1e16} {1e15} "
    f"{123456789.123:.3g} {0.00001234:g} {float('inf'):5} {float('nan'):>5} {1e-7:f} {100.0:#g} "
    f"{5.0:#.0f} {1.5e300*1e10:e}"
)
print("{:{w}.{p}f}|{:{}}|".format(3.14159, "x", 5, w=8, p=2), "{0:{1}}".format("a", ">4"), "{{}}", "{}{{}}".format(1))
print(
    str(b"abc"),
    b"a'b",
    b"\x00\xff",
    "é".encode(),
    "é".encode("latin-1"),
    b"\xc3\xa9".decode(),
    "é".encode("ascii", "replace"),
    "é".encode("ascii", "ignore"),
    bytes([1, 2]),
    bytes(3),
    b"abc"[1],
    b"abc"[1:],
    list(b"ab"),
    b"a" + b"b",
    b"abc".hex(),
)
print(
    int("0b101", 0),
    int("-0x1F", 16),
    int("  12_3  "),
    int("١٢٣"),
    float("1_0.5"),
    float("1e5"),
    int(-3.7),
    int("z", 36),
)
print(
    "abc".__len__(),
    "abc".__add__("d"),
    "a".__contains__("a"),
    "abc".__getitem__(0),
    str.upper("x"),
    str.join(",", ["a"]),
    list(map(str.strip, [" a ", "b "])),
)
print(
    "a-b_c".isidentifier(),
    "Ⅷ".isnumeric(),
    "abc".encode().decode("utf-8"),
    "%s" % 1.0,
    str(1e22),
    "{:10}".format(True),
    "{}".format(None),
    "{:5}|".format("é"),
)
print(
    max("banana"),
    sorted("banana"),
    list(reversed("abc")),
    "".join(reversed("abc")),
    list(enumerate("ab", 1)),
    "a" "b",
    "x" not in "abc",
)
