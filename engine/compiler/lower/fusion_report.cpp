#include "lower/fusion_report.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "lower/index.h"
#include "lower/lower.h"

namespace vt {
namespace {

// Advice per fusion rule: how to change a program so that the kernels fuse. Some rules have none.
struct Advice {
  std::string_view rule, advice;
};
constexpr Advice kAdvice[] = {
    {"library call", "Write it with operations that are lowered to loops, or leave it: a library's kernel is its own."},
    {"no shared data", "Give both the same large input, or let one read the other."},
    {"intermediate nodes", "Move what lies between before or after both."},
    {"product operand", "Do this after the product: its result can be changed where it is made, its operands cannot."},
    {"product epilogue", "Reduce along an axis that is not one of the product's, or let the row stay in memory."},
    {"reduction sizes differ", "Reduce over the same axes: rows of one length go through one loop."},
    {"sizes differ", "Give both the same shape: one loop walks over one number of elements."},
    {"memory deps did not match", "Read the value at the place where it is written, not shifted or transposed."},
    {"other order of memory", "Reduce both over the same axes, or leave it: one loop would run across memory."},
    {"sums of columns", "Sum rows instead of columns, or leave it: here two kernels are faster."},
};

const char* const kBufferCategories[] = {"input", "constant", "temporary", "output"};

struct Access {
  int64_t buffer;
  bool written;
};
std::vector<Access> accesses(const Step& step) {
  std::vector<Access> list;
  auto nest = [&](const std::vector<loop::NestBuffer>& buffers) {
    for (const loop::NestBuffer& b : buffers) list.push_back({b.program_buffer, b.written});
  };
  if (const auto* loops = std::get_if<loop::LoopNest>(&step)) nest(loops->buffers);
  else if (const auto* product = std::get_if<loop::MatmulTemplate>(&step)) nest(product->buffers);
  else {
    const ExternCall& call = std::get<ExternCall>(step);
    for (int output : call.outputs) list.push_back({output, true});
    for (const ExternArg& arg : call.args)
      for (const ExternArg::View& view : arg.views)
        if (view.buffer >= 0) list.push_back({view.buffer, false});
  }
  return list;
}

const char* kind_of(const Step& step) {
  return std::holds_alternative<loop::LoopNest>(step)         ? "loop"
         : std::holds_alternative<loop::MatmulTemplate>(step) ? "matrix"
                                                              : "library";
}

}  // namespace

Diagram kernel_diagram(const Program& program) {
  Diagram diagram;
  for (const Buffer& b : program.buffers) {
    int64_t bytes = dtype_bytes(b.dtype);
    for (const SymExpr& size : b.sizes) bytes *= at_hints(program, size);
    diagram.nodes.push_back({b.item, b.name, std::to_string(bytes), kBufferCategories[static_cast<size_t>(b.kind)]});
  }
  for (const Step& step : program.steps) {
    auto kernel = static_cast<uint32_t>(diagram.nodes.size());
    std::visit([&](const auto& s) { diagram.nodes.push_back({s.item, s.name, "", kind_of(step)}); }, step);
    for (const Access& access : accesses(step)) {
      auto buffer = static_cast<uint32_t>(access.buffer);
      auto edge = access.written ? std::pair(kernel, buffer) : std::pair(buffer, kernel);
      if (std::find(diagram.edges.begin(), diagram.edges.end(), edge) == diagram.edges.end())
        diagram.edges.push_back(edge);
    }
  }
  return diagram;
}

SymExpr moved_bytes(const Program& program) {
  SymExpr bytes = sym_constant(0);
  for (const Step& step : program.steps) {
    std::set<std::pair<int64_t, bool>> counted;
    for (const Access& access : accesses(step)) {
      const Buffer& b = program.buffers[static_cast<size_t>(access.buffer)];
      if (!counted.emplace(access.buffer, access.written).second) continue;
      bytes = sym_add(bytes, sym_mul(product_of(b.sizes), sym_constant(dtype_bytes(b.dtype))));
    }
  }
  return bytes;
}

Table decision_table(const Program& program) {
  Table table;
  table.columns = {"fused", "first", "second", "rule", "detail", "bytes", "advice"};
  for (const FusionDecision& d : program.fusion) {
    auto known =
        std::find_if(std::begin(kAdvice), std::end(kAdvice), [&](const Advice& a) { return a.rule == d.rule; });
    std::string advice = d.fused || known == std::end(kAdvice) ? "" : std::string(known->advice);
    table.rows.push_back({{d.fused ? "yes" : "no", d.first, d.second, d.rule, d.detail, std::to_string(d.bytes_saved),
                           std::move(advice)},
                          d.items});
  }
  return table;
}

}  // namespace vt
