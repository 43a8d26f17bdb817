// Events for calls of a compiled function: the cache look-up of each call, and the table of its guards.
#include <set>

#include "capture/dynamo/guard_tree.h"
#include "capture/dynamo/report.h"
#include "support/events.h"
#include "vm/state.h"

namespace vt::dynamo {
namespace {

constexpr size_t kMostText = 80;

std::string cut(std::string text) {
  if (text.size() <= kMostText) return text;
  size_t end = kMostText - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string braced(const std::string& symbol) { return "{" + symbol + "}"; }

// The expected tensor: "f32[{s77}, 8], strides [1, 4], requires_grad". Strides only if they are not contiguous.
std::string tensor_text(const Guard& guard, const std::vector<SymbolBinding>& bindings) {
  const TensorExpectation& tensor = guard.tensor;
  const std::string source = guard.source->text();
  auto symbol_of = [&](int axis) -> std::string {
    for (const SymbolBinding& binding : bindings)
      if (!binding.stride && binding.axis == axis && binding.source->text() == source) return braced(binding.symbol);
    return "any";
  };
  std::string text = std::string(dtype_short_name(tensor.dtype)) + "[";
  bool contiguous = true;
  int64_t run = 1;
  for (size_t i = tensor.sizes.size(); i-- > 0;) {
    if (run >= 0 && tensor.strides[i] >= 0 && tensor.sizes[i] != 1) contiguous = contiguous && tensor.strides[i] == run;
    run = run >= 0 && tensor.sizes[i] >= 0 ? run * tensor.sizes[i] : -1;
  }
  std::string strides;
  for (size_t i = 0; i < tensor.sizes.size(); ++i) {
    const char* comma = i ? ", " : "";
    text += comma + (tensor.sizes[i] < 0 ? symbol_of(static_cast<int>(i)) : std::to_string(tensor.sizes[i]));
    strides += comma + (tensor.strides[i] < 0 ? std::string("any") : std::to_string(tensor.strides[i]));
  }
  text += "]";
  if (!contiguous) text += ", strides [" + strides + "]";
  if (tensor.device.kind != DeviceKind::kCpu) text += ", " + device_text(tensor.device);
  if (tensor.requires_grad) text += ", requires_grad";
  if (tensor.type->name != "Tensor") text += ", " + tensor.type->name;
  return text;
}

std::string expected_text(const Guard& guard, const std::vector<SymbolBinding>& bindings) {
  switch (guard.kind) {
    case GuardKind::kTensor: return tensor_text(guard, bindings);
    case GuardKind::kType: {
      std::string text = guard.expected.as<vm::Type>()->name;
      for (const SymbolBinding& binding : bindings)
        if (binding.axis < 0 && binding.source->text() == guard.source->text()) text += " " + braced(binding.symbol);
      return text;
    }
    case GuardKind::kEquals: return cut(Interpreter::current()->repr(guard.expected));
    case GuardKind::kIdentity:
      return guard.expected.is_none() ? "None" : cut(Interpreter::current()->repr(guard.expected));
    case GuardKind::kLength: return "len " + std::to_string(guard.length);
    case GuardKind::kCode:
    case GuardKind::kDictKeys:
    case GuardKind::kSame:
    case GuardKind::kDifferent:
    case GuardKind::kPresent:
    case GuardKind::kAbsent:
    case GuardKind::kNoField:
    case GuardKind::kHasKey:
    case GuardKind::kLacksKey:
    case GuardKind::kIteratorState:
    case GuardKind::kCompare: return cut(plain_text(guard.text()));
  }
  return {};
}

// The root of a source as the program names it: "x", "n (closure)", "SCALE (global)".
std::string argument_of(const Source& source) {
  const Source* root = source.root();
  if (root->kind == SourceKind::kFree || root->kind == SourceKind::kCell) return root->name + " (closure)";
  if (root->kind == SourceKind::kGlobal || root->kind == SourceKind::kForeignGlobal) return root->name + " (global)";
  return root->name.empty() ? plain_text(root->text()) : root->name;
}

// The whole source as the program would write it.
std::string spoken(const Source& source) {
  std::string text = plain_text(source.text());
  for (const char* quoted : {"G['", "C['"})
    if (size_t end = text.find("']"); text.starts_with(quoted) && end != std::string::npos)
      text = text.substr(3, end - 3) + text.substr(end + 2);
  return cut(std::move(text));
}

std::string modes_text(const GlobalState& state) {
  auto flag = [](bool on) { return on ? "True" : "False"; };
  return std::string("grad_mode ") + flag(state.grad_enabled) + ", autocast " + flag(state.autocast) + ", " +
         dtype_short_name(state.default_dtype);
}

std::string place_text(const CodePlace* place) {
  if (!place || !place->file || !place->span.valid() || place->file->name().starts_with("<frozen")) return {};
  return std::to_string(place->span.line);
}

// The event of a call: function, frame and compile id, depth among the compiled calls, and result of the look-up.
Event call_event(const vm::Frame& frame, const CallReport& report) {
  vm::CodeObject& object = *frame.code;
  const CodeState& state = state_of(object);
  const bool root = session().contexts.size() == 1 && session().contexts.back().first_call;
  Event event;
  event.stage = Stage::kCalls;
  event.title = shown_name(frame);
  auto add = [&](const char* name, std::string value) { event.facts.emplace_back(name, std::move(value)); };
  add("function", event.title);
  add("depth", std::to_string(Interpreter::current()->state().depth));
  if (root) add("root", "1");
  if (state.origin) {
    vm::CodeObject* origin = state.origin->code.as<vm::CodeObject>();
    add("resumes", std::to_string(state_of(*origin).frame_id));
    add("resumed_function", origin->code->name);
  }
  for (const TriedEntry& tried : report.tried) {
    const GuardSet::Failure& why = *tried.attempt.failure;
    add("tried", tried.entry->compile_id);
    add("guard", std::to_string(why.guard));
    std::string held;
    for (size_t i = 0, end = 0; i < tried.attempt.held.size(); i = end) {
      end = i + 1;
      const std::vector<int>& all = tried.attempt.held;
      while (end < all.size() && all[end] == all[end - 1] + 1) ++end;
      held += (held.empty() ? "" : ",") + std::to_string(all[i]);
      if (end - i > 1) held += "-" + std::to_string(all[end - 1]);
    }
    add("held", held);
    add("failed", why.text);
    add("was", why.was);
    add("is", why.is);
    add("needed_at", place_text(&why.place));
    add("advice", why.advice);
  }
  if (report.untold) add("untold", "1");
  return event;
}

void emit_now(Event event) {
  event.start_us = event_log().now_us();
  event_log().emit(std::move(event));
}

}  // namespace

Table guard_table(const CacheEntry& entry) {
  Table table;
  table.columns = {"guard", "argument", "what", "check", "expected", "text", "line"};
  const GuardSet& set = entry.guards;
  table.rows.push_back({{"-1", "", "", "GLOBAL_STATE", modes_text(set.state()), "", ""}, {}});
  const std::vector<Guard>& guards = set.guards();
  auto items = [&](size_t i) {
    return i < set.items.size() ? std::vector<ItemId>{set.items[i]} : std::vector<ItemId>();
  };
  for (size_t i = 0; i < guards.size(); ++i) {
    const Guard& guard = guards[i];
    table.rows.push_back({{std::to_string(i), argument_of(*guard.source), spoken(*guard.source), check_name(guard),
                           expected_text(guard, set.bindings()), guard.text(), place_text(set.place(i))},
                          items(i)});
  }
  const std::vector<std::string> shapes = set.shape_texts();
  for (size_t k = 0; k < shapes.size(); ++k) {
    const size_t i = guards.size() + k;
    table.rows.push_back(
        {{std::to_string(i), "", "", "LAMBDA_GUARD", cut(plain_text(shapes[k])), shapes[k], place_text(set.place(i))},
         items(i)});
  }
  return table;
}

void report_call(const vm::Frame& frame, const CacheEntry& entry, const CallReport& report) {
  Event event = call_event(frame, report);
  event.compile_id = entry.compile_id;
  event.facts.emplace_back("hit", report.hit ? "1" : "0");
  std::string sizes;
  std::set<std::string_view> named;
  const std::vector<SymbolBinding>& bindings = entry.guards.bindings();
  for (size_t i = 0; i < report.symbols.size(); ++i)
    if (!bindings[i].stride && named.insert(bindings[i].symbol).second)
      sizes += (sizes.empty() ? "" : " ") + bindings[i].symbol + "=" + std::to_string(report.symbols[i]);
  if (!sizes.empty()) event.facts.emplace_back("sizes", sizes);
  emit_now(std::move(event));
}

void report_eager_call(const vm::Frame& frame, const std::string& reason, const CallReport& report) {
  Event event = call_event(frame, report);
  event.facts.emplace_back("eager", reason);
  event.facts.emplace_back("frame", std::to_string(state_of(*frame.code).frame_id));
  emit_now(std::move(event));
}

}  // namespace vt::dynamo
