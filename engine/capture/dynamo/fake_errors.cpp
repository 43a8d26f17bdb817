#include "capture/dynamo/fake_errors.h"

#include <algorithm>
#include <optional>

#include "ops/dispatch.h"
#include "tensor/dtype.h"

namespace vt::dynamo {
namespace {

using Sizes = std::vector<SymInt>;

std::string list_text(const Sizes& sizes) {
  std::string text;
  for (const SymInt& size : sizes) text += (text.empty() ? "" : ", ") + size.text();
  return text;
}
std::string size_text(const Sizes& sizes) { return "torch.Size([" + list_text(sizes) + "])"; }

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
std::string behind(const std::string& text, std::string_view mark) {
  size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size());
}
std::string between(const std::string& text, std::string_view begin, std::string_view end) {
  std::string rest = behind(text, begin);
  return rest.substr(0, rest.find(end));
}

// The shapes of all tensor arguments, including those in lists.
std::vector<Sizes> shapes_of(const Args& args) {
  std::vector<Sizes> shapes;
  for (const Arg& arg : args.values()) {
    if (const Tensor* tensor = std::get_if<Tensor>(&arg.value); tensor && tensor->defined())
      shapes.push_back(meta_of(*tensor).sizes);
    if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& item : *list) shapes.push_back(meta_of(item).sizes);
  }
  return shapes;
}

// PyTorch's message if the shapes do not broadcast: each is merged into the common shape, as in torch._refs.
std::optional<std::string> broadcast_error(const std::vector<Sizes>& shapes) {
  size_t rank = 0;
  for (const Sizes& shape : shapes) rank = std::max(rank, shape.size());
  Sizes common(rank, SymInt(1));
  for (size_t number = 0; number < shapes.size(); ++number) {
    const Sizes& shape = shapes[number];
    for (size_t back = 1; back <= shape.size(); ++back) {
      const SymInt& size = shape[shape.size() - back];
      SymInt& expected = common[rank - back];
      if (size.hint() == expected.hint() || size.hint() == 1) continue;
      if (expected.hint() != 1) {
        return "Attempting to broadcast a dimension of length " + size.text() + " at -" + std::to_string(back) +
               "! Mismatching argument at index " + std::to_string(number) + " had " + size_text(shape) +
               "; but expected shape should be broadcastable to [" + list_text(common) + "]";
      }
      expected = size;
    }
  }
  return {};
}

// The message of cat: names the first tensor whose shape differs from that of tensor 0, and the axis.
std::optional<std::string> different_shapes(const std::vector<Sizes>& shapes, const std::string& axis) {
  for (size_t number = 1; number < shapes.size(); ++number) {
    const Sizes &first = shapes[0], &other = shapes[number];
    std::string in_list = " for tensor number " + std::to_string(number) + " in the list";
    if (first.size() != other.size()) {
      return "Number of dimensions of tensors must match.  Expected " + std::to_string(first.size()) +
             "-D tensors, but got " + std::to_string(other.size()) + "-D" + in_list;
    }
    for (size_t i = 0; i < first.size(); ++i) {
      if (std::to_string(i) == axis || first[i].hint() == other[i].hint()) continue;
      return "Sizes of tensors must match except in dimension " + axis + ". Expected " + first[i].text() +
             " in dimension " + std::to_string(i) + " but got " + other[i].text() + in_list;
    }
  }
  return {};
}

// "2x3 and 4x4" as "[2, 3] X [4, 4]".
std::string product_text(std::string shapes) {
  auto replace = [&](std::string_view from, std::string_view to) {
    for (size_t at = 0; (at = shapes.find(from, at)) != std::string::npos; at += to.size())
      shapes.replace(at, from.size(), to);
  };
  replace("x", ", ");
  replace(" and ", "] X [");
  return "[" + shapes + "]";
}

TensorError runtime_error(std::string text) { return {"RuntimeError", std::move(text)}; }
TensorError value_error(std::string text) { return {"ValueError", std::move(text)}; }

std::optional<TensorError> product_error(const std::string& said) {
  if (said.starts_with("mat1 and mat2 shapes cannot be multiplied ("))
    return runtime_error("a and b must have same reduction dim, but got " + product_text(between(said, "(", ")")) +
                         ".");
  if (said == "self must be a matrix") return runtime_error("a must be 2D");
  if (said == "mat2 must be a matrix") return runtime_error("b must be 2D");
  if (said.starts_with("size mismatch, got input ("))
    return runtime_error("size mismatch, got input (" + between(said, "mat (", ")") + "), vec (" +
                         behind(said, "vec ("));
  return {};
}

std::optional<TensorError> view_error(const std::string& said, const Args& args) {
  if (said.starts_with("The expanded size of the tensor (") && has(said, "existing size ("))
    return runtime_error("expand: attempting to expand a dimension of length " + between(said, "existing size (", ")") +
                         " -> " + between(said, "of the tensor (", ")") + "!");
  if (has(said, "): the number of sizes provided ("))
    return runtime_error("expand: the requested shape has too few dimensions!");
  if (said.starts_with("permute(): duplicate dims"))
    return value_error("Received an invalid permutation, [" + list_text(args.ints(1)) + "]!");
  if (said.starts_with("permute(sparse_coo): number of dimensions"))
    return value_error("Attempting to permute a tensor of rank " + between(said, "input.dim() = ", " ") +
                       ", but received a permutation of length " + behind(said, "len(dims) = ") + "!");
  if (said.starts_with("split_with_sizes expects split_sizes to sum exactly to ")) {
    SymInt sum = 0;
    for (const SymInt& size : args.ints(1)) sum = sum + size;
    return value_error("Split sizes add up to " + sum.text() + " but got the tensor's size of " +
                       between(said, "sum exactly to ", " "));
  }
  return {};
}

std::optional<TensorError> joining_error(const std::string& said, const Args& args) {
  if (said.starts_with("Sizes of tensors must match except") ||
      said.starts_with("Tensors must have same number of dim")) {
    if (auto text = different_shapes(shapes_of(args), between(said, "except in dimension ", ".")))
      return runtime_error(*text);
  }
  if (said.starts_with("stack expects each tensor to be equal size, but got "))
    return runtime_error("stack expects each tensor to be equal size, but got torch.Size(" +
                         between(said, "but got ", " at") + ") at entry 0 ");
  return {};
}

std::string torch_dtype(const Tensor& tensor) { return std::string("torch.") + dtype_name(tensor.dtype()); }

std::optional<TensorError> argument_error(const std::string& said, const Args& args) {
  if (has(said, " appears multiple times in the list of dims"))
    return runtime_error("duplicate value in the list of dims");
  if (said.ends_with("for index") && has(said, "(): Expected dtype int32/int64"))
    return runtime_error(said + ", but got " + torch_dtype(args.tensor(2)));
  if (said.starts_with("mean(): could not infer output dtype. Input dtype"))
    return runtime_error(said.substr(0, said.find("Got: ")) + "Got: " + torch_dtype(args.tensor(0)));
  if (said.ends_with("(while checking arguments for embedding)"))
    return runtime_error(said.substr(0, said.find("but got")) + "but got " + torch_dtype(args.tensor(1)) + " instead");
  if (said.starts_with("torch.clamp: At least one")) return value_error("clamp called but both min and max are none!");
  if (said.starts_with("Given normalized_shape=")) {
    std::string shape = between(said, "normalized_shape=[", "]");
    return runtime_error("Given normalized_shape=[" + shape + "], expected input with shape [" + shape +
                         "], but got input of size " + size_text(meta_of(args.tensor(0)).sizes));
  }
  return {};
}

}  // namespace

TensorError fake_error(const Args& args, const TensorError& eager) {
  const std::string& said = eager.message;
  if (said.starts_with("The size of tensor a (")) {
    if (auto text = broadcast_error(shapes_of(args))) return runtime_error(*text);
  }
  if (auto error = product_error(said)) return *error;
  if (auto error = view_error(said, args)) return *error;
  if (auto error = joining_error(said, args)) return *error;
  return argument_error(said, args).value_or(eager);
}

void check_fits_in_place(const Tensor& self, const TensorMeta& result) {
  const Sizes sizes = meta_of(self).sizes;
  bool same = sizes.size() == result.sizes.size();
  for (size_t i = 0; same && i < sizes.size(); ++i) same = sizes[i].hint() == result.sizes[i].hint();
  if (!same)
    tensor_error("output with shape " + size_text(sizes) + " doesn't match the broadcast shape (" +
                 list_text(result.sizes) + ")");
}

}  // namespace vt::dynamo
