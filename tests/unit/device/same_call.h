// Whether a function that we declare ourselves is called as the toolkit's header says: as many
// parameters, each of the same size and kind (pointer, number), the same result.
#pragma once
#include <type_traits>

namespace vt {

template <class Ours, class Theirs>
constexpr bool same_value() {
  if constexpr (std::is_void_v<Ours> || std::is_void_v<Theirs>) return std::is_void_v<Ours> == std::is_void_v<Theirs>;
  else
    return sizeof(Ours) == sizeof(Theirs) && std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> &&
           std::is_floating_point_v<Ours> == std::is_floating_point_v<Theirs>;
}

template <class Ours, class Theirs>
struct SameCall : std::false_type {};
template <class R, class... P, class S, class... Q>
requires(sizeof...(P) == sizeof...(Q)) struct SameCall<R (*)(P...), S (*)(Q...)>
    : std::bool_constant<same_value<R, S>() && (same_value<P, Q>() && ...)> {
};

template <class Ours, class Theirs>
constexpr bool same_call(Ours, Theirs) {
  return SameCall<Ours, Theirs>::value;
}

}  // namespace vt
