// WGSL for every op of the table, from its samples, and for nests by hand. That it computes the right thing is
// checked on a device: the hidden test [.wgsl-kernels] prints each kernel's module with what its buffers hold before
// and after, by the loop interpreter, a JSON object a line, for tests/webgpu.mjs.
#ifndef __EMSCRIPTEN__
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "catch.h"
#include "unit/runtime/nests.h"
#include "unit/runtime/op_programs.h"

using namespace vt;
using namespace vt::test;

namespace {

using Bytes = std::vector<unsigned char>;

bool in_float32(const OpDef& op) { return std::string(op.name) != "view.dtype"; }  // its sample is of float64's bits

std::string in_json(const std::string& text) {
  std::string made = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    if (c == '\n') made += "\\n";
    else made += c;
  }
  return made + "\"";
}

std::string base64(const Bytes& bytes) {
  static const char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    for (size_t k = 0; k < 3; ++k) three = three << 8 | (i + k < bytes.size() ? bytes[i + k] : 0);
    for (size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kDigits[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

// Numbers of both signs, some whole, some large; the same each time.
Bytes contents(DType dtype, int64_t count, uint32_t seed) {
  Bytes bytes(static_cast<size_t>(count) * dtype_bytes(dtype));
  for (int64_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const int64_t whole = static_cast<int64_t>(seed >> 8) % 19 - 9;
    const float number = static_cast<float>(static_cast<int32_t>(seed)) * 0x1p-29f;  // within 4 of zero
    unsigned char* at = bytes.data() + static_cast<size_t>(i) * dtype_bytes(dtype);
    auto put = [&](auto v) { std::memcpy(at, &v, sizeof v); };
    switch (dtype) {
      case DType::kBool: put(static_cast<uint8_t>(seed >> 16 & 1)); break;
      case DType::kUInt8: put(static_cast<uint8_t>(seed >> 16)); break;
      case DType::kInt8: put(static_cast<int8_t>(seed >> 16)); break;
      case DType::kInt16: put(static_cast<int16_t>(whole * 37)); break;
      case DType::kInt32: put(static_cast<int32_t>(whole)); break;
      case DType::kInt64: put(i % 7 == 3 ? whole * 4294967297 : whole); break;
      case DType::kFloat16: put(static_cast<uint16_t>((seed >> 16 & 0x8000) | (0x3400 + (seed >> 8 & 0xfff)))); break;
      case DType::kBFloat16: put(static_cast<uint16_t>(std::bit_cast<uint32_t>(number) >> 16)); break;
      case DType::kFloat32: put(number); break;
      case DType::kFloat64: put(static_cast<double>(number)); break;
    }
  }
  return bytes;
}

std::vector<loop::NestBuffer> buffers_of(const KernelSource& source) {
  if (auto nest = std::get_if<const loop::LoopNest*>(&source)) return (*nest)->buffers;
  return std::get<const loop::MatmulTemplate*>(source)->buffers;
}
std::vector<std::string> symbols_of(const KernelSource& source) {
  if (auto nest = std::get_if<const loop::LoopNest*>(&source)) return (*nest)->symbols;
  return std::get<const loop::MatmulTemplate*>(source)->symbols;
}

// One kernel as a line of JSON, run by the interpreter.
void print_kernel(const std::string& name, const Program& program, const KernelSource& source) {
  WgslTarget target;
  target.hints = size_hints(program);
  const GeneratedCode code = generate_wgsl({source}, target);
  const WgslKernel& kernel = code.wgsl.at(0);
  std::string module = kernel.functions;
  for (size_t i = kernel.first_line; i < kernel.end_line; ++i) module += code.text[i].text + "\n";
  std::string line = "{\"name\":" + in_json(name) + ",\"refusal\":" + in_json(kernel.refusal);
  if (!kernel.refusal.empty()) return (void)std::printf("%s}\n", line.c_str());
  auto value_of = [&](const SymExpr& e) { return at_hints(program, e); };
  std::vector<int64_t> symbols;
  for (const std::string& symbol : symbols_of(source)) symbols.push_back(value_of(sym_variable(symbol)));
  std::vector<Bytes> before, after;
  std::vector<void*> pointers;
  const std::vector<loop::NestBuffer> buffers = buffers_of(source);
  for (const loop::NestBuffer& b : buffers) {
    const Buffer& buffer = program.buffers[static_cast<size_t>(b.program_buffer)];
    int64_t count = 1;
    for (size_t d = 0; d < buffer.sizes.size(); ++d)
      count += (value_of(buffer.sizes[d]) - 1) * std::abs(value_of(buffer.strides[d]));
    before.push_back(contents(b.dtype, std::max<int64_t>(count, 1), static_cast<uint32_t>(before.size() * 77 + 5)));
  }
  after = before;
  for (Bytes& bytes : after) pointers.push_back(bytes.data());
  if (auto nest = std::get_if<const loop::LoopNest*>(&source)) interpret_nest(**nest, pointers.data(), symbols.data());
  else interpret_template(*std::get<const loop::MatmulTemplate*>(source), pointers.data(), symbols.data());
  line += ",\"module\":" + in_json(module) + ",\"launches\":[";
  for (const WgslLaunch& launch : kernel.launches)
    line += (line.back() == '[' ? "" : ",") +
            ("[" + in_json(launch.entry) + "," + std::to_string(value_of(launch.groups)) + "]");
  line +=
      "],\"scratch\":" + std::to_string(kernel.scratch_bytes ? value_of(kernel.scratch_bytes) : 0) + ",\"symbols\":[";
  for (int64_t symbol : symbols) line += (line.back() == '[' ? "" : ",") + std::to_string(symbol);
  line += "],\"buffers\":[";
  for (size_t i = 0; i < buffers.size(); ++i) {
    line += std::string(i ? "," : "") + "{\"dtype\":\"" + dtype_name(buffers[i].dtype) + "\",\"before\":\"" +
            base64(before[i]) + "\"";
    if (buffers[i].written) line += ",\"after\":\"" + base64(after[i]) + "\"";
    line += "}";
  }
  std::printf("%s]}\n", line.c_str());
}

// Samples are in float64, which WGSL has not.
Sample in_floats(Sample sample) {
  install();
  Inputs inputs = tensors_of(sample.args);
  for (Tensor& t : inputs)
    if (t.defined() && t.dtype() == DType::kFloat64) t = run("_to_copy", {t, DType::kFloat32, Arg()});
  sample.args = with_tensors(sample.args, inputs);
  for (size_t i = 0; i < sample.args.size(); ++i)
    if (auto dtype = std::get_if<DType>(&sample.args[i].value); dtype && *dtype == DType::kFloat64)
      *dtype = DType::kFloat32;
  return sample;
}

void print_program(const std::string& name, const Program& program) {
  for (const KernelSource& source : kernel_sources(program)) print_kernel(name, program, source);
}

}  // namespace

TEST_CASE("every op has WGSL text, or says what WGSL lacks", "[wgsl]") {
  int kernels = 0, refused = 0;
  for_samples([&](const OpDef& op, const Sample& sample) {
    INFO(op.name << " " << sample.note);
    if (!in_float32(op)) return;
    for (bool dynamic : {false, true}) {
      if (dynamic && !op.pointwise) continue;
      const Program program = lowered(op, in_floats(sample), dynamic);
      GeneratedCode code;
      REQUIRE_NOTHROW(code = generate_wgsl(kernel_sources(program), {}));
      for (const WgslKernel& kernel : code.wgsl) {
        CHECK((kernel.refusal.empty() || kernel.refusal == "float64" || kernel.refusal == "this view of bits"));
        CHECK(kernel.refusal.empty() == !kernel.launches.empty());
        kernels += kernel.refusal.empty(), refused += !kernel.refusal.empty();
      }
    }
  });
  CHECK(kernels > 100);
  CHECK(refused * 5 < kernels);
}

TEST_CASE("WGSL kernels with what they compute, printed", "[.wgsl-kernels]") {
  // A device in software takes long: the first sample of each op, and one in eight with symbolic sizes.
  const bool all = std::getenv("VITRINE_ALL_KERNELS") != nullptr;
  std::map<std::string, int> known;
  for_samples([&](const OpDef& op, const Sample& sample) {
    if (!in_float32(op)) return;
    for (bool dynamic : {false, true}) {
      if (dynamic && !op.pointwise) continue;
      const bool first = known[std::string(op.name) + (dynamic ? " dynamic" : "")]++ == 0;
      if (all || (first && (!dynamic || known.size() % 8 == 0)))
        print_program(std::string("op ") + op.name, lowered(op, in_floats(sample), dynamic));
    }
  });
  auto print_nest = [](const char* name, LoopNest nest, std::vector<int64_t> out, std::vector<int64_t> in,
                       DType dtype = DType::kFloat32) {
    print_program(name, program_of(std::move(nest), std::move(out), {std::move(in)}, dtype));
  };
  for (const loop::ScalarOp op : {ScalarOp::kExp, ScalarOp::kSin, ScalarOp::kCos, ScalarOp::kLgamma, ScalarOp::kErfinv})
    print_nest("nest elementwise with a tail", unary_nest(op, 1003), {1003}, {1003});
  for (const int64_t columns : {5, 64, 1000, 4096})
    print_nest("nest softmax", softmax_nest(9, columns), {9, columns}, {9, columns});
  print_nest("nest softmax of few long rows", softmax_nest(2, 100000), {2, 100000}, {2, 100000});
  for (const int64_t columns : {3, 64, 200})
    print_nest("nest columns", column_nest(700, columns), {2, columns}, {700, columns});
  print_nest("nest whole sum", sum_nest(1000003), {}, {1000003});
  print_nest("nest argmax", argmax_nest(3, 1000), {3}, {3, 1000}, DType::kInt64);
  print_nest("nest argmax of one long row", argmax_nest(1, 300000), {1}, {1, 300000}, DType::kInt64);
  SUCCEED();
}

TEST_CASE("what stands before WGSL text, printed", "[.wgsl-prelude]") {
  std::printf("== wgsl [prelude] \n%s", generate_wgsl({}, {}).prelude.c_str());
  SUCCEED();
}
#endif
