// Golden bytecode: instruction for instruction what CPython 3.12 compiles.
#include "catch.h"
#include "helpers.h"

static std::string function_bytecode(const std::string& text) {
  auto code = compile_text(text);
  REQUIRE(code.ok());
  auto inner = inner_code(*code.value());
  REQUIRE(inner);
  return bytecode_of(*inner);
}

TEST_CASE("a method call loads the method and keeps self apart", "[frontend]") {
  CHECK(function_bytecode("def f(x):\n    return x.add(1, out=x)\n") ==
        "RESUME 0\nLOAD_FAST x\nLOAD_METHOD add\nLOAD_CONST 1\nLOAD_FAST x\nKW_NAMES ('out',)\nCALL 2\nRETURN_VALUE\n");
}

TEST_CASE("functions of imported modules are plain calls", "[frontend]") {
  CHECK(function_bytecode("import torch\ndef f(x):\n    return torch.relu(x)\n") ==
        "RESUME 0\nPUSH_NULL\nLOAD_GLOBAL torch\nLOAD_ATTR relu\nLOAD_FAST x\nCALL 1\nRETURN_VALUE\n");
}

TEST_CASE("a for loop ends at END_FOR and goes back by JUMP_BACKWARD", "[frontend]") {
  CHECK(
      function_bytecode("def f(xs):\n    for x in xs:\n        g(x)\n") ==
      "RESUME 0\nLOAD_FAST xs\nGET_ITER\nFOR_ITER to 11\nSTORE_FAST x\nPUSH_NULL\nLOAD_GLOBAL g\nLOAD_FAST x\nCALL 1\n"
      "POP_TOP\nJUMP_BACKWARD to 3\nEND_FOR\nLOAD_CONST None\nRETURN_VALUE\n");
}

TEST_CASE("a list comprehension runs in the frame around it", "[frontend]") {
  CHECK(function_bytecode("def f(y):\n    return [x for x in y]\n") ==
        "RESUME 0\nLOAD_FAST y\nGET_ITER\nLOAD_FAST_AND_CLEAR x\nSWAP 2\nBUILD_LIST 0\nSWAP 2\nFOR_ITER to "
        "12\nSTORE_FAST x\n"
        "LOAD_FAST x\nLIST_APPEND 2\nJUMP_BACKWARD to 7\nEND_FOR\nSWAP 2\nSTORE_FAST x\nRETURN_VALUE\nSWAP "
        "2\nPOP_TOP\nSWAP 2\n"
        "STORE_FAST x\nRERAISE 0\n");
}

TEST_CASE("an except clause with a name unbinds it on every way out", "[frontend]") {
  auto code = compile_text("def f():\n    try:\n        g()\n    except E as e:\n        h(e)\n");
  REQUIRE(code.ok());
  auto inner = inner_code(*code.value());
  CHECK(
      bytecode_of(*inner) ==
      "RESUME 0\nNOP\nPUSH_NULL\nLOAD_GLOBAL g\nCALL 0\nPOP_TOP\nLOAD_CONST "
      "None\nRETURN_VALUE\nPUSH_EXC_INFO\nLOAD_GLOBAL E\n"
      "CHECK_EXC_MATCH\nPOP_JUMP_IF_FALSE to 28\nSTORE_FAST e\nPUSH_NULL\nLOAD_GLOBAL h\nLOAD_FAST e\nCALL 1\nPOP_TOP\n"
      "POP_EXCEPT\nLOAD_CONST None\nSTORE_FAST e\nDELETE_FAST e\nLOAD_CONST None\nRETURN_VALUE\nLOAD_CONST "
      "None\nSTORE_FAST e\n"
      "DELETE_FAST e\nRERAISE 1\nRERAISE 0\nCOPY 3\nPOP_EXCEPT\nRERAISE 1\n");
  REQUIRE(inner->exceptions.size() >= 3);
  CHECK(inner->exceptions[0].depth == 0);
  CHECK(!inner->exceptions[0].push_lasti);
  CHECK(inner->exceptions[1].push_lasti);
}

TEST_CASE("super() in a method needs no super object", "[frontend]") {
  auto code = compile_text("class A(B):\n    def f(self):\n        return super().f(1)\n");
  REQUIRE(code.ok());
  auto type = inner_code(*code.value());
  auto method = inner_code(*type);
  CHECK(bytecode_of(*method) ==
        "COPY_FREE_VARS 1\nRESUME 0\nPUSH_NULL\nLOAD_GLOBAL super\nLOAD_DEREF __class__\nLOAD_FAST "
        "self\nLOAD_SUPER_ATTR f\n"
        "LOAD_CONST 1\nCALL 1\nRETURN_VALUE\n");
  CHECK(method->qualified_name == "A.f");
  CHECK(bytecode_of(*type).find("STORE_NAME __classcell__") != std::string::npos);
}

TEST_CASE("constant expressions are folded, dead branches dropped", "[frontend]") {
  CHECK(function_bytecode("def f():\n    return 2 ** 10 - 1, 'a' 'b', -3\n") ==
        "RESUME 0\nLOAD_CONST (1023, 'ab', -3)\nRETURN_VALUE\n");
  CHECK(function_bytecode("def f():\n    while True:\n        g()\n    h()\n").find("h") == std::string::npos);
  CHECK(function_bytecode("def f(x):\n    if x is not None:\n        return 1\n") ==
        "RESUME 0\nLOAD_FAST x\nPOP_JUMP_IF_NONE to 5\nLOAD_CONST 1\nRETURN_VALUE\nLOAD_CONST None\nRETURN_VALUE\n");
}

TEST_CASE("closures go through cells", "[frontend]") {
  auto code = compile_text("def f(a):\n    b = 1\n    def g():\n        return a + b\n    return g\n");
  REQUIRE(code.ok());
  auto outer = inner_code(*code.value());
  CHECK(
      bytecode_of(*outer) ==
      "MAKE_CELL a\nMAKE_CELL b\nRESUME 0\nLOAD_CONST 1\nSTORE_DEREF b\nLOAD_CLOSURE a\nLOAD_CLOSURE b\nBUILD_TUPLE 2\n"
      "LOAD_CONST <code object g, line 3>\nMAKE_FUNCTION closure\nSTORE_FAST g\nLOAD_FAST g\nRETURN_VALUE\n");
  CHECK(outer->local_names == std::vector<std::string>{"a", "g", "b"});
  CHECK(inner_code(*outer)->free_variable_count == 2);
}

TEST_CASE("private names are mangled, also in nested functions", "[frontend]") {
  auto code = compile_text("class _A:\n    def f(self):\n        return lambda: self.__x\n");
  REQUIRE(code.ok());
  auto method = inner_code(*inner_code(*code.value()));
  CHECK(bytecode_of(*inner_code(*method)).find("LOAD_ATTR _A__x") != std::string::npos);
}

TEST_CASE("spans are those of the source text that an instruction stands for", "[frontend]") {
  auto code = compile_text("y = (a.b\n     .c(1 + x))\n");
  REQUIRE(code.ok());
  const vt::Code& module = *code.value();
  bool found = false;
  for (size_t i = 0; i < module.instructions.size(); ++i) {
    if (module.instructions[i].op != vt::Op::CALL) continue;
    vt::SourceSpan span = module.spans[i];
    CHECK(span.line == 2);
    CHECK(span.column == 6);
    CHECK(span.end_column == 14);
    found = true;
  }
  CHECK(found);
}

TEST_CASE("eval compiles one expression", "[frontend]") {
  auto code = compile_text("1 + x\n", vt::CompileMode::kExpression);
  REQUIRE(code.ok());
  CHECK(bytecode_of(*code.value()) == "RESUME 0\nLOAD_CONST 1\nLOAD_NAME x\nBINARY_OP +\nRETURN_VALUE\n");
  CHECK(!compile_text("x = 1\n", vt::CompileMode::kExpression).ok());
}
