"""Format strings taken apart: what string.Formatter takes from C."""


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


def formatter_parser(format_string):
    """Tuples of literal text, name of a field, its format and its conversion."""
    if not isinstance(format_string, str):
        raise TypeError(f"expected str, got {type(format_string).__name__}")
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


def formatter_field_name_split(name):
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
