#include "catch.h"
#include "helpers.h"

TEST_CASE("grammar mistakes have CPython's text and place", "[frontend]") {
  CHECK(error_of("while n < 3\n    pass\n") == "SyntaxError: expected ':' @1:11-1:12");
  CHECK(error_of("x = (1,\n     2\ndef f():\n    pass\n") == "SyntaxError: '(' was never closed @1:4-1:5");
  CHECK(error_of("foo(a b)\n") == "SyntaxError: invalid syntax. Perhaps you forgot a comma? @1:4-1:7");
  CHECK(error_of("f(a=1, 2)\n") == "SyntaxError: positional argument follows keyword argument @1:8-1:9");
  CHECK(error_of("if x = 3:\n    pass\n") ==
        "SyntaxError: invalid syntax. Maybe you meant '==' or ':=' instead of '='? @1:3-1:8");
  CHECK(error_of("5 = x\n") ==
        "SyntaxError: cannot assign to literal here. Maybe you meant '==' instead of '='? @1:0-1:1");
  CHECK(error_of("f(a.b=1)\n") ==
        "SyntaxError: expression cannot contain assignment, perhaps you meant \"==\"? @1:2-1:6");
  CHECK(error_of("print a, b\n") ==
        "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)? @1:0-1:10");
  CHECK(error_of("x = (a if b)\n") == "SyntaxError: expected 'else' after 'if' expression @1:5-1:11");
  CHECK(error_of("def f(a=1, b): pass\n") ==
        "SyntaxError: parameter without a default follows parameter with a default @1:11-1:12");
  CHECK(error_of("{1: 2, 3}\n") == "SyntaxError: ':' expected after dictionary key @1:7-1:8");
  CHECK(error_of("try:\n    pass\nx = 1\n") == "SyntaxError: expected 'except' or 'finally' block @3:0-3:1");
}

TEST_CASE("layout mistakes are IndentationErrors and TabErrors", "[frontend]") {
  CHECK(error_of("if x:\npass\n") ==
        "IndentationError: expected an indented block after 'if' statement on line 1 @2:0-2:4");
  CHECK(error_of("x = 1\n    y = 2\n") == "IndentationError: unexpected indent @2:3-2:4");
  CHECK(error_of("if x:\n        a\n    b\n") ==
        "IndentationError: unindent does not match any outer indentation level @3:5-3:6");
  CHECK(error_of("def f():\n\ta\n        b\n").substr(0, 62) ==
        "TabError: inconsistent use of tabs and spaces in indentation @");
}

TEST_CASE("lexical mistakes win over grammatical ones before them", "[frontend]") {
  CHECK(error_of("x = = 1\ny = 'abc\n") == "SyntaxError: unterminated string literal (detected at line 2) @2:4-2:5");
  CHECK(error_of("1abc\n") == "SyntaxError: invalid decimal literal @1:0-1:1");
  CHECK(error_of("0b12\n") == "SyntaxError: invalid digit '2' in binary literal @1:3-1:4");
  CHECK(error_of("x = (1]\n") ==
        "SyntaxError: closing parenthesis ']' does not match opening parenthesis '(' @1:6-1:7");
  CHECK(error_of("x = a \xC3\x97 b\n") == "SyntaxError: invalid character '\xC3\x97' (U+00D7) @1:6-1:7");
}

TEST_CASE("f-string mistakes are named as such", "[frontend]") {
  CHECK(error_of("f'{}'\n") == "SyntaxError: f-string: valid expression required before '}' @1:3-1:4");
  CHECK(error_of("f'{a!x}'\n") ==
        "SyntaxError: f-string: invalid conversion character 'x': expected 's', 'r', or 'a' @1:5-1:6");
  CHECK(error_of("f'}'\n") == "SyntaxError: f-string: single '}' is not allowed @1:2-1:3");
  CHECK(error_of("f'{a b}'\n") == "SyntaxError: invalid syntax. Perhaps you forgot a comma? @1:3-1:6");
}

TEST_CASE("mistakes about names and flow are found before the program runs", "[frontend]") {
  CHECK(error_of("return 5\n") == "SyntaxError: 'return' outside function @1:0-1:8");
  CHECK(error_of("def f():\n    break\n") == "SyntaxError: 'break' outside loop @2:4-2:9");
  CHECK(error_of("def f():\n    x = 1\n    global x\n") ==
        "SyntaxError: name 'x' is assigned to before global declaration @3:4-3:12");
  CHECK(error_of("def f(a, a): pass\n") == "SyntaxError: duplicate argument 'a' in function definition @1:9-1:10");
  CHECK(error_of("def f():\n    nonlocal y\n") == "SyntaxError: no binding for nonlocal 'y' found @2:4-2:14");
  CHECK(error_of("[i := 0 for i in r]\n") ==
        "SyntaxError: assignment expression cannot rebind comprehension iteration variable 'i' @1:1-1:2");
}

TEST_CASE("await and its kin belong into async functions", "[frontend]") {
  CHECK(error_of("await x\n") == "SyntaxError: 'await' outside function @1:0-1:7");
  CHECK(error_of("def f():\n    await x\n") == "SyntaxError: 'await' outside async function @2:4-2:11");
  CHECK(error_of("def f():\n    async for i in x: pass\n") ==
        "SyntaxError: 'async for' outside async function @2:4-2:26");
  CHECK(error_of("x = [i async for i in y]\n") ==
        "SyntaxError: asynchronous comprehension outside of an asynchronous function @1:4-1:24");
  CHECK(error_of("async def f():\n    yield 1\n    return 2\n") ==
        "SyntaxError: 'return' with value in async generator @3:4-3:12");
}

TEST_CASE("patterns, except* and type parameters are held to their rules", "[frontend]") {
  auto message = [](const std::string& text) {
    const std::string all = error_of(text);
    return all.substr(0, all.find(" @"));
  };
  auto match = [&](const std::string& pattern, const std::string& rest = "") {
    return message("match x:\n    case " + pattern + ": pass\n" + rest);
  };
  CHECK(match("[a, *_, {'k': b, **c}] | P(a, q=b) as d if a") ==
        "SyntaxError: alternative patterns bind different names");
  CHECK(match("a", "    case 2: pass\n") == "SyntaxError: name capture 'a' makes remaining patterns unreachable");
  CHECK(match("_", "    case 2: pass\n") == "SyntaxError: wildcard makes remaining patterns unreachable");
  CHECK(match("a if a", "    case 2: pass\n").empty());
  CHECK(match("[a, a]") == "SyntaxError: multiple assignments to name 'a' in pattern");
  CHECK(match("[*a, *b]") == "SyntaxError: multiple starred names in sequence pattern");
  CHECK(match("P(a=1, 2)") == "SyntaxError: positional patterns follow keyword patterns");
  CHECK(match("P(a=1, a=2)") == "SyntaxError: attribute name repeated in class pattern: a");
  CHECK(match("1 as _") == "SyntaxError: cannot use '_' as a target");
  CHECK(match("f'a'") == "SyntaxError: patterns may only match literals and attribute lookups");
  CHECK(message("match x:\npass\n") ==
        "IndentationError: expected an indented block after 'match' statement on line 1");
  CHECK(message("match x\n") == "SyntaxError: expected ':'");
  CHECK(message("for i in x:\n    try: pass\n    except* E: break\n") ==
        "SyntaxError: 'break', 'continue' and 'return' cannot appear in an except* block");
  CHECK(message("try: pass\nexcept* E: pass\nexcept F: pass\n") ==
        "SyntaxError: cannot have both 'except' and 'except*' on the same 'try'");
  CHECK(message("try: pass\nexcept*: pass\n") == "SyntaxError: expected one or more exception types");
  CHECK(message("def f[T, T](x): pass\n") == "SyntaxError: duplicate type parameter 'T'");
  CHECK(message("class A[]: pass\n") == "SyntaxError: Type parameter list cannot be empty");
}

TEST_CASE("deep nesting is an error, never a crash", "[frontend]") {
  CHECK(error_of(std::string(300, '(') + "1" + std::string(300, ')')).find("too many nested parentheses") !=
        std::string::npos);
  std::string minus(5000, '-');
  CHECK(error_of("x = " + minus + "1\n").find("too deeply nested") != std::string::npos);
  std::string sum = "x = 1", dots = "x", conditional, lambda, nots, chain = "if a:\n    pass\n", power;
  for (int i = 0; i < 5000; ++i) {
    sum += " + a";
    dots += ".a";
    conditional += "a if b else ";
    lambda += "lambda: ";
    nots += "not ";
    chain += "elif a:\n    pass\n";
    power += "a ** ";
  }
  for (const std::string& text : {sum, dots, conditional + "c", lambda + "1", nots + "a", chain, power + "a"})
    CHECK(!error_of(text + "\n").empty());
  std::string blocks;
  for (int i = 0; i < 25; ++i) blocks += std::string(static_cast<size_t>(i), ' ') + "for x in y:\n";
  CHECK(error_of(blocks + std::string(25, ' ') + "pass\n").find("too many statically nested blocks") !=
        std::string::npos);
}

TEST_CASE("nested displays and finally blocks take no exponential time", "[frontend]") {
  std::string dict = "1";
  for (int i = 0; i < 90; ++i) dict = "{" + dict + ": 1}";
  CHECK(error_of("x = " + dict + "\n").empty());
  std::string text;
  for (int i = 0; i < 40; ++i) {
    std::string indent(static_cast<size_t>(i), ' ');
    text += i % 2 ? indent + "def f():\n" : indent + "try: pass\n" + indent + "finally:\n";
  }
  CHECK(error_of(text + std::string(40, ' ') + "pass\n").find("too large") != std::string::npos);
}
