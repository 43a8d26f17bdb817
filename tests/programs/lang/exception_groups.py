# feature: exception groups: except*, what is left, split, subgroup and derive
def show(eg, d=0):
    print("  " * d + repr(eg), "|", str(eg))
    for e in eg.exceptions:
        if isinstance(e, BaseExceptionGroup):
            show(e, d + 1)
        else:
            print("  " * (d + 1) + repr(e))


eg = ExceptionGroup("top", [ValueError(1), TypeError("t"), ExceptionGroup("in", [ValueError(2), KeyError("k")])])
show(eg)
m, r = eg.split(ValueError)
show(m)
show(r)
print(eg.subgroup(lambda e: isinstance(e, KeyError)), eg.subgroup(OSError), eg.message, len(eg.exceptions), eg.args[0])


def run(*excs):
    try:
        try:
            raise ExceptionGroup("g", list(excs))
        except* ValueError as e:
            print("V", e.exceptions)
        except* (TypeError, KeyError) as e:
            print("TK", e.exceptions)
        else:
            print("else")
        finally:
            print("finally")
    except BaseException as e:
        print("left:", repr(e))


run(ValueError(1), TypeError(2))
run(ValueError(1), OSError(3))
run(OSError(1))
run(KeyError("a"))
try:
    try:
        raise ValueError("naked")
    except* ValueError as e:
        print(type(e).__name__, e.exceptions, repr(e.message))
except Exception as e:
    print("no", e)
try:
    try:
        raise OSError("naked")
    except* ValueError as e:
        print("no")
except OSError as e:
    print("through", repr(e))
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        raise RuntimeError("new")
except ExceptionGroup as e:
    show(e)
try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)])
    except* ValueError:
        raise
    except* TypeError:
        pass
except ExceptionGroup as e:
    show(e)
for bad in (
    lambda: ExceptionGroup("x", []),
    lambda: ExceptionGroup("x", [1]),
    lambda: ExceptionGroup("x"),
    lambda: ExceptionGroup(1, [ValueError()]),
    lambda: ExceptionGroup("x", [KeyboardInterrupt()]),
):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
print(
    type(BaseExceptionGroup("b", [ValueError()])).__name__,
    type(BaseExceptionGroup("b", [SystemExit()])).__name__,
    [c.__name__ for c in ExceptionGroup.__mro__],
)
try:
    try:
        raise ValueError
    except* ExceptionGroup:
        pass
except TypeError as e:
    print(e)


class MyEG(ExceptionGroup):
    def derive(self, excs):
        return MyEG(self.message, excs)


a, b = MyEG("m", [ValueError(1), KeyError(2)]).split(KeyError)
print(repr(a), repr(b))


def f():
    for i in range(3):
        try:
            if i == 1:
                raise ExceptionGroup("x", [ValueError(i)])
            print("ok", i)
        except* ValueError as e:
            for z in range(2):
                if z:
                    break
            print("handled", i)
    return "done"


print(f())
try:
    raise ExceptionGroup("x", [ValueError(1)])
except Exception as e:
    print("plain except", e)
e = ExceptionGroup("n", [ValueError(1)])
e.add_note("note")
print(e.__notes__, e.split(ValueError)[0].__notes__)
