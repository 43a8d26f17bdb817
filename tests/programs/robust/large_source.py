# Compiling takes time in proportion to the text: 30,000 of each kind.
N = 30000


def made(text):
    scope = {}
    exec(compile(text, "large", "exec"), scope)
    return scope


scope = made("".join(f"n{i} = {i + 1000}\n" for i in range(N)))
print(scope["n0"], scope[f"n{N - 1}"])
print(made("".join(f"x = 's{i}'\n" for i in range(N)))["x"])
print(made("".join(f"x = {i}.5\n" for i in range(N)))["x"])
print(made("".join(f"def f{i}(): return {i}\n" for i in range(N)))[f"f{N - 1}"]())
print(len(made("x = {" + ",".join(f"'k{i}': {i}" for i in range(N)) + "}")["x"]))
print(len(made("def f(**k): return k\nx = f(" + ",".join(f"a{i}={i}" for i in range(N)) + ")")["x"]))
print(made("x = 1\nx = x" + " and x" * N)["x"])
names = [f"c{i}" for i in range(N)]
lines = (
    ["def f():"]
    + [f" {n} = 1" for n in names]
    + [" def g():"]
    + [f"  {n}" for n in names]
    + ["  return c7", " return g()"]
)
print(made("\n".join(lines) + "\nx = f()\n")["x"])
lines = ["def f():"] + [f" {n} = 1" for n in names] + [" def g():"]
lines += [f"  nonlocal {n}\n  {n} = 2" for n in names] + [" g()", " return c7"]
print(made("\n".join(lines) + "\nx = f()\n")["x"])
try:
    compile("[x " + "for x in a " * 100000 + "]", "x", "exec")
except (SyntaxError, RecursionError, MemoryError) as error:
    print("refused")
