#include "frontend/verify.h"

#include <algorithm>

namespace vt {

namespace {

class Verifier {
 public:
  explicit Verifier(const Code& code) : code_(code), depth_(code.instructions.size(), -1) {}

  Result<int> run() {
    if (code_.spans.size() != code_.instructions.size()) return problem(0, "has no span for each instruction");
    if (code_.instructions.empty()) return problem(0, "is empty");
    for (uint32_t i = 0; i < code_.instructions.size(); ++i)
      if (!operand_in_range(code_.instructions[i])) return problem(i, "has an operand out of range");
    reach(0, 0);
    while (!work_.empty() && failure_.message.empty()) {
      uint32_t index = work_.back();
      work_.pop_back();
      step(index);
    }
    if (!failure_.message.empty()) return failure_;
    if (deepest_ > code_.max_stack) return problem(0, "needs a deeper stack than max_stack says");
    for (const Constant& constant : code_.constants)
      if (const auto* inner = std::get_if<std::shared_ptr<const Code>>(&constant.value)) {
        Result<int> result = verify_code(**inner);
        if (!result) return result;
      }
    return deepest_;
  }

 private:
  bool operand_in_range(Instruction instruction) const {
    uint32_t arg = instruction.arg;
    switch (op_info(instruction.op).operand) {
      case Operand::kNone:
      case Operand::kCount:
      case Operand::kFlags: return true;
      case Operand::kConst: return arg < code_.constants.size();
      case Operand::kName: return arg < code_.names.size();
      case Operand::kLocal: return arg < code_.local_names.size();
      case Operand::kCell:
        return arg < code_.local_names.size() && (code_.local_kinds[arg] & (kCellLocal | kFreeLocal));
      case Operand::kJump: return arg < code_.instructions.size();
      case Operand::kBinary: return arg < 2 * kInplace;
      case Operand::kCompare: return arg < 6;
    }
    return false;
  }

  Error problem(uint32_t index, const std::string& what) const {
    SourceSpan span = index < code_.spans.size() ? code_.spans[index] : SourceSpan{};
    std::string op = index < code_.instructions.size() ? op_info(code_.instructions[index].op).name : "";
    return {"InternalError", code_.qualified_name + " at " + std::to_string(index) + " " + op + " " + what, span, ""};
  }

  void reach(uint32_t index, int depth) {
    if (index >= depth_.size()) {
      failure_ = problem(index, "runs past the end");
    } else if (depth_[index] < 0) {
      depth_[index] = depth;
      work_.push_back(index);
    } else if (depth_[index] != depth) {
      failure_ = problem(
          index, "is reached with stack depths " + std::to_string(depth_[index]) + " and " + std::to_string(depth));
    }
    deepest_ = std::max(deepest_, depth);
  }

  void step(uint32_t index) {
    Instruction instruction = code_.instructions[index];
    int depth = depth_[index];
    int after = depth + stack_effect(instruction.op, instruction.arg, false);
    if (after < 0) {
      failure_ = problem(index, "pops an empty stack");
      return;
    }
    deepest_ = std::max(deepest_, after);
    for (const ExceptionEntry& entry : code_.exceptions) {
      if (index < entry.begin || index >= entry.end) continue;
      if (static_cast<int>(entry.depth) > depth) {
        failure_ = problem(index, "has less on the stack than its handler keeps");
        return;
      }
      reach(entry.target, static_cast<int>(entry.depth) + 1 + entry.push_lasti);
      break;
    }
    bool jumps = op_info(instruction.op).operand == Operand::kJump;
    if (jumps) reach(instruction.arg, depth + stack_effect(instruction.op, instruction.arg, true));
    bool ends = instruction.op == Op::RETURN_VALUE || instruction.op == Op::RAISE_VARARGS ||
                instruction.op == Op::RERAISE || instruction.op == Op::JUMP_FORWARD ||
                instruction.op == Op::JUMP_BACKWARD;
    if (!ends) reach(index + 1, after);
  }

  const Code& code_;
  std::vector<int> depth_;
  std::vector<uint32_t> work_;
  int deepest_ = 0;
  Error failure_;
};

}  // namespace

Result<int> verify_code(const Code& code) { return Verifier(code).run(); }

}  // namespace vt
