// Products over named axes: einsum, tensordot, kron; attention.
#include <algorithm>
#include <cmath>
#include <map>

#include "ops/aten_forms.h"
#include "ops/defs/prelude.h"
#include "ops/device_kernels.h"
#include "ops/families/texts.h"

namespace vt {

namespace {

// --- einsum ----------------------------------------------------------------------------------------
// Labels are letters; an ellipsis stands for '0' + i of the broadcast axes.
struct Equation {
  std::vector<std::string> inputs;
  std::string output;
};

std::string expand_ellipsis(const std::string& term, int rank, size_t covered, size_t position) {
  std::string labels;
  size_t at = term.find("...");
  size_t named = term.size() - (at == std::string::npos ? 0 : 3);
  if (at == std::string::npos) {
    if (static_cast<int>(named) != rank)
      tensor_error("einsum(): the number of subscripts in the equation (" + std::to_string(named) +
                   ") does not match the number of dimensions (" + std::to_string(rank) + ") for operand " +
                   std::to_string(position) + " and no ellipsis was given");
    return term;
  }
  if (static_cast<int>(named) > rank)
    tensor_error("einsum(): the number of subscripts in the equation (" + std::to_string(named) +
                 ") is more than the number of dimensions (" + std::to_string(rank) + ") for operand " +
                 std::to_string(position));
  size_t own = static_cast<size_t>(rank) - named;
  labels = term.substr(0, at);
  for (size_t i = covered - own; i < covered; ++i) labels += static_cast<char>('0' + i);
  return labels + term.substr(at + 3);
}

Equation parse_equation(std::string text, const TensorList& operands) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  size_t arrow = text.find("->");
  std::string left = text.substr(0, arrow);
  std::vector<std::string> terms = {""};
  for (char c : left) {
    if (c == ',') {
      terms.emplace_back();
      continue;
    }
    if (!isalpha(static_cast<unsigned char>(c)) && c != '.')
      tensor_error(std::string("einsum(): invalid subscript given at index ") + std::to_string(left.find(c)) +
                   " in the equation string, subscripts must be in [a-zA-Z]");
    terms.back() += c;
  }
  if (terms.size() != operands.size())
    tensor_error(terms.size() > operands.size()
                     ? "einsum(): fewer operands were provided than specified in the equation"
                     : "einsum(): more operands were provided than specified in the equation");
  size_t covered = 0;
  for (size_t i = 0; i < terms.size(); ++i)
    if (terms[i].find("...") != std::string::npos)
      covered = std::max(covered, static_cast<size_t>(operands[i].rank()) -
                                      std::min(static_cast<size_t>(operands[i].rank()), terms[i].size() - 3));
  Equation equation;
  std::map<char, int> counts;
  for (size_t i = 0; i < terms.size(); ++i) {
    equation.inputs.push_back(expand_ellipsis(terms[i], operands[i].rank(), covered, i));
    for (char c : equation.inputs.back()) ++counts[c];
  }
  std::string batch;
  for (size_t i = 0; i < covered; ++i) batch += static_cast<char>('0' + i);
  if (arrow == std::string::npos) {
    equation.output = batch;
    for (const auto& [label, count] : counts)
      if (isalpha(static_cast<unsigned char>(label)) && count == 1) equation.output += label;
    return equation;
  }
  std::string right = text.substr(arrow + 2);
  size_t at = right.find("...");
  equation.output = at == std::string::npos ? right : right.substr(0, at) + batch + right.substr(at + 3);
  for (char c : equation.output) {
    if (std::count(equation.output.begin(), equation.output.end(), c) > 1)
      tensor_error(std::string("einsum(): output subscript ") + c + " appears more than once in the output");
    if (!counts.count(c))
      tensor_error(std::string("einsum(): output subscript ") + c +
                   " does not appear in the equation for any input operand");
  }
  return equation;
}

// A repeated label takes the diagonal.
Tensor take_diagonals(Tensor t, std::string& labels, size_t operand = 0) {
  for (size_t i = 0; i < labels.size(); ++i)
    for (size_t j = i + 1; j < labels.size();) {
      if (labels[j] != labels[i]) {
        ++j;
        continue;
      }
      char label = labels[i];
      const SymInt first = sizes_of(t)[i], second = sizes_of(t)[j];
      if (first != second)
        tensor_error(std::string("einsum(): subscript ") + labels[i] + " is repeated for operand " +
                     std::to_string(operand) + " but the sizes don't match, " + std::to_string(second.hint()) +
                     " != " + std::to_string(first.hint()));
      t = call1(op_diagonal, {t, 0, static_cast<int>(i), static_cast<int>(j)});
      labels.erase(j, 1);
      labels.erase(i, 1);
      labels += label;
      return take_diagonals(t, labels, operand);
    }
  return t;
}

Tensor arrange(const Tensor& t, const std::string& from, const std::string& to) {
  std::vector<int> order;
  for (char c : to) order.push_back(static_cast<int>(from.find(c)));
  bool identity = true;
  for (size_t i = 0; i < order.size(); ++i) identity = identity && order[i] == static_cast<int>(i);
  return identity ? t : f::permute(t, order);
}
Tensor sum_labels(const Tensor& t, std::string& labels, const std::string& gone) {
  std::vector<int> axes;
  std::string kept;
  for (size_t i = 0; i < labels.size(); ++i) {
    if (gone.find(labels[i]) != std::string::npos) axes.push_back(static_cast<int>(i));
    else kept += labels[i];
  }
  labels = kept;
  return axes.empty() ? t : f::sum(t, axes, false);
}
bool has(const std::string& labels, char c) { return labels.find(c) != std::string::npos; }

// The view of `t` with an axis for each of `labels`, of one element where it has none.
Tensor spread_labels(const Tensor& t, const std::string& from, const std::string& labels) {
  std::string own;
  for (char c : labels)
    if (has(from, c)) own += c;
  Tensor out = arrange(t, from, own);
  for (size_t i = 0; i < labels.size(); ++i)
    if (!has(from, labels[i])) out = f::unsqueeze(out, static_cast<int>(i));
  return out;
}

// One contraction: batch labels (kept, in both), summed labels, and each side's own. Where nothing is summed it is a
// product of elements, whose axes are `output`'s and then those of later operands.
Tensor contract(Tensor a, std::string& a_labels, Tensor b, std::string b_labels, const std::string& needed,
                const std::string& output) {
  std::string lone_a, lone_b;
  for (char c : a_labels)
    if (!has(b_labels, c) && !has(needed, c)) lone_a += c;
  for (char c : b_labels)
    if (!has(a_labels, c) && !has(needed, c)) lone_b += c;
  a = sum_labels(a, a_labels, lone_a);
  b = sum_labels(b, b_labels, lone_b);
  std::string batch, summed, left, right;
  std::map<char, SymInt> sizes;
  SymSizes as = sizes_of(a), bs = sizes_of(b);
  for (size_t i = 0; i < a_labels.size(); ++i) {
    char c = a_labels[i];
    sizes[c] = as[i];
    if (!has(b_labels, c)) left += c;
    else (has(needed, c) ? batch : summed) += c;
  }
  for (size_t i = 0; i < b_labels.size(); ++i) {
    char c = b_labels[i];
    if (!has(a_labels, c)) {
      right += c;
      sizes[c] = bs[i];
      continue;
    }
    if (is_one(sizes[c])) sizes[c] = bs[i];
    else if (!is_one(bs[i]) && sizes[c] != bs[i])
      tensor_error(std::string("einsum(): subscript ") + c + " has size " + std::to_string(bs[i].hint()) +
                   " for operand 1 which does not broadcast with previously seen size " +
                   std::to_string(sizes[c].hint()));
  }
  if (summed.empty()) {
    std::string order, rest;
    for (char c : output)
      if (sizes.count(c)) order += c;
    for (const auto& [label, size] : sizes)
      if (!has(output, label)) rest += label;
    order += rest;
    Tensor out = f::mul(spread_labels(a, a_labels, order), spread_labels(b, b_labels, order));
    a_labels = order;
    return out;
  }
  auto product = [&](const std::string& labels) {
    SymInt count = 1;
    for (char c : labels) count = count * sizes[c];
    return count;
  };
  auto wide = [&](const Tensor& t, const std::string& labels) {
    SymSizes target;
    for (char c : labels) target.push_back(sizes[c]);
    return f::expand(t, target);
  };
  Tensor x = wide(arrange(a, a_labels, batch + left + summed), batch + left + summed);
  Tensor y = wide(arrange(b, b_labels, batch + summed + right), batch + summed + right);
  Tensor out = f::bmm(f::reshape(x, {product(batch), product(left), product(summed)}),
                      f::reshape(y, {product(batch), product(summed), product(right)}));
  SymSizes final_sizes;
  a_labels = batch + left + right;
  for (char c : a_labels) final_sizes.push_back(sizes[c]);
  return call1(op_view, {out, final_sizes});
}

Outputs einsum(const Args& args) {
  const TensorList& operands = args.tensors(1);
  if (operands.empty()) tensor_error("einsum(): must provide at least one operand");
  Equation equation = parse_equation(args.text_or(0, ""), operands);
  std::string labels = equation.inputs[0];
  Tensor result = take_diagonals(operands[0], labels);
  for (size_t i = 1; i < operands.size(); ++i) {
    std::string own = equation.inputs[i], needed = equation.output;
    Tensor next = take_diagonals(operands[i], own, i);
    for (size_t k = i + 1; k < operands.size(); ++k) needed += equation.inputs[k];
    result = contract(result, labels, next, own, needed, equation.output);
  }
  std::string gone;
  for (char c : labels)
    if (!has(equation.output, c)) gone += c;
  result = sum_labels(result, labels, gone);
  return {arrange(result, labels, equation.output)};
}

int axis_of_some(int64_t axis, int rank) {
  if (rank == 0)
    tensor_error("Dimension specified as " + std::to_string(axis) + " but tensor has no dimensions", "IndexError");
  return wrap_axis(axis, rank);
}
// `given_from` is what the program's numbers of axes of a count from, for the message.
Outputs tensordot(Tensor a, Tensor b, const std::vector<int>& left, const std::vector<int>& right, int given_from = 0) {
  if (a.dtype() != b.dtype()) tensor_error("both inputs should have same dtype");
  // An axis of one element meets any: the other is summed up first.
  for (size_t i = 0; i < left.size(); ++i) {
    bool one = is_one(sizes_of(a)[static_cast<size_t>(left[i])]),
         other = is_one(sizes_of(b)[static_cast<size_t>(right[i])]);
    if (one && !other) b = f::to_dtype(f::sum(b, {right[i]}, true), a.dtype());
    if (other && !one) a = f::to_dtype(f::sum(a, {left[i]}, true), b.dtype());
  }
  std::vector<int> a_order, b_order = right;
  SymSizes as = sizes_of(a), bs = sizes_of(b), out;
  SymInt m = 1, k = 1, n = 1;
  for (int i = 0; i < a.rank(); ++i)
    if (std::find(left.begin(), left.end(), i) == left.end()) {
      a_order.push_back(i);
      out.push_back(as[static_cast<size_t>(i)]);
      m = m * as[static_cast<size_t>(i)];
    }
  for (size_t i = 0; i < left.size(); ++i) {
    const SymInt &p = as[static_cast<size_t>(left[i])], &q = bs[static_cast<size_t>(right[i])];
    if (p != q)
      tensor_error("contracted dimensions need to match, but first has size " + std::to_string(p.hint()) + " in dim " +
                   std::to_string(left[i] - given_from) + " and second has size " + std::to_string(q.hint()) +
                   " in dim " + std::to_string(right[i]));
    a_order.push_back(left[i]);
    k = k * p;
  }
  for (int i = 0; i < b.rank(); ++i)
    if (std::find(right.begin(), right.end(), i) == right.end()) {
      b_order.push_back(i);
      out.push_back(bs[static_cast<size_t>(i)]);
      n = n * bs[static_cast<size_t>(i)];
    }
  Tensor product = f::mm(f::reshape(f::permute(a, a_order), {m, k}), f::reshape(f::permute(b, b_order), {k, n}));
  return {call1(op_view, {product, out})};
}

void check_attention(const Args& a) {
  const Tensor &q = a.tensor(0), &k = a.tensor(1), &v = a.tensor(2);
  auto three = [&](auto what, const char* name) {
    return std::string(" query.") + name + ": " + what(q) + " key." + name + ": " + what(k) + " and value." + name +
           ": " + what(v) + " instead.";
  };
  if (q.dtype() != k.dtype() || q.dtype() != v.dtype())
    tensor_error("Expected query, key, and value to have the same dtype, but got" +
                 three([](const Tensor& t) { return std::string(dtype_cpp_name(t.dtype())); }, "dtype"));
  if (q.rank() < 2 || k.rank() < 2 || v.rank() < 2)
    tensor_error("Expected query, key, and value to all be  at least 2 dimensional, but got" +
                 three([](const Tensor& t) { return std::to_string(t.rank()); }, "dim"));
  if (a.has(3) && a.tensor(3).dtype() != DType::kBool && a.tensor(3).dtype() != DType::kFloat32 &&
      a.tensor(3).dtype() != q.dtype())
    tensor_error(std::string("Expected attn_mask dtype to be bool or float or to match query dtype, but got "
                             "attn_mask.dtype: ") +
                 dtype_cpp_name(a.tensor(3).dtype()) + " and  query.dtype: " + dtype_cpp_name(q.dtype()) + " instead.");
}

// Does a device's own kernel compute attention whole? It has no gradients: those come from the products.
bool has_fused_kernel(const Args& a, const Tensor& k, const Tensor& v) {
  const Tensor& q = a.tensor(0);
  const bool refused = a.has(3) && (a.boolean_or(5, false) || a.tensor(3).rank() > q.rank());
  if (q.device().kind != DeviceKind::kCuda || aten_forms() || refused || (a.has(4) && a.real(4) != 0)) return false;
  if ((q.rank() != 3 && q.rank() != 4) || k.rank() != q.rank() || q.dtype() != k.dtype()) return false;
  SymSizes qs = sizes_of(q), ks = sizes_of(k);
  bool fits = qs[0] == ks[0] && qs[qs.size() - 3] == ks[ks.size() - 3] && same_sizes(ks, sizes_of(v)) &&
              qs.back() == ks.back() && !qs.back().symbolic() &&
              fits_attention_without_gradients(q.dtype(), qs.back().hint());
  for (const SymInt& size : qs) fits = fits && size.hint() > 0;
  if (!fits || ks[ks.size() - 2].hint() == 0) return false;
  bool tracked = q.requires_grad() || k.requires_grad() || v.requires_grad();
  if (a.has(3)) tracked = tracked || a.tensor(3).requires_grad();
  return !tracked;
}
Outputs fused_attention(const Args& a, const Tensor& k, const Tensor& v, double scale) {
  const Tensor& q = a.tensor(0);
  Arg mask;
  if (a.has(3)) {
    SymSizes scores = sizes_of(q);
    scores.back() = sizes_of(k)[static_cast<size_t>(k.rank() - 2)];
    mask = Arg(f::expand(a.tensor(3), scores));
  }
  return {call(op_fused_attention, {q, k, v, scale, a.boolean_or(5, false), mask})[0]};
}

Outputs attention(const Args& a) {
  check_attention(a);
  const Tensor& q = a.tensor(0);
  Tensor k = a.tensor(1), v = a.tensor(2);
  if (a.boolean_or(7, false)) {  // groups of query heads share a head of keys and values
    auto repeated = [&](const Tensor& t) {
      SymInt heads = sizes_of(q)[static_cast<size_t>(q.rank() - 3)],
             own = sizes_of(t)[static_cast<size_t>(t.rank() - 3)];
      return heads == own ? t : call1(op_repeat_interleave, {t, floor_div(heads, own), t.rank() - 3});
    };
    k = repeated(k);
    v = repeated(v);
  }
  double p = a.has(4) ? a.real(4) : 0;
  if (p < 0 || p > 1) tensor_error("dropout probability has to be between 0 and 1, but got " + number_text(p));
  bool causal = a.boolean_or(5, false);
  SymSizes qs = sizes_of(q), ks = sizes_of(k);
  double width = static_cast<double>(qs.back().hint());
  double scale = a.has(6) ? a.real(6) : 1 / std::sqrt(width);
  if (has_fused_kernel(a, k, v)) return fused_attention(a, k, v, scale);
  Tensor scores = f::mul(f::matmul(q, f::transpose(k, -2, -1)), scale);
  SymInt rows = qs[qs.size() - 2], columns = ks[ks.size() - 2];
  if (causal) {
    if (a.has(3))
      tensor_error("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
    Tensor allowed = call1(op_tril, {f::full({rows, columns}, true, DType::kBool, q.device()), 0});
    scores = f::masked_fill(scores, f::logical_not(allowed), -HUGE_VAL);
  }
  if (a.has(3)) {
    const Tensor& mask = a.tensor(3);
    scores =
        mask.dtype() == DType::kBool ? f::masked_fill(scores, f::logical_not(mask), -HUGE_VAL) : f::add(scores, mask);
  }
  // Causal rows always see a key; a mask may leave none.
  Tensor weights = a.has(3) ? call1(op_safe_softmax, {scores, -1}) : call1(op_softmax, {scores, -1, Arg()});
  if (p > 0) weights = call1(op_dropout, {weights, p, true, false});
  return {f::matmul(weights, v)};
}

// Where PyTorch's CPU has a kernel of its own; graphs are made of the products.
bool has_flash_kernel(const Args& a) {
  const Tensor &q = a.tensor(0), &k = a.tensor(1), &v = a.tensor(2);
  bool plain = (!q.is_fake() || aten_forms()) && q.device().kind == DeviceKind::kCpu && (!a.has(4) || a.real(4) == 0);
  if (!plain || (q.rank() != 3 && q.rank() != 4) || k.rank() != q.rank() || v.rank() != q.rank()) return false;
  int rank = q.rank();
  for (int axis = 0; axis < rank - 2; ++axis)
    if (q.size(axis) != k.size(axis) || q.size(axis) != v.size(axis)) return false;
  bool widths = q.size(rank - 1) == k.size(rank - 1) && q.size(rank - 1) == v.size(rank - 1);
  bool lengths = q.size(rank - 2) > 0 && k.size(rank - 2) > 0;
  bool mask = !a.has(3) || (!a.tensor(3).requires_grad() && (a.tensor(3).rank() == 2 || a.tensor(3).rank() == 4));
  return widths && lengths && mask && !(a.has(3) && a.boolean_or(5, false));
}
Outputs attention_by_cases(const Args& a) {
  if (!has_flash_kernel(a)) return attention(a);
  if (aten_forms() && a.tensor(0).rank() == 4 && !a.boolean_or(7, false)) {
    check_attention(a);
    return {call(op_flash_attention_aten, {a[0], a[1], a[2], 0.0, a.boolean_or(5, false), a[3], a[6]})[0]};
  }
  if (a.tensor(0).rank() == 4) return call(op_flash_attention, a);
  Args whole = a;
  for (size_t i : {0, 1, 2}) whole[i] = Arg(f::unsqueeze(a.tensor(i), 0));
  return {f::squeeze(attention_by_cases(whole)[0], 0)};
}

}  // namespace

constinit const OpDef op_einsum = define({
    .name = "einsum",
    .signature = "einsum(str equation, Tensor[] tensors) -> Tensor",
    .doc = "Sums of products over labelled axes.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{"ij,jk->ik", TensorList{sample_tensor({2, 3}), sample_tensor({3, 4})}}},
              {Args{"bij,bjk->bki", TensorList{sample_tensor({2, 2, 3}), sample_tensor({2, 3, 2})}}, "batch"},
              {Args{"ii->i", TensorList{sample_tensor({3, 3})}}, "diagonal"},
              {Args{"i,j", TensorList{sample_tensor({2}), sample_tensor({3})}}, "outer"}};
        },
    .decompose = einsum,
});
constinit const OpDef op_tensordot = define({
    .name = "tensordot",
    .signature = "tensordot(Tensor a, Tensor b, int dims=2) -> Tensor",
    .doc = "Sums products over the last axes of a and the first of b.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({3, 4}), 1}}};
        },
    .decompose =
        [](const Args& a) {
          std::vector<int> left, right;
          int count = static_cast<int>(a.integer(2));
          if (count < 0) tensor_error("tensordot expects dims >= 0, but got dims=" + std::to_string(count));
          for (size_t i : {0, 1})
            if (count > a.tensor(i).rank()) wrap_axis(-count, a.tensor(i).rank());  // raises
          for (int i = 0; i < count; ++i) {
            left.push_back(a.tensor(0).rank() - count + i);
            right.push_back(i);
          }
          return tensordot(a.tensor(0), a.tensor(1), left, right, a.tensor(0).rank());
        },
});
constinit const OpDef op_tensordot_axes = define({
    .name = "tensordot.dims",
    .signature = "tensordot.dims(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor",
    .doc = "Sums products over the given axes.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3, 2}), sample_tensor({3, 4}), IntList{0}, IntList{0}}}};
        },
    .decompose =
        [](const Args& a) {
          std::vector<int> left, right;
          if (a.ints(2).size() != a.ints(3).size()) tensor_error("both dimension lists should have same length");
          if (a.tensor(0).dtype() != a.tensor(1).dtype()) tensor_error("both inputs should have same dtype");
          for (const SymInt& axis : a.ints(2)) left.push_back(axis_of_some(axis.guard_int(), a.tensor(0).rank()));
          for (const SymInt& axis : a.ints(3)) right.push_back(axis_of_some(axis.guard_int(), a.tensor(1).rank()));
          return tensordot(a.tensor(0), a.tensor(1), left, right);
        },
});
constinit const OpDef op_kron = define({
    .name = "kron",
    .signature = "kron(Tensor self, Tensor other) -> Tensor",
    .doc = "The Kronecker product.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 2}), sample_tensor({2, 3})}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      SymSizes a = sizes_of(args.tensor(0)), b = sizes_of(args.tensor(1)), left, right, out;
      while (a.size() < b.size()) a.insert(a.begin(), SymInt(1));
      while (b.size() < a.size()) b.insert(b.begin(), SymInt(1));
      for (size_t i = 0; i < a.size(); ++i) {
        left.push_back(a[i]);
        left.push_back(1);
        right.push_back(1);
        right.push_back(b[i]);
        out.push_back(a[i] * b[i]);
      }
      return {
          call1(op_unsafe_view, {f::mul(f::reshape(args.tensor(0), left), f::reshape(args.tensor(1), right)), out})};
    },
});
constinit const OpDef op_flash_attention = define({
    .name = "_flash_attention_on_tape",
    .signature = "_flash_attention_on_tape(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, "
                 "float dropout_p, bool is_causal, float? scale, bool enable_gqa) -> Tensor",
    .doc = "scaled_dot_product_attention where PyTorch has one kernel for it.",
    .traits = kInternal,
    .samples =
        [] {
          Tensor q = sample_tensor({1, 2, 3, 4}), k = sample_tensor({1, 2, 3, 4}, -1, 1);
          return std::vector<Sample>{{Args{q, k, q, Arg(), 0.0, false, Arg(), false}}};
        },
    .grad_name = "ScaledDotProductFlashAttentionForCpuBackward0",
    .decompose = attention,
});
constinit const OpDef op_attention = define({
    .name = "scaled_dot_product_attention",
    .signature = "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
                 "dropout_p=0.0, bool is_causal=False, float? scale=None, bool enable_gqa=False) -> Tensor",
    .doc = "softmax(query @ key.T * scale + mask) @ value; scale is 1 / sqrt(width) unless given.",
    .traits = kFunctional,
    .samples =
        [] {
          Tensor q = sample_tensor({1, 2, 3, 4}), k = sample_tensor({1, 2, 3, 4}, -1, 1),
                 v = sample_tensor({1, 2, 3, 4}, -1, 2);
          return std::vector<Sample>{{Args{q, k, v, Arg(), 0.0, false, Arg(), false}},
                                     {Args{q, k, v, Arg(), 0.0, true, Arg(), false}, "causal"}};
        },
    .decompose = attention_by_cases,
});

VT_OPS(contractions, &op_einsum, &op_tensordot_axes, &op_tensordot, &op_kron, &op_attention, &op_flash_attention)

}  // namespace vt
