"""Paths as texts, with slashes."""
sep = "/"


def _text(p):
    return p if isinstance(p, str) else p.__fspath__()


def isabs(p):
    return _text(p).startswith("/")


def join(a, *p):
    out = _text(a)
    for part in p:
        part = _text(part)
        if part.startswith("/") or not out:
            out = part
        elif out.endswith("/"):
            out += part
        else:
            out += "/" + part
    return out


def split(p):
    p = _text(p)
    i = p.rfind("/") + 1
    head, tail = p[:i], p[i:]
    if head and head != "/" * len(head):
        head = head.rstrip("/")
    return head, tail


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    p = _text(p)
    start = p.rfind("/") + 1
    dot = p.rfind(".")
    if dot > start and p[start:dot].strip("."):
        return p[:dot], p[dot:]
    return p, ""


def normpath(p):
    p = _text(p)
    absolute = p.startswith("/")
    out = []
    for part in p.split("/"):
        if part in ("", "."):
            continue
        if part == ".." and out and out[-1] != "..":
            out.pop()
        elif part != ".." or not absolute:
            out.append(part)
    return ("/" if absolute else "") + "/".join(out) or "."


def abspath(p):
    return normpath(join("/", p))


realpath = abspath


def exists(p):
    import io

    return io._content(_text(p)) is not None


isfile = exists


def isdir(p):
    import io

    prefix = _text(p).rstrip("/") + "/"
    return any(name.startswith(prefix) for name in io._written)


def getsize(p):
    import io

    data = io._content(_text(p))
    if data is None:
        raise FileNotFoundError(2, "No such file or directory", p)
    return len(data)


def expanduser(p):
    return p


def commonprefix(m):
    if not m:
        return ""
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


curdir, pardir, pathsep, altsep, extsep, defpath, devnull = ".", "..", ":", None, ".", "/bin:/usr/bin", "/dev/null"


def normcase(s):
    return _text(s)


def splitdrive(p):
    return "", _text(p)


def _parts(p):
    return [part for part in abspath(p).split("/") if part]


def relpath(path, start=curdir):
    if not path:
        raise ValueError("no path specified")
    there, here = _parts(path), _parts(start)
    shared = len(commonprefix([there, here]))
    return join(*[pardir] * (len(here) - shared), *there[shared:]) if len(here) > shared or there[shared:] else curdir


def commonpath(paths):
    paths = [_text(p) for p in paths]
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    absolute = {p.startswith("/") for p in paths}
    if len(absolute) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    parts = [[part for part in p.split("/") if part and part != curdir] for p in paths]
    return ("/" if absolute.pop() else "") + "/".join(commonprefix(parts))
