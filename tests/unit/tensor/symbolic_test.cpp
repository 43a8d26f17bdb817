#include "tensor/symbolic.h"

#include "catch.h"

using namespace vt;

TEST_CASE("expressions are canonical, so equal ones print equal", "[tensor]") {
  SymExpr a = sym_variable("a"), b = sym_variable("b"), two = sym_constant(2);
  CHECK(sym_text(sym_add(sym_mul(a, two), sym_constant(1))) == "2*a + 1");
  CHECK(sym_equal(sym_add(a, b), sym_add(b, a)));
  CHECK(sym_text(sym_sub(sym_add(a, b), a)) == "b");
  CHECK(sym_text(sym_mul(sym_add(a, sym_constant(1)), sym_sub(a, sym_constant(1)))) == "a**2 - 1");
  CHECK(sym_text(sym_mul(a, b)) == "a*b");
}

TEST_CASE("division and remainder take out what divides", "[tensor]") {
  SymExpr a = sym_variable("a"), b = sym_variable("b"), four = sym_constant(4);
  CHECK(sym_text(sym_floordiv(sym_mul(a, four), four)) == "a");
  CHECK(sym_text(sym_floordiv(sym_mul(a, b), b)) == "a");
  CHECK(sym_text(sym_floordiv(sym_add(sym_mul(a, four), b), four)) == "a + ((b//4))");
  CHECK(sym_text(sym_mod(sym_add(sym_mul(a, four), b), four)) == "Mod(b, 4)");
  CHECK(sym_text(sym_floordiv(sym_floordiv(a, four), four)) == "(a//16)");
  CHECK(sym_text(sym_floordiv(sym_add(sym_mul(a, b), a), sym_add(b, sym_constant(1)))) == "a");
}

TEST_CASE("comparisons that bounds decide record no guard", "[tensor]") {
  ShapeEnv env;
  SymInt s = env.new_symbol(5, "L['x'].size()[0]");
  CHECK(s != SymInt(1));
  CHECK(s > SymInt(0));
  CHECK(s + SymInt(1) > s);
  CHECK(env.guards().empty());
  CHECK(s == SymInt(5));
  CHECK(env.guards().size() == 1);
  CHECK(sym_text(env.simplify((s * SymInt(2)).expr())) == "10");
  CHECK(s == SymInt(5));
  CHECK(env.guards().size() == 1);
}

TEST_CASE("symbols are named by a hash of their source", "[tensor]") {
  ShapeEnv env;
  CHECK(env.new_symbol(4, "L['x'].size()[0]").text() == "s77");
  CHECK(env.new_symbol(4, "L['y'].size()[0]").text() == "s17");
  CHECK(env.new_symbol(4, "L['x'].size()[0]").text() == "s78");
}

TEST_CASE("a guard between symbols replaces the one whose name comes last", "[tensor]") {
  ShapeEnv env;
  SymInt a = env.new_symbol(4, "L['y'].size()[0]"), b = env.new_symbol(4, "L['x'].size()[0]");
  CHECK(a == b);
  CHECK(env.guards().size() == 1);
  CHECK(sym_text(env.simplify(b.expr())) == "s17");
  CHECK(a <= b);
  CHECK(env.guards().size() == 1);
}

TEST_CASE("a bound that was guarded answers what follows from it", "[tensor]") {
  ShapeEnv env;
  SymInt s = env.new_symbol(12, "n");
  CHECK(s > SymInt(10));
  CHECK(s > SymInt(9));
  CHECK(env.guards().size() == 1);
  CHECK_FALSE(s < SymInt(5));
  CHECK(env.guards().size() == 1);
}

TEST_CASE("a linear equation gives its symbol a value", "[tensor]") {
  ShapeEnv env;
  SymInt s = env.new_symbol(6, "n");
  CHECK(s * SymInt(2) == SymInt(12));
  CHECK(sym_text(env.simplify(s.expr())) == "6");
}

TEST_CASE("hints travel with arithmetic", "[tensor]") {
  ShapeEnv env;
  SymInt s = env.new_symbol(7, "L['x'].size()[0]");
  CHECK(floor_div(s, SymInt(2)).hint() == 3);
  CHECK(floor_mod(s, SymInt(2)).hint() == 1);
  CHECK((s - s).symbolic() == false);
  CHECK(sym_max(s, SymInt(1)).text() == "s77");
}

TEST_CASE("an equation of two symbols replaces the larger one", "[tensor]") {
  ShapeEnv env;
  SymInt x = env.new_symbol(4, "L['x'].size()[0]"), y = env.new_symbol(5, "L['y'].size()[0]");
  CHECK(y - SymInt(1) == x);
  CHECK(sym_text(env.simplify(y.expr())) == "s77 + 1");
}

TEST_CASE("a bound of a multiple bounds the symbol", "[tensor]") {
  ShapeEnv env;
  SymInt x = env.new_symbol(4, "L['x'].size()[0]");
  CHECK(x * SymInt(2) + SymInt(1) > SymInt(6));
  CHECK(env.find_symbol("s77")->lower_bound == 3);
  CHECK(x * SymInt(3) < SymInt(20));
  CHECK(env.find_symbol("s77")->upper_bound == 6);
}
