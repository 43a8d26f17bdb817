// The interpreter loop. Calls, returns, yields and exceptions between functions of the
// language switch frames here without nesting on the C++ stack. What is rare or long is
// in loop_helpers.cpp and enter_call.cpp.
#include <new>

#include "support/check.h"
#include "vm/builtins/containers.h"
#include "vm/loop_helpers.h"
#include "vm/native.h"
#include "vm/recorder.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

// Dispatch: a jump table where the compiler has one, else a switch.
#if defined(__GNUC__) && !defined(__EMSCRIPTEN__)
#define VT_THREADED 1
#endif

#define SYNC() (frame->next = pc, frame->top = sp)
// The value may be computed from what lies on top, so the stack grows after that.
#define PUSH(value) (new (sp) Value(value), ++sp)
#define DROP() ((--sp)->~Value())
#define JUMP_TO(target) (pc = first + (target))
#define ENTER_FRAME()                        \
  do {                                       \
    frame = s.frame;                         \
    pc = frame->next;                        \
    sp = frame->top;                         \
    slots = frame->slots;                    \
    code = frame->code;                      \
    first = code->code->instructions.data(); \
    caches = runtime_of(code)->caches.get(); \
  } while (false)
#define RAISE(exception, add_frame)                          \
  do {                                                       \
    SYNC();                                                  \
    if (!unwind(vm, (exception), (add_frame))) return false; \
    ENTER_FRAME();                                           \
    NEXT();                                                  \
  } while (false)

// Runs from the innermost frame to the end of its entry frame; false: an exception left it.
// Made twice, so that a run without a recorder does not ask for one.
template <bool kRecording>
bool dispatch(Interpreter& vm, Interpreter::State& s, Value& outcome) {
  Frame* frame;
  const Instruction* pc;
  const Instruction* first;
  Value* sp;
  Value* slots;
  CodeObject* code;
  InlineCache* caches;
  const Tuple* keyword_names = nullptr;
  uint32_t arg = 0;
  ENTER_FRAME();

#ifdef VT_THREADED
  static const void* const kLabels[] = {
#define OPCODE(name, operand, effect, doc) &&L_##name,
      VT_OPCODES(OPCODE)
#undef OPCODE
  };
#define CASE(name) L_##name:
#else
#define CASE(name) case Op::name:
#endif
// A plain goto runs the destructors of the case's locals, which a computed one would not;
// the compiler copies the jump into each case by itself.
#define NEXT() goto next_instruction
next_instruction:
  if constexpr (kRecording) {
    frame->top = sp;
    s.recorder->before_instruction(vm, *frame, pc);
  }
  arg = pc->arg;
#ifdef VT_THREADED
  goto* kLabels[static_cast<uint8_t>(pc++->op)];
#else
  switch (pc++->op)
#endif
  {
    CASE(NOP) CASE(END_FOR) { NEXT(); }
    CASE(RESUME) {
      if ((s.ticks -= 8) < 0) {
        SYNC();
        slow_check(vm);
      }
      NEXT();
    }
    CASE(POP_TOP) {
      DROP();
      NEXT();
    }
    CASE(PUSH_NULL) {
      new (sp++) Value();
      NEXT();
    }
    CASE(COPY) {
      const Value& source = sp[-static_cast<int>(arg)];
      PUSH(source);
      NEXT();
    }
    CASE(SWAP) {
      sp[-1].swap(sp[-static_cast<int>(arg)]);
      NEXT();
    }
    CASE(LOAD_CONST) {
      PUSH(code->constants[arg]);
      NEXT();
    }
    CASE(LOAD_FAST) {
      const Value& local = slots[arg];
      if (__builtin_expect(local.is_null(), 0)) {
        SYNC();
        unbound_local(*frame, arg);
      }
      PUSH(local);
      NEXT();
    }
    CASE(LOAD_FAST_AND_CLEAR) {
      PUSH(std::move(slots[arg]));
      NEXT();
    }
    CASE(STORE_FAST) {
      Value old = std::move(slots[arg]);
      new (&slots[arg]) Value(std::move(*--sp));
      NEXT();
    }
    CASE(DELETE_FAST) {
      SYNC();
      if (slots[arg].is_null()) unbound_local(*frame, arg);
      slots[arg] = Value();
      NEXT();
    }
    CASE(LOAD_GLOBAL) {
      InlineCache& cache = caches[pc - first - 1];
      const Str* name = code->names[arg];
      HashTable& globals = frame->globals->table;
      if (cache.state == kCacheGlobal) {
        auto& entries = globals.entries();
        if (static_cast<size_t>(cache.position) < entries.size() && entries[cache.position].key.is_object() &&
            entries[cache.position].key.as_object() == name) {
          PUSH(entries[cache.position].value);
          NEXT();
        }
      } else if (cache.state == kCacheBuiltin && cache.version == globals.version() &&
                 cache.second_version == frame->builtins->table.version()) {
        PUSH(frame->builtins->table.entries()[cache.position].value);
        NEXT();
      }
      SYNC();
      PUSH(load_global(vm, *frame, code->names[arg], cache));
      NEXT();
    }
    CASE(STORE_GLOBAL) {
      SYNC();
      Value value = std::move(*--sp);
      frame->globals->table.insert(code->names[arg], std::move(value));
      NEXT();
    }
    CASE(DELETE_GLOBAL) {
      SYNC();
      if (!frame->globals->table.erase(code->names[arg])) name_error(code->names[arg]);
      NEXT();
    }
    CASE(LOAD_NAME) {
      SYNC();
      PUSH(load_name(vm, *frame, code->names[arg]));
      NEXT();
    }
    CASE(STORE_NAME) {
      Value value = std::move(*--sp);
      SYNC();
      frame->namespace_dict.as<Dict>()->table.insert(code->names[arg], std::move(value));
      NEXT();
    }
    CASE(DELETE_NAME) {
      SYNC();
      if (!frame->namespace_dict.as<Dict>()->table.erase(code->names[arg])) name_error(code->names[arg]);
      NEXT();
    }
    CASE(MAKE_CELL) {
      SYNC();
      slots[arg] = make<Cell>(std::move(slots[arg]));
      NEXT();
    }
    CASE(COPY_FREE_VARS) {
      const Tuple* closure = frame->function.as<Function>()->closure.as<Tuple>();
      uint32_t base = runtime_of(code)->slot_count - arg;
      for (uint32_t i = 0; i < arg; ++i) slots[base + i] = closure->items[i];
      NEXT();
    }
    CASE(LOAD_CLOSURE) {
      PUSH(slots[arg]);
      NEXT();
    }
    CASE(LOAD_DEREF) {
      const Value& content = static_cast<Cell*>(slots[arg].as_object())->content;
      if (__builtin_expect(content.is_null(), 0)) {
        SYNC();
        unbound_cell(*frame, arg);
      }
      PUSH(content);
      NEXT();
    }
    CASE(STORE_DEREF) {
      Value value = std::move(*--sp);
      static_cast<Cell*>(slots[arg].as_object())->content.swap(value);
      NEXT();
    }
    CASE(DELETE_DEREF) {
      SYNC();
      Value& content = static_cast<Cell*>(slots[arg].as_object())->content;
      if (content.is_null()) unbound_cell(*frame, arg);
      content = Value();
      NEXT();
    }
    CASE(LOAD_FROM_DICT_OR_DEREF) {
      SYNC();
      Value value = load_from_dict_or_deref(vm, *frame, sp[-1], arg);
      sp[-1] = std::move(value);
      NEXT();
    }
    CASE(LOAD_LOCALS) {
      PUSH(frame->namespace_dict);
      NEXT();
    }
    CASE(LOAD_BUILD_CLASS) {
      SYNC();
      PUSH(load_build_class(vm, *frame));
      NEXT();
    }
    CASE(LOAD_ASSERTION_ERROR) {
      PUSH(Value::of(types().AssertionError));
      NEXT();
    }
    CASE(LOAD_ATTR) {
      InlineCache& cache = caches[pc - first - 1];
      if (cache.state == kCacheInstance && sp[-1].is_object()) {
        Object* object = sp[-1].as_object();
        if (object->kind == Kind::kInstance && object->type->version == cache.version) {
          const Value& attributes = static_cast<Instance*>(object)->attributes;
          if (!attributes.is_null()) {
            auto& entries = static_cast<Dict*>(attributes.as_object())->table.entries();
            if (static_cast<size_t>(cache.position) < entries.size()) {
              auto& entry = entries[cache.position];
              if (entry.key.is_object() && entry.key.as_object() == code->names[arg]) {
                Value value = entry.value;
                sp[-1].swap(value);
                NEXT();
              }
            }
          }
        }
      }
      SYNC();
      Value value = load_attribute(vm, sp[-1], code->names[arg], cache);
      sp[-1].swap(value);
      NEXT();
    }
    CASE(LOAD_METHOD) {
      InlineCache& cache = caches[pc - first - 1];
      if (cache.state == kCacheMethod && sp[-1].is_object()) {
        Object* object = sp[-1].as_object();
        if (object->type->version == cache.version) {
          bool shadowed = true;
          if (object->kind == Kind::kInstance) {
            const Value& attributes = static_cast<Instance*>(object)->attributes;
            if (attributes.is_null()) shadowed = false;
            else {
              HashTable& table = static_cast<Dict*>(attributes.as_object())->table;
              shadowed = table.version() != cache.second_version && table.find_position(code->names[arg]) >= 0;
              if (!shadowed) cache.second_version = table.version();
            }
          } else {
            shadowed = false;  // only types without attributes of their own are cached
          }
          if (!shadowed) {
            new (sp) Value(std::move(sp[-1]));
            new (sp - 1) Value(Value::of(cache.object));
            ++sp;
            NEXT();
          }
        }
      }
      SYNC();
      load_method(vm, sp, code->names[arg], cache);
      ++sp;
      NEXT();
    }
    CASE(LOAD_SUPER_ATTR) {
      SYNC();
      Value value = load_super_attribute(vm, sp - 3, code->names[arg]);
      DROP();
      DROP();
      sp[-1] = std::move(value);
      NEXT();
    }
    CASE(STORE_ATTR) {
      InlineCache& cache = caches[pc - first - 1];
      if (cache.state == kCacheInstance && sp[-1].is_object()) {
        Object* object = sp[-1].as_object();
        if (object->kind == Kind::kInstance && object->type->version == cache.version) {
          const Value& attributes = static_cast<Instance*>(object)->attributes;
          if (!attributes.is_null()) {
            auto& entries = static_cast<Dict*>(attributes.as_object())->table.entries();
            if (static_cast<size_t>(cache.position) < entries.size()) {
              auto& entry = entries[cache.position];
              if (entry.key.is_object() && entry.key.as_object() == code->names[arg]) {
                entry.value.swap(sp[-2]);
                DROP();
                DROP();
                NEXT();
              }
            }
          }
          // A new attribute: the class has no say, so it goes straight into the table.
          SYNC();
          object->attributes_slot()->as<Dict>()->table.insert(code->names[arg], std::move(sp[-2]));
          DROP();
          DROP();
          NEXT();
        }
      }
      SYNC();
      store_attribute(vm, sp[-1], code->names[arg], sp[-2], cache);
      DROP();
      DROP();
      NEXT();
    }
    CASE(DELETE_ATTR) {
      SYNC();
      vm.delete_attribute(sp[-1], code->names[arg]);
      DROP();
      NEXT();
    }
    CASE(BINARY_SUBSCR) {
      const Value &container = sp[-2], &key = sp[-1];
      if (container.is_object() && key.is_int()) {
        Object* object = container.as_object();
        const std::vector<Value>* items = nullptr;
        if (object->type == types().list) items = &static_cast<List*>(object)->items;
        else if (object->type == types().tuple) items = &static_cast<Tuple*>(object)->items;
        if (items) {
          int64_t index = key.as_int(), size = static_cast<int64_t>(items->size());
          if (index < 0) index += size;
          if (index >= 0 && index < size) {
            Value value = (*items)[static_cast<size_t>(index)];
            --sp;
            sp[-1].swap(value);
            NEXT();
          }
        }
      }
      if (container.is_object() && key.is_int() && container.as_object()->type == types().str) {
        const Str& text = *static_cast<Str*>(container.as_object());
        const int64_t index = key.as_int() < 0 ? key.as_int() + text.length : key.as_int();
        if (text.ascii && index >= 0 && index < text.length) {
          Value value = make_str(std::string_view(text.text).substr(static_cast<size_t>(index), 1));
          --sp;
          sp[-1].swap(value);
          NEXT();
        }
      }
      SYNC();
      Value value;
      if (container.is_object() && container.as_object()->type == types().dict) {
        if (Value* found = static_cast<Dict*>(container.as_object())->table.find(vm, key)) value = *found;
        else value = vm.get_item(container, key);
      } else {
        value = vm.get_item(container, key);
      }
      DROP();
      sp[-1].swap(value);
      NEXT();
    }
    CASE(STORE_SUBSCR) {
      const Value &container = sp[-2], &key = sp[-1];
      SYNC();
      if (container.is_object() && container.as_object()->type == types().list && key.is_int()) {
        auto& items = static_cast<List*>(container.as_object())->items;
        int64_t index = key.as_int(), size = static_cast<int64_t>(items.size());
        if (index < 0) index += size;
        if (index >= 0 && index < size) {
          items[static_cast<size_t>(index)].swap(sp[-3]);
          DROP();
          DROP();
          DROP();
          NEXT();
        }
      }
      if (container.is_object() && container.as_object()->type == types().dict)
        static_cast<Dict*>(container.as_object())->table.insert(vm, key, sp[-3]);
      else vm.set_item(container, key, sp[-3]);
      DROP();
      DROP();
      DROP();
      NEXT();
    }
    CASE(DELETE_SUBSCR) {
      SYNC();
      vm.delete_item(sp[-2], sp[-1]);
      DROP();
      DROP();
      NEXT();
    }
    CASE(BINARY_SLICE) {
      SYNC();
      Value value = vm.get_item(sp[-3], make<Slice>(sp[-2], sp[-1], Value::none()));
      DROP();
      DROP();
      sp[-1] = std::move(value);
      NEXT();
    }
    CASE(STORE_SLICE) {
      SYNC();
      vm.set_item(sp[-3], make<Slice>(sp[-2], sp[-1], Value::none()), sp[-4]);
      for (int i = 0; i < 4; ++i) DROP();
      NEXT();
    }
    CASE(BINARY_OP) {
      Value &left = sp[-2], &right = sp[-1];
      if (left.is_int() && right.is_int()) {
        int64_t a = left.as_int(), b = right.as_int(), result;
        switch (arg >= kInplace ? arg - kInplace : arg) {
          case static_cast<uint32_t>(BinaryOp::kAdd):
            if (__builtin_add_overflow(a, b, &result)) break;
            --sp;
            new (sp - 1) Value(Value::integer(result));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kSubtract):
            if (__builtin_sub_overflow(a, b, &result)) break;
            --sp;
            new (sp - 1) Value(Value::integer(result));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kMultiply):
            if (__builtin_mul_overflow(a, b, &result)) break;
            --sp;
            new (sp - 1) Value(Value::integer(result));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kFloorDivide):
            if (b == 0 || b == -1) break;
            result = a / b - (a % b != 0 && (a % b < 0) != (b < 0));
            --sp;
            new (sp - 1) Value(Value::integer(result));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kRemainder):
            if (b == 0 || b == -1) break;
            result = a % b;
            if (result != 0 && (result < 0) != (b < 0)) result += b;
            --sp;
            new (sp - 1) Value(Value::integer(result));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kAnd):
            --sp;
            new (sp - 1) Value(Value::integer(a & b));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kOr):
            --sp;
            new (sp - 1) Value(Value::integer(a | b));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kXor):
            --sp;
            new (sp - 1) Value(Value::integer(a ^ b));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kRshift):
            if (b < 0 || b > 63) break;
            --sp;
            new (sp - 1) Value(Value::integer(a >> b));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kTrueDivide): {
            constexpr int64_t kExact = int64_t{1} << 53;
            if (b == 0 || a > kExact || a < -kExact || b > kExact || b < -kExact) break;
            --sp;
            new (sp - 1) Value(Value::real(static_cast<double>(a) / static_cast<double>(b)));
            NEXT();
          }
          default: break;
        }
      } else if ((left.is_float() || left.is_int()) && (right.is_float() || right.is_int())) {
        double a = left.is_float() ? left.as_float() : static_cast<double>(left.as_int());
        double b = right.is_float() ? right.as_float() : static_cast<double>(right.as_int());
        switch (arg >= kInplace ? arg - kInplace : arg) {
          case static_cast<uint32_t>(BinaryOp::kAdd):
            --sp;
            new (sp - 1) Value(Value::real(a + b));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kSubtract):
            --sp;
            new (sp - 1) Value(Value::real(a - b));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kMultiply):
            --sp;
            new (sp - 1) Value(Value::real(a * b));
            NEXT();
          case static_cast<uint32_t>(BinaryOp::kTrueDivide):
            if (b == 0) break;
            --sp;
            new (sp - 1) Value(Value::real(a / b));
            NEXT();
          default: break;
        }
      }
      SYNC();
      if (arg == 0 && left.is_object() && right.is_object() && left.as_object()->type == types().str &&
          right.as_object()->type == types().str) {
        const auto *a = static_cast<Str*>(left.as_object()), *b = static_cast<Str*>(right.as_object());
        std::string joined;
        joined.reserve(a->text.size() + b->text.size());
        joined.append(a->text).append(b->text);
        Value result = make<Str>(std::move(joined), a->length + b->length);
        DROP();
        sp[-1].swap(result);
        NEXT();
      }
      bool inplace = arg >= static_cast<uint32_t>(kInplace);
      Value result =
          binary_operation(vm, *frame, static_cast<BinaryOp>(inplace ? arg - kInplace : arg), sp - 2, inplace);
      DROP();
      sp[-1].swap(result);
      NEXT();
    }
    CASE(COMPARE_OP) {
      const Value &left = sp[-2], &right = sp[-1];
      bool answer;
      if (left.is_int() && right.is_int()) {
        int64_t a = left.as_int(), b = right.as_int();
        switch (static_cast<CompareOp>(arg)) {
          case CompareOp::kLess: answer = a < b; break;
          case CompareOp::kLessEqual: answer = a <= b; break;
          case CompareOp::kEqual: answer = a == b; break;
          case CompareOp::kNotEqual: answer = a != b; break;
          case CompareOp::kGreater: answer = a > b; break;
          case CompareOp::kGreaterEqual: answer = a >= b; break;
          default: answer = false;
        }
      } else if (left.is_float() && right.is_float()) {
        double a = left.as_float(), b = right.as_float();
        switch (static_cast<CompareOp>(arg)) {
          case CompareOp::kLess: answer = a < b; break;
          case CompareOp::kLessEqual: answer = a <= b; break;
          case CompareOp::kEqual: answer = a == b; break;
          case CompareOp::kNotEqual: answer = a != b; break;
          case CompareOp::kGreater: answer = a > b; break;
          case CompareOp::kGreaterEqual: answer = a >= b; break;
          default: answer = false;
        }
      } else {
        SYNC();
        Value result = compare_operation(vm, static_cast<CompareOp>(arg), left, right);
        DROP();
        sp[-1].swap(result);
        NEXT();
      }
      sp -= 2;
      // A comparison is nearly always branched on; that saves a push and a pop.
      if (pc->op == Op::POP_JUMP_IF_FALSE) {
        if (answer) ++pc;
        else JUMP_TO(pc->arg);
        NEXT();
      }
      if (pc->op == Op::POP_JUMP_IF_TRUE) {
        if (answer) JUMP_TO(pc->arg);
        else ++pc;
        NEXT();
      }
      PUSH(Value::boolean(answer));
      NEXT();
    }
    CASE(IS_OP) {
      bool same = sp[-2].same(sp[-1]);
      DROP();
      sp[-1] = Value::boolean(same != (arg == 1));
      NEXT();
    }
    CASE(CONTAINS_OP) {
      SYNC();
      bool found = vm.contains(sp[-1], sp[-2]);
      DROP();
      sp[-1] = Value::boolean(found != (arg == 1));
      NEXT();
    }
    CASE(UNARY_NEGATIVE) {
      if (sp[-1].is_int() && sp[-1].as_int() != INT64_MIN) {
        new (sp - 1) Value(Value::integer(-sp[-1].as_int()));
        NEXT();
      }
      if (sp[-1].is_float()) {
        new (sp - 1) Value(Value::real(-sp[-1].as_float()));
        NEXT();
      }
      SYNC();
      Value value = vm.negative(sp[-1]);
      sp[-1].swap(value);
      NEXT();
    }
    CASE(UNARY_INVERT) {
      SYNC();
      Value value = vm.invert(sp[-1]);
      sp[-1].swap(value);
      NEXT();
    }
    CASE(UNARY_NOT) {
      SYNC();
      bool truth = vm.truth(sp[-1]);
      sp[-1] = Value::boolean(!truth);
      NEXT();
    }
    CASE(UNARY_POSITIVE) {
      SYNC();
      Value value = vm.positive(sp[-1]);
      sp[-1].swap(value);
      NEXT();
    }
    CASE(BUILD_TUPLE) {
      SYNC();
      Value made = make<Tuple>(take_items(sp, arg));
      PUSH(std::move(made));
      NEXT();
    }
    CASE(BUILD_LIST) {
      SYNC();
      Value made = make<List>(take_items(sp, arg));
      PUSH(std::move(made));
      NEXT();
    }
    CASE(BUILD_SET) {
      SYNC();
      Value made = make<Set>();
      for (uint32_t i = 0; i < arg; ++i) made.as<Set>()->table.insert(vm, sp[-static_cast<int>(arg - i)]);
      for (uint32_t i = 0; i < arg; ++i) DROP();
      PUSH(std::move(made));
      NEXT();
    }
    CASE(BUILD_MAP) {
      SYNC();
      Value made = make<Dict>();
      Value* pairs = sp - 2 * arg;
      for (uint32_t i = 0; i < arg; ++i) made.as<Dict>()->table.insert(vm, pairs[2 * i], pairs[2 * i + 1]);
      for (uint32_t i = 0; i < 2 * arg; ++i) DROP();
      PUSH(std::move(made));
      NEXT();
    }
    CASE(BUILD_CONST_KEY_MAP) {
      SYNC();
      Value made = make<Dict>();
      const Tuple* keys = sp[-1].as<Tuple>();
      Value* values = sp - 1 - arg;
      for (uint32_t i = 0; i < arg; ++i) made.as<Dict>()->table.insert(vm, keys->items[i], values[i]);
      for (uint32_t i = 0; i <= arg; ++i) DROP();
      PUSH(std::move(made));
      NEXT();
    }
    CASE(BUILD_STRING) {
      SYNC();
      Value made = join_strings(sp - arg, arg);
      for (uint32_t i = 0; i < arg; ++i) DROP();
      PUSH(std::move(made));
      NEXT();
    }
    CASE(BUILD_SLICE) {
      SYNC();
      Value step = arg == 3 ? std::move(*--sp) : Value::none();
      Value made = make<Slice>(sp[-2], sp[-1], std::move(step));
      DROP();
      sp[-1] = std::move(made);
      NEXT();
    }
    CASE(LIST_APPEND) {
      SYNC();
      static_cast<List*>(sp[-1 - static_cast<int>(arg)].as_object())->items.push_back(std::move(sp[-1]));
      --sp;
      NEXT();
    }
    CASE(SET_ADD) {
      SYNC();
      sp[-1 - static_cast<int>(arg)].as<Set>()->table.insert(vm, sp[-1]);
      DROP();
      NEXT();
    }
    CASE(MAP_ADD) {
      SYNC();
      sp[-2 - static_cast<int>(arg)].as<Dict>()->table.insert(vm, sp[-2], sp[-1]);
      DROP();
      DROP();
      NEXT();
    }
    CASE(LIST_EXTEND) {
      SYNC();
      list_extend(vm, *sp[-1 - static_cast<int>(arg)].as<List>(), sp[-1]);
      DROP();
      NEXT();
    }
    CASE(SET_UPDATE) {
      SYNC();
      set_update(vm, *sp[-1 - static_cast<int>(arg)].as<Set>(), sp[-1]);
      DROP();
      NEXT();
    }
    CASE(DICT_UPDATE) {
      SYNC();
      dict_update(vm, *sp[-1 - static_cast<int>(arg)].as<Dict>(), sp[-1]);
      DROP();
      NEXT();
    }
    CASE(DICT_MERGE) {
      SYNC();
      dict_merge(vm, *sp[-1 - static_cast<int>(arg)].as<Dict>(), sp[-1], sp[-3 - static_cast<int>(arg)]);
      DROP();
      NEXT();
    }
    CASE(LIST_TO_TUPLE) {
      SYNC();
      Value made = make<Tuple>(sp[-1].as<List>()->items);
      sp[-1] = std::move(made);
      NEXT();
    }
    CASE(UNPACK_SEQUENCE) {
      SYNC();
      Value source = std::move(*--sp);
      frame->top = sp;
      sp = unpack_sequence(vm, source, arg, sp);
      NEXT();
    }
    CASE(UNPACK_EX) {
      SYNC();
      Value source = std::move(*--sp);
      frame->top = sp;
      sp = unpack_starred(vm, source, arg & 0xff, arg >> 8, sp);
      NEXT();
    }
    CASE(FORMAT_VALUE) {
      SYNC();
      Value text = format_field(vm, arg & 4 ? sp[-2] : sp[-1], arg & 4 ? &sp[-1] : nullptr, arg & 3);
      if (arg & 4) DROP();
      sp[-1].swap(text);
      NEXT();
    }
    CASE(GET_LEN) {
      SYNC();
      PUSH(Value::integer(vm.length(sp[-1])));
      NEXT();
    }
    CASE(GET_ITER) {
      SYNC();
      Value iterator = vm.iterate(sp[-1]);
      sp[-1].swap(iterator);
      NEXT();
    }
    CASE(GET_YIELD_FROM_ITER) {
      SYNC();
      if (!sp[-1].as<Generator>()) sp[-1] = vm.iterate(sp[-1]);
      NEXT();
    }
    CASE(FOR_ITER) {
      SYNC();
      Object* iterator = sp[-1].is_object() ? sp[-1].as_object() : nullptr;
      if (iterator && iterator->kind == Kind::kIterator) {
        new (sp) Value(static_cast<NativeIterator*>(iterator)->next(vm));
        if (!sp->is_null()) {
          ++sp;
          NEXT();
        }
      } else if (iterator && iterator->kind == Kind::kGenerator) {
        auto* generator = static_cast<Generator*>(iterator);
        if (!generator->finished) {
          enter_generator(vm, *generator, Value::none(), kForIter);
          ENTER_FRAME();
          NEXT();
        }
      } else {
        new (sp) Value(vm.next(sp[-1]));
        if (!sp->is_null()) {
          ++sp;
          NEXT();
        }
      }
      DROP();
      JUMP_TO(arg);
      NEXT();
    }
    CASE(SEND) {
      SYNC();
      if (auto* generator = sp[-2].as<Generator>()) {
        if (!generator->finished) {
          Value sent = std::move(*--sp);
          frame->top = sp;
          enter_generator(vm, *generator, std::move(sent), kSend);
          ENTER_FRAME();
          NEXT();
        }
        sp[-1] = Value::none();
        JUMP_TO(arg);
        NEXT();
      }
      if (send_to_iterator(vm, sp[-2], sp[-1])) NEXT();
      JUMP_TO(arg);
      NEXT();
    }
    CASE(END_SEND) {
      sp[-2].swap(sp[-1]);
      DROP();
      NEXT();
    }
    CASE(RETURN_GENERATOR) {
      SYNC();
      Value made = make<Generator>(frame, types().generator);
      uint8_t flags = frame->entry_flags;
      pop_frame(s);
      if (flags & kEntry) {
        outcome = std::move(made);
        return true;
      }
      ENTER_FRAME();
      PUSH(std::move(made));
      NEXT();
    }
    CASE(YIELD_VALUE) {
      Value result = std::move(*--sp);
      SYNC();
      Generator* generator = frame->generator;
      generator->running = false;
      s.handled = generator->handled.previous;
      uint8_t flags = frame->entry_flags;
      pop_frame(s);
      if (flags & kEntry) {
        outcome = std::move(result);
        return true;
      }
      ENTER_FRAME();
      PUSH(std::move(result));
      NEXT();
    }
    CASE(RETURN_VALUE) {
      Value result = std::move(*--sp);
      SYNC();
      uint8_t flags = frame->entry_flags;
      if (__builtin_expect(frame->generator != nullptr, 0)) {
        finish_generator(s, *frame->generator);
        if (flags & kEntry) {
          outcome = std::move(result);
          return true;
        }
        ENTER_FRAME();
        JUMP_TO(pc[-1].arg);
        if (flags & kSend) PUSH(std::move(result));
        else DROP();
        NEXT();
      }
      pop_frame(s);
      if (flags & kEntry) {
        outcome = std::move(result);
        return true;
      }
      ENTER_FRAME();
      if (__builtin_expect(flags & kConstructor, 0)) {
        if (!result.is_none())
          raise(types().TypeError, std::string("__init__() should return None, not '") + type_name(result) + "'");
        NEXT();
      }
      PUSH(std::move(result));
      NEXT();
    }
    CASE(JUMP_FORWARD) {
      JUMP_TO(arg);
      NEXT();
    }
    CASE(JUMP_BACKWARD) {
      s.ticks -= pc - first - static_cast<int64_t>(arg);
      if (__builtin_expect(s.ticks < 0, 0)) {
        SYNC();
        slow_check(vm);
      }
      JUMP_TO(arg);
      NEXT();
    }
    CASE(POP_JUMP_IF_FALSE) {
      if (sp[-1].is_bool()) {
        --sp;
        if (!sp->as_bool()) JUMP_TO(arg);
        NEXT();
      }
      SYNC();
      bool truth = vm.truth(sp[-1]);
      DROP();
      if (!truth) JUMP_TO(arg);
      NEXT();
    }
    CASE(POP_JUMP_IF_TRUE) {
      if (sp[-1].is_bool()) {
        --sp;
        if (sp->as_bool()) JUMP_TO(arg);
        NEXT();
      }
      SYNC();
      bool truth = vm.truth(sp[-1]);
      DROP();
      if (truth) JUMP_TO(arg);
      NEXT();
    }
    CASE(POP_JUMP_IF_NONE) {
      bool none = sp[-1].is_none();
      DROP();
      if (none) JUMP_TO(arg);
      NEXT();
    }
    CASE(POP_JUMP_IF_NOT_NONE) {
      bool none = sp[-1].is_none();
      DROP();
      if (!none) JUMP_TO(arg);
      NEXT();
    }
    CASE(MAKE_FUNCTION) {
      SYNC();
      sp = make_function(vm, *frame, sp, arg);
      NEXT();
    }
    CASE(KW_NAMES) {
      keyword_names = code->constants[arg].as<Tuple>();
      NEXT();
    }
    CASE(CALL) {
      Value* base = sp - arg - 2;
      const Tuple* keywords = keyword_names;
      keyword_names = nullptr;
      Value* callee = base->is_null() ? base + 1 : base;
      Value* arguments = callee + 1;
      if (callee->is_object() && callee->as_object()->kind == Kind::kFunction && !keywords) {
        auto* function = static_cast<Function*>(callee->as_object());
        CodeObject* callee_code = function->code_object();
        CodeRuntime* runtime = runtime_of(callee_code);
        if (runtime->simple && runtime->positional == static_cast<size_t>(sp - arguments) &&
            arguments + runtime->frame_size <= frame->block_end && s.depth < s.limits.recursion_depth) {
          for (Value* slot = sp; slot != arguments + runtime->slot_count; ++slot) new (slot) Value();
          frame->next = pc;
          frame->top = base;
          Frame* entered = push_frame(s, callee_code, arguments);
          new (&entered->function) Value(std::move(*callee));
          entered->globals = static_cast<Dict*>(function->globals.as_object());
          entered->builtins = static_cast<Dict*>(function->builtins.as_object());
          if (__builtin_expect(s.hook != nullptr, 0) && entered->hook_active) consult_hook(vm);
          ENTER_FRAME();
          NEXT();
        }
      }
      if (callee->is_object() && callee->as_object()->kind == Kind::kType && base != callee && !keywords) {
        auto* type = static_cast<Type*>(callee->as_object());
        InlineCache& cache = caches[pc - first - 1];
        if (cache.state == kCacheClass && cache.version == type->version) {
          auto* init = static_cast<Function*>(cache.object);
          CodeObject* callee_code = init->code_object();
          CodeRuntime* runtime = runtime_of(callee_code);
          if (runtime->simple && runtime->positional == static_cast<size_t>(sp - callee) &&
              callee + runtime->frame_size <= frame->block_end && s.depth < s.limits.recursion_depth) {
            SYNC();
            Value made = make<Instance>(type);
            Value keep = std::move(*callee);
            new (base) Value(made);
            new (callee) Value(std::move(made));
            for (Value* slot = sp; slot != callee + runtime->slot_count; ++slot) new (slot) Value();
            frame->top = base + 1;
            Frame* entered = push_frame(s, callee_code, callee);
            entered->entry_flags = kConstructor;
            new (&entered->function) Value(Value::of(init));
            entered->globals = static_cast<Dict*>(init->globals.as_object());
            entered->builtins = static_cast<Dict*>(init->builtins.as_object());
            if (__builtin_expect(s.hook != nullptr, 0) && entered->hook_active) consult_hook(vm);
            ENTER_FRAME();
            NEXT();
          }
        }
      }
      SYNC();
      enter_call(vm, base, arg, keywords, caches[pc - first - 1]);
      ENTER_FRAME();
      NEXT();
    }
    CASE(CALL_FUNCTION_EX) {
      SYNC();
      enter_call_ex(vm, sp, arg & 1);
      ENTER_FRAME();
      NEXT();
    }
    CASE(IMPORT_NAME) {
      SYNC();
      int64_t level = sp[-2].is_int() ? sp[-2].as_int() : 0;
      Value module = import_name(vm, code->names[arg]->text, sp[-1], level, frame->globals);
      DROP();
      sp[-1] = std::move(module);
      NEXT();
    }
    CASE(IMPORT_FROM) {
      SYNC();
      PUSH(import_from(vm, sp[-1], code->names[arg]));
      NEXT();
    }
    CASE(IMPORT_STAR) {
      SYNC();
      import_star(vm, sp[-1], frame->namespace_dict.as<Dict>());
      DROP();
      NEXT();
    }
    CASE(RAISE_VARARGS) {
      SYNC();
      if (arg == 0) {
        Value exception = handled_exception(s);
        if (exception.is_null()) raise(types().RuntimeError, "No active exception to reraise");
        RAISE(std::move(exception), false);
      }
      Value exception = prepare_raise(vm, arg == 2 ? sp[-2] : sp[-1], arg == 2 ? &sp[-1] : nullptr);
      for (uint32_t i = 0; i < arg; ++i) DROP();
      RAISE(std::move(exception), true);
    }
    CASE(PUSH_EXC_INFO) {
      Value exception = std::move(sp[-1]);
      new (sp - 1) Value(std::move(s.handled->exception));
      s.handled->exception = exception;
      PUSH(std::move(exception));
      NEXT();
    }
    CASE(CHECK_EXC_MATCH) {
      SYNC();
      bool match = exception_matches(vm, sp[-2], sp[-1]);
      sp[-1] = Value::boolean(match);
      NEXT();
    }
    CASE(POP_EXCEPT) {
      Value previous = std::move(*--sp);
      s.handled->exception.swap(previous);
      NEXT();
    }
    CASE(RERAISE) {
      Value exception = std::move(*--sp);
      RAISE(std::move(exception), false);
    }
    CASE(BEFORE_WITH) {
      SYNC();
      before_with(vm, sp);
      ++sp;
      NEXT();
    }
    CASE(WITH_EXCEPT_START) {
      SYNC();
      PUSH(with_except_start(vm, sp[-4], sp[-1]));
      NEXT();
    }
    CASE(SETUP_ANNOTATIONS) {
      SYNC();
      HashTable& table = frame->namespace_dict.as<Dict>()->table;
      if (!table.find(names().annotations_)) table.insert(names().annotations_, make<Dict>());
      NEXT();
    }
  }
  VT_UNREACHABLE("every opcode goes on to the next");
}

// Drops the frames of a run that ends by Stop or by a mistake of ours.
void abandon(Interpreter::State& s) {
  while (true) {
    uint8_t flags = s.frame->entry_flags;
    if (Generator* generator = s.frame->generator) {
      Value keep = Value::of(generator);
      finish_generator(s, *generator);
    } else {
      pop_frame(s);
    }
    if (flags & kEntry) return;
  }
}

}  // namespace

Value run_loop(Interpreter& vm) {
  Interpreter::State& s = vm.state();
  while (true) {
    Value raised;
    try {
      Value outcome;
      if (s.recorder ? dispatch<true>(vm, s, outcome) : dispatch<false>(vm, s, outcome)) return outcome;
    } catch (Raised& caught) {
      raised = std::move(caught.exception);
    } catch (const std::bad_alloc&) {
      raised = make<Exception>(types().MemoryError, make_tuple({}));
    } catch (...) {
      abandon(s);
      throw;
    }
    if (!raised.is_null()) {
      // One that comes from a nested run has its context and its entries already.
      if (raised.as<Exception>()->traceback.empty()) set_context(vm, raised);
      if (unwind(vm, std::move(raised), true)) continue;
    }
    throw Raised{std::move(s.leaving)};
  }
}

}  // namespace vt::vm
