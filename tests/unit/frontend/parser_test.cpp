#include "catch.h"
#include "helpers.h"

static std::string tree(const std::string& text) {
  vt::SourceFile file("test.py", text);
  auto lines = vt::dump_ast(file);
  if (!lines) return lines.error().message;
  std::string out;
  for (const std::string& line : lines.value()) out += line.substr(0, line.find("  @")) + "\n";
  return out;
}

TEST_CASE("operators bind as tightly as in Python", "[frontend]") {
  CHECK(tree("-a ** b * c + d") ==
        "Module\n  Expr\n    BinOp +\n      BinOp *\n        UnaryOp -\n          BinOp **\n            Name a\n       "
        "     Name b\n"
        "        Name c\n      Name d\n");
  CHECK(tree("a or b and not c < d") ==
        "Module\n  Expr\n    BoolOp or\n      Name a\n      BoolOp and\n        Name b\n        UnaryOp not\n          "
        "Compare <\n"
        "            Name c\n            Name d\n");
  CHECK(tree("a ** -b ** c") ==
        "Module\n  Expr\n    BinOp **\n      Name a\n      UnaryOp -\n        BinOp **\n          Name b\n          "
        "Name c\n");
}

TEST_CASE("a tree dump shows roles, fields and places", "[frontend]") {
  vt::SourceFile file("test.py", "def f(a, *, b=1) -> int:\n    return a.x[1:]\n");
  auto lines = vt::dump_ast(file);
  REQUIRE(lines.ok());
  std::vector<std::string> expected = {
      "Module",
      "  FunctionDef f  @1:0-2:18",
      "    parameter a  @1:6-1:7",
      "    keyword-only b  @1:12-1:13",
      "      default: Constant 1  @1:14-1:15",
      "    returns: Name int  @1:20-1:23",
      "    body",
      "      Return  @2:4-2:18",
      "        Subscript  @2:11-2:18",
      "          Attribute .x  @2:11-2:14",
      "            Name a  @2:11-2:12",
      "          index: Slice  @2:15-2:17",
      "            lower: Constant 1  @2:15-2:16",
  };
  CHECK(lines.value() == expected);
}

TEST_CASE("soft keywords stay names", "[frontend]") {
  CHECK(error_of("match = 1\nmatch(match)\nmatch[0]\ncase = type = _ = match\n") == "");
}

TEST_CASE("parenthesised with items and plain parentheses are told apart", "[frontend]") {
  CHECK(tree("with (a as b, c):\n    pass") ==
        "Module\n  With\n    item: Name a\n    as: Name b\n    item: Name c\n    body\n      Pass\n");
  CHECK(tree("with (a).b as c:\n    pass") ==
        "Module\n  With\n    item: Attribute .b\n      Name a\n    as: Name c\n    body\n      Pass\n");
  CHECK(error_of("with (yield_ := a):\n    pass") == "");
}
