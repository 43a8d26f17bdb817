// Any bytes compile to code that the verifier accepts, or end in an error with a position.
#include "frontend/frontend.h"
#include "frontend/verify.h"
#include "fuzz/mutate.h"

namespace vt::fuzz {

std::string make_input(const std::vector<std::string>& corpus, Random& random) {
  return mutate_program(corpus, random);
}

void run_input(const std::string& input) {
  auto code = compile_source(std::make_shared<SourceFile>("fuzz.py", input));
  if (!code) {
    if (code.error().message.empty()) fail("an error without a message");
    return;
  }
  if (!verify_code(*code.value())) fail("the verifier refuses the code");
}

}  // namespace vt::fuzz
