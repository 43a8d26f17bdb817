import string
from string import Formatter


def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


f = Formatter()
t(lambda: f.format("{0} {1!r:>5} {name.real:03d} {d[key]} {l[1]} {{x}}", 1, "a", name=5, d={"key": 2}, l=[1, 2]))
t(lambda: f.format("{} {} {:{}}", 1, 2, 3, ">5"))
t(lambda: f.format("{0}{}", 1))
t(lambda: f.format("{}{0}", 1))
t(lambda: f.format("{a}"))
t(lambda: f.format("{0}"))
t(lambda: f.format("{"))
t(lambda: f.format("}"))
t(lambda: f.format("{a"))
t(lambda: f.format("{!x}", 1))
t(lambda: f.format("{!r", 1))
t(lambda: f.format("{!}", 1))
t(lambda: f.format("{!rx}", 1))
t(lambda: f.format("{a.}", a=1))
t(lambda: f.format("{a[}", a=1))
t(lambda: f.format("{a[]}", a=1))
t(lambda: f.format("{:{:{:{}}}}", 1, 2, 3, 4))
t(lambda: f.format("{a[0]x}", a=[1]))
t(lambda: f.format("{0.real.imag}", 5))
t(lambda: f.vformat("{x}", (), {"x": 1}))
t(lambda: list(f.parse("a{b!r:c{d}}e{{f}}")))
t(lambda: f.get_field("a.b[0]", (), {"a": type("A", (), {"b": [7]})}))
t(lambda: f.format("{a[k:ey]}", a={"k:ey": 1}))
t(lambda: f.format(1))
t(lambda: f.format())
t(lambda: Formatter.format())


class Default(Formatter):
    def get_value(self, key, args, kw):
        return kw.get(key, f"<{key}>") if isinstance(key, str) else super().get_value(key, args, kw)

    def convert_field(self, v, c):
        return v.upper() if c == "u" else super().convert_field(v, c)

    def format_field(self, v, spec):
        return "*" * int(spec[1:]) + str(v) if spec.startswith("!") else super().format_field(v, spec)

    def check_unused_args(self, used, args, kw):
        extra = [k for k in kw if k not in used]
        if extra:
            raise ValueError(f"unused {extra} {sorted(map(str, used))}")


d = Default()
t(lambda: d.format("{a!u} {b} {c:!3} {0}", 9, a="x", c=4))
t(lambda: d.format("{a}", a=1, z=2))
T = string.Template
t(lambda: T("$a ${b} $$ $c").safe_substitute(a=1))
t(lambda: T("$a ${b}").substitute(a=1, b=2))
t(lambda: T("$a").substitute())
t(lambda: T("$ x").substitute())
t(lambda: T("$a $").is_valid())
t(lambda: T("$a ${b} $a").get_identifiers())
t(lambda: T("$a").substitute({"a": 1}, a=2))
t(lambda: T("a\n $1").substitute())


class Pct(T):
    delimiter = "%"


class Pat(T):
    idpattern = "[a-z]+"
    flags = 0


class Br(T):
    braceidpattern = "[a-z.]+"


t(lambda: Pct("%a %{b} %% $c").substitute(a=1, b=2))
t(lambda: Pat("$abcDEF").substitute(abc=1))
t(lambda: Br("${a.b} $c").substitute({"a.b": 1, "c": 2}))
t(lambda: string.capwords("hello  world-x"))
t(lambda: string.capwords("a-b c", "-"))


class At(T):
    pattern = r"(?P<escaped>@@)|@(?P<named>[a-z]+)|@<(?P<braced>[a-z]+)>|(?P<invalid>@)"


t(lambda: At("@@ @a @<b>").substitute(a=1, b=2))
t(lambda: At("@1").substitute())
