// Every text of the panels in English and Chinese, one table.
#pragma once

namespace vt::ui {

enum class Language { kEnglish, kChinese };

// X(id, English, Chinese)
// clang-format off
#define VT_UI_STRINGS(X)                                                                                     \
  X(kGraph, "Graph", "图")                                                                                    \
  X(kBytecode, "Bytecode", "字节码")                                                                           \
  X(kGuards, "Guards & calls", "守卫与调用")                                                                    \
  X(kLoops, "Loops & fusion", "循环与融合")                                                                     \
  X(kCode, "Code", "代码")                                                                                    \
  X(kMemory, "Memory", "内存")                                                                                \
  X(kConsole, "Console", "控制台")                                                                             \
  X(kAll, "all", "全部")                                                                                      \
  X(kCompile, "compile", "编译")                                                                              \
  X(kText, "Text", "文本")                                                                                    \
  X(kDiagram, "Diagram", "图示")                                                                              \
  X(kDifference, "Difference", "差异")                                                                        \
  X(kPass, "pass", "遍")                                                                                     \
  X(kCapturedGraph, "captured by dynamo", "dynamo 捕获")                                                       \
  X(kUnchanged, "unchanged", "无变化")                                                                         \
  X(kLinesAdded, "%d added, %d removed", "增加 %d 行，删除 %d 行")                                                \
  X(kLoading, "Loading…", "加载中…")                                                                          \
  X(kRunning, "Running…", "运行中…")                                                                          \
  X(kStale, "The last good result, from before the error", "出错之前的最后一次有效结果")                               \
  X(kNoRun, "Nothing has run yet", "还没有运行过")                                                               \
  X(kNoRunHelp, "Press Run, or edit the program: it runs as you type.", "点击“运行”，或修改程序：输入时自动运行。")          \
  X(kNoGraph, "No graph was captured", "没有捕获到图")                                                           \
  X(kNoGraphHelp, "Put @torch.compile on a function and call it.", "给函数加上 @torch.compile 并调用它。")               \
  X(kNoGuards, "No guards yet", "还没有守卫")                                                                   \
  X(kNoGuardsHelp, "A compiled function is kept with the assumptions it was made under. Compile one and call it twice.",                     \
    "编译结果与其成立的前提一起缓存。编译一个函数并调用两次。")                                                              \
  X(kNoLoops, "No loops were generated", "没有生成循环")                                                          \
  X(kNoLoopsHelp, "Graphs of tensor operations become loops here, with what was fused and why not.",                         \
    "张量运算的图在这里变成循环，并列出融合了什么、为什么没有融合。")                                                          \
  X(kNoCode, "No kernel was generated", "没有生成内核")                                                          \
  X(kNoCodeHelp, "The generated code appears when a compiled function runs.", "编译后的函数运行时，生成的代码显示在这里。")                \
  X(kNoMemory, "Nothing to plan", "无需规划")                                                                  \
  X(kNoMemoryHelp, "Intermediates of a compiled graph share one arena; small graphs have none.",                             \
    "编译后的图的中间结果共用一块内存；小图没有中间结果。")                                                                \
  X(kStepsPanel, "Steps", "单步")                                                                            \
  X(kNoRecording, "Nothing is recorded yet", "还没有录制")                                                       \
  X(kNoRecordingHelp, "Record a run, then step through it line by line, forwards and backwards. breakpoint() marks a place.", "录制一次运行，然后逐行前进或后退。breakpoint() 可以标记位置。")                     \
  X(kRecord, "Record a run", "录制一次运行")                                                                   \
  X(kBack, "← Back", "← 后退")                                                                              \
  X(kForward, "Step →", "前进 →")                                                                           \
  X(kOver, "Over →", "越过 →")                                                                              \
  X(kOut, "Out →", "跳出 →")                                                                                \
  X(kToMark, "Breakpoint →", "断点 →")                                                                      \
  X(kBreakpoint, "breakpoint", "断点")                                                                       \
  X(kRaises, "raises", "抛出异常")                                                                            \
  X(kReturns, "returns", "返回")                                                                             \
  X(kCutOff, "Recording ended early: %s", "录制提前结束：%s")                                                    \
  X(kSameObject, "The same number is the same object.", "编号相同即为同一对象。")                                    \
  X(kNoIntermediates, "No intermediate is kept in memory: everything is fused.", "没有中间结果需要保存：全部已融合。")                     \
  X(kArena, "%s hold all intermediates, instead of %s", "全部中间结果共占 %s，而不是 %s")                                     \
  X(kBuffer, "Buffer", "缓冲区")                                                                              \
  X(kKind, "Kind", "种类")                                                                                   \
  X(kType, "Type", "类型")                                                                                   \
  X(kSize, "Size", "大小")                                                                                   \
  X(kSteps, "Steps", "步骤")                                                                                 \
  X(kMadeBy, "Made by", "产生者")                                                                             \
  X(kLastReadBy, "Last read by", "最后读取者")                                                                 \
  X(kInPlaceOf, "In place of", "取代")                                                                        \
  X(kNoOutput, "The program printed nothing", "程序没有输出")                                                     \
  X(kOriginal, "Original", "原始")                                                                            \
  X(kRewritten, "Rewritten", "改写后")                                                                         \
  X(kNoRewritten, "Nothing was rewritten. A compiled function gets new bytecode that calls its graphs.",                      \
    "没有改写。编译后的函数会得到调用其图的新字节码。")                                                                  \
  X(kCalls, "Calls", "调用")                                                                                  \
  X(kHit, "hit", "命中")                                                                                     \
  X(kCompiled, "compiled", "编译")                                                                            \
  X(kRecompiles, "Recompiles", "重新编译")                                                                     \
  X(kBreaks, "Graph breaks", "图断裂")                                                                        \
  X(kGuardsOf, "Guards", "守卫")                                                                              \
  X(kWas, "was", "原为")                                                                                     \
  X(kIs, "is", "现为")                                                                                       \
  X(kAdvice, "Fix", "修复")                                                                                  \
  X(kHint, "Hint", "提示")                                                                                   \
  X(kLine, "line %d", "第 %d 行")                                                                             \
  X(kFusion, "Fusion decisions", "融合决定")                                                                    \
  X(kFused, "%s fused, %s refused", "融合 %s，拒绝 %s")                                                         \
  X(kRan, "ran in %s", "运行 %s")                                                                             \
  X(kStopped, "stopped", "已停止")                                                                            \
  X(kFailed, "failed", "失败")                                                                               \
  X(kCounts, "kernels run: %llu  ·  eager ops: %llu", "运行内核：%llu  ·  eager 运算：%llu")                                     \
  X(kFunction, "function", "函数")                                                                            \
  X(kSource, "Source", "源代码")                                                                              \
  X(kRun, "Run", "运行")                                                                                     \
  X(kStop, "Stop", "停止")                                                                                   \
  X(kSave, "Save", "保存")
// clang-format on

enum class Text {
#define VT_UI_ID(id, english, chinese) id,
  VT_UI_STRINGS(VT_UI_ID)
#undef VT_UI_ID
};

Language language();
void set_language(Language language);
const char* tr(Text text);
// Every character of the Chinese texts, for the font's glyphs.
const char* all_chinese_text();

}  // namespace vt::ui
