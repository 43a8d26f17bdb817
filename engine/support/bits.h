// std::bit_cast, which the standard library of Emscripten 3.1.6 lacks.
#pragma once

namespace vt {

template <class To, class From>
constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace vt
