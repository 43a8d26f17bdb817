#include "playground/core/translate.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "playground/core/strings.h"
#include "tables/advice.h"
#include "tables/breaks.h"

namespace vt::ui {
namespace {

// Patterns of engine texts with their Chinese translation; `{0}` matches any non-empty text. A special pattern precedes
// a more general one. (Graph breaks and recompiles have their translations in their own tables.)
// clang-format off
constexpr TranslatedText kRows[] = {
    // --- calls of compiled functions ---
    {"no operation was captured", "没有捕获到算子"},
    {"tracing did not come to an end", "追踪没有结束"},
    {"the back end failed", "后端失败"},
    {"leaving a context raised", "离开上下文时抛出异常"},
    {"recompile limit", "达到重新编译上限"},
    {"the stance is eager_on_recompile", "当前策略为 eager_on_recompile"},
    {"{0} (closure)", "{0}（闭包）"},
    {"{0} (global)", "{0}（全局）"},
    // --- passes ---
    {"does not compile: {0}", "无法编译：{0}"},
    {"sums of columns", "按列求和"},
    {"other order of memory", "内存访问顺序不同"},
    {"one reduces along rows, the other along columns", "一个按行归约，另一个按列归约"},
    {"what is computed element by element runs better by rows", "逐元素的计算按行运行更好"},
    {"some tensor is not at a multiple of 16 bytes", "有张量的地址不是 16 字节的倍数"},
    {"the library refuses it", "库不接受该算法"},
    {"does not use the matrix units: tried up to 2^28 multiplications", "不使用矩阵单元：只在不超过 2^28 次乘法时尝试"},
    {"made at line {0}", "创建于第 {0} 行"},
    {"recompiled at line {0}", "第 {0} 行重新编译"},
    {"made", "创建"},
    {"recompiled", "重新编译"},
    {"the model before", "转换前的模型"},
    {"quantised at line {0}", "在第 {0} 行量化"},
    {"quantised", "已量化"},
    {"given", "交给后端时"},
    {"compiled", "已编译"},
    {"traced", "已追踪"},
    {"the graph before any pass", "任何 Pass 之前的图"},
    {"each captured call as the core operations that it is made of", "每个捕获的调用展开为核心算子"},
    {"replaces symbols of sizes that a guard has fixed since", "把之后被守卫固定的大小符号换成数字"},
    {"removes nodes whose results nothing uses", "删除结果未被使用的节点"},
    {"replaces views and copies that change nothing by what they show", "把不改变任何内容的视图和拷贝替换为其来源"},
    {"rewrites x + 0, x * 1, x * -1, small powers, functions that undo or repeat each other", "化简 x + 0、x * 1、x * -1、小次幂，以及互逆或重复的函数"},
    {"joins chains of reshapes, transposes and permutations", "合并连续的 reshape、转置和维度重排"},
    {"computes nodes whose inputs are all constants", "提前算出输入全为常量的节点"},
    {"keeps one of several nodes that compute the same", "多个计算相同内容的节点只保留一个"},
    {"removes nodes that no later node uses after the passes above", "删除在前面各 Pass 之后不再被使用的节点"},
    {"makes one op of the products around a softmax, and one of their gradients",
     "把 softmax 前后的矩阵乘合成一个算子，其梯度也合成一个"},
    {"puts the channels of convolutions innermost and batch norm into their weights",
     "把卷积的通道放到最内层，并把批归一化并入权重"},
    // --- measuring ---
    {"A call is forward and backward, as in the program.", "一次调用包括前向和反向，与程序中相同。"},
    {"Calls change inputs in place: copies are measured, and put back before each batch.", "调用会原地修改输入：测量用的是副本，每批之前都恢复原值。"},
    {"Calls change parameters or other tensors in place: they are put back before each batch.", "调用会原地修改参数或其他张量：每批之前都恢复原值。"},
    {"Calls draw random numbers, so results are not compared.", "调用会抽取随机数，因此不比较结果。"},
    {"Results differ from eager's.", "结果与 eager 不同。"},
    {"it takes no tensors", "它不接受张量"},
    {"axis {0} from {1} to {2}: {3}", "第 {0} 轴从 {1} 改为 {2}：{3}"},
    {"the graph runs op by op", "图逐个算子运行"},
    {"the engine has begun anew since that run", "那次运行之后引擎已重新启动"},
    {"the tensor is too large to be kept", "张量过大，没有保留"},
    // --- fusion ---
    {"not fused {0} + {1}: {2} ({3})", "未融合 {0} + {1}：{2}（{3}）"},
    {"not fused {0} + {1}: {2}", "未融合 {0} + {1}：{2}"},
    {"fused {0} + {1}: {2} ({3})", "已融合 {0} + {1}：{2}（{3}）"},
    {"fused {0} + {1}: {2}", "已融合 {0} + {1}：{2}"},
    {"producer and consumer", "一个产生、另一个使用同一数据"},
    {"shared reads", "读取相同的数据"},
    {"computed where it is used", "在使用处直接计算"},
    {"{0}, not looked at yet", "{0}，尚未查看"},
    {"{0}, symbolic", "{0}，符号值"},
    {"function {0}", "函数 {0}"},
    {"module {0}", "模块 {0}"},
    {"builtin {0}", "内建函数 {0}"},
    {"class {0}", "类 {0}"},
    {"{0} object", "{0} 对象"},
    {"method of {0}", "{0} 的方法"},
    {"method {0}", "方法 {0}"},
    {"generator {0}", "生成器 {0}"},
    {"iterator, next {0}", "迭代器，下一个是 {0}"},
    {"iterator at its end", "已到末尾的迭代器"},
    {"keys of {0}", "{0} 的键"},
    {"values of {0}", "{0} 的值"},
    {"items of {0}", "{0} 的键值对"},
    {"the first {0} steps, and what came after", "最初的 {0} 步，以及之后的部分"},
    {"the first {0} steps", "最初的 {0} 步"},
    {"what came after the first {0} instructions", "最初 {0} 条指令之后的部分"},
    {"{0} need not move", "{0}不必往返内存"},
    {"library call", "库函数"},
    {"{0} runs as a kernel of its own", "{0} 作为独立的内核运行"},
    {"no shared data", "没有共享的数据"},
    {"both read only {0}", "两者共同读取的只有 {0}"},
    {"intermediate nodes", "中间隔着别的节点"},
    {"{0} lies between them", "两者之间隔着 {0}"},
    {"exceeds max fusion", "超出融合上限"},
    {"{0} kernels", "{0} 个内核"},
    {"product operand", "矩阵乘的操作数"},
    {"a matrix product reads its operands from memory", "矩阵乘从内存读取操作数"},
    {"product epilogue", "矩阵乘的尾部算子"},
    {"a reduction of a product needs the whole row", "对乘积做归约需要整行数据"},
    {"memory deps did not match", "读写位置不一致"},
    {"{0} is written at [{1}] and read at [{2}]", "{0} 写在 [{1}]，却从 [{2}] 读取"},
    {"reduction sizes differ", "归约的大小不同"},
    {"{0} rows of {1} elements against {2} of {3}", "{0} 行、每行 {1} 个元素，而另一方是 {2} 行、每行 {3} 个"},
    {"{0} is written in pieces", "{0} 分几块写入"},
    {"{0} is read at positions from memory", "{0} 按内存中的位置读取"},
    {"sizes differ", "大小不同"},
    {"loops over {0} elements against {1}", "循环 {0} 个元素，而另一方循环 {1} 个"},
    {"a product of {0} elements against {1}", "乘积有 {0} 个元素，而另一方有 {1} 个"},
    {"{0} bytes", "{0} 字节"},
    // --- limits of a run ---
    {"output limit of {0} bytes reached", "输出达到 {0} 字节的上限"},
    {"instruction limit of {0} reached", "指令数达到 {0} 的上限"},
    // --- memory plan ---
    {"input", "输入"},
    {"constant", "常量"},
    {"temporary", "中间结果"},
    {"output", "输出"},
    // --- graph breaks: fixes ---
    {"replace the branch by torch.where", "用 torch.where 代替分支"},
    {"move the print behind the compiled function", "把打印移到编译函数之后"},
    {"remove the call", "去掉这次调用"},
    {"let .item() be part of the graph", "让 .item() 成为图的一部分"},
    // --- stepping through capture ---
    {"capture of {0}, attempt {1}", "{0} 的捕获，第 {1} 次"},
    {"capture of {0}", "{0} 的捕获"},
    {"graph break: {0}", "图断裂：{0}"},
    {"the graph ends here: {0}", "图到此为止：{0}"},
    {"returns {0}", "返回 {0}"},
    // --- timeline ---
    {"eager op", "eager 算子"},
    {"compiled graph", "编译后的图"},
    {"kernel", "内核"},
    {"compile", "编译"},
};
// clang-format on

size_t next_hole(std::string_view pattern) {
  size_t at = 0;
  while (at < pattern.size() && hole_at(pattern, at) < 0) ++at;
  return at;
}

// The texts matched by the placeholders of the pattern; nothing if `text` does not match. Each placeholder matches as
// little as possible, the last one the rest.
std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view text) {
  std::vector<std::string> values(10);
  while (true) {
    size_t at = next_hole(pattern);
    std::string_view literal = pattern.substr(0, at);
    if (text.substr(0, literal.size()) != literal) return std::nullopt;
    text.remove_prefix(literal.size());
    if (at == pattern.size()) {
      if (!text.empty()) return std::nullopt;
      return values;
    }
    std::string& value = values[static_cast<size_t>(hole_at(pattern, at))];
    pattern.remove_prefix(at + kHoleLength);
    std::string_view next = pattern.substr(0, next_hole(pattern));
    bool last = next.size() == pattern.size();
    size_t end = last ? text.size() - std::min(text.size(), next.size()) : text.find(next);
    if (end == text.npos || end == 0) return std::nullopt;
    value = text.substr(0, end);
    text.remove_prefix(end);
  }
}

std::optional<std::string> in_chinese(std::span<const TranslatedText> rows, const std::string& english) {
  for (const TranslatedText& row : rows) {
    if (row.english.size() == kHoleLength && holes_in(row.english)) continue;  // a text of the program itself
    std::optional<std::vector<std::string>> values = match(row.english, english);
    if (!values) continue;
    for (std::string& value : *values) value = translated(value);
    return filled(row.chinese, *values);
  }
  return std::nullopt;
}

constexpr std::span<const TranslatedText> kTables[] = {tables::kBreakTexts, tables::kAdviceTexts, kRows};

}  // namespace

std::string translated(const std::string& english) {
  if (language() == Language::kEnglish || english.empty()) return english;
  // Cached, because panels request the same texts in every frame.
  static std::unordered_map<std::string, std::string> known;
  if (known.size() > 4096) known.clear();
  auto found = known.find(english);
  if (found != known.end()) return found->second;
  std::optional<std::string> chinese;
  for (std::span<const TranslatedText> table : kTables)
    if (!chinese) chinese = in_chinese(table, english);
  return known.insert_or_assign(english, chinese.value_or(english)).first->second;
}

std::vector<TaggedLine> translated(const std::vector<TaggedLine>& lines) {
  std::vector<TaggedLine> result = lines;
  for (TaggedLine& line : result) line.text = translated(line.text);
  return result;
}

std::string all_translations() {
  std::string text;
  for (std::span<const TranslatedText> table : kTables)
    for (const TranslatedText& row : table) text += row.chinese;
  return text;
}

}  // namespace vt::ui
