#include "graph/print.h"

#include <algorithm>

#include "lower/index.h"
#include "lower/lower.h"

namespace vt {
namespace {

constexpr const char* kBufferKinds[] = {"input", "constant", "temporary", "output"};

std::vector<ItemId> items_of(ItemId item) {
  return item == kNoItem ? std::vector<ItemId>{} : std::vector<ItemId>{item};
}

std::string shape_text(const Buffer& buffer) {
  std::string text = std::string(dtype_short_name(buffer.dtype)) + "[";
  for (size_t i = 0; i < buffer.sizes.size(); ++i) text += (i ? ", " : "") + sym_text(buffer.sizes[i]);
  return text + "]";
}

std::string plain_text(const Arg& arg) {
  if (const Scalar* s = std::get_if<Scalar>(&arg.value)) {
    if (s->kind == Scalar::Kind::kBool) return s->to_bool() ? "True" : "False";
    return s->is_float() ? std::to_string(s->number) : s->integer.text();
  }
  if (const IntList* list = std::get_if<IntList>(&arg.value)) {
    std::string text = "[";
    for (size_t i = 0; i < list->size(); ++i) text += (i ? ", " : "") + (*list)[i].text();
    return text + "]";
  }
  if (const auto* text = std::get_if<std::string>(&arg.value)) return "'" + *text + "'";
  if (const DType* dtype = std::get_if<DType>(&arg.value)) return dtype_name(*dtype);
  return "None";
}

TaggedLine extern_line(const Program& program, const ExternCall& call) {
  std::string text = "call " + call.name + "(";
  bool first = true;
  for (const ExternArg& arg : call.args) {
    std::string shown;
    if (arg.kind == ExternArg::Kind::kPlain) shown = plain_text(arg.plain);
    for (const ExternArg::View& view : arg.views)
      shown += (shown.empty() ? "" : ", ") +
               (view.buffer < 0 ? std::string("None") : program.buffers[static_cast<size_t>(view.buffer)].name);
    text += (first ? "" : ", ") + shown;
    first = false;
  }
  text += ") ->";
  for (int b : call.outputs)
    text +=
        " " + program.buffers[static_cast<size_t>(b)].name + ": " + shape_text(program.buffers[static_cast<size_t>(b)]);
  return {std::move(text), items_of(call.item)};
}

}  // namespace

std::vector<TaggedLine> print_loops(const Program& program) {
  std::vector<TaggedLine> lines;
  for (const Step& step : program.steps) {
    if (const ExternCall* call = std::get_if<ExternCall>(&step)) {
      lines.push_back(extern_line(program, *call));
      continue;
    }
    const auto* nest = std::get_if<loop::LoopNest>(&step);
    for (loop::NestLine& line :
         nest ? loop::print_nest(*nest) : loop::print_template(std::get<loop::MatmulTemplate>(step)))
      lines.push_back({std::move(line.text), std::move(line.items)});
  }
  return lines;
}

std::vector<TaggedLine> print_fusion(const Program& program) {
  std::vector<TaggedLine> lines;
  for (const FusionDecision& d : program.fusion)
    lines.push_back({std::string(d.fused ? "fused " : "not fused ") + d.first + " + " + d.second + ": " + d.rule +
                         (d.detail.empty() ? "" : " (" + d.detail + ")"),
                     d.items});
  return lines;
}

std::vector<TaggedLine> print_memory(const Program& program) {
  size_t names = 0, shapes = 0;
  for (const Buffer& b : program.buffers) {
    names = std::max(names, b.name.size());
    shapes = std::max(shapes, shape_text(b).size());
  }
  auto padded = [](std::string text, size_t width) {
    return text + std::string(width - std::min(width, text.size()), ' ');
  };
  constexpr size_t kKindWidth = 9;  // "temporary"
  std::vector<TaggedLine> lines;
  for (const Buffer& b : program.buffers) {
    std::string text =
        padded(b.name, names) + "  " + padded(kBufferKinds[static_cast<size_t>(b.kind)], kKindWidth) + "  ";
    if (b.first_step < 0) text += shape_text(b) + ", not used";
    else
      text += padded(shape_text(b), shapes) + "  steps " + std::to_string(b.first_step) + ".." +
              std::to_string(b.last_step);
    if (b.host >= 0)
      text +=
          " in the memory of " + program.buffers[static_cast<size_t>(b.host)].name + " at " + sym_text(b.arena_offset);
    else if (b.arena_offset) text += " at " + sym_text(b.arena_offset);
    if (b.reuses >= 0 && b.reuses != b.host)
      text += " in place of " + program.buffers[static_cast<size_t>(b.reuses)].name;
    lines.push_back({std::move(text), items_of(b.item)});
  }
  if (program.arena_bytes)
    lines.push_back(
        {"arena " + sym_text(program.arena_bytes) + " bytes, without sharing " + sym_text(program.unplanned_bytes),
         {}});
  return lines;
}

int64_t at_hints(const Program& program, const SymExpr& e) {
  if (!e) return 0;
  return sym_evaluate(
      e,
      [](const void* context, std::string_view name) -> int64_t {
        for (const auto& [symbol, hint] : static_cast<const Program*>(context)->hints)
          if (symbol == name) return hint;
        return 1;
      },
      &program);
}

Table memory_table(const Program& program) {
  Table table;
  table.columns = {"name", "kind", "type", "bytes", "first", "last", "offset", "reuses", "producer", "last_user"};
  auto step_name = [&](int step) {
    if (step < 0) return std::string();
    return std::visit([](const auto& s) { return s.name; }, program.steps[static_cast<size_t>(step)]);
  };
  for (const Buffer& b : program.buffers) {
    int64_t bytes = at_hints(program, product_of(b.sizes)) * dtype_bytes(b.dtype);
    bool made_here = b.kind == BufferKind::kTemporary || b.kind == BufferKind::kOutput;
    table.rows.push_back({{b.name, kBufferKinds[static_cast<size_t>(b.kind)], shape_text(b), std::to_string(bytes),
                           std::to_string(b.first_step), std::to_string(b.last_step),
                           b.arena_offset && b.host < 0 ? std::to_string(at_hints(program, b.arena_offset)) : "",
                           b.reuses >= 0 ? program.buffers[static_cast<size_t>(b.reuses)].name : "",
                           made_here ? step_name(b.first_step) : "", step_name(b.last_step)},
                          items_of(b.item)});
  }
  return table;
}

}  // namespace vt
