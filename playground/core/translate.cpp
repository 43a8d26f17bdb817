#include "playground/core/translate.h"

#include <optional>
#include <string_view>
#include <unordered_map>

#include "playground/core/strings.h"

namespace vt::ui {
namespace {

struct Row {
  std::string_view english;  // `{}`: anything, but not nothing
  std::string_view chinese;  // `{0}`, `{1}`: what they stood for, in order
};

// More special patterns stand above more general ones.
// clang-format off
constexpr Row kRows[] = {
    // --- passes ---
    {"the graph as captured", "捕获到的原图"},
    {"drops nodes whose results nobody reads", "删除结果无人读取的节点"},
    {"replaces views and copies that change nothing by what they show", "把不改变任何内容的视图和拷贝替换为其来源"},
    {"rewrites x + 0, x * 1, x * -1, small powers, functions that undo or repeat each other", "化简 x + 0、x * 1、x * -1、小次幂，以及互逆或重复的函数"},
    {"joins chains of reshapes, transposes and permutations", "合并连续的 reshape、转置和维度重排"},
    {"computes nodes whose inputs are all constants", "提前算出输入全为常量的节点"},
    {"keeps one of several nodes that compute the same", "多个计算相同内容的节点只保留一个"},
    {"drops what the passes above have left without readers", "删除因前面各遍而无人读取的节点"},
    // --- fusion ---
    {"not fused {} + {}: {} ({})", "未融合 {0} + {1}：{2}（{3}）"},
    {"not fused {} + {}: {}", "未融合 {0} + {1}：{2}"},
    {"fused {} + {}: {} ({})", "已融合 {0} + {1}：{2}（{3}）"},
    {"fused {} + {}: {}", "已融合 {0} + {1}：{2}"},
    {"producer and consumer", "一个产生、另一个使用同一数据"},
    {"shared reads", "读取相同的数据"},
    {"computed where it is used", "在使用处直接计算"},
    {"{} need not move", "{0}不必往返内存"},
    {"library call", "库函数"},
    {"{} runs as a kernel of its own", "{0} 作为独立的内核运行"},
    {"no shared data", "没有共享的数据"},
    {"both read only {}", "两者共同读取的只有 {0}"},
    {"intermediate nodes", "中间隔着别的节点"},
    {"{} lies between them", "两者之间隔着 {0}"},
    {"exceeds max fusion", "超出融合上限"},
    {"{} kernels", "{0} 个内核"},
    {"product operand", "矩阵乘的操作数"},
    {"a matrix product reads its operands from memory", "矩阵乘从内存读取操作数"},
    {"product epilogue", "矩阵乘的收尾"},
    {"a reduction of a product needs the whole row", "对乘积做归约需要整行数据"},
    {"memory deps did not match", "读写位置不一致"},
    {"{} is written at [{}] and read at [{}]", "{0} 写在 [{1}]，却从 [{2}] 读取"},
    {"reduction sizes differ", "归约的大小不同"},
    {"{} rows of {} elements against {} of {}", "{0} 行、每行 {1} 个元素，而另一方是 {2} 行、每行 {3} 个"},
    {"sizes differ", "大小不同"},
    {"loops over {} elements against {}", "循环 {0} 个元素，而另一方循环 {1} 个"},
    {"a product of {} elements against {}", "乘积有 {0} 个元素，而另一方有 {1} 个"},
    {"{} bytes", "{0} 字节"},
    // --- memory plan ---
    {"input", "输入"},
    {"constant", "常量"},
    {"temporary", "中间结果"},
    {"output", "输出"},
    // --- graph breaks: kinds ---
    {"Data-dependent branching", "分支取决于数据"},
    {"Data dependent operator", "结果取决于数据的运算"},
    {"Failed to trace builtin operator", "无法追踪的内建函数"},
    {"Attempted to call function marked as skipped", "调用了被跳过的函数"},
    {"Attempted to wrap a fake tensor", "遇到了另一次编译的伪张量"},
    {"Attempted to construct a tensor subclass", "试图构造张量子类"},
    {"Attempted to construct a user-defined container", "试图构造自定义容器"},
    {"Attempted to call function with **kwargs of unknown type", "用未知类型的 **kwargs 调用函数"},
    {"Call to `torch._dynamo.graph_break()`", "调用了 `torch._dynamo.graph_break()`"},
    {"Skip calling `torch.compiler.disable()`d function", "跳过了被 `torch.compiler.disable()` 排除的函数"},
    {"Failed to convert args/kwargs to proxy", "参数无法放进图中"},
    {"RuntimeError when making fake tensor call", "用伪张量执行时出错"},
    {"Unsupported super() call", "不支持的 super() 调用"},
    {"Unsupported method call", "不支持的方法调用"},
    {"Unsupported iteration", "不支持的迭代"},
    {"Unsupported Tensor.backward() call", "不支持的 Tensor.backward() 调用"},
    {"Unsupported Tensor.requires_grad_() call", "不支持的 Tensor.requires_grad_() 调用"},
    {"Unsupported __new__", "不支持的 __new__"},
    {"Unsupported context manager", "不支持的上下文管理器"},
    {"Graph break under GenericContextWrappingVariable", "在上下文管理器内部发生图断裂"},
    {"Attribute store on {}", "给对象设置属性"},
    {"Attribute deletion", "删除属性"},
    {"Tensor hooks", "张量的钩子"},
    {"repr of a tensor", "张量的文本表示"},
    {"sort with non-constant keys", "排序的键不是常量"},
    {"type() with three arguments", "三个参数的 type()"},
    {"isinstance() with an unusual class", "isinstance() 的第二个参数不寻常"},
    {"nn.Module created in the compiled region", "在编译区域内创建 nn.Module"},
    {"Value must be known while tracing", "追踪时必须知道的值"},
    {"Extended slice assignment", "对扩展切片赋值"},
    {"Loop too long to unroll", "循环太长，无法展开"},
    {"Recursion too deep to inline", "递归太深，无法内联"},
    {"Tracing takes too long", "追踪耗时过长"},
    {"Missing bytecode handler", "没有这条字节码的处理规则"},
    {"Store to a global of another module", "写入其他模块的全局变量"},
    {"LOAD_BUILD_CLASS bytecode not supported", "不支持在编译区域内定义类"},
    {"Relative import", "相对导入"},
    {"Rebuilding a dict subclass", "重建 dict 的子类"},
    {"Rebuilding a generator that has started", "重建已经开始的生成器"},
    {"Symbolic int without a node", "没有对应节点的符号整数"},
    // --- graph breaks: explanations ---
    {"Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`). Dynamo does not support tracing dynamic control flow.",
     "分支的走向取决于张量中的数据（例如 `if my_tensor.sum() > 0:`）。dynamo 不能追踪这样的动态控制流。"},
    {"Whether a tensor contains a value depends on its data.", "张量是否包含某个值取决于它的数据。"},
    {"Operator `{}` has a non-Tensor output whose value is dependent on the data of Tensor inputs.", "运算 `{0}` 的结果不是张量，其值取决于输入张量的数据。"},
    {"The operator needs the elements of its inputs: {}", "该运算需要知道输入的元素：{0}"},
    {"Dynamo does not know how to trace builtin operator `{}` with argument types [{}] (has_kwargs {})", "dynamo 不会追踪内建函数 `{0}`（参数类型 [{1}]，has_kwargs {2}）"},
    {"Dynamo does not know how to trace builtin operator `{}`.", "dynamo 不会追踪内建函数 `{0}`。"},
    {"Dynamo does not know how to trace the function `{}`: it has effects outside the program's values.", "dynamo 不会追踪函数 `{0}`：它的作用超出了程序中的值。"},
    {"Dynamo does not know how to trace the callable `{}`.", "dynamo 不会追踪可调用对象 `{0}`。"},
    {"Dynamo does not know how to trace method `{}` of class `{}`", "dynamo 不会追踪类 `{1}` 的方法 `{0}`"},
    {"Dynamo does not know how to handle the bytecode instruction `{}`.", "dynamo 不会处理字节码指令 `{0}`。"},
    {"Dynamo does not know how to iterate over this object.", "dynamo 不会迭代这个对象。"},
    {"Dynamo does not know how to {} this object.", "dynamo 不会对这个对象执行此操作（{0}）。"},
    {"Dynamo does not know how to {} of this object.", "dynamo 不会对这个对象执行此操作（{0}）。"},
    {"Dynamo does not support tracing classes that are defined in the compiled region.", "dynamo 不支持追踪在编译区域内定义的类。"},
    {"Dynamo currently does not support tracing `Tensor.backward()`.", "dynamo 目前不支持追踪 `Tensor.backward()`。"},
    {"Dynamo does not support changes to a Tensor's `requires_grad` through calling `requires_grad_()`.", "dynamo 不支持通过 `requires_grad_()` 改变张量的 `requires_grad`。"},
    {"Dynamo failed to run FX node with fake tensors: call_function {}: got {}", "dynamo 用伪张量执行节点 {0} 失败：{1}"},
    {"Skip calling function `{}` since it was wrapped with `torch.compiler.disable`", "跳过对函数 `{0}` 的追踪：它被 `torch.compiler.disable` 包装"},
    {"User-inserted graph break. Message: {}", "程序自己要求的图断裂。说明：{0}"},
    {"Missing `as_proxy()` implementation for some arg/kwarg.", "某个参数没有对应的图节点。"},
    {"Cannot perform sort with non-constant key. First non-constant key type: {}. Most notably, we cannot sort with Tensor or SymInt keys, but we can sort ints.",
     "排序的键必须是常量，而第一个非常量的键类型是 {0}。不能用张量或符号整数作键，可以用普通整数。"},
    {"Classes are not made while tracing.", "追踪时不创建类。"},
    {"The text of a tensor needs its elements.", "张量的文本表示需要它的元素。"},
    {"super() was called with an unusual receiver.", "super() 的接收者不寻常。"},
    {"super() without arguments works in methods only.", "无参数的 super() 只能用在方法里。"},
    {"A function from outside gets an attribute while tracing.", "追踪时给外部的函数设置了属性。"},
    {"Changing `{}` of a tensor is not captured.", "对张量 `{0}` 的修改不会被捕获。"},
    {"A tensor gets the attribute `{}` while tracing.", "追踪时给张量设置了属性 `{0}`。"},
    {"Storing the attribute `{}` of this object cannot be replayed.", "对该对象属性 `{0}` 的写入无法重放。"},
    {"Deleting an attribute of this object cannot be replayed.", "对该对象属性的删除无法重放。"},
    {"Only plain classes are constructed while tracing.", "追踪时只构造普通的类。"},
    {"Creating `{}` objects while tracing is not supported.", "不支持在追踪时创建 `{0}` 对象。"},
    {"Creating objects of `{}`, a subclass of a builtin type, is not traced.", "`{0}` 是内建类型的子类，其对象的创建不会被追踪。"},
    {"Creating modules (and their parameters) while tracing is not supported.", "不支持在追踪时创建模块（及其参数）。"},
    {"The second argument of isinstance is no class.", "isinstance 的第二个参数不是类。"},
    {"This comparison is not supported.", "不支持这种比较。"},
    {"The {} depends on tensors or unknown objects.", "{0}取决于张量或未知的对象。"},
    {"Assignment to an extended slice is not traced.", "对扩展切片的赋值不会被追踪。"},
    {"The loop has more than 100000 rounds.", "循环超过 100000 次。"},
    {"The iterable has more than 100000 items.", "可迭代对象超过 100000 项。"},
    {"next() of this object is not traced.", "对该对象的 next() 不会被追踪。"},
    {"`{}` is not traced.", "`{0}` 不会被追踪。"},
    {"`{}` changes the state of the process.", "`{0}` 会改变整个进程的状态。"},
    {"The autograd graph of a traced tensor does not exist yet.", "被追踪的张量还没有自动求导图。"},
    {"Hooks of tensors are not captured.", "张量的钩子不会被捕获。"},
    {"Inlining this call would nest more than 150 functions.", "内联这次调用会使函数嵌套超过 150 层。"},
    {"More than two million instructions were evaluated.", "已求值超过两百万条指令。"},
    {"An inlined function of another module stores a global.", "被内联的函数属于其他模块，并写入了全局变量。"},
    {"Relative imports are not traced.", "相对导入不会被追踪。"},
    {"Keyword arguments come from an object that is no dict.", "关键字参数来自一个不是 dict 的对象。"},
    {"A tensor of another compilation was met.", "遇到了另一次编译的张量。"},
    {"A tensor escaped the graph.", "有张量离开了图。"},
    {"A size was computed outside the graph.", "某个大小是在图外算出的。"},
    {"A container of this class cannot be rebuilt.", "这个类的容器无法重建。"},
    {"A generator that has started cannot leave the compiled region.", "已经开始的生成器不能离开编译区域。"},
    // --- graph breaks: hints ---
    {"This graph break is fundamental - it is unlikely that Dynamo will ever be able to trace through your code. Consider finding a workaround.",
     "这是根本性的图断裂：dynamo 今后也不太可能追踪这样的代码。请考虑换一种写法。"},
    {"It may be possible to write Dynamo tracing rules for this code. Please report an issue to PyTorch if you encounter this graph break often and it is causing performance issues.",
     "也许可以为这段代码编写 dynamo 的追踪规则。如果经常遇到并影响性能，请向 PyTorch 报告。"},
    {"Dynamo has detected that tracing the code will result in an error when running in eager. Please double check that your code doesn't contain a similar error when actually running eager/uncompiled.",
     "dynamo 发现这段代码在 eager 模式下也会出错。请先确认不编译时能够正确运行。"},
    {"For the common pattern `if tensor_cond: x = transform(x)` (e.g. clamping inf/nan values), consider making the code branchless by always applying the transform. Operations like torch.clamp, torch.nan_to_num, and torch.where are typically no-ops on well-behaved inputs and compile without graph breaks.",
     "对于常见的 `if tensor_cond: x = transform(x)`（例如处理 inf/nan），可以总是执行该变换，从而去掉分支。torch.clamp、torch.nan_to_num、torch.where 对正常输入通常没有影响，编译时也不会断裂。"},
    {"Use `torch.cond` to express dynamic control flow.", "用 `torch.cond` 表达动态控制流。"},
    {"Avoid calling builtin `{}` with argument types [{}]. Consider using an equivalent alternative function/method to `{}`.", "避免以参数类型 [{1}] 调用内建函数 `{0}`，可以改用等价的函数或方法。"},
    {"Avoid calling builtin `{}` in the compiled region.", "避免在编译区域内调用内建函数 `{0}`。"},
    {"Avoid calling `{}` in your code.", "避免在代码中调用 `{0}`。"},
    {"If you are attempting to call a logging function (e.g. `print`), you can try adding it to `torch._dynamo.config.reorderable_logging_functions`.",
     "如果调用的是日志函数（例如 `print`），可以把它加入 `torch._dynamo.config.reorderable_logging_functions`。"},
    {"Please report an issue to PyTorch.", "请向 PyTorch 报告。"},
    {"Remove the `{}` call.", "去掉 `{0}` 调用。"},
    {"Remove the `{}` call", "去掉 `{0}` 调用"},
    {"Use something else as the key.", "换用别的键。"},
    {"Print the shape or dtype instead, or move the formatting out of the compiled region.", "改为打印形状或 dtype，或把格式化移到编译区域之外。"},
    {"Move the call out of the compiled region.", "把调用移到编译区域之外。"},
    {"Move the class definition out of the compiled region.", "把类的定义移到编译区域之外。"},
    {"Create it outside the compiled region.", "在编译区域之外创建。"},
    {"Create the module outside and pass it in.", "在外面创建模块再传进来。"},
    {"If it is safe to put it in the graph, mark it with `torch.compiler.allow_in_graph`.", "如果放进图中是安全的，用 `torch.compiler.allow_in_graph` 标记它。"},
    {"If it is safe to put the call in the graph as it is, mark it with `torch.compiler.allow_in_graph`.", "如果把这次调用原样放进图中是安全的，用 `torch.compiler.allow_in_graph` 标记它。"},
    {"Otherwise keep it out of the compiled function, or write it with torch operations.", "否则把它移出被编译的函数，或用 torch 运算改写。"},
    {"Consider wrapping the operator into a PyTorch-understood custom operator (see {})", "可以把它包装成 PyTorch 认识的自定义运算（见 {0}）"},
    {"Do not trace code that produces the `{}` bytecode instruction.", "不要追踪会产生字节码指令 `{0}` 的代码。"},
    // --- graph breaks: fixes ---
    {"replace the branch by torch.where", "用 torch.where 代替分支"},
    {"move the print behind the compiled function", "把打印移到编译函数之后"},
    {"remove the call", "去掉这次调用"},
    {"let .item() be part of the graph", "让 .item() 成为图的一部分"},
    // --- stepping through capture ---
    {"capture of {}, attempt {}", "{0} 的捕获，第 {1} 次"},
    {"capture of {}", "{0} 的捕获"},
    {"graph break: {}", "图断裂：{0}"},
    {"the graph ends here: {}", "图到此为止：{0}"},
    {"returns {}", "返回 {0}"},
    // --- timeline ---
    {"eager op", "eager 运算"},
    {"compiled graph", "编译后的图"},
    {"kernel", "内核"},
    {"compile", "编译"},
    // --- recompiles ---
    {"pass the same type on every call, or convert it before the compiled function", "每次调用传入相同的类型，或在调用编译函数之前转换"},
    {"pass the same type on every call", "每次调用传入相同的类型"},
    {"convert the input to one dtype before the call", "调用之前把输入统一成一种 dtype"},
    {"call the function under one grad mode, or detach() the input", "在同一种梯度模式下调用，或对输入 detach()"},
    {"give inputs the same number of dimensions", "让输入的维数保持一致"},
    {"torch._dynamo.mark_dynamic({}, {}) or torch.compile(dynamic=True)", "torch._dynamo.mark_dynamic({0}, {1}) 或 torch.compile(dynamic=True)"},
    {"call contiguous() on the input before the compiled function", "调用编译函数之前对输入调用 contiguous()"},
    {"keep the input on one device", "让输入始终在同一设备上"},
    {"pad to one length, or stack the items into one tensor", "补齐到同一长度，或把各项堆叠成一个张量"},
    {"pass '{}' as a tensor, or mark it dynamic with torch.compile(dynamic=True)", "把 '{0}' 作为张量传入，或用 torch.compile(dynamic=True) 设为动态"},
    {"compile one function per value of '{}', or hoist it out of the call", "为 '{0}' 的每个值各编译一个函数，或把它移到调用之外"},
    {"keep '{}' the same object between calls", "让 '{0}' 在各次调用之间保持为同一个对象"},
};
// clang-format on

// What the `{}` of the pattern stood for, or nothing if the text does not match. Each takes
// as little as possible, the last one the rest.
std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view text) {
  std::vector<std::string> values;
  while (true) {
    size_t hole = pattern.find("{}");
    std::string_view literal = pattern.substr(0, hole);
    if (text.substr(0, literal.size()) != literal) return std::nullopt;
    text.remove_prefix(literal.size());
    if (hole == pattern.npos) {
      if (!text.empty()) return std::nullopt;
      return values;
    }
    pattern.remove_prefix(hole + 2);
    std::string_view next = pattern.substr(0, pattern.find("{}"));
    bool last = next.size() == pattern.size();
    size_t end = last ? text.size() - std::min(text.size(), next.size()) : text.find(next);
    if (end == text.npos || end == 0) return std::nullopt;
    values.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::string filled(std::string_view form, const std::vector<std::string>& values) {
  std::string out;
  for (size_t i = 0; i < form.size(); ++i) {
    bool hole = form[i] == '{' && i + 2 < form.size() && form[i + 2] == '}';
    if (!hole) out += form[i];
    else out += translated(values[static_cast<size_t>(form[i + 1] - '0')]), i += 2;
  }
  return out;
}

std::optional<std::string> in_chinese(const std::string& english) {
  for (const Row& row : kRows)
    if (auto values = match(row.english, english)) return filled(row.chinese, *values);
  return std::nullopt;
}

}  // namespace

bool has_translation(const std::string& english) { return in_chinese(english).has_value(); }

std::string translated(const std::string& english) {
  if (language() == Language::kEnglish) return english;
  // Panels ask again in every frame.
  static std::unordered_map<std::string, std::string> known;
  if (known.size() > 4096) known.clear();
  auto found = known.find(english);
  if (found != known.end()) return found->second;
  std::string chinese = in_chinese(english).value_or(english);
  return known.insert_or_assign(english, std::move(chinese)).first->second;
}

std::vector<TaggedLine> translated(const std::vector<TaggedLine>& lines) {
  std::vector<TaggedLine> result = lines;
  for (TaggedLine& line : result) line.text = translated(line.text);
  return result;
}

std::string all_translations() {
  std::string text;
  for (const Row& row : kRows) text += row.chinese;
  return text;
}

}  // namespace vt::ui
