// Moving elements by index: what index_select, gather, scatter, embedding and advanced
// indexing share.
#pragma once
#include <span>
#include <vector>

#include "tensor/tensor.h"

namespace vt {

// out[..., j, ...] = in[..., index[j], ...] along `axis`; index is int64 or int32, one axis.
void index_select_into(const Tensor& out, const Tensor& in, int axis, const Tensor& index);
// out[i][j] = in[places[0][i]][places[1][j]] and so on, one list for each axis; on the CPU, both contiguous.
void select_places(const Tensor& out, const Tensor& in, std::span<const std::vector<int64_t>> places);
// out[index[j]] += in[j] (or = when not accumulating) along `axis`.
void index_add_into(const Tensor& out, int axis, const Tensor& index, const Tensor& in, double alpha = 1);
void index_copy_into(const Tensor& out, int axis, const Tensor& index, const Tensor& in);
// out[i][j] = in[index[i][j]][j] for axis 0, and so on.
void gather_into(const Tensor& out, const Tensor& in, int axis, const Tensor& index);
enum class Scatter : uint8_t { kSet, kAdd, kMul, kMax, kMin };
// out[index[i][j]][j] op= in[i][j]; `in` may be larger than index.
void scatter_into(const Tensor& out, int axis, const Tensor& index, const Tensor& in, Scatter how);
// Advanced indexing: `indices[d]` (int64, all broadcast to one shape; undefined: a whole
// axis) in PyTorch's order of result axes. The sizes of the result:
Dims index_result_sizes(const Tensor& in, const std::vector<Tensor>& indices);
void index_into(const Tensor& out, const Tensor& in, const std::vector<Tensor>& indices);
// in[indices] = values (or +=); values are broadcast.
void index_put_into(const Tensor& in, const std::vector<Tensor>& indices, const Tensor& values, bool accumulate);

}  // namespace vt
