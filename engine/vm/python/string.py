"""Character sets, Template and capwords."""
whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join(word.capitalize() for word in s.split(sep))


class _Names(dict):
    """Stands for any mapping; afterwards its keys are the names that were asked for."""

    def __contains__(self, name):
        return True

    def __getitem__(self, name):
        self[name] = name
        return name


class Template:
    delimiter = "$"

    def __init__(self, template):
        self.template = template

    def _expand(self, values, safe):
        text, out, i = self.template, [], 0
        while i < len(text):
            if text[i] != self.delimiter:
                out.append(text[i])
                i += 1
                continue
            if text[i + 1 : i + 2] == self.delimiter:
                out.append(self.delimiter)
                i += 2
                continue
            braced = text[i + 1 : i + 2] == "{"
            start = i + 2 if braced else i + 1
            end = start
            while end < len(text) and text[end].isascii() and (text[end] == "_" or text[end].isalnum()):
                end += 1
            name = text[start:end]
            good = name.isidentifier() and (not braced or text[end : end + 1] == "}")
            if not good:
                if not safe:
                    line = text[:i].count("\n") + 1
                    column = i - (text[:i].rfind("\n") + 1) + 1
                    raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")
                out.append(self.delimiter)
                i += 1
                continue
            stop = end + 1 if braced else end
            if name in values or not safe:
                out.append(str(values[name]))
            else:
                out.append(text[i:stop])
            i = stop
        return "".join(out)

    def get_identifiers(self):
        seen = _Names()
        self._expand(seen, True)
        return list(seen)

    def is_valid(self):
        try:
            self._expand(_Names(), False)
        except ValueError:
            return False
        return True

    def substitute(self, mapping={}, /, **keywords):
        return self._expand({**mapping, **keywords}, False)

    def safe_substitute(self, mapping={}, /, **keywords):
        return self._expand({**mapping, **keywords}, True)


class Formatter:
    def format(self, format_string, /, *args, **keywords):
        return format_string.format(*args, **keywords)

    def vformat(self, format_string, args, keywords):
        return format_string.format(*args, **keywords)
