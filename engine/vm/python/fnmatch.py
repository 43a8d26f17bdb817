"""Names that fit a pattern of a shell."""
import re

import functools


@functools.lru_cache(maxsize=None)
def translate(pat):
    """The regular expression of a pattern with *, ? and [...]."""
    parts, i = [], 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == "*":
            if not parts or parts[-1] != ".*":
                parts.append(".*")
        elif c == "?":
            parts.append(".")
        elif c == "[":
            end = pat.find("]", i + 1 + (pat[i : i + 1] == "!"))
            if end < 0:
                parts.append("\\[")
            else:
                inside = pat[i:end].replace("\\", "\\\\").replace("[", "\\[")
                if inside[0] in "!^":
                    inside = ("^" if inside[0] == "!" else "\\^") + inside[1:]
                parts.append(f"[{inside}]")
                i = end + 1
        else:
            parts.append(re.escape(c))
    return f"(?s:{''.join(parts)})\\Z"


def fnmatchcase(name, pat):
    return re.match(translate(pat), name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    matches = re.compile(translate(pat)).match
    return [name for name in names if matches(name)]
