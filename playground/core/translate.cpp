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
    {"does not compile: {}", "无法编译：{0}"},
    {"sums of columns", "按列求和"},
    {"what is computed element by element runs better by rows", "逐元素的计算按行运行更好"},
    {"some tensor is not at a multiple of 16 bytes", "有张量的地址不是 16 字节的倍数"},
    {"the library refuses it", "库不接受该算法"},
    {"does not use the matrix units: tried up to 2^28 multiplications", "不使用矩阵单元：只在不超过 2^28 次乘法时尝试"},
    {"the graph as captured", "捕获到的原图"},
    {"drops nodes whose results nobody reads", "删除结果无人读取的节点"},
    {"replaces views and copies that change nothing by what they show", "把不改变任何内容的视图和拷贝替换为其来源"},
    {"rewrites x + 0, x * 1, x * -1, small powers, functions that undo or repeat each other", "化简 x + 0、x * 1、x * -1、小次幂，以及互逆或重复的函数"},
    {"joins chains of reshapes, transposes and permutations", "合并连续的 reshape、转置和维度重排"},
    {"computes nodes whose inputs are all constants", "提前算出输入全为常量的节点"},
    {"keeps one of several nodes that compute the same", "多个计算相同内容的节点只保留一个"},
    {"drops what the passes above have left without readers", "删除因前面各遍而无人读取的节点"},
    {"on CUDA, makes one op of the products around a softmax (in training before the graph is cut)",
     "在 CUDA 上，把 softmax 前后的矩阵乘合成一个算子（训练时在切图之前）"},
    {"on CUDA, puts the channels of convolutions innermost and batch norm into their weights",
     "在 CUDA 上把卷积的通道放到最内层，并把批归一化并入权重"},
    // --- fusion ---
    {"not fused {} + {}: {} ({})", "未融合 {0} + {1}：{2}（{3}）"},
    {"not fused {} + {}: {}", "未融合 {0} + {1}：{2}"},
    {"fused {} + {}: {} ({})", "已融合 {0} + {1}：{2}（{3}）"},
    {"fused {} + {}: {}", "已融合 {0} + {1}：{2}"},
    {"producer and consumer", "一个产生、另一个使用同一数据"},
    {"shared reads", "读取相同的数据"},
    {"computed where it is used", "在使用处直接计算"},
    {"This graph break may have been caused by an earlier graph break. Resolving the earlier graph break may resolve this one.", "此图断裂可能由更早的图断裂引起；解决前者，此处可能随之消失。"},
    {"Move the offending context manager(s) to outside the compiled region.", "请把有问题的上下文管理器移到编译区域之外。"},
    {"Attempted to graph break in an active context manager(s) that doesn't support graph breaking.", "图断裂发生在不支持断裂的上下文管理器之内。"},
    {"torch.compile detected a graph break in a for/while loop. Skipping the frame and falling back to eager, as graph breaks in loops are not supported.", "在 for/while 循环中发生图断裂；不支持在循环中断裂，因此整个函数以 eager 方式运行。"},
    {"{}, not looked at yet", "{0}，尚未查看"},
    {"{}, symbolic", "{0}，符号值"},
    {"function {}", "函数 {0}"},
    {"module {}", "模块 {0}"},
    {"builtin {}", "内建函数 {0}"},
    {"class {}", "类 {0}"},
    {"{} object", "{0} 对象"},
    {"method of {}", "{0} 的方法"},
    {"method {}", "方法 {0}"},
    {"generator {}", "生成器 {0}"},
    {"iterator, next {}", "迭代器，下一个是 {0}"},
    {"iterator at its end", "已到末尾的迭代器"},
    {"keys of {}", "{0} 的键"},
    {"values of {}", "{0} 的值"},
    {"items of {}", "{0} 的键值对"},
    {"graph break in loop", "循环中的图断裂"},
    {"Graph break under GenericContextWrappingVariable", "程序自己的上下文管理器内的图断裂"},
    {"fix the graph break before it: '{}' is what the call there returned", "修复此前的图断裂：'{0}' 是那次调用的返回值"},
    {"the first {} steps, and what came after", "最初的 {0} 步，以及之后的部分"},
    {"the first {} steps", "最初的 {0} 步"},
    {"what came after the first {} instructions", "最初 {0} 条指令之后的部分"},
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
    {"{} is written in pieces", "{0} 分几块写入"},
    {"sizes differ", "大小不同"},
    {"loops over {} elements against {}", "循环 {0} 个元素，而另一方循环 {1} 个"},
    {"a product of {} elements against {}", "乘积有 {0} 个元素，而另一方有 {1} 个"},
    {"{} bytes", "{0} 字节"},
    // --- limits of a run ---
    {"output limit of {} bytes reached", "输出达到 {0} 字节的上限"},
    {"instruction limit of {} reached", "指令数达到 {0} 的上限"},
    // --- memory plan ---
    {"input", "输入"},
    {"constant", "常量"},
    {"temporary", "中间结果"},
    {"output", "输出"},
    // --- graph breaks: kinds ---
    {"Data-dependent branching", "分支取决于数据"},
    {"Data dependent operator", "结果取决于数据的运算"},
    {"Failed to trace builtin operator", "无法追踪的内建函数"},
    {"unimplemented builtin op on tensor arguments", "没有为张量参数实现的内建运算"},
    {"Attempted to call function marked as skipped", "调用了被跳过的函数"},
    {"Attempted to wrap a fake tensor", "遇到了另一次编译的伪张量"},
    {"Attempted to construct a tensor subclass", "试图构造张量子类"},
    {"Attempted to construct a user-defined container", "试图构造自定义容器"},
    {"Attempted to call function with **kwargs of unknown type", "用未知类型的 **kwargs 调用函数"},
    {"Call to `torch._dynamo.graph_break()`", "调用了 `torch._dynamo.graph_break()`"},
    {"Call to `torch.compiler.disable()`", "调用了 `torch.compiler.disable()`"},
    {"tp_repr_impl not implemented", "追踪时没有文本形式"},
    {"Skip calling `torch.compiler.disable()`d function", "跳过了被 `torch.compiler.disable()` 排除的函数"},
    {"Skip inlining `torch.compiler.disable()`d function", "没有内联被 `torch.compiler.disable()` 排除的函数"},
    {"Failed to convert args/kwargs to proxy", "参数无法放进图中"},
    {"RuntimeError when making fake tensor call", "用伪张量执行时出错"},
    {"Unsupported super() call", "不支持的 super() 调用"},
    {"Unsupported method call", "不支持的方法调用"},
    {"Unsupported iteration", "不支持的迭代"},
    {"__class__ assignment on user-defined object", "给对象的 __class__ 赋值"},
    {"setattr() on unsupported type", "给不支持的类型设置属性"},
    {"Dynamo does not support assigning to __class__ on user-defined objects.", "Dynamo 不支持给对象的 __class__ 赋值。"},
    {"Move the __class__ assignment outside of the compiled region.", "把对 __class__ 的赋值移到编译区域之外。"},
    {"setattr() is not supported on type OrderedDict", "setattr() 不支持 OrderedDict 类型"},
    {"Attempted to wrap a set with tensors", "试图包装含有张量的集合"},
    {"Dynamo cannot trace sets of tensors. To get a stable ordering, Dynamo needs to convert the set into a list and the order might not be stable if the set contains tensors.", "Dynamo 不能追踪张量的集合：要得到稳定的顺序，需要把集合转成列表，而含有张量的集合顺序可能不稳定。"},
    {"Unsupported python_type() call", "不支持的 python_type() 调用"},
    {"User-defined object with non-function __getattr__", "对象的 __getattr__ 不是函数"},
    {"Can't convert torch._check*() message closure", "无法转换 torch._check*() 的消息闭包"},
    {"Shape mismatch with out= tensor variant", "out= 张量的形状不匹配"},
    {"Attempted to call op with non-contiguous `out=` tensor", "用不连续的 `out=` 张量调用算子"},
    {"This VariableTracker does not implement python_type(), which is required for object protocol operations.",
     "这个值没有实现对象协议操作所需的 python_type()。"},
    {"Found a non-function __getattr__ on the class `{}`.", "类 `{}` 的 __getattr__ 不是函数。"},
    {"Ensure the object's __getattr__ is a function type.", "请让对象的 __getattr__ 是一个函数。"},
    {"The message argument of torch._check*() must be a function whose closure variables are Python constants.",
     "torch._check*() 的消息参数必须是闭包变量均为 Python 常量的函数。"},
    {"Remove closure variables that reference non-constant values, e.g. remove references to tensor `x` in `lambda: "
     "f'{x} failed check'`",
     "去掉引用非常量值的闭包变量，例如去掉 `lambda: f'{x} failed check'` 中对张量 `x` 的引用"},
    {"Shape mismatch when calling {} with `out=`. Provided `out=` shape: {}. Actual shape: {}.",
     "用 `out=` 调用 {} 时形状不匹配。给出的 `out=` 形状：{}。实际形状：{}。"},
    {"Unsupported Tensor.backward() call", "不支持的 Tensor.backward() 调用"},
    {"Unsupported Tensor.requires_grad_() call", "不支持的 Tensor.requires_grad_() 调用"},
    {"Unsupported __new__", "不支持的 __new__"},
    {"Attribute store on {}", "给对象设置属性"},
    {"Attribute deletion", "删除属性"},
    {"Tensor hooks", "张量的钩子"},
    {"Module-level backwards hooks require compiled autograd.", "模块的反向钩子需要编译的自动求导。"},
    {"Tensor.retain_grad() with AOTDispatcher", "AOTDispatcher 下的 Tensor.retain_grad()"},
    {"Attempted to use tensor creation function with requires_grad=True", "用 requires_grad=True 创建张量"},
    {"Encountered torch.is_inference_mode_enabled during tracing", "追踪时遇到 torch.is_inference_mode_enabled"},
    {"Encountered aliasing during higher order op tracing", "追踪高阶算子时遇到别名"},
    {"Encountered input mutation during higher order op tracing", "追踪高阶算子时遇到对输入的修改"},
    {"HOP: Unsafe side effect", "高阶算子：不安全的副作用"},
    {"sort with non-constant keys", "排序的键不是常量"},
    {"isinstance() with an unusual class", "isinstance() 的第二个参数不寻常"},
    {"Value must be known while tracing", "追踪时必须知道的值"},
    {"Loop too long to unroll", "循环太长，无法展开"},
    {"Recursion too deep to inline", "递归太深，无法内联"},
    {"Tracing takes too long", "追踪耗时过长"},
    {"Missing bytecode handler", "没有这条字节码的处理规则"},
    {"Store to a global of another module", "写入其他模块的全局变量"},
    {"Relative import", "相对导入"},
    {"Rebuilding a dict subclass", "重建 dict 的子类"},
    {"Symbolic int without a node", "没有对应节点的符号整数"},
    {"Attempted to wrap RNN, GRU, or LSTM", "遇到了 RNN、GRU 或 LSTM"},
    {"repr() on tensor", "对张量调用 repr()"},
    {"Dynamic shape operator", "输出形状取决于数据的运算"},
    {"TypeError when making fake tensor call", "用伪张量执行时类型出错"},
    {"Failed to mutate tensor data attribute", "无法修改张量的 data 属性"},
    {"Unsupported function call", "不支持的函数调用"},
    {"Unsupported function call (delayed)", "不支持的函数调用（延后报告）"},
    {"Invalid call to __build_class__", "无法追踪的类定义"},
    {"Attempted to inline function marked as skipped", "试图内联被跳过的函数"},
    {"logging.Logger method not supported for non-export cases", "不支持 logging.Logger 的方法"},
    {"missing tp_init", "缺少初始化方法"},
    {"Attempted to copy.deepcopy a tensor", "对张量调用 copy.deepcopy"},
    {"Dynamo does not support copy.deepcopy() on tensors.", "dynamo 不支持对张量调用 copy.deepcopy()。"},
    {"Avoid calling copy.deepcopy() on tensors inside compiled regions.", "不要在编译区域内对张量调用 copy.deepcopy()。"},
    {"Unsupported context manager", "不支持的上下文管理器"},
    {"Dynamo does not know how to enter a `device` context manager.", "dynamo 不知道如何进入 `device` 上下文管理器。"},
    {"Avoid using the unsupported context manager.", "不要使用这个不受支持的上下文管理器。"},
    {"File an issue to PyTorch. Simple context managers can potentially be supported, but note that context managers can't be supported in general",
     "请向 PyTorch 报告。简单的上下文管理器也许可以得到支持，但一般的上下文管理器无法支持。"},
    {"If the context manager seems like it should be supported (e.g. torch.set_grad_enabled), then it may be the case that it was created outside the compiled region, which Dynamo does not support. Supported context managers can cross graph break boundaries only if they are local non-closure variables, or are intermediate values.",
     "如果这个上下文管理器看起来应当受支持（例如 torch.set_grad_enabled），它可能是在编译区域之外创建的，dynamo 不支持这种情况。受支持的上下文管理器只有作为局部的非闭包变量或中间值时，才能跨越图中断。"},
    {"Attempted to use `torch.nn.Parameter()` constructor with Dynamo", "在编译区域内构造 `torch.nn.Parameter()`"},
    {"C-implemented special method without VariableTracker model", "用 C 实现的特殊方法，dynamo 没有对应的模型"},
    {"Iterator without an end", "没有尽头的迭代器"},
    {"torch.compile call with > 1 args", "torch.compile 调用带有多个参数"},
    {"torch.* op returned non-Tensor", "torch 的运算返回的不是张量"},
    {"using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`", "在 `torch._dynamo.config.trace_autograd_ops=False` 时使用 `torch.autograd.grad`"},
    {"Tensor.grad_fn", "读取 Tensor.grad_fn"},
    {"Tensor.tolist() with non-integer tensor", "对非整数张量调用 Tensor.tolist()"},
    {"Unsupported Tensor.item() call with capture_scalar_outputs=False", "capture_scalar_outputs=False 时不支持 Tensor.item()"},
    {"Unsupported Tensor.{}() call", "不支持的 Tensor.{0}() 调用"},
    {"requires_grad_() intermediate leaked as output", "调用过 requires_grad_() 的中间结果成了输出"},
    {"returning intermediate with requires_grad_()", "返回调用过 requires_grad_() 的中间结果"},
    {"setattr() on Tensor.requires_grad", "给张量的 requires_grad 赋值"},
    {"nb_invert_impl not implemented", "没有实现取反"},
    {"Attempted to read undefined local variable", "读取了未定义的局部变量"},
    {"Data-dependent assertion failed (cannot compile partial graph)", "断言取决于数据（无法编译部分图）"},
    {"Observed exception", "遇到异常"},
    {"__init__ of an exception from outside", "外部异常类的 __init__"},
    {"Unexpected type in sourceless builder", "没有来源的对象类型不受支持"},
    {"Call to `torch._dynamo.skip_frame()`", "调用了 `torch._dynamo.skip_frame()`"},
    {"Unsupported torch.cond branches", "不支持的 torch.cond 分支"},
    {"Unsupported ndarray attribute access", "不支持的 ndarray 属性"},
    {"Unsupported ndarray method call", "不支持的 ndarray 方法"},
    // --- graph breaks: explanations ---
    {"Detected data-dependent branching (e.g. `if my_tensor.sum() > 0:`). Dynamo does not support tracing dynamic control flow.",
     "分支的走向取决于张量中的数据（例如 `if my_tensor.sum() > 0:`）。dynamo 不能追踪这样的动态控制流。"},
    {"Whether a tensor contains a value depends on its data.", "张量是否包含某个值取决于它的数据。"},
    {"Operator `{}` has a non-Tensor output whose value is dependent on the data of Tensor inputs.", "运算 `{0}` 的结果不是张量，其值取决于输入张量的数据。"},
    {"The operator needs the elements of its inputs: {}", "该运算需要知道输入的元素：{0}"},
    {"Dynamo does not know how to trace builtin operator `{}` with argument types [{}] (has_kwargs {})", "dynamo 不会追踪内建函数 `{0}`（参数类型 [{1}]，has_kwargs {2}）"},
    {"Dynamo does not know how to trace builtin operator `{}`.", "dynamo 不会追踪内建函数 `{0}`。"},
    {"Dynamo does not know how to trace the callable `{}`.", "dynamo 不会追踪可调用对象 `{0}`。"},
    {"Dynamo does not know how to trace method `{}` of class `{}`", "dynamo 不会追踪类 `{1}` 的方法 `{0}`"},
    {"Dynamo does not know how to handle the bytecode instruction `{}`.", "dynamo 不会处理字节码指令 `{0}`。"},
    {"Dynamo does not know how to iterate over this object.", "dynamo 不会迭代这个对象。"},
    {"Dynamo does not know how to {} this object.", "dynamo 不会对这个对象执行此操作（{0}）。"},
    {"Dynamo does not know how to {} of this object.", "dynamo 不会对这个对象执行此操作（{0}）。"},
    {"Dynamo currently does not support tracing `Tensor.backward()` when trace_autograd_ops is off.",
     "trace_autograd_ops 关闭时，dynamo 不支持追踪 `Tensor.backward()`。"},
    {"Set torch._dynamo.trace_autograd_ops=True", "设置 torch._dynamo.trace_autograd_ops=True"},
    {"Import failure", "导入失败"},
    {"Failure when attempting to import.", "尝试导入时失败。"},
    {"Generator reconstruction with mutations", "重建生成器时发生了修改"},
    {"Cannot reconstruct a generator with variable mutations. Dynamo needs to fully exhaust the generator, which may "
     "cause unintended variable modifications.",
     "生成器会修改变量，无法重建：dynamo 需要把它运行到底，可能造成意外的修改。"},
    {"Remove mutations from the generator.", "去掉生成器里的修改。"},
    {"Reconstruction failure", "重建失败"},
    {"Dynamo has no bytecode reconstruction implemented for sourceless variable {}.",
     "dynamo 无法用字节码重建没有来源的变量 {0}。"},
    {"If Dynamo is attempting to trace a return statement and your code is attempting to return a variable that Dynamo "
     "cannot reconstruct, then remove it from the return statement.",
     "如果正在追踪 return 语句，而返回的变量无法重建，请把它从 return 语句中去掉。"},
    {"Report an issue to PyTorch if you need reconstrtuction support. Note that objects that don't have reconstruction "
     "rules may be fundamentally unreconstructable.",
     "如果需要重建的支持，请向 PyTorch 提交问题。没有重建规则的对象可能从根本上无法重建。"},
    {"Dynamo does not support changes to a Tensor's `requires_grad` through calling `requires_grad_()`.", "dynamo 不支持通过 `requires_grad_()` 改变张量的 `requires_grad`。"},
    {"An intermediate tensor that had requires_grad_() called on it (or a tensor derived from it) is being returned from the compiled region.",
     "调用过 requires_grad_() 的中间张量（或由它得到的张量）从编译区域中返回。"},
    {"setattr() on Tensor.requires_grad not supported. Mutating requires_grad can introduce a new leaf from non-leaf or vice versa in the middle of the graph, "
     "which AOTAutograd does not currently know how to handle.",
     "不支持给 Tensor.requires_grad 赋值：这会在图的中间把非叶张量变成叶张量或反过来，AOTAutograd 目前无法处理。"},
    {"Dynamo does not know how to trace builtin operator `{}` with these arguments", "dynamo 不会用这些参数追踪内建函数 `{0}`"},
    {"Dynamo does not know how to trace builtin operator <built-in function {}> with tensor arguments", "dynamo 不会用张量参数追踪内建函数 {0}"},
    {"The type int has an nb_invert C slot but the corresponding VariableTracker doesn't implement nb_invert_impl.", "符号整数没有实现取反 `~`。"},
    {"If you only need the tensor values without gradients, call .detach() before returning.", "如果只需要数值而不需要梯度，返回前调用 .detach()。"},
    {"Consume the gradient inside the compiled function (call backward() and use .grad), or move requires_grad_() outside torch.compile.",
     "在编译的函数里用掉梯度（调用 backward() 并使用 .grad），或把 requires_grad_() 移到 torch.compile 之外。"},
    {"Dynamo failed to run FX node with fake tensors: {}: got {}", "dynamo 用伪张量执行节点 {0} 失败：{1}"},
    {"User-inserted graph break. Message: {}", "程序自己要求的图断裂。说明：{0}"},
    {"Missing `as_proxy()` implementation for some arg/kwarg.", "某个参数没有对应的图节点。"},
    {"The type {} has a tp_repr C slot but the corresponding VariableTracker doesn't implement tp_repr_impl.",
     "图中的数（类型 {0}）在追踪时没有文本形式。"},
    {"`torch.compiler.disable()` was called inside a compiled region. This API disables compilation when used as a "
     "decorator or wrapper outside the compiled region.",
     "在被编译的区域里调用了 `torch.compiler.disable()`。它应当在编译区域之外作为装饰器或包装使用。"},
    {"Move the `torch.compiler.disable()` call outside the compiled function and apply it to the function that should "
     "run eagerly.",
     "把 `torch.compiler.disable()` 移到被编译的函数之外，用在应当逐步执行的函数上。"},
    {"Use `torch._dynamo.graph_break()` to intentionally insert a graph break at this point.",
     "想在此处断开图时，用 `torch._dynamo.graph_break()`。"},
    {"Cannot perform sort whose key comparison is not a compile-time constant. Key type: <class '{}'>. Most notably, we cannot sort with Tensor or SymInt keys, but we can sort ints.",
     "排序的键必须是常量，而第一个非常量的键类型是 {0}。不能用张量或符号整数作键，可以用普通整数。"},
    {"Classes are not made while tracing.", "追踪时不创建类。"},
    {"super() was called with an unusual receiver.", "super() 的接收者不寻常。"},
    {"super() without arguments works in methods only.", "无参数的 super() 只能用在方法里。"},
    {"Changing `{}` of a tensor is not captured.", "对张量 `{0}` 的修改不会被捕获。"},
    {"Storing the attribute `{}` of this object cannot be replayed.", "对该对象属性 `{0}` 的写入无法重放。"},
    {"Deleting an attribute of this object cannot be replayed.", "对该对象属性的删除无法重放。"},
    {"Only plain classes are constructed while tracing.", "追踪时只构造普通的类。"},
    {"Creating `{}` objects while tracing is not supported.", "不支持在追踪时创建 `{0}` 对象。"},
    {"Creating objects of `{}`, a subclass of a builtin type, is not traced.", "`{0}` 是内建类型的子类，其对象的创建不会被追踪。"},
    {"The second argument of isinstance is no class.", "isinstance 的第二个参数不是类。"},
    {"This comparison is not supported.", "不支持这种比较。"},
    {"The {} depends on tensors or unknown objects.", "{0}取决于张量或未知的对象。"},
    {"The loop has more than 100000 rounds.", "循环超过 100000 次。"},
    {"The iterable has more than 100000 items.", "可迭代对象超过 100000 项。"},
    {"next() of this object is not traced.", "对该对象的 next() 不会被追踪。"},
    {"`{}` is not traced.", "`{0}` 不会被追踪。"},
    {"The autograd graph of a traced tensor does not exist yet.", "被追踪的张量还没有自动求导图。"},
    {"Hooks of tensors are not captured.", "张量的钩子不会被捕获。"},
    {"Avoid using `tensor.is_inference()` and `torch.is_inference_mode_enabled()` in your compile code. This is primarily used in conjunction with `torch.inference_mode`. Consider using `torch.no_grad` instead because `torch.no_grad` leads to same improvements as `inference_mode` when `torch.compile` is used.", "编译的代码里不要使用 `tensor.is_inference()` 和 `torch.is_inference_mode_enabled()`。它们主要与 `torch.inference_mode` 配合使用；使用 `torch.compile` 时，`torch.no_grad` 能带来同样的改进，可以改用它。"},
    {"Enable compiled autograd by setting `torch._dynamo.config.compiled_autograd = True`.", "设置 `torch._dynamo.config.compiled_autograd = True` 以启用编译的自动求导。"},
    {"`Tensor.retain_grad()` does not work with AOTDispatcher.", "`Tensor.retain_grad()` 不能与 AOTDispatcher 一起使用。"},
    {"Dynamo does not support this.", "Dynamo 不支持此操作。"},
    {"Create the tensor outside the compiled region.", "在编译区域之外创建该张量。"},
    {"Do not set `requires_grad=True`.", "不要设置 `requires_grad=True`。"},
    {"torch.is_inference_mode_enabled() is not supported", "不支持 torch.is_inference_mode_enabled()"},
    {"Higher order ops do not support aliasing.", "高阶算子不支持别名。"},
    {"Higher order ops do not support input mutation.", "高阶算子不支持修改输入。"},
    {"Mutating a variable from outside the scope of this HOP is not supported.", "不支持修改该高阶算子作用域之外的变量。"},
    {"Replace `return input` with `return input.clone()` to avoid aliasing.", "把 `return input` 换成 `return input.clone()` 以避免别名。"},
    {"Consider using the debug context to change user code to avoid aliasing.", "可根据调试信息修改代码以避免别名。"},
    {"Consider using the debug context to change user code to avoid mutation.", "可根据调试信息修改代码以避免修改输入。"},
    {"Please open an issue.", "请提交 issue。"},
    {"Inlining this call would nest more than 150 functions.", "内联这次调用会使函数嵌套超过 150 层。"},
    {"More than two million instructions were evaluated.", "已求值超过两百万条指令。"},
    {"An inlined function of another module stores a global.", "被内联的函数属于其他模块，并写入了全局变量。"},
    {"Relative imports are not traced.", "相对导入不会被追踪。"},
    {"Keyword arguments come from an object that is no dict.", "关键字参数来自一个不是 dict 的对象。"},
    {"A tensor of another compilation was met.", "遇到了另一次编译的张量。"},
    {"A tensor escaped the graph.", "有张量离开了图。"},
    {"A size was computed outside the graph.", "某个大小是在图外算出的。"},
    {"A container of this class cannot be rebuilt.", "这个类的容器无法重建。"},
    {"Dynamo does not support RNN, GRU, or LSTM.", "dynamo 不支持 RNN、GRU 和 LSTM。"},
    {"Tensor repr requires actual runtime values which are not available during tracing.", "张量的文本表示需要运行时的值，而追踪时还没有这些值。"},
    {"Operator `{}`'s output shape depends on input Tensor data.", "运算 `{0}` 的输出形状取决于输入张量的数据。"},
    {"Dynamo only supports mutating `.data` of tensor created outside `torch.compile` region", "dynamo 只支持修改在 `torch.compile` 区域之外创建的张量的 `.data`"},
    {"Cannot trace class definition: the class body function is unsupported or the base class argument are not compile-time constants", "无法追踪类的定义：类体不受支持，或基类不是编译期常量"},
    {"Dynamo does not know how to trace the builtin `{}.` This function is either a Python builtin (e.g. _warnings.warn) or a third-party C/C++ Python extension (perhaps created with pybind).",
     "dynamo 不会追踪内建函数 `{0}`。它是 Python 的内建函数（例如 _warnings.warn），或第三方的 C/C++ 扩展（也许由 pybind 生成）。"},
    {"Dynamo does not know how to trace the Python builtin `{}`.", "dynamo 不会追踪 Python 内建函数 `{0}`。"},
    {"Dynamo developers have intentionally marked that the function `{}` should not be traced.", "dynamo 的开发者有意标记了函数 `{0}` 不应被追踪。"},
    {"logging.Logger methods are not supported for non-export cases.", "除导出之外不支持 logging.Logger 的方法。"},
    {"Skip inlining function {} since it was wrapped with `torch.compiler.disable` (reason: {})", "没有内联函数 {0}：它被 `torch.compiler.disable` 包装（理由：{1}）"},
    {"Skip calling function `{}` since it was wrapped with `torch.compiler.disable` (reason: {})", "跳过对函数 `{0}` 的追踪：它被 `torch.compiler.disable` 包装（理由：{1}）"},
    {"Dynamo does not know how to trace __init__ on `{}`.", "dynamo 不会追踪 `{0}` 的 __init__。"},
    {"Dynamo does not support this", "dynamo 不支持这种用法"},
    {"'{}' implements '{}' in C and Dynamo has no model for it.", "'{0}' 用 C 实现了 '{1}'，dynamo 没有对应的模型。"},
    {"It would have to leave the compiled region.", "它必须离开编译区域。"},
    {"Attempted to call `torch.compile` with > 1 args. Dynamo does not support this.", "调用 `torch.compile` 时带有多个参数，dynamo 不支持。"},
    {"torch.* ops that return a non-Tensor cannot be traced into the Dynamo FX graph output", "返回值不是张量的 torch 运算不能放进 dynamo 的 FX 图"},
    {"Attempted to call `torch.autograd.grad` with config `torch._dynamo.config.trace_autograd_ops` set to `False`.", "调用了 `torch.autograd.grad`，而配置 `torch._dynamo.config.trace_autograd_ops` 为 `False`。"},
    {"Dynamo currently does not support tracing `tolist()` on non-integer tensors.", "dynamo 目前不支持追踪非整数张量的 `tolist()`。"},
    {"Dynamo currently does not support tracing `Tensor.{}()`.", "dynamo 目前不支持追踪 `Tensor.{0}()`。"},
    {"Dynamo does not support tracing `Tensor.item()` with config.capture_scalar_outputs=False.", "config.capture_scalar_outputs=False 时，dynamo 不支持追踪 `Tensor.item()`。"},
    {"Dynamo determined that a graph break should occur when calling `{}.{}`. Reason: Getting an inplace view on a graph input is not supported",
     "dynamo 判定调用 `{0}.{1}` 时应当断开图。理由：不支持对图的输入取就地视图"},
    {"Could not find a local variable with name `{}`", "找不到名为 `{0}` 的局部变量"},
    {"Dynamo has determined when encountering a data-dependent assert failure that it should not compile the partial graph.", "dynamo 遇到取决于数据的断言，判定不应编译部分图。"},
    {"An operation on known values raised {}.", "对已知值的运算引发了 {0}。"},
    {"Dynamo found no exception handler at the top-level compiled function when encountering an exception. Exception will propagate outside the compiled region.",
     "被编译的最外层函数没有处理这个异常，它会传到编译区域之外。"},
    {"SourcelessBuilder.create does not know how to wrap {}", "SourcelessBuilder.create 不会包装 {0}"},
    {"User-inserted skip frame. Message: {}", "程序要求跳过这一帧。说明：{0}"},
    {"The branches of torch.cond must give tensors of the same structure and change nothing outside.", "torch.cond 的两个分支必须返回结构相同的张量，并且不改变外部的任何东西。"},
    {"Dynamo currently does not support tracing `ndarray.{}`.", "dynamo 目前不支持追踪 `ndarray.{0}`。"},
    {"`ndarray.{}()` is not modelled in `torch._numpy`.", "`torch._numpy` 中没有 `ndarray.{0}()` 的模型。"},
    // --- graph breaks: hints ---
    {"This graph break is fundamental - it is unlikely that Dynamo will ever be able to trace through your code. Consider finding a workaround.",
     "这是根本性的图断裂：dynamo 今后也不太可能追踪这样的代码。请考虑换一种写法。"},
    {"It may be possible to write Dynamo tracing rules for this code. Please report an issue to PyTorch if you encounter this graph break often and it is causing performance issues.",
     "也许可以为这段代码编写 dynamo 的追踪规则。如果经常遇到并影响性能，请向 PyTorch 报告。"},
    {"For the common pattern `if tensor_cond: x = transform(x)` (e.g. clamping inf/nan values), consider making the code branchless by always applying the transform. Operations like torch.clamp, torch.nan_to_num, and torch.where are typically no-ops on well-behaved inputs and compile without graph breaks.",
     "对于常见的 `if tensor_cond: x = transform(x)`（例如处理 inf/nan），可以总是执行该变换，从而去掉分支。torch.clamp、torch.nan_to_num、torch.where 对正常输入通常没有影响，编译时也不会断裂。"},
    {"Use `torch.cond` to express dynamic control flow.", "用 `torch.cond` 表达动态控制流。"},
    {"Use `torch._check(...)` to state what holds.", "用 `torch._check(...)` 说明成立的条件。"},
    {"The outcome of {} is known only when the program runs.", "{0} 的结果只有在程序运行时才知道。"},
    {"Avoid calling builtin `{}` with argument types [{}]. Consider using an equivalent alternative function/method to `{}`.", "避免以参数类型 [{1}] 调用内建函数 `{0}`，可以改用等价的函数或方法。"},
    {"Avoid calling builtin `{}` in the compiled region.", "避免在编译区域内调用内建函数 `{0}`。"},
    {"Avoid calling `{}` in your code.", "避免在代码中调用 `{0}`。"},
    {"If you are attempting to call a logging function (e.g. `print`), you can try adding it to `torch._dynamo.config.reorderable_logging_functions`.",
     "如果调用的是日志函数（例如 `print`），可以把它加入 `torch._dynamo.config.reorderable_logging_functions`。"},
    {"Please report an issue to PyTorch.", "请向 PyTorch 报告。"},
    {"Remove the `{}` call.", "去掉 `{0}` 调用。"},
    {"Remove the `{}` call", "去掉 `{0}` 调用"},
    {"Use something else as the key.", "换用别的键。"},
    {"Create it outside the compiled region.", "在编译区域之外创建。"},
    {"If it is safe to put the call in the graph as it is, mark it with `torch.compiler.allow_in_graph`.", "如果把这次调用原样放进图中是安全的，用 `torch.compiler.allow_in_graph` 标记它。"},
    {"Otherwise keep it out of the compiled function, or write it with torch operations.", "否则把它移出被编译的函数，或用 torch 运算改写。"},
    {"Consider wrapping the operator into a PyTorch-understood custom operator (see {})", "可以把它包装成 PyTorch 认识的自定义运算（见 {0}）"},
    {"Do not trace code that produces the `{}` bytecode instruction (see https://docs.python.org/3/library/dis.html for bytecode semantics).", "不要追踪会产生字节码指令 `{0}` 的代码（字节码的含义见 https://docs.python.org/3/library/dis.html）。"},
    {"Use a dictionary where the keys are tensors.", "改用以张量为键的字典。"},
    {"Set torch._dynamo.config.allow_rnn=True to enable experimental support for RNN, GRU, and LSTM in Dynamo", "设置 torch._dynamo.config.allow_rnn=True 可启用 dynamo 对 RNN、GRU 和 LSTM 的实验性支持"},
    {"Enable tracing of dynamic shape operators with `torch._dynamo.config.capture_dynamic_output_shape_ops = True`", "用 `torch._dynamo.config.capture_dynamic_output_shape_ops = True` 启用对这类运算的追踪"},
    {"Your code may result in an error when running in eager. Please double check that your code doesn't contain a similar error when actually running eager/uncompiled. You can do this by removing the `torch.compile` call, or by using `torch.compiler.set_stance(\"force_eager\")`. ",
     "这段代码在 eager 模式下也可能出错。请先确认不编译时能够正确运行：去掉 `torch.compile`，或使用 `torch.compiler.set_stance(\"force_eager\")`。"},
    {"Don't mutate `.data` on this tensor, or move the mutation out of `torch.compile` region", "不要修改这个张量的 `.data`，或把修改移到 `torch.compile` 区域之外"},
    {"If it is a Python builtin, please file an issue on GitHub so the PyTorch team can add support for it and see the next case for a workaround.", "如果它是 Python 的内建函数，请在 GitHub 上提出，以便 PyTorch 团队添加支持；变通办法见下一条。"},
    {"If it is a third-party C/C++ Python extension, please either wrap it into a PyTorch-understood custom operator (see {} for more details) or, if it is traceable, use `torch.compiler.allow_in_graph`.",
     "如果它是第三方的 C/C++ 扩展，请把它包装成 PyTorch 认识的自定义运算（详见 {0}）；如果它可以追踪，请使用 `torch.compiler.allow_in_graph`。"},
    {"If you are attempting to call a logging function (e.g. `{}`), you can try adding it to `torch._dynamo.config.reorderable_logging_functions`.",
     "如果调用的是日志函数（例如 `{0}`），可以把它加入 `torch._dynamo.config.reorderable_logging_functions`。"},
    {"Please file an issue on GitHub so the PyTorch team can add support for it. ", "请在 GitHub 上提出，以便 PyTorch 团队添加支持。"},
    {"Please file an issue to PyTorch.", "请向 PyTorch 报告。"},
    {"Apply `@torch._dynamo.dont_skip_tracing` to the function `{}` to force tracing into the function. More graph breaks may occur as a result of attempting to trace into the function.",
     "给函数 `{0}` 加上 `@torch._dynamo.dont_skip_tracing` 可强制追踪进去，但可能因此出现更多的图断裂。"},
    {"Avoid calling the function `{}`.", "避免调用函数 `{0}`。"},
    {"Add the logging method to `torch._dynamo.config.ignore_logging_functions`.", "把这个日志方法加入 `torch._dynamo.config.ignore_logging_functions`。"},
    {"This is likely to be a Dynamo bug. Please report an issue to PyTorch.", "这很可能是 dynamo 的缺陷，请向 PyTorch 报告。"},
    {"If this is not possible, turn `graph_break_on_nn_param_ctor` off", "如果做不到，请关闭 `graph_break_on_nn_param_ctor`"},
    {"Try to construct `torch.nn.Parameter()` outside the compiled region.", "尝试在编译区域之外构造 `torch.nn.Parameter()`。"},
    {"Remove the torch.compile call or its additional args.", "去掉 torch.compile 调用，或去掉它的其他参数。"},
    {"Change `torch._dynamo.config.trace_autograd_ops` to `True`.", "把 `torch._dynamo.config.trace_autograd_ops` 改为 `True`。"},
    {"Ensure the input tensor to `tolist()` is an integer type (e.g., int8, int16, int32, int64).", "确保 `tolist()` 的输入是整数类型（例如 int8、int16、int32、int64）。"},
    {"Set `torch._dynamo.config.capture_scalar_outputs = True` or `export TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS=1` to include these operations in the captured graph.",
     "设置 `torch._dynamo.config.capture_scalar_outputs = True`，或 `export TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS=1`，使这些运算进入捕获的图。"},
    {"Keep the value as a tensor, or move the call out of the compiled region.", "让这个值保持为张量，或把调用移到编译区域之外。"},
    {"Use `torch._assert()` to raise a hard AssertionError when the check fails. This error will propagate back the user code that called the compiled function (i.e. Dynamo will not trace any exception handling).", "可以用 `torch._assert()`：检查失败时直接抛出 AssertionError，它会传到调用编译函数的代码（Dynamo 不追踪任何异常处理）。"},
    {"Remove the assert statement.", "去掉这条 assert 语句。"},
    {"Move the assert statement outside of any context managers in order to graph break with partial graph compilation (if fullgraph=False).", "把 assert 语句移到所有上下文管理器之外，这样可以在此断开图并编译部分图（fullgraph=False 时）。"},
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
    {"mark the same dimensions on every call", "每次调用都标记相同的维度"},
    {"pad to one length, or stack the items into one tensor", "补齐到同一长度，或把各项堆叠成一个张量"},
    {"keep '{}' in a tensor (a buffer of the module): numbers of modules are constants",
     "把 '{0}' 放进张量（模块的缓冲区）：模块中的数字是常量"},
    {"pass '{}' as a tensor, or mark it dynamic with torch.compile(dynamic=True)", "把 '{0}' 作为张量传入，或用 torch.compile(dynamic=True) 设为动态"},
    {"compile one function per value of '{}', or let the caller look at it", "为 '{0}' 的每个值各编译一个函数，或由调用者来判断它"},
    {"a condition splits the inputs: use min() or max() or a tensor instead, or let the caller decide", "条件会把输入分成两半：改用 min()、max() 或张量，或由调用者来判断"},
    {"keep this relation between the sizes on every call", "每次调用都保持这些大小之间的关系"},
    {"leave sizes 0 and 1 out (drop_last=True) or pad them: they get code of their own", "避开大小 0 和 1（drop_last=True），或把它们补齐：它们有单独的代码"},
    {"use different sizes in the first call, or torch.fx.experimental._config.use_duck_shape = False",
     "第一次调用时使用不同的大小，或设置 torch.fx.experimental._config.use_duck_shape = False"},
    {"call contiguous() on the input", "对输入调用 contiguous()"},
    {"call the compiled function under one grad and autocast mode", "在同一种梯度与 autocast 模式下调用编译函数"},
    {"clone() one of them before the call", "调用之前对其中一个 clone()"},
    {"keep the attribute or item on every call", "每次调用都保留这个属性或项"},
    {"fix the graph break before it: '{}' is what the call there returned", "先修复它前面的图断裂：'{0}' 是那里的调用返回的值"},
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
