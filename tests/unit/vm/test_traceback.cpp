#include "catch.h"
#include "unit/vm/run_program.h"

using vt::test::output_of;

TEST_CASE("a traceback marks the operation that failed", "[vm]") {
  CHECK(output_of("def f(x):\n    return 1 + x['a']['b'] * 2\nf({'a': {}})\n") ==
        "Traceback (most recent call last):\n"
        "  File \"program.py\", line 3, in <module>\n"
        "    f({'a': {}})\n"
        "  File \"program.py\", line 2, in f\n"
        "    return 1 + x['a']['b'] * 2\n"
        "               ~~~~~~^^^^^\n"
        "KeyError: 'b'\n");
}

TEST_CASE("binary operators get carets, their operands tildes", "[vm]") {
  std::string text = output_of("a = 1\nb = 'x'\nc = (a + 2) * a + b\n");
  CHECK(text.find("    c = (a + 2) * a + b\n        ~~~~~~~~~~~~^~~\n") != std::string::npos);
}

TEST_CASE("causes and contexts come first", "[vm]") {
  CHECK(output_of("try:\n    1/0\nexcept ZeroDivisionError as e:\n    raise ValueError('bad') from e\n") ==
        "Traceback (most recent call last):\n"
        "  File \"program.py\", line 2, in <module>\n"
        "    1/0\n"
        "    ~^~\n"
        "ZeroDivisionError: division by zero\n"
        "\n"
        "The above exception was the direct cause of the following exception:\n"
        "\n"
        "Traceback (most recent call last):\n"
        "  File \"program.py\", line 4, in <module>\n"
        "    raise ValueError('bad') from e\n"
        "ValueError: bad\n");
}

TEST_CASE("names that are nearly right are suggested", "[vm]") {
  CHECK(output_of("print(lenn([1]))\n").find("NameError: name 'lenn' is not defined. Did you mean: 'len'?\n") !=
        std::string::npos);
  CHECK(output_of("class A:\n    value = 1\nA().valeu\n")
            .find("'A' object has no attribute 'valeu'. Did you mean: 'value'?\n") != std::string::npos);
}

TEST_CASE("a syntax error shows its place", "[vm]") {
  std::string text = output_of("x = (1,\ny = 2\n");
  CHECK(text.rfind("  File \"program.py\", line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n", 0) ==
        0);
}

TEST_CASE("what is outside the language is refused before the program starts, with another way", "[vm]") {
  const auto refused = vt::test::run_program("print('started')\nx = '\\N{BULLET}'\n");
  CHECK(refused.out.empty());
  CHECK(refused.outcome.traceback.find("line 2") != std::string::npos);
  CHECK(refused.outcome.traceback.find("write the code point") != std::string::npos);
}

TEST_CASE("an exception group is a tree to the right of a margin", "[vm]") {
  const auto group = vt::test::run_program("raise ExceptionGroup('g', [ValueError(1)])\n");
  CHECK(group.outcome.traceback.find("  | ExceptionGroup: g (1 sub-exception)\n"
                                     "  +-+---------------- 1 ----------------\n"
                                     "    | ValueError: 1\n"
                                     "    +------------------------------------\n") != std::string::npos);
}

TEST_CASE("sys.exit gives its code and prints its text", "[vm]") {
  auto code = vt::test::run_program("import sys\nsys.exit(3)\n");
  CHECK(code.outcome.exit_code == 3);
  CHECK(code.outcome.traceback.empty());
  CHECK(vt::test::run_program("raise SystemExit('bye')\n").outcome.traceback == "bye\n");
  CHECK(vt::test::run_program("import sys\nsys.exit()\n").outcome.ok);
}
