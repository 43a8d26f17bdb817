# feature: logging: mistakes in calls, handlers and formatters of the program's own, adapters, records
import logging, sys, io

out = io.StringIO()
h = logging.StreamHandler(out)
h.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s|%(funcName)s|%(lineno)d|%(module)s"))
log = logging.getLogger("a.b")
log.addHandler(h)
log.setLevel(logging.DEBUG)
log.propagate = False
log.info("x %s %d", "y", 3)
log.info("bad %d", "x")
log.info("dict %(k)s", {"k": 1})
log.info("few %s %s", 1)
log.debug("none")
log.warning("pct 100%")
log.log(35, "lvl")
log.error(ValueError("e"))
try:
    1 / 0
except ZeroDivisionError:
    log.exception("exc")
    log.error("e2", exc_info=False)
print(out.getvalue().count("ZeroDivisionError"), out.getvalue().splitlines()[:4])


class H(logging.Handler):
    def __init__(self):
        super().__init__(logging.INFO)
        self.got = []

    def emit(self, record):
        try:
            if record.msg == "boom":
                raise KeyError("boom")
            self.got.append(self.format(record))
        except Exception:
            self.handleError(record)

    def handleError(self, record):
        print("handleError", record.msg)


h2 = H()
log.addHandler(h2)
log.info("ok")
log.info("boom")
log.debug("no")
print(h2.got, repr(h2), repr(logging.StreamHandler(sys.stderr)), repr(logging.NullHandler()), h2.get_name())
h2.set_name("nm")
print(h2.name, h2.get_name(), logging.getHandlerByName("nm") is h2)
h2.acquire()
h2.release()
h2.createLock()


class F(logging.Filter):
    def filter(self, record):
        record.msg = record.msg.upper()
        return "SKIP" not in record.msg


h2.addFilter(F())
log.info("skip me")
log.info("keep me")
print(h2.got[-1])
h2.addFilter(lambda r: r.levelno > 20)
log.info("lower")
log.warning("higher")
print(h2.got[-1], len(h2.got))
try:
    log.info("m", extra={"message": 1})
except KeyError as e:
    print(e)
try:
    log.info("m", extra={"name": 1})
except KeyError as e:
    print(e)
h2.setFormatter(logging.Formatter("%(user)s-%(message)s", defaults={"user": "dflt"}))
log.warning("u")
log.warning("v", extra={"user": "U"})
print(h2.got[-2:])
ad = logging.LoggerAdapter(log, {"user": "A"})
ad.warning("adapted")
print(h2.got[-1], ad.isEnabledFor(10), ad.getEffectiveLevel(), ad.name, repr(ad)[:30], ad.extra)
ad.setLevel(30)
print(log.level)
ad.critical("c")
ad.log(40, "l")
ad.exception("x")
print(h2.got[-3:])
for f in (
    lambda: logging.getLogger(3),
    lambda: log.setLevel("nope"),
    lambda: log.setLevel(1.5),
    lambda: log.log("a", "b"),
    lambda: logging.Formatter("%(x", style="q"),
    lambda: logging.Formatter("{bad", style="{"),
    lambda: logging.Formatter("no fields"),
    lambda: logging.getLevelName("INFO"),
    lambda: logging.getLevelName(15),
    lambda: logging.getLevelNamesMapping()["ERROR"],
    lambda: logging.addLevelName(15, "MID"),
    lambda: logging.getLevelName(15),
    lambda: log.getChild("c"),
    lambda: logging.getLogger("a"),
    lambda: log.parent,
    lambda: logging.getLogger("a").getChildren(),
    lambda: log.handlers[0].level,
    lambda: logging.Handler(5).emit(None),
    lambda: sorted(n for n in logging.root.manager.loggerDict if n.startswith("a")),
    lambda: logging.makeLogRecord({"msg": "q", "levelno": 3}).getMessage(),
    lambda: logging.getLoggerClass(),
    lambda: logging.raiseExceptions,
    lambda: logging.BASIC_FORMAT,
    lambda: logging.LogRecord("n", 20, "p/q.py", 3, "m %s", ("a",), None).getMessage(),
    lambda: repr(logging.LogRecord("n", 20, "p/q.py", 3, "m", (), None)),
    lambda: logging.Formatter().formatException((ValueError, ValueError("z"), None)),
    lambda: logging.Formatter().usesTime(),
    lambda: logging.Formatter.default_time_format,
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class L(logging.Logger):
    def __init__(self, name):
        super().__init__(name)
        self.extra = 1


logging.setLoggerClass(L)
print(logging.getLogger("newl").extra, logging.getLogger("newl"))
logging.setLoggerClass(logging.Logger)
logging.disable(logging.WARNING)
log.warning("dis")
print(h2.got[-1], log.isEnabledFor(30))
logging.disable(logging.NOTSET)
b = io.StringIO()
logging.basicConfig(stream=b, level="INFO", format="{levelname:<8}{message}", style="{", force=True)
logging.info("root %s", 1)
logging.debug("no")
logging.getLogger("z").error("zz")
print(b.getvalue())
logging.basicConfig(level=50)
print(logging.root.level, logging.root.handlers)
logging.captureWarnings(True)
import warnings

warnings.warn("captured")
print("py.warnings" in str(b.getvalue()) or b.getvalue().splitlines()[-2:])
logging.captureWarnings(False)
logging.getLogger("z").info("st", stack_info=True)
print("Stack (most recent call last):" in b.getvalue())
h.close()
logging.shutdown()
