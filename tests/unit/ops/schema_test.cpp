#include "catch.h"
#include "ops/table.h"

using namespace vt;

TEST_CASE("a signature parses into parameters and results", "[ops]") {
  Schema schema = parse_schema(
      "max.dim(Tensor self, int dim, bool keepdim=False, *, dtype? dtype=None) -> (Tensor values, Tensor indices)");
  CHECK(schema.name == "max.dim");
  CHECK(schema.python_name == "max");
  REQUIRE(schema.parameters.size() == 4);
  CHECK(schema.parameters[0].type == ArgType::kTensor);
  CHECK_FALSE(schema.parameters[1].has_default);
  CHECK_FALSE(schema.parameters[2].default_value.is_none());
  CHECK(schema.parameters[3].keyword_only);
  CHECK(schema.parameters[3].optional);
  CHECK(schema.results == std::vector<std::string>{"values", "indices"});
}

TEST_CASE("lists have sizes, defaults are repeated, numbers have their kinds", "[ops]") {
  Schema schema = parse_schema(
      "f(Tensor[] tensors, int[2] stride=1, int[]? dim=None, float eps=1e-05, Scalar alpha=1, str reduction='mean', "
      "float[] scales=[0.5, 2], int axis=-1) -> Tensor[]");
  REQUIRE(schema.parameters.size() == 8);
  CHECK(schema.parameters[0].type == ArgType::kTensorList);
  CHECK(std::get<IntList>(schema.parameters[1].default_value.value).size() == 2);
  CHECK(schema.parameters[1].list_size == 2);
  CHECK(schema.parameters[2].optional);
  CHECK(std::get<Scalar>(schema.parameters[3].default_value.value).to_double() == 1e-05);
  CHECK_FALSE(std::get<Scalar>(schema.parameters[4].default_value.value).is_float());
  CHECK(std::get<std::string>(schema.parameters[5].default_value.value) == "mean");
  CHECK(std::get<std::vector<double>>(schema.parameters[6].default_value.value) == std::vector<double>{0.5, 2});
  CHECK(std::get<Scalar>(schema.parameters[7].default_value.value).to_int() == -1);
}

TEST_CASE("every op's signature parses and names the op", "[ops]") {
  for (const OpDef* op : all_ops()) {
    INFO(op->name);
    CHECK(schema_of(*op).name == op->name);
    CHECK(find_op(op->name) == op);
  }
}
