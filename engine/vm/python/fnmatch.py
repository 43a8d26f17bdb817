"""Names against patterns with *, ?, [seq] and [!seq]."""
import re as _re
from functools import lru_cache as _lru_cache

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]


def _char_class(inside):
    """What stands between brackets as a class of re; ranges that run backwards hold nothing."""
    negated = inside.startswith("!")
    chars = inside[negated:]
    parts, at = [], 0
    while at < len(chars):
        if at + 2 < len(chars) and chars[at + 1] == "-":
            if chars[at] <= chars[at + 2]:
                parts.append(_re.escape(chars[at]) + "-" + _re.escape(chars[at + 2]))
            at += 3
        else:
            parts.append(_re.escape(chars[at]))
            at += 1
    if not parts:
        return "." if negated else "(?!)"
    return f"[{'^' if negated else ''}{''.join(parts)}]"


def translate(pat):
    pieces, at = [], 0  # None stands for a star
    while at < len(pat):
        char = pat[at]
        at += 1
        if char == "*":
            if not pieces or pieces[-1] is not None:
                pieces.append(None)
        elif char == "?":
            pieces.append(".")
        elif char == "[":
            # A bracket right after the opening, or after its "!", is one of the class.
            close = pat.find("]", at + 1 + pat.startswith("!", at))
            if close < 0:
                pieces.append("\\[")
            else:
                pieces.append(_char_class(pat[at:close]))
                at = close + 1
        else:
            pieces.append(_re.escape(char))
    return f"(?s:{''.join('.*' if piece is None else piece for piece in pieces)})\\Z"


@_lru_cache(maxsize=32768, typed=True)
def _matcher(pat):
    if isinstance(pat, bytes):
        return _re.compile(translate(str(pat, "latin-1")).encode("latin-1")).match
    return _re.compile(translate(pat)).match


def fnmatchcase(name, pat):
    return _matcher(pat)(name) is not None


def fnmatch(name, pat):
    return fnmatchcase(name, pat)


def filter(names, pat):
    match = _matcher(pat)
    return [name for name in names if match(name)]
