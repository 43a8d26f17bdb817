#include "support/recording.h"

#include <algorithm>

namespace vt {

int64_t RecordedTensor::place(int64_t row, int64_t column) const {
  uint64_t at = static_cast<uint64_t>(offset);  // unsigned: corrupt data may wrap; the panel checks the range
  for (size_t axis = sizes.size(); axis-- > 0;) {
    const bool last = axis + 1 == sizes.size();
    at += static_cast<uint64_t>(strides[axis]) * static_cast<uint64_t>(last ? column : row % sizes[axis]);
    if (!last) row /= sizes[axis];
  }
  return static_cast<int64_t>(at);
}
namespace {

constexpr size_t kKeepEvery = 500;

std::vector<std::string> lines_of(const std::string& source) {
  std::vector<std::string> lines;
  for (size_t at = 0; at <= source.size();) {
    const size_t end = std::min(source.find('\n', at), source.size());
    lines.push_back(source.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string padded(const std::string& text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string change_text(const Recording& recording, const RecordedStep& step, const RecordedChange& change) {
  std::string text = change.frame == step.frame ? "" : recording.frames[change.frame].function + ": ";
  text += change.name;
  if (change.removed) return text + " is gone";
  text += " = " + change.text;
  if (change.object) text += "  #" + std::to_string(change.object);
  return text;
}

}  // namespace

Playback::Playback(const Recording& recording) : recording_(recording) {
  if (!recording_.steps.empty()) apply(recording_.steps[0]);
  kept_[0] = state_;
}

void Playback::apply(const RecordedStep& step) {
  for (const RecordedChange& change : step.changes) {
    auto& variables = state_[change.frame];
    auto known = std::find_if(variables.begin(), variables.end(),
                              [&](const RecordedChange* variable) { return variable->name == change.name; });
    if (known == variables.end()) {
      if (!change.removed) variables.push_back(&change);
    } else if (change.removed) {
      variables.erase(known);
    } else {
      *known = &change;
    }
  }
}

void Playback::move_to(size_t step) {
  if (recording_.steps.empty()) return;
  step = std::min(step, recording_.steps.size() - 1);
  if (step < position_) {
    auto kept = std::prev(kept_.upper_bound(step));
    position_ = kept->first;
    state_ = kept->second;
  }
  while (position_ < step) {
    apply(recording_.steps[++position_]);
    if (position_ % kKeepEvery == 0) kept_.emplace(position_, state_);
  }
}

std::vector<uint32_t> Playback::stack() const {
  std::vector<uint32_t> frames;
  if (recording_.steps.empty()) return frames;
  for (auto frame = static_cast<int32_t>(step().frame); frame >= 0;
       frame = recording_.frames[static_cast<size_t>(frame)].caller)
    frames.push_back(static_cast<uint32_t>(frame));
  return frames;
}

std::vector<const RecordedChange*> Playback::variables(uint32_t frame) const {
  std::vector<const RecordedChange*> out;
  auto found = state_.find(frame);
  if (found == state_.end()) return out;
  for (const RecordedChange* variable : found->second) {
    if (!variable->of.empty()) continue;
    out.push_back(variable);
    // The gradient of a tensor is assigned later; list it directly after its tensor.
    for (const RecordedChange* inner : found->second) {
      if (inner->of != variable->name) continue;
      auto owner = std::find_if(out.begin(), out.end(), [&](const RecordedChange* other) {
        return !other->of.empty() && inner->name == other->name + ".grad";
      });
      out.insert(owner == out.end() ? owner : owner + 1, inner);
    }
  }
  return out;
}

size_t Playback::find(bool forward, uint32_t deepest, bool marks_only) const {
  size_t at = position_;
  const size_t last = recording_.steps.empty() ? 0 : recording_.steps.size() - 1;
  while (forward ? at < last : at > 0) {
    at = forward ? at + 1 : at - 1;
    const RecordedStep& candidate = recording_.steps[at];
    if (marks_only ? candidate.mark : recording_.frames[candidate.frame].depth <= deepest) return at;
  }
  return at;
}

size_t Playback::over(bool forward) const {
  return recording_.steps.empty() ? 0 : find(forward, recording_.frames[step().frame].depth, false);
}

size_t Playback::out(bool forward) const {
  if (recording_.steps.empty()) return 0;
  const uint32_t depth = recording_.frames[step().frame].depth;
  return find(forward, depth ? depth - 1 : 0, false);
}

size_t Playback::mark(bool forward) const { return find(forward, 0, true); }

std::string recording_text(const Recording& recording, const std::string& source) {
  const std::vector<std::string> lines = lines_of(source);
  std::string out;
  for (const RecordedStep& step : recording.steps) {
    const RecordedFrame& frame = recording.frames[step.frame];
    for (const RecordedChange& change : step.changes)
      out += std::string(8, ' ') + change_text(recording, step, change) + "\n";
    const std::string indent(2 * static_cast<size_t>(frame.depth), ' ');
    const std::string text = step.line >= 1 && step.line <= lines.size() ? lines[step.line - 1] : "";
    if (step.mark) out += "      * mark\n";
    switch (step.kind) {
      case StepKind::kCall:
        out += padded(std::to_string(step.line), 5) + "  " + indent + "> " + frame.function + "\n";
        break;
      case StepKind::kLine: out += padded(std::to_string(step.line), 5) + "  " + indent + text + "\n"; break;
      case StepKind::kReturn:
        out += padded("", 7) + indent + "< " + frame.function + (step.note.empty() ? "" : ": ") + step.note + "\n";
        break;
      case StepKind::kException: out += padded("", 7) + indent + "! " + step.note + "\n"; break;
      case StepKind::kEnd: out += "  end\n"; break;
    }
  }
  if (!recording.cut_off.empty()) out += "  cut off: " + recording.cut_off + "\n";
  return out;
}

}  // namespace vt
