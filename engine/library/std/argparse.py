"""Options of a program's command line: what training scripts declare and read."""
import os
import sys
import textwrap as _textwrap

SUPPRESS = "==SUPPRESS=="
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, REMAINDER = "?", "*", "+", "..."


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name = argument._display() if argument is not None else None
        self.message = message

    def __str__(self):
        return self.message if self.argument_name is None else f"argument {self.argument_name}: {self.message}"


class ArgumentTypeError(Exception):
    pass


class Namespace:
    def __init__(self, **keywords):
        for name, value in keywords.items():
            setattr(self, name, value)

    def __repr__(self):
        return "Namespace(" + ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items()) + ")"

    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)

    def __contains__(self, key):
        return key in self.__dict__


class HelpFormatter:
    """How the texts of a parser are laid out."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        self._prog = prog
        self._width = 78 if width is None else width
        self._max_help_position = min(max_help_position, max(self._width - 20, indent_increment * 2))

    def fill(self, text, width, indent):
        return _textwrap.fill(" ".join(text.split()), width, initial_indent=indent, subsequent_indent=indent)

    def split(self, text, width):
        return _textwrap.wrap(" ".join(text.split()), width)

    def help_of(self, action):
        return action.help


class RawDescriptionHelpFormatter(HelpFormatter):
    def fill(self, text, width, indent):
        return "".join(indent + line for line in text.splitlines(keepends=True))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    def split(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    def help_of(self, action):
        text = action.help
        told = "%(default)" in text or action.default is SUPPRESS or not (action.option_strings or action.nargs in ("?", "*"))
        return text if told else text + " (default: %(default)s)"


def _lines_of(parts, first, indent, width):
    """Parts in lines that begin with `first`, then with `indent`."""
    lines, current = [], first
    for part in parts:
        if len(current) + 1 + len(part) > width and current not in (first, indent):
            lines.append(current)
            current = indent
        current += " " + part
    return lines + [current]


class Action:
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar
        self.kind = "store"

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")

    def _display(self):
        if self.option_strings:
            return "/".join(self.option_strings)
        return self.metavar or self.dest

    def _takes_value(self):
        return self.kind in ("store", "append", "extend", "custom")

    def _value_name(self):
        if self.metavar is not None:
            return self.metavar
        if self.choices is not None:
            return "{" + ",".join(str(choice) for choice in self.choices) + "}"
        return self.dest.upper() if self.option_strings else self.dest

    def _values_text(self):
        name = self._value_name()
        if isinstance(name, tuple):
            return " ".join(name)
        if self.nargs is None:
            return name
        if self.nargs == "?":
            return f"[{name}]"
        if self.nargs == "*":
            return f"[{name} ...]"
        if self.nargs == "+":
            return f"{name} [{name} ...]"
        if self.nargs == "...":
            return "..."
        return " ".join([name] * self.nargs)


def _help_row(formatter, column, depth, left, text):
    """One argument: its help begins at the column, on a line of its own where the left side is too long."""
    head = " " * depth + left
    if not text.strip():
        return head + "\n"
    lines = formatter.split(text, max(formatter._width - column, 11))
    if len(head) + 2 <= column:
        first = f"{head:<{column}}" + lines.pop(0) + "\n"
    else:
        first = head + "\n"
    return first + "".join(" " * column + line + "\n" for line in lines)


class BooleanOptionalAction(Action):
    pass


class _Group:
    def __init__(self, parser, title=None, description=None, exclusive=False, required=False):
        self._parser = parser
        self._container = None  # the group that shows the arguments of this one
        self.title = title
        self.description = description
        self.exclusive = exclusive
        self.required = required
        self.actions = []

    def add_argument(self, *names, **options):
        action = self._parser._make_action(names, options)
        self._take(action)
        return action

    def _take(self, action):
        self.actions.append(action)
        if not self.exclusive:
            self._parser._grouped.append(action)
        elif self._container is not None:
            self._container._take(action)

    def add_mutually_exclusive_group(self, *, required=False):
        made = self._parser.add_mutually_exclusive_group(required=required)
        made._container = self
        return made


class _SubParsers:
    def __init__(self, parser, dest, required, title, options):
        self._parser = parser
        self.dest = dest
        self.required = required
        self.choices = {}
        self.title = title
        self.description = options.get("description")
        self.help = options.get("help")
        self.metavar = options.get("metavar")
        self.rows = []  # names and helps

    def _name(self):
        return self.metavar or "{" + ",".join(self.choices) + "}"

    def add_parser(self, name, *, help=None, aliases=(), **options):
        made = ArgumentParser(prog=options.pop("prog", f"{self._parser.prog} {name}"), **options)
        for known in (name, *aliases):
            self.choices[known] = made
        if help is not None and help is not SUPPRESS:
            self.rows.append((name + (f" ({', '.join(aliases)})" if aliases else ""), help))
        return made


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter, prefix_chars="-",
                 fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True, exit_on_error=True):
        self.prog = prog or os.path.basename(sys.argv[0] if sys.argv else "")
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.argument_default = argument_default
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self._actions = []
        self._grouped = []
        self._groups = []
        self._exclusive = []
        self._defaults = {}
        self._subparsers = None
        if add_help:
            self.add_argument("-h", "--help", action="help", default=SUPPRESS, help="show this help message and exit")
        for parent in parents:
            for action in parent._actions:
                if action.kind != "help":
                    self._actions.append(action)
            self._defaults.update(parent._defaults)

    def add_argument(self, *names, **options):
        return self._make_action(names, options)

    def add_argument_group(self, title=None, description=None):
        group = _Group(self, title, description)
        self._groups.append(group)
        return group

    def add_mutually_exclusive_group(self, *, required=False):
        group = _Group(self, exclusive=True, required=required)
        self._exclusive.append(group)
        return group

    def add_subparsers(self, *, dest=None, required=False, title=None, **options):
        self._subparsers = _SubParsers(self, dest, required, title, options)
        return self._subparsers

    def set_defaults(self, **keywords):
        self._defaults.update(keywords)
        for action in self._actions:
            if action.dest in keywords:
                action.default = keywords[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def _make_action(self, names, options):
        options = dict(options)
        kind = options.pop("action", "store")
        positional = not names or not names[0].startswith("-")
        if positional:
            if len(names) > 1:
                raise ValueError("invalid option string %r: must start with a character '-'" % names[1])
            if "required" in options:
                raise TypeError("'required' is an invalid argument for positionals")
            dest = options.pop("dest", names[0] if names else None)
            if dest is None:
                raise TypeError("missing 1 required positional argument: 'dest'")
            strings = []
        else:
            strings = list(names)
            for name in strings:
                if not name.startswith("-"):
                    raise ValueError(f"invalid option string {name!r}: must start with a character '-'")
            long_names = [name for name in strings if name.startswith("--")]
            dest = options.pop("dest", None) or (long_names or strings)[0].lstrip("-").replace("-", "_")
        if positional and "default" not in options and options.get("nargs") == "*":
            options["default"] = []
        if "default" not in options:
            options["default"] = self._defaults.get(dest, self.argument_default)
        version = options.pop("version", None)
        if kind == "version":
            dest = options["default"] = SUPPRESS
            options.setdefault("help", "show program's version number and exit")
        if isinstance(kind, type) and issubclass(kind, BooleanOptionalAction):
            strings += ["--no-" + name[2:] for name in strings if name.startswith("--")]
            made = Action(strings, dest, **options)
            made.kind = "boolean_optional"
        elif isinstance(kind, type):
            made = kind(strings, dest, **options)
            made.kind = "custom"
        else:
            if kind in ("store_true", "store_false") and options["default"] is None:
                options["default"] = kind == "store_false"
            if kind not in ("store", "store_const", "store_true", "store_false", "append", "append_const", "extend", "count", "help", "version"):
                raise ValueError(f'unknown action "{kind}"')
            if kind == "store" and options.get("nargs") == 0:
                raise ValueError("nargs for store actions must be != 0; if you have nothing to store, "
                                 "actions such as store true or store const may be more appropriate")
            made = Action(strings, dest, **options)
            made.kind = kind
            made.version = version
        if made.type is not None and not callable(made.type):
            raise ValueError(f"{made.type!r} is not callable")
        if positional:
            made.required = made.nargs not in ("?", "*", "...")
        for known in self._actions:
            repeated = [name for name in strings if name in known.option_strings]
            if repeated:
                plural = "s" if len(repeated) > 1 else ""
                raise ArgumentError(made, f"conflicting option string{plural}: {', '.join(repeated)}")
        self._actions.append(made)
        return made

    def parse_args(self, args=None, namespace=None):
        namespace, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: " + " ".join(rest))
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        words = list(sys.argv[1:] if args is None else args)
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        if self._subparsers is not None and self._subparsers.dest is not None and not hasattr(namespace, self._subparsers.dest):
            setattr(namespace, self._subparsers.dest, None)
        for name, value in self._defaults.items():
            if not hasattr(namespace, name):
                setattr(namespace, name, value)
        try:
            return namespace, self._parse(words, namespace)
        except ArgumentError as error:
            if not self.exit_on_error:
                raise
            self.error(str(error))

    def _find_option(self, word):
        for action in self._actions:
            if word in action.option_strings:
                return action, word
        if word.startswith("--") and self.allow_abbrev:
            found = [(action, name) for action in self._actions for name in action.option_strings if name.startswith(word)]
            if len(found) == 1:
                return found[0]
            if found:
                raise ArgumentError(None, f"ambiguous option: {word} could match {', '.join(name for _, name in found)}")
        return None, word

    def _is_option(self, word):
        if not word.startswith("-") or word == "-" or " " in word:
            return False
        try:
            float(word)
        except ValueError:
            return True
        return any(name[1:2].isdigit() for action in self._actions for name in action.option_strings)

    def _parse(self, words, namespace):
        rest, loose, seen = [], [], []
        index = 0
        while index < len(words):
            word = words[index]
            index += 1
            if word == "--":
                loose += words[index:]
                break
            if not self._is_option(word):
                loose.append(word)
                if self._subparsers is not None and len(loose) > len([a for a in self._actions if not a.option_strings]):
                    loose.pop()
                    rest += self._run_subparser(word, words[index:], namespace)
                    index = len(words)
                    seen.append(self._subparsers)
                continue
            name, has_value, value = word, False, None
            action, name = self._find_option(word)
            if action is None and "=" in word:
                name, _, value = word.partition("=")
                has_value = True
                action, name = self._find_option(name)
            if action is None and not word.startswith("--") and len(word) > 2:
                action, name = self._find_option(word[:2])
                if action is not None and action._takes_value():
                    has_value, value = True, word[2:]
                elif action is not None:
                    words.insert(index, "-" + word[2:])
            if action is None:
                rest.append(word)
                continue
            seen.append(action)
            if not action._takes_value():
                if has_value:
                    raise ArgumentError(action, f"ignored explicit argument {value!r}")
                self._apply(action, namespace, None, name)
                continue
            if has_value:
                values = [value]
            else:
                most = {None: 1, "?": 1}.get(action.nargs, action.nargs if isinstance(action.nargs, int) else len(words))
                values = []
                while index < len(words) and len(values) < most and not self._is_option(words[index]) and words[index] != "--":
                    values.append(words[index])
                    index += 1
            self._apply(action, namespace, values, name)
        rest += self._positionals(loose, namespace, seen)
        missing = [action._display() for action in self._actions if action.required and action not in seen]
        if self._subparsers is not None and self._subparsers.required and self._subparsers not in seen:
            missing.append(self._subparsers.dest or "{" + ",".join(self._subparsers.choices) + "}")
        if missing:
            raise ArgumentError(None, "the following arguments are required: " + ", ".join(missing))
        for group in self._exclusive:
            used = [action for action in group.actions if action in seen]
            if len(used) > 1:
                raise ArgumentError(used[1], f"not allowed with argument {used[0]._display()}")
            if group.required and not used:
                raise ArgumentError(None, "one of the arguments " + " ".join(a._display() for a in group.actions) + " is required")
        for action in self._actions:
            if action not in seen and isinstance(action.default, str) and action.default is not SUPPRESS:
                if getattr(namespace, action.dest, None) is action.default:
                    setattr(namespace, action.dest, self._convert(action, action.default))
        return rest

    def _run_subparser(self, word, words, namespace):
        choices = self._subparsers.choices
        if word not in choices:
            listed = ", ".join(repr(name) for name in choices)
            name = self._subparsers.dest or "{" + ",".join(choices) + "}"
            raise ArgumentError(None, f"argument {name}: invalid choice: {word!r} (choose from {listed})")
        if self._subparsers.dest is not None:
            setattr(namespace, self._subparsers.dest, word)
        inner, rest = choices[word].parse_known_args(words)
        for name, value in vars(inner).items():
            setattr(namespace, name, value)
        return rest

    def _positionals(self, loose, namespace, seen):
        waiting = [action for action in self._actions if not action.option_strings]
        for place, action in enumerate(waiting):
            later = sum(a.nargs if isinstance(a.nargs, int) else 0 if a.nargs in ("?", "*", "...") else 1 for a in waiting[place + 1:])
            free = max(len(loose) - later, 0)
            if action.nargs is None:
                take = min(1, len(loose))
            elif action.nargs == "?":
                take = min(1, free)
            elif isinstance(action.nargs, int):
                take = action.nargs if len(loose) >= action.nargs else 0
            else:
                take = free
            values, loose = loose[:take], loose[take:]
            if values or (action.nargs in ("*", "...") and not action.default and action.default is not SUPPRESS):
                if values:
                    seen.append(action)
                self._apply(action, namespace, values, None)
        return loose

    def _convert(self, action, text):
        convert = action.type or (lambda value: value)
        try:
            return convert(text)
        except ArgumentTypeError as error:
            raise ArgumentError(action, str(error))
        except (TypeError, ValueError):
            raise ArgumentError(action, f"invalid {getattr(action.type, '__name__', repr(action.type))} value: {text!r}")

    def _checked(self, action, text):
        value = self._convert(action, text)
        if action.choices is not None and value not in action.choices:
            listed = ", ".join(repr(choice) for choice in action.choices)
            raise ArgumentError(action, f"invalid choice: {value!r} (choose from {listed})")
        return value

    def _apply(self, action, namespace, values, name):
        kind = action.kind
        if kind == "help":
            self.print_help()
            self.exit()
        if kind == "version":
            print(action.version.replace("%(prog)s", self.prog))
            self.exit()
        if kind in ("store_true", "store_false"):
            setattr(namespace, action.dest, kind == "store_true")
        elif kind == "boolean_optional":
            setattr(namespace, action.dest, not name.startswith("--no-"))
        elif kind == "store_const":
            setattr(namespace, action.dest, action.const)
        elif kind == "count":
            setattr(namespace, action.dest, (getattr(namespace, action.dest, None) or 0) + 1)
        elif kind == "append_const":
            setattr(namespace, action.dest, list(getattr(namespace, action.dest, None) or []) + [action.const])
        else:
            value = self._collect(action, values)
            if kind == "append":
                value = list(getattr(namespace, action.dest, None) or []) + [value]
            elif kind == "extend":
                value = list(getattr(namespace, action.dest, None) or []) + list(value)
            if kind == "custom":
                action(self, namespace, value, name)
            else:
                setattr(namespace, action.dest, value)

    def _collect(self, action, values):
        if action.nargs is None:
            if not values:
                raise ArgumentError(action, "expected one argument")
            return self._checked(action, values[0])
        if action.nargs == "?":
            return self._checked(action, values[0]) if values else action.const
        if action.nargs == "+" and not values:
            raise ArgumentError(action, "expected at least one argument")
        if isinstance(action.nargs, int) and len(values) != action.nargs:
            plural = "s" if action.nargs > 1 else ""
            raise ArgumentError(action, f"expected {action.nargs} argument{plural}")
        return [self._checked(action, value) for value in values]

    def _formatter(self):
        return self.formatter_class(prog=self.prog)

    def _usage_parts(self, actions):
        """What the usage says of each; members of a group that excludes one another stand between bars."""
        parts, grouped = [], set()
        for action in actions:
            group = next((group for group in self._exclusive if action in group.actions), None)
            if id(action) in grouped or action.help is SUPPRESS:
                continue
            if group is not None:
                grouped.update(map(id, group.actions))
                members = [self._usage_of(member) for member in group.actions if member.help is not SUPPRESS]
                inside = " | ".join(members)
                parts.append(f"({inside})" if group.required and len(members) > 1 else inside if group.required else f"[{inside}]")
            else:
                text = self._usage_of(action)
                parts.append(text if action.required or not action.option_strings else f"[{text}]")
        return parts

    def _usage_of(self, action):
        if not action.option_strings:
            return action._values_text()
        text = " | ".join(action.option_strings) if action.kind == "boolean_optional" else action.option_strings[0]
        return text + " " + action._values_text() if action._takes_value() else text

    def format_usage(self):
        if self.usage is not None:
            return f"usage: {self.usage.replace('%(prog)s', self.prog)}\n"
        options = self._usage_parts([a for a in self._actions if a.option_strings])
        places = self._usage_parts([a for a in self._actions if not a.option_strings])
        if self._subparsers is not None:
            places.append(f"{self._subparsers._name()} ...")
        width = self._formatter()._width
        first = f"usage: {self.prog}"
        whole = " ".join([first, *options, *places])
        if len(whole) <= width:
            return whole + "\n"
        if len(first) > 0.75 * width:
            indent = " " * 6
            lines = _lines_of(options + places, indent, indent, width)
            if len(lines) > 1:
                lines = [line for parts in (options, places) if parts for line in _lines_of(parts, indent, indent, width)]
            return "\n".join([first, *lines]) + "\n"
        indent = " " * len(first)
        lines = _lines_of(options or places, first, indent, width)
        if options and places:
            lines += _lines_of(places, indent, indent, width)
        return "\n".join(lines) + "\n"

    def _help_text(self, formatter, action):
        values = {name: value for name, value in vars(action).items() if value is not SUPPRESS}
        for name, value in values.items():
            values[name] = getattr(value, "__name__", value)
        if action.choices is not None:
            values["choices"] = ", ".join(map(str, action.choices))
        return formatter.help_of(action) % dict(values, prog=self.prog)

    def _rows(self, formatter, actions):
        """Of each: how deep it stands, what is typed, and its help."""
        rows = []
        for action in actions:
            if action.help is SUPPRESS:
                continue
            if isinstance(action, _SubParsers):
                rows.append((2, action._name(), action.help or ""))
                rows += [(4, name, text) for name, text in action.rows]
                continue
            if action.option_strings and action._takes_value():
                left = ", ".join(f"{name} {action._values_text()}" for name in action.option_strings)
            else:
                left = ", ".join(action.option_strings) or str(action._value_name())
            rows.append((2, left, self._help_text(formatter, action) if action.help else ""))
        return rows

    def _sections(self):
        plain = [a for a in self._actions if a not in self._grouped]
        places, options = [a for a in plain if not a.option_strings], [a for a in plain if a.option_strings]
        own = self._subparsers
        titled = own is not None and (own.title is not None or own.description is not None)
        if own is not None and not titled:
            places.append(own)
        yield "positional arguments", None, places
        yield "options", None, options
        for group in self._groups:
            yield group.title, group.description, group.actions
        if titled:
            yield own.title or "subcommands", own.description, [own]

    def _shown(self, text):
        return text % {"prog": self.prog} if "%(prog)" in text else text

    def format_help(self):
        formatter = self._formatter()
        width = formatter._width
        sections = [(title, text, self._rows(formatter, actions)) for title, text, actions in self._sections()]
        longest = max((len(left) for _, _, rows in sections for _, left, _ in rows), default=0)
        column = min(longest + 4, formatter._max_help_position)
        out = [self.format_usage()]
        if self.description:
            out.append(formatter.fill(self._shown(self.description), width, "") + "\n")
        for title, text, rows in sections:
            if not rows and not text:
                continue
            body = "" if title is None else f"{title}:\n"
            if text:
                body += formatter.fill(self._shown(text), width - 2, "  ") + "\n" + ("\n" if rows else "")
            out.append(body + "".join(_help_row(formatter, column, *row) for row in rows))
        if self.epilog:
            out.append(formatter.fill(self._shown(self.epilog), width, "") + "\n")
        return "\n".join(out)

    def print_help(self, file=None):
        print(self.format_help(), end="", file=file)

    def print_usage(self, file=None):
        print(self.format_usage(), end="", file=file)

    def exit(self, status=0, message=None):
        if message:
            print(message, end="", file=sys.stderr)
        sys.exit(status)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")
