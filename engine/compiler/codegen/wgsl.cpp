// WGSL from loop nests, one module per kernel: chooses the kernel shape (a file wgsl_*.cpp) for each nest.
#include "codegen/names.h"
#include "codegen/stash.h"
#include "codegen/wgsl_text.h"

namespace vt {
using namespace codegen;

namespace {

std::string refusal_of(const loop::MatmulTemplate& product) {
  for (const loop::NestBuffer& b : product.buffers)
    if (b.dtype == DType::kFloat64) return "float64";
  loop::LoopNest epilogue;
  epilogue.exprs = product.exprs;
  epilogue.phases = {loop::Phase{{}, product.epilogue}};
  return wgsl_refusal(epilogue);
}

WgslKernel refused(const std::string& what, const std::string& name, ItemId item, std::vector<TaggedLine>& out) {
  WgslKernel kernel;
  kernel.refusal = what;
  out.push_back({"// " + name + ": WGSL has no " + what, {}});
  if (item != kNoItem) out.back().items.push_back(item);
  return kernel;
}

WgslKernel generate_one(const KernelSource& source, const WgslTarget& target, std::vector<TaggedLine>& out) {
  if (auto found = std::get_if<const loop::MatmulTemplate*>(&source)) {
    const loop::MatmulTemplate product = with_names(**found);
    if (std::string what = refusal_of(product); !what.empty()) return refused(what, product.name, product.item, out);
    return emit_wgsl_product(product, target, out);
  }
  loop::LoopNest nest = with_names(*std::get<const loop::LoopNest*>(source));
  if (std::string what = wgsl_refusal(nest); !what.empty()) return refused(what, nest.name, nest.item, out);
  divide_once_per_row(nest);
  return nest.inner.empty() ? emit_wgsl_pointwise(nest, target, out) : emit_wgsl_reductions(nest, target, out);
}

int buffers_of(const KernelSource& source) {
  if (auto nest = std::get_if<const loop::LoopNest*>(&source)) return static_cast<int>((*nest)->buffers.size());
  return static_cast<int>(std::get<const loop::MatmulTemplate*>(source)->buffers.size());
}

}  // namespace

GeneratedCode generate_wgsl(const std::vector<KernelSource>& kernels, const WgslTarget& target) {
  GeneratedCode code;
  code.prelude = wgsl_prelude();
  code.text.push_back({"// exp_of, i64_add, load_bf16 ... are defined before this text", {}});
  for (const KernelSource& source : kernels) {
    code.entry_names.push_back(name_of(source));
    std::vector<TaggedLine> lines;
    WgslKernel kernel = generate_one(source, target, lines);
    std::string text;
    for (const TaggedLine& line : lines) text += line.text + "\n";
    kernel.functions = wgsl_functions_for(text);
    kernel.storage_buffers = buffers_of(source) + (kernel.scratch_bytes ? 1 : 0);
    kernel.first_line = code.text.size();
    code.text.insert(code.text.end(), lines.begin(), lines.end());
    kernel.end_line = code.text.size();
    code.text.push_back({"", {}});
    code.wgsl.push_back(std::move(kernel));
  }
  return code;
}

}  // namespace vt
