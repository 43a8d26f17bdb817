#include "torch/call_facts.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace vt::torch {
namespace {

ResultForm result_form(const OpDef& op, const Schema& schema) {
  std::string_view signature = op.signature;
  std::string_view result = signature.substr(signature.rfind("->") + 2);
  while (!result.empty() && result.front() == ' ') result.remove_prefix(1);
  if (result.substr(0, 8) == "Tensor[]") return ResultForm::kTuple;
  if (result.empty() || result.front() == '(')
    return !schema.results.empty() && !schema.results[0].empty() ? ResultForm::kNamedTuple : ResultForm::kTuple;
  return result.substr(0, 6) == "Tensor" ? ResultForm::kTensor : ResultForm::kNumber;
}

CallFacts find_facts(const OpDef& op) {
  CallFacts facts;
  const Schema& schema = schema_of(op);
  facts.schema = &schema;
  while (facts.positional < schema.parameters.size() && !schema.parameters[facts.positional].keyword_only)
    ++facts.positional;
  for (size_t i = 0; i < schema.parameters.size(); ++i) {
    if (schema.parameters[i].name == "inplace") facts.inplace = static_cast<int>(i);
    facts.has_device |= schema.parameters[i].type == ArgType::kDevice;
  }
  facts.result = result_form(op, schema);
  return facts;
}

}  // namespace

CallFacts call_facts(const OpDef& op) {
  static const std::unordered_map<const OpDef*, CallFacts> known = [] {
    std::unordered_map<const OpDef*, CallFacts> facts;
    for (const OpDef* each : all_ops()) facts.emplace(each, find_facts(*each));
    return facts;
  }();
  // The ops of late are found without the table; those of programs, which come and go, are never among them.
  struct Recent {
    const OpDef* op = nullptr;
    const CallFacts* facts = nullptr;
  };
  static thread_local std::array<Recent, 64> recent;
  Recent& slot = recent[reinterpret_cast<uintptr_t>(&op) / sizeof(OpDef) % recent.size()];
  if (slot.op == &op) return *slot.facts;
  auto found = known.find(&op);
  if (found == known.end()) return find_facts(op);
  slot = {&op, &found->second};
  return found->second;
}

}  // namespace vt::torch
