// Shared by the parts of the fake.
#pragma once
#include <cstdint>
#include <functional>

namespace fake {

// Lets the fake at device memory for as long as it lives.
struct Access {
  Access();
  ~Access();
};

// While a graph is captured, keeps the action for its launches and answers true.
bool recorded(std::function<void()> action);

// The fake clock, which events read: launches and products take time by their size, not by
// the machine's load.
void advance_clock(double microseconds);
// Elements of a device array by the libraries' numbers of types: float, double, half, and bfloat16.
double read_number(const void* data, int type, int64_t at);
void write_number(void* data, int type, int64_t at, double value);

}  // namespace fake
