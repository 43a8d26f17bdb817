// The arguments of an op call, made in place: an initializer list would be copied, with a count
// up and down for each tensor. For the calls that ops of every program make of each other.
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
