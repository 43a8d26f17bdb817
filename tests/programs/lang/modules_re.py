# feature: regular expressions: matching, groups, sub, split, flags, look-around, errors of patterns
import re

m = re.search(r"(\d+)-(?P<w>\w+)", "ab 12-cd ef")
print(
    m,
    m.group(),
    m.group(1),
    m["w"],
    m.groups(),
    m.groupdict(),
    m.span(),
    m.start(1),
    m.end("w"),
    m.lastindex,
    m.lastgroup,
    m.pos,
    m.endpos,
    m.string,
    m.re,
)
print(
    re.findall(r"\d+", "a1b22c333"),
    re.findall(r"(\w)(\d)", "a1b2"),
    re.findall(r"(a)|b", "ab"),
    re.split(r"[,;]\s*", "a, b;c"),
    re.split(r"(-)", "a-b-c"),
    re.split(r"x*", "axbc"),
    re.split(",", "a,b,c", maxsplit=1),
)
print(
    re.sub(r"\d", "#", "a1b2"),
    re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"),
    re.sub("x*", "-", "abxd"),
    re.sub(r"(?P<n>\d)", r"<\g<n>>", "a1"),
    re.sub("a", lambda m: m.group().upper(), "banana", count=2),
    re.subn("a", "b", "aaa"),
    re.sub(r"^", "> ", "a\nb", flags=re.M),
)
print(
    re.match("b", "ab"),
    re.match("a", "ab"),
    re.fullmatch("a.", "ab"),
    re.fullmatch("a", "ab"),
    [m.span() for m in re.finditer("a*", "baac")],
    re.compile("a", re.I | re.M),
    re.compile("a").flags,
    re.I,
    re.IGNORECASE | re.DOTALL,
)
print(
    re.escape("a.b*c[d]"),
    re.search("(?i)HELLO", "say hello").group(),
    re.findall(r"(?m)^\w+", "ab\ncd"),
    re.search("a.b", "a\nb"),
    re.search("a.b", "a\nb", re.S).group(),
)
print(
    re.findall(r"\bfoo\b", "foo food foo"),
    re.findall(r"(?<=\$)\d+", "$5 6 $7"),
    re.findall(r"\d+(?!%)\b", "5% 6 7%"),
    re.findall(r"(?<!a)b", "ab bb"),
    re.findall(r"a(?=b)", "ab ac"),
)
print(
    re.findall("<.*?>", "<a><b>"),
    re.findall("<.*>", "<a><b>"),
    re.findall("a{2,3}", "aaaaa"),
    re.findall("a{2,3}?", "aaaaa"),
    re.findall("(ab)+", "ababab"),
    re.findall("(?:ab)+", "ababab"),
    re.findall("(a|ab)(c|bcd)(d*)", "abcd"),
)
print(
    re.search(r"(\w)\1", "hello").group(),
    re.search(r"(?P<q>['\"]).*?(?P=q)", "say 'hi' x").group(),
    re.findall("[^abc]+", "xaybz"),
    re.findall(r"[\w.-]+@[\w-]+\.\w+", "me@x.org, you@y-z.com"),
    re.findall("[a-c-]", "a-d"),
    re.findall(r"[]x]", "]x"),
    re.findall(r"[\]\\]", r"]\a"),
)
p = re.compile(
    r"""
    (\d{4})  # year
    -(\d\d)  # month
    """,
    re.X,
)
print(
    p.match("2024-05").groups(),
    p.groups,
    p.pattern[:5],
    p.groupindex,
    p.search("x2024-05", 1).span(),
    p.match("x2024-05"),
    p.fullmatch("2024-05").span(2),
)
for bad in (
    "(",
    ")",
    "[a",
    "*a",
    "a**",
    "a{2,1}",
    r"\1",
    "(?P<a>x)(?P<a>y)",
    "(?P<1>x)",
    "[b-a]",
    "\\",
    "(?<=a*)b",
    "a(?z)",
    "(?P=x)",
    r"\q",
    "x{,}",
    "(?P<a",
    "[\\",
    "a|*",
    "(?(1)a|b)",
):
    try:
        print(bad, re.findall(bad, "x{,}"))
    except re.error as e:
        print(bad, "!", e, e.pos, e.msg)
for f in (
    lambda: re.sub("a", r"\2", "a"),
    lambda: re.search("a", b"a"),
    lambda: re.search(b"a", "a"),
    lambda: re.search("a", 3),
    lambda: re.match("a", "a").group(2),
    lambda: re.match("a", "a").group("x"),
    lambda: re.sub("a", r"\g<x>", "a"),
    lambda: re.sub("a", r"\q", "a"),
):
    try:
        print(f())
    except Exception as e:
        print(isinstance(e, re.error) or type(e).__name__, e)
print(
    re.findall(rb"\d+", b"a1b2"),
    re.sub(rb"a", b"b", b"aa"),
    re.findall("é+", "éé à"),
    re.findall(r"\w+", "héllo wörld", re.A),
    re.findall(r"\w+", "héllo wörld"),
    re.search("É", "é", re.I),
)
print(
    re.match(r"(a)?(b)?", "b").groups(),
    re.match(r"(a)?(b)?", "b").groups("-"),
    re.match("(a)|b", "b").group(1),
    re.match("(a)|b", "b").span(1),
    bool(re.match("", "")),
    re.match(r"(?:(a)|b)*", "ab").group(1),
    re.match("(a*)*", "aab").groups(),
    re.match("(a*)+", "b").groups(),
    re.match("(?:a?)*?b", "aab").group(),
)
print(
    re.findall(r"(\d+)\s*([a-z]+)?", "12 ab 3"),
    re.match(r"(.*)(\d+)", "abc123").groups(),
    re.match(r"(.*?)(\d+)$", "abc123").groups(),
    re.match(r"\s*(\w+)\s*=\s*(.*)", "key = value").groups(),
    re.match(r"(?P<y>\d+)", "12").expand(r"\g<y>!\1"),
)
print(
    re.findall(r"(?>a+)b", "aaab"),
    re.findall("a++b", "aab"),
    re.match(r"(a)?(?(1)b|c)", "ab").group(),
    re.match(r"(a)?(?(1)b|c)", "c").group(),
    re.match(r"(?i:A)b", "ab").group(),
    re.findall(r"\Aab|b\Z", "abab"),
    re.findall(r"a$", "a\na\n"),
    re.findall("(?s).", "a\n"),
)
tok = re.compile(r"\s*(?:(\d+\.?\d*)|(.))")
print(
    [m.groups() for m in tok.finditer("3 + 4.5*x")],
    re.split(r"\W+", "Words, words, words."),
    re.split(r"(?<=,)", "a,b"),
    re.findall(r"\d{1,3}(?:,\d{3})*", "1,234,567 89"),
)
spec = [("NUM", r"\d+"), ("ID", r"[a-z]+"), ("OP", r"[+*/-]"), ("WS", r"\s+")]
print([(m.lastgroup, m.group()) for m in re.finditer("|".join(f"(?P<{n}>{p})" for n, p in spec), "ab + 12")])
print(
    re.match(r"((a)|(b))+", "ab").groups(),
    re.search("(?:x|(y))z", "yz").groups(),
    re.match("(?:(?=(a+))a*b|x)", "aab").groups(),
    len(re.findall("a|b", "ab" * 1000)),
    re.match(".*", "x" * 100000).end(),
    re.match("(?:ab)*", "ab" * 50000).end(),
    re.match("(x+x+)+y", "x" * 15),
)
print(isinstance(m, re.Match), isinstance(p, re.Pattern), re.compile(p) is p, p == re.compile(p.pattern, re.X))
