import traceback
def show(f):
    try: f()
    except BaseException:
        print("\n".join(l for l in traceback.format_exc().split("\n")[3:] if not l.startswith("  File")), end="---\n")
def a():
    x = None
    return (1 +
            x.foo +
            3)
def b():
    d = {"a": {"b": 1}}
    return d["a"]["c"]["d"]
def c():
    return sum(
        x / 0
        for x in range(3)
    )
def d():
    f = lambda a, b: a + b
    return f(
        1,
        "2",
    )
def e():
    x = [1, 2, 3]
    return x[1][2][3] if x else 0
def g():
    a = 1
    b = 0
    return a * 2 + (a / b) - 5
def h():
    s = "ünïcödé"
    return s + "日本" + 5
def i():
    return [y
            for x in [1, 2]
            for y in x]
def j():
    class A: pass
    A().x.y.z = 5
def k():
    t = (1, 2)
    t[0] = 5
def l():
    a, b = 1, 2, 3
def m():
    assert 1 == 2, \
        "two lines"
def n():
    raise ValueError(
        "a"
        "b"
    ) from KeyError("x")
def o():
    x = "é", ["日本", 5]["한"]
def p():
    for x in 5:
        pass
def q():
    x = 5
    x()
def r():
    return -"a"
def s():
    return not_defined + 1
def t():
    del undefined_x
def u():
    return {y: z
            for y in [1] if y
            for z in 5}
def v():
    return list(y
                for x in "あ"
                for y in 5)
def w():
    return f"{1/0:.2f} and {2}"
def x():
    return {**{"a": 1}, **5}
def y():
    return print(*5)
def z():
    x: int = 1 // 0
for fn in [a,b,c,d,e,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z]: show(fn)
