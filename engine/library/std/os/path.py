"""Paths as texts, with slashes."""
import _files

sep = "/"


def _text(p):
    return p if isinstance(p, (str, bytes)) else p.__fspath__()


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
    return normpath(join(_files.current(), p))


realpath = abspath


def _status(p):
    """(mode, size, time), or None where there is nothing."""
    try:
        return _files.status(_text(p))
    except (OSError, ValueError):
        return None


def exists(p):
    return _status(p) is not None


lexists = exists


def isfile(p):
    found = _status(p)
    return found is not None and found[0] & 0o170000 == 0o100000


def isdir(p):
    found = _status(p)
    return found is not None and found[0] & 0o170000 == 0o040000


def islink(p):
    return False


def getsize(p):
    return _files.status(_text(p))[1]


def getmtime(p):
    return _files.status(_text(p))[2]


getatime = getctime = getmtime


def samefile(p, q):
    for path in (p, q):
        _files.status(_text(path))
    return realpath(p) == realpath(q)


def expanduser(p):
    p = _text(p)
    if p != "~" and not p.startswith("~/"):
        return p
    import os

    home = os.environ.get("HOME")
    return p if home is None else home.rstrip("/") + p[1:] or "/"


def expandvars(p):
    import os
    import re

    return re.sub(r"\$(\w+|\{[^}]*\})", lambda m: os.environ.get(m[1].strip("{}"), m[0]), _text(p))


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
