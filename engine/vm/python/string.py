"""Character sets, Template, Formatter and capwords."""
import re

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


class Template:
    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = re.IGNORECASE
    pattern = None

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls.pattern = _template_pattern(cls, cls.__dict__.get("pattern"))

    def __init__(self, template):
        self.template = template

    def _refuse(self, match):
        before = self.template[: match.start("invalid")]
        lines = before.splitlines(keepends=True) or [" "]
        line, column = len(lines), len(lines[-1])
        raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")

    def substitute(self, mapping={}, /, **keywords):
        values = {**mapping, **keywords} if keywords else mapping

        def replace(match):
            name = match.group("named") or match.group("braced")
            if name is not None:
                return str(values[name])
            if match.group("escaped") is None:
                self._refuse(match)
            return self.delimiter

        return self.pattern.sub(replace, self.template)

    def safe_substitute(self, mapping={}, /, **keywords):
        values = {**mapping, **keywords} if keywords else mapping

        def replace(match):
            name = match.group("named") or match.group("braced")
            if name is None:
                return match.group() if match.group("escaped") is None else self.delimiter
            try:
                return str(values[name])
            except KeyError:
                return match.group()

        return self.pattern.sub(replace, self.template)

    def is_valid(self):
        return all(match.group("invalid") is None for match in self.pattern.finditer(self.template))

    def get_identifiers(self):
        names = (match.group("named") or match.group("braced") for match in self.pattern.finditer(self.template))
        return list(dict.fromkeys(name for name in names if name is not None))


def _template_pattern(cls, given):
    """The expression that finds placeholders: the class's own, or one made of its delimiter and names."""
    if given is None:
        mark, braced = re.escape(cls.delimiter), cls.braceidpattern or cls.idpattern
        given = (
            rf"{mark}(?:(?P<escaped>{mark})|(?P<named>{cls.idpattern})|"
            rf"{{(?P<braced>{braced})}}|(?P<invalid>))"
        )
    return re.compile(given, cls.flags | re.VERBOSE)


Template.pattern = _template_pattern(Template, None)


def _matching_brace(text, start):
    """Where the replacement field ends whose first character is at `start`."""
    depth, brackets, i = 1, False, start
    while i < len(text):
        character = text[i]
        if character == "[":
            brackets = True
        elif character == "]":
            brackets = False
        elif not brackets and character in "{}":
            depth += 1 if character == "{" else -1
            if depth == 0:
                return i
        i += 1
    converted = "!" in text[start:]
    raise ValueError("unmatched '{' in format spec" if converted else "expected '}' before end of string")


def _parse_field(field):
    """The name, the format and the conversion of a field."""
    brackets = False
    for i, character in enumerate(field):
        if character == "[":
            brackets = True
        elif character == "]":
            brackets = False
        elif not brackets and character == "{":
            raise ValueError("unexpected '{' in field name")
        elif not brackets and character in "!:":
            break
    else:
        return field, "", None
    if field[i] == ":":
        return field[:i], field[i + 1 :], None
    if i + 1 == len(field):
        raise ValueError("unmatched '{' in format spec")
    if i + 2 < len(field) and field[i + 2] != ":":
        raise ValueError("expected ':' after conversion specifier")
    return field[:i], field[i + 3 :], field[i + 1]


def _split_name(name):
    """What a field is named after, and the attributes and items it goes through."""
    end = next((i for i, character in enumerate(name) if character in ".["), len(name))
    first, rest = name[:end], []
    while end < len(name):
        if name[end] == ".":
            stop = next((i for i in range(end + 1, len(name)) if name[i] in ".["), len(name))
            key, step = name[end + 1 : stop], stop
        elif name[end] == "[":
            stop = name.find("]", end)
            if stop < 0:
                raise ValueError("Missing ']' in format string")
            key, step = name[end + 1 : stop], stop + 1
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        if not key:
            raise ValueError("Empty attribute in format string")
        is_attribute = name[end] == "."
        rest.append((is_attribute, int(key) if not is_attribute and key.isdigit() else key))
        end = step
    return int(first) if first.isdigit() else first, rest


class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        if not isinstance(format_string, str):
            raise TypeError(f"expected str, got {type(format_string).__name__}")
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError("Max string recursion exceeded")
        out = []
        for literal, name, spec, conversion in self.parse(format_string):
            if literal:
                out.append(literal)
            if name is None:
                continue
            first = _split_name(name)[0]
            if first == "":
                if auto_arg_index is False:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                name = str(auto_arg_index) + name
                auto_arg_index += 1
            elif isinstance(first, int):
                if auto_arg_index:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                auto_arg_index = False
            value, used = self.get_field(name, args, kwargs)
            used_args.add(used)
            value = self.convert_field(value, conversion)
            spec, auto_arg_index = self._vformat(
                spec, args, kwargs, used_args, recursion_depth - 1, auto_arg_index=auto_arg_index
            )
            out.append(self.format_field(value, spec))
        return "".join(out), auto_arg_index

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion in ("s", "r", "a"):
            return {"s": str, "r": repr, "a": ascii}[conversion](value)
        raise ValueError(f"Unknown conversion specifier {conversion}")

    def parse(self, format_string):
        """Tuples of literal text, name of a field, its format and its conversion."""
        literal, i = [], 0
        while i < len(format_string):
            character = format_string[i]
            if character not in "{}":
                literal.append(character)
                i += 1
            elif format_string[i + 1 : i + 2] == character:
                yield "".join(literal) + character, None, None, None
                literal = []
                i += 2
            elif character == "}":
                raise ValueError("Single '}' encountered in format string")
            elif i + 1 == len(format_string):
                raise ValueError("Single '{' encountered in format string")
            else:
                end = _matching_brace(format_string, i + 1)
                yield ("".join(literal), *_parse_field(format_string[i + 1 : end]))
                literal = []
                i = end + 1
        if literal:
            yield "".join(literal), None, None, None

    def get_field(self, field_name, args, kwargs):
        first, rest = _split_name(field_name)
        value = self.get_value(first, args, kwargs)
        for is_attribute, key in rest:
            value = getattr(value, key) if is_attribute else value[key]
        return value, first
