// Shared by the parts of the fake.
#pragma once
#include <functional>

namespace fake {

// Lets the fake at device memory for as long as it lives.
struct Access {
  Access();
  ~Access();
};

// While a graph is captured, keeps the action for its launches and answers true.
bool recorded(std::function<void()> action);

}  // namespace fake
