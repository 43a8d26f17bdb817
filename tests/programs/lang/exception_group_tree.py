# feature: a traceback shows an exception group as the tree of what is in it
import traceback


def caught(f):
    try:
        f()
    except BaseException as error:
        print("".join(re_lines(traceback.format_exception(error))))


def re_lines(lines):
    """Without the places, which name the file."""
    return [line for part in lines for line in part.splitlines(True) if "File " not in line]


def made(kind, *arguments):
    try:
        raise kind(*arguments)
    except Exception as error:
        return error


def tree():
    group = ExceptionGroup(
        "outer",
        [made(ValueError, 1), ExceptionGroup("inner", [KeyError("k"), made(OSError, 2, "gone")]), TypeError("t")],
    )
    group.add_note("a note")
    raise group


def with_cause():
    try:
        1 / 0
    except ZeroDivisionError as error:
        raise ExceptionGroup("caused", [error, ValueError(2)]) from error


def one_left():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        pass


def raised_anew():
    try:
        raise ExceptionGroup("g", [ValueError(1)])
    except* ValueError:
        raise RuntimeError("second")


def both():
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2)])
    except* ValueError:
        raise RuntimeError("x")


def many():
    raise ExceptionGroup("many", [ValueError(i) for i in range(18)])


for case in (tree, with_cause, one_left, raised_anew, both, many):
    print("--", case.__name__)
    caught(case)
