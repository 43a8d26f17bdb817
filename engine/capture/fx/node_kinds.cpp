#include "capture/fx/node_kinds.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <unordered_map>

#include "graph/print.h"
#include "graph/recorder.h"
#include "ops/dispatch.h"
#include "ops/table.h"

namespace vt::fx {
namespace {

// Removes case and underscores, so that "LeakyReLU" and "leaky_relu" match.
std::string plain(const std::string& name) {
  std::string text;
  for (char c : name)
    if (c != '_') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

const OpDef* named(const std::string& name) {
  static const std::unordered_map<std::string, const OpDef*> ops = [] {
    std::unordered_map<std::string, const OpDef*> table;
    for (const OpDef* op : all_ops()) {
      const std::string full = op->name;
      if (!(op->traits & kInternal)) table.emplace(plain(full.substr(0, full.find('.'))), op);
    }
    for (auto [python, op] : {std::pair("truediv", "div"), std::pair("floordiv", "floor_divide"),
                              std::pair("getitem", "select.int")})  // Python operators
      if (const OpDef* found = find_op(op)) table.emplace(python, found);
    return table;
  }();
  const std::string key = plain(name);
  auto found = ops.find(key);
  // Class names with a suffix that the op name lacks: BatchNorm2d is batch_norm, MSELoss is mse_loss.
  for (const char* ending : {"1d", "2d", "3d", "loss"})
    if (found == ops.end() && key.ends_with(ending))
      found = ops.find(key.substr(0, key.size() - std::string_view(ending).size()));
  return found == ops.end() ? nullptr : found->second;
}

// The op named by a suffix of the name: "torch.relu" -> relu, "DynamicQuantizedLinear" -> linear.
const OpDef* operator_of(std::string name) {
  name = name.substr(name.rfind('.') + 1);
  for (size_t begin = 0; begin < name.size();) {
    if (const OpDef* op = named(name.substr(begin))) return op;
    begin = std::min(name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ", begin + 1), name.size());
  }
  return nullptr;
}

// A composite op has the kind of its heaviest part. Its decomposition is recorded on the op's first sample.
std::string kind_of_parts(const OpDef& op) {
  static const std::map<std::string, int> kRanks = {
      {"view", 1}, {"pointwise", 2}, {"op", 3}, {"reduction", 4}, {"matrix", 5}};
  GraphRecorder recorder;
  auto fake = [&](const Tensor& real) { return real.defined() ? recorder.add_input(meta_of(real), "sample") : real; };
  std::vector<Arg> args;
  const std::vector<Sample> samples = op.samples();
  for (const Arg& arg : samples.at(0).args.values()) {
    if (const Tensor* tensor = std::get_if<Tensor>(&arg.value)) {
      args.emplace_back(fake(*tensor));
    } else if (const TensorList* list = std::get_if<TensorList>(&arg.value)) {
      TensorList fakes;
      for (const Tensor& item : *list) fakes.push_back(fake(item));
      args.emplace_back(std::move(fakes));
    } else {
      args.push_back(arg);
    }
  }
  RecorderScope scope(&recorder);
  recorder.record(op, Args(std::move(args)));
  std::string heaviest = "view";
  for (const DiagramNode& node : graph_diagram(recorder.graph()).nodes)
    if (auto rank = kRanks.find(node.category); rank != kRanks.end() && rank->second > kRanks.at(heaviest))
      heaviest = node.category;
  return heaviest;
}

}  // namespace

std::string kind_of_work(const std::string& name) {
  const OpDef* op = operator_of(name);
  if (!op) return "op";
  static thread_local std::unordered_map<const OpDef*, std::string> known;
  std::string& kind = known[op];
  if (!kind.empty()) return kind;
  kind = "op";
  try {
    kind = kind_of_parts(*op);
  } catch (...) {  // the sample's decomposition reads tensor elements, which a fake tensor lacks
  }
  return kind;
}

}  // namespace vt::fx
