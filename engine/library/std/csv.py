"""Rows of comma-separated values, read and written."""


QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)
_limit = 131072


class Error(Exception):
    __module__ = "_csv"


class Dialect:
    delimiter, quotechar, escapechar = ",", '"', None
    doublequote, skipinitialspace, strict = True, False, False
    lineterminator, quoting = "\r\n", QUOTE_MINIMAL


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(Dialect):
    lineterminator, quoting = "\n", QUOTE_ALL


_dialects = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}
_OPTIONS = ("delimiter", "doublequote", "escapechar", "lineterminator", "quotechar", "quoting", "skipinitialspace", "strict")


def register_dialect(name, dialect=excel, **options):
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = _settle(dialect, options)


def unregister_dialect(name):
    if _dialects.pop(name, None) is None:
        raise Error("unknown dialect")


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _settle(name, {})


def list_dialects():
    return list(_dialects)


def field_size_limit(*new_limit):
    global _limit
    old = _limit
    if new_limit:
        _limit = new_limit[0]
    return old


def _one_character(name, value, optional):
    if value is None and optional:
        return
    if not isinstance(value, str):
        wanted = "string or None" if optional else "string"
        raise TypeError(f'"{name}" must be {wanted}, not {type(value).__name__}')
    if len(value) != 1 and not (optional and name == "quotechar" and value == ""):
        raise TypeError(f'"{name}" must be a 1-character string')


def _settle(dialect, options):
    if isinstance(dialect, str):
        if dialect not in _dialects:
            raise Error("unknown dialect")
        dialect = _dialects[dialect]
    for name in options:
        if name not in _OPTIONS:
            raise TypeError(f"{name!r} is an invalid keyword argument for this function")
    made = Dialect()
    for name in _OPTIONS:
        setattr(made, name, options[name] if name in options else getattr(dialect, name, getattr(Dialect, name)))
    _one_character("delimiter", made.delimiter, False)
    _one_character("quotechar", made.quotechar, True)
    _one_character("escapechar", made.escapechar, True)
    if made.quotechar is None and made.quoting != QUOTE_NONE:
        if "quoting" in options or "quotechar" not in options:
            raise TypeError("quotechar must be set if quoting enabled")
        made.quoting = QUOTE_NONE
    if made.lineterminator is None:
        raise TypeError("lineterminator must be set")
    return made


class reader:
    def __init__(self, iterable, /, dialect="excel", **options):
        self.dialect = _settle(dialect, options)
        self._lines = iter(iterable)
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        d = self.dialect
        fields, field, state, was_quoted = [], [], "start", False

        def end_field():
            text = "".join(field)
            if d.quoting == QUOTE_NONNUMERIC and not was_quoted:
                text = float(text)
            fields.append(text)
            field.clear()

        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if state in ("quoted", "escaped in quotes", "escaped"):
                    if d.strict:
                        raise Error("unexpected end of data") from None
                    end_field()
                    return fields
                raise
            if not isinstance(line, str):
                raise Error(f"iterator should return strings, not {type(line).__name__} (the file should be opened in text mode)")
            self.line_num += 1
            at, size = 0, len(line)
            while at < size:
                c = line[at]
                at += 1
                if state == "escaped" or state == "escaped in quotes":
                    field.append(c)
                    state = "quoted" if state == "escaped in quotes" else "field"
                elif state == "quoted":
                    if c == d.escapechar:
                        state = "escaped in quotes"
                    elif c == d.quotechar and d.quoting != QUOTE_NONE:
                        if d.doublequote and line[at : at + 1] == c:
                            field.append(c)
                            at += 1
                        else:
                            state = "after quote"
                    else:
                        field.append(c)
                elif c in "\r\n":
                    if line[at:].strip("\r\n"):
                        raise Error("new-line character seen in unquoted field - do you need to open the file in universal-newline mode?")
                    break
                elif c == d.delimiter:
                    end_field()
                    was_quoted, state = False, "start"
                    if at == size or line[at] in "\r\n":
                        state = "field"
                elif state == "start" and c == " " and d.skipinitialspace:
                    pass
                elif state == "start" and c == d.quotechar and d.quoting != QUOTE_NONE:
                    was_quoted, state = True, "quoted"
                elif c == d.escapechar:
                    state = "escaped"
                elif state == "after quote" and d.strict:
                    raise Error(f"'{d.delimiter}' expected after '{d.quotechar}'")
                else:
                    field.append(c)
                    state = "field"
                if len(field) > _limit:
                    raise Error(f"field larger than field limit ({_limit})")
            if state in ("quoted", "escaped in quotes"):
                continue
            if state == "start" and not fields:
                return []
            end_field()
            return fields


class writer:
    def __init__(self, fileobj, /, dialect="excel", **options):
        if not hasattr(fileobj, "write"):
            raise TypeError('argument 1 must have a "write" method')
        self.dialect = _settle(dialect, options)
        self._write = fileobj.write

    def _field(self, value, alone):
        d = self.dialect
        number = isinstance(value, (int, float))
        text = "" if value is None else repr(value) if type(value) is float else str(value)
        quoted = (
            d.quoting == QUOTE_ALL
            or (d.quoting == QUOTE_NONNUMERIC and not number)
            or (d.quoting == QUOTE_STRINGS and isinstance(value, str))
            or (d.quoting == QUOTE_NOTNULL and value is not None)
        )
        special = {d.delimiter, d.escapechar, d.quotechar, "\r", "\n", *d.lineterminator}
        out = []
        for c in text:
            escape = False
            if c in special:
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    if d.doublequote:
                        out.append(c)
                    else:
                        escape = True
                elif c == d.escapechar:
                    escape = True
                quoted = quoted or not escape
            if escape:
                if d.escapechar is None:
                    raise Error("need to escape, but no escapechar set")
                out.append(d.escapechar)
            out.append(c)
        if alone and not text:
            if d.quoting == QUOTE_NONE or (d.quoting in (QUOTE_STRINGS, QUOTE_NOTNULL) and value is None):
                raise Error("single empty field record must be quoted")
            quoted = True
        text = "".join(out)
        return d.quotechar + text + d.quotechar if quoted and d.quoting != QUOTE_NONE else text

    def writerow(self, row, /):
        try:
            row = list(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        fields = [self._field(value, len(row) == 1) for value in row]
        return self._write(self.dialect.delimiter.join(fields) + self.dialect.lineterminator)

    def writerows(self, rows, /):
        for row in rows:
            self.writerow(row)


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        self._fieldnames = list(fieldnames) if fieldnames is not None and iter(fieldnames) is fieldnames else fieldnames
        self.restkey, self.restval, self.dialect = restkey, restval, dialect
        self.reader = reader(f, dialect, *args, **kwds)
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        made = dict(zip(self.fieldnames, row))
        names = self.fieldnames
        if len(names) < len(row):
            made[self.restkey] = row[len(names) :]
        for name in names[len(row) :]:
            made[name] = self.restval
        return made


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        self.fieldnames = list(fieldnames) if iter(fieldnames) is fieldnames else fieldnames
        self.restval = restval
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _values(self, row):
        if self.extrasaction == "raise":
            wrong = [name for name in row if name not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(name) for name in wrong]))
        return [row.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._values(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._values, rowdicts))
