// Builds the arguments of an op call in place. An initializer list would copy them, with a reference count increment
// and decrement per tensor. For calls between ops, which are frequent.
#pragma once
#include <utility>

#include "ops/arg.h"

namespace vt {

template <class... T>
Args make_args(T&&... values) {
  std::vector<Arg> list;
  list.reserve(sizeof...(values));
  (list.emplace_back(std::forward<T>(values)), ...);
  return Args(std::move(list));
}

}  // namespace vt
