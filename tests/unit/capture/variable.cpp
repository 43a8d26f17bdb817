#include "capture/dynamo/tracer.h"
#include "catch.h"
#include "support/check.h"

namespace vt::dynamo {
namespace {

// Variables name the builtin classes, which an interpreter makes.
struct Language {
  vm::Interpreter vm{vm::Host(), Limits()};
};

TEST_CASE("the fields of a variable are those of its kind alone", "[capture]") {
  Language language;
  VarRef list = sequence(VarKind::kList, {constant_int(1), constant_int(2)});
  CHECK(list->as<ListVariable>().items.size() == 2);
  CHECK(list->get_if<ConstDictVariable>() == nullptr);
  CHECK_THROWS_AS(list->as<ConstDictVariable>(), InternalError);
  CHECK_THROWS_AS(list->proxy(), InternalError);
  CHECK_THROWS_AS(make_dict()->items(), InternalError);
  CHECK_THROWS_AS(constant_int(1)->edit_written(), InternalError);
  CHECK_THROWS_AS(constant_int(1)->set_type(vm::types().int_), InternalError);
}

TEST_CASE("walks ask every kind for its parts", "[capture]") {
  Language language;
  VarRef one = constant_int(1), two = constant_int(2);
  CHECK(sequence(VarKind::kTuple, {one, two})->parts().size() == 2);
  CHECK(make_slice(one, two, none())->parts().size() == 3);
  CHECK(make_method(one, two)->parts()[1] == two);
  CHECK(make_exception(vm::types().KeyError, {one})->parts()[0] == one);
  CHECK(one->parts().empty());
  VarRef dict = make_dict();
  dict->entries().emplace_back(one, two);
  CHECK(dict->parts().empty());
  CHECK(dict->pairs()[0].second == two);
  CHECK(make_var(CellVariable{two})->content() == two);
}

TEST_CASE("a variable of which more becomes known stays the same variable", "[capture]") {
  Language language;
  VarRef v = make_var(SymValueVariable{{nullptr, Value::boolean(true)}, {}, {}, {}});
  CHECK(v->known().as_bool());
  v->value = v->example();
  v->become(ConstantVariable());
  CHECK(v->is(VarKind::kConstant));
  CHECK(describe(*v) == "ConstantVariable(bool: True)");
  CHECK(v->parts().empty());
}

TEST_CASE("the end of a scope takes circles of variables apart and leaves exceptions their class", "[capture]") {
  Language language;
  VarRef exception;
  {
    VarScope scope;
    VarRef list = sequence(VarKind::kList, {});
    list->items().push_back(list);
    exception = make_exception(vm::types().ValueError, {list});
  }
  CHECK(exception->is(VarKind::kException));
  CHECK(exception->type() == vm::types().ValueError);
  CHECK(exception->parts().empty());
}

}  // namespace
}  // namespace vt::dynamo
