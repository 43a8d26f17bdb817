#include "lower/lower.h"

#include <algorithm>

#include "lower/epilogues.h"
#include "lower/lowering.h"
#include "support/check.h"

namespace vt {
namespace {

void collect(const SymExpr& e, std::vector<std::string>& names) {
  if (e) sym_free_symbols(e, names);
}
void collect(const std::vector<SymExpr>& list, std::vector<std::string>& names) {
  for (const SymExpr& e : list) collect(e, names);
}

void collect_extern(const ExternCall& call, std::vector<std::string>& names) {
  for (const ExternArg& arg : call.args) {
    if (const Scalar* s = std::get_if<Scalar>(&arg.plain.value)) collect(s->integer.expr(), names);
    if (const IntList* list = std::get_if<IntList>(&arg.plain.value))
      for (const SymInt& v : *list) collect(v.expr(), names);
    for (const ExternArg::View& view : arg.views) {
      collect(view.sizes, names);
      collect(view.strides, names);
      collect(view.offset, names);
    }
  }
}

std::vector<int64_t> steps_of(const std::vector<loop::NestBuffer>& list) {
  std::vector<int64_t> result;
  for (const loop::NestBuffer& b : list) result.push_back(b.program_buffer);
  return result;
}

// The buffers that a step touches, by index into Program::buffers.
std::vector<int64_t> touched(const Step& step) {
  if (const auto* nest = std::get_if<loop::LoopNest>(&step)) return steps_of(nest->buffers);
  if (const auto* nest = std::get_if<loop::MatmulTemplate>(&step)) return steps_of(nest->buffers);
  const ExternCall& call = std::get<ExternCall>(step);
  std::vector<int64_t> result(call.outputs.begin(), call.outputs.end());
  for (const ExternArg& arg : call.args)
    for (const ExternArg::View& view : arg.views)
      if (view.buffer >= 0) result.push_back(view.buffer);
  return result;
}

template <class Map>
void renumber(Step& step, Map map) {
  auto nest_buffers = [&](std::vector<loop::NestBuffer>& list) {
    for (loop::NestBuffer& b : list) b.program_buffer = map(static_cast<int>(b.program_buffer));
  };
  if (auto* nest = std::get_if<loop::LoopNest>(&step)) return nest_buffers(nest->buffers);
  if (auto* nest = std::get_if<loop::MatmulTemplate>(&step)) return nest_buffers(nest->buffers);
  ExternCall& call = std::get<ExternCall>(step);
  for (int& buffer : call.outputs) buffer = map(buffer);
  for (ExternArg& arg : call.args)
    for (ExternArg::View& view : arg.views)
      if (view.buffer >= 0) view.buffer = map(view.buffer);
}

std::vector<ItemId> node_items(const Graph& graph, const std::vector<int>& members,
                               const std::vector<Kernel>& kernels) {
  std::vector<ItemId> items;
  for (int member : members)
    for (NodeId node : kernels[static_cast<size_t>(member)].nodes) {
      ItemId item = graph.at(node).item;
      if (item != kNoItem && std::find(items.begin(), items.end(), item) == items.end()) items.push_back(item);
    }
  return items;
}

// Gives the kernel an item of its own and a number.
void identify(Step& step, int number, std::vector<ItemId> origins) {
  ItemId item = kNoItem;
  if (event_log().active() && !origins.empty()) {
    SourceSpan span = event_log().provenance.at(origins.back()).span;
    item = event_log().provenance.add(ItemKind::kKernel, span, std::move(origins));
  }
  std::visit(
      [&](auto& s) {
        s.item = item;
        s.name += "_" + std::to_string(number);
      },
      step);
}

}  // namespace

std::vector<std::string> Lowering::symbols_used(const Program& program) const {
  std::vector<std::string> names;
  for (const Buffer& b : program.buffers) {
    collect(b.sizes, names);
    collect(b.strides, names);
  }
  for (const Step& step : program.steps) {
    if (const auto* nest = std::get_if<loop::LoopNest>(&step))
      names.insert(names.end(), nest->symbols.begin(), nest->symbols.end());
    else if (const auto* product = std::get_if<loop::MatmulTemplate>(&step))
      names.insert(names.end(), product->symbols.begin(), product->symbols.end());
    else collect_extern(std::get<ExternCall>(step), names);
  }
  for (const ProgramOutput& output : program.outputs) {
    collect(output.sizes, names);
    collect(output.strides, names);
    collect(output.offset, names);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void Lowering::assemble(Program& program) {
  // Names in the order in which buffers are written.
  int next = 0;
  for (const std::vector<int>& group : groups_)
    for (int member : group)
      for (int buffer : kernels[static_cast<size_t>(member)].writes)
        if (needed_outside(buffer, group)) buffers[static_cast<size_t>(buffer)].name = "buf" + std::to_string(next++);
  for (const std::vector<int>& group : groups_) {
    Emitted emitted = emit(group);
    VT_CHECK(emitted.step.has_value(), "a kernel that was accepted for fusion cannot be emitted: " +
                                           emitted.refusal.rule + " " + emitted.refusal.detail);
    identify(*emitted.step, next_kernel_++, node_items(graph_, group, kernels));
#ifndef NDEBUG
    if (const auto* nest = std::get_if<loop::LoopNest>(&*emitted.step)) {
      std::string problem = loop::verify_nest(*nest);
      VT_CHECK(problem.empty(), nest->name + ": " + problem);
    }
#endif
    program.steps.push_back(std::move(*emitted.step));
  }
  std::vector<bool> used(buffers.size());
  for (size_t b = 0; b < buffers.size(); ++b) used[b] = buffers[b].kind == BufferKind::kInput;
  for (const Step& step : program.steps)
    for (int64_t b : touched(step)) used[static_cast<size_t>(b)] = true;
  for (const ProgramOutput& output : outputs_)
    if (output.buffer >= 0) used[static_cast<size_t>(output.buffer)] = true;
  std::vector<int> position(buffers.size(), -1);
  for (size_t b = 0; b < buffers.size(); ++b) {
    if (!used[b]) continue;
    position[b] = static_cast<int>(program.buffers.size());
    program.buffers.push_back(buffers[b]);
  }
  auto map = [&](int b) { return position[static_cast<size_t>(b)]; };
  for (Step& step : program.steps) renumber(step, map);
  program.outputs = outputs_;
  for (ProgramOutput& output : program.outputs)
    if (output.buffer >= 0) output.buffer = map(output.buffer);
}

namespace {

// Where each size symbol gets its value.
std::vector<SymbolSource> symbol_sources(const Graph& graph, const std::vector<std::string>& names) {
  std::vector<SymbolSource> sources;
  auto add = [&](const SymInt& size, int input, int axis) {
    if (!size.symbolic() || size.expr()->op != SymOp::kSymbol) return;
    const std::string& name = size.expr()->name;
    if (std::find(names.begin(), names.end(), name) == names.end()) return;
    if (std::none_of(sources.begin(), sources.end(), [&](const SymbolSource& s) { return s.symbol == name; }))
      sources.push_back({name, input, axis, size.hint()});
  };
  for (size_t i = 0; i < graph.inputs().size(); ++i) {
    const Node& node = graph.at(graph.inputs()[i]);
    if (node.kind == NodeKind::kNumberInput) add(node.number, static_cast<int>(i), -1);
    else
      for (size_t axis = 0; axis < node.metas[0].sizes.size(); ++axis)
        add(node.metas[0].sizes[axis], static_cast<int>(i), static_cast<int>(axis));
  }
  return sources;
}

}  // namespace

void Lowering::lower_values() {
  lower_inputs();
  for (NodeId id = graph_.first(); id != kNoNode; id = graph_.next(id)) lower_node(id);
  lower_outputs();
  find_reads();
  drop_dead_kernels();
  sort_kernels();
}

Program Lowering::emit_program() {
  Program program;
  assemble(program);
  if (options_.products_by_library) split_epilogues(program);
  program.input_count = static_cast<int>(graph_.inputs().size());
  if (event_log().active()) record_inlined();
  program.fusion = std::move(decisions_);
  program.mutated_inputs = graph_.mutated_inputs;
  std::vector<std::string> names = symbols_used(program);
  program.symbols = symbol_sources(graph_, names);
  for (const std::string& name : names) program.hints.emplace_back(name, hint(sym_variable(name)));
  return program;
}

LowerOptions cuda_lower_options() {
  LowerOptions options;
  options.products_by_library = true;
  options.memory.library_results = true;
  return options;
}

LowerOptions webgpu_lower_options() {
  LowerOptions options;
  options.memory = {.share = true, .overwrite = false, .in_inputs = false, .library_results = true, .alignment = 256};
  return options;
}

std::shared_ptr<Lowering> lower_values(const Graph& graph, const LowerOptions& options) {
  auto lowering = std::make_shared<Lowering>(graph, options);
  lowering->lower_values();
  return lowering;
}

void fuse_kernels(Lowering& lowering) { lowering.fuse(); }

Program emit_program(Lowering& lowering) { return lowering.emit_program(); }

Program lower_graph(const Graph& graph, const LowerOptions& options) {
  std::shared_ptr<Lowering> lowering = lower_values(graph, options);
  fuse_kernels(*lowering);
  Program program = emit_program(*lowering);
  plan_memory(program, options.memory);
  return program;
}

}  // namespace vt
