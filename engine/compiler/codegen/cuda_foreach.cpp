// A pointwise kernel for many tensors at once (an optimiser's step): blocks look up which
// tensor they work on in a table in device memory.
#include <iterator>

#include "codegen/cuda_text.h"
#include "support/check.h"

namespace vt::codegen {

CudaKernel emit_cuda_foreach(CudaText& text, size_t shared) {
  const loop::LoopNest& nest = text.nest;
  const size_t own = nest.buffers.size() - shared;
  VT_CHECK(own <= std::size(CudaRow().pointers), "a row of the table has places for that many buffers");
  loop::LoopNest one = nest;
  one.name = nest.name + "_one";
  std::vector<TaggedLine> lines;
  CudaText part(one, text.target, lines);
  part.one_of_many = true;
  CudaKernel kernel = emit_cuda_pointwise(part);
  for (const TaggedLine& line : lines) text.line(line.text, line.items);
  CudaLaunch& launch = kernel.launches[0];
  launch.entry = nest.name;
  auto type_of = [&](size_t i) {
    return std::string(nest.buffers[i].written ? "" : "const ") + c_storage_type(nest.buffers[i].dtype) + "*";
  };
  text.line("struct Row { unsigned long long pointers[" + number_text(std::size(CudaRow().pointers)) +
            "]; i64 n, first_block; };");
  text.line("extern \"C\" __global__ void __launch_bounds__(" + number_text(launch.threads) + ") " + nest.name +
            "(const Row* __restrict__ rows, const i64 count");
  std::string arguments;
  for (size_t i = 0; i < own; ++i) arguments += ", (" + type_of(i) + ")row.pointers[" + number_text(i) + "]";
  for (size_t i = own; i < nest.buffers.size(); ++i) {
    text.line("    , " + type_of(i) + " __restrict__ shared" + number_text(i));
    arguments += ", shared" + number_text(i);
  }
  text.open(")");
  text.line("i64 low = 0, high = count;  // the last row that starts at this block or before it");
  text.open("while (high - low > 1)");
  text.line("const i64 middle = (low + high) / 2;");
  text.line("if (rows[middle].first_block <= blockIdx.x) low = middle; else high = middle;");
  text.close();
  text.line("const Row row = rows[low];");
  text.line(one.name + "(blockIdx.x - (unsigned)row.first_block" + arguments + ", row.n);");
  text.close();
  return kernel;
}

}  // namespace vt::codegen
