// Every text of the panels in English and Chinese, one table; their titles stand in tables/panels.def.
#pragma once

namespace vt::ui {

enum class Language { kEnglish, kChinese };

// X(id, English, Chinese)
// clang-format off
#define VT_UI_STRINGS(X)                                                                                     \
  X(kAll, "all", "全部")                                                                                      \
  X(kCompile, "compile", "编译")                                                                              \
  X(kText, "Text", "文本")                                                                                    \
  X(kDiagram, "Diagram", "图示")                                                                              \
  X(kCapturedGraph, "captured by dynamo", "dynamo 捕获")                                                       \
  X(kShowAll, "Show all", "显示全部")                                                                           \
  X(kFitWidth, "Fit width", "适应宽度")                                                                      \
  X(kToSelection, "To selection", "到所选处")                                                                  \
  X(kFusionPicture, "Fusion", "融合")                                                                         \
  X(kOpByOp, "op by op", "逐个算子")                                                                           \
  X(kAsKernels, "fused", "融合后")                                                                            \
  X(kTotals, "kernels %d → %d  ·  bytes moved %s → %s", "内核 %d → %d  ·  搬运字节 %s → %s")                           \
  X(kSavedBytes, "saved for backward: %s", "为反向保存：%s")                                                      \
  X(kOps, "%d ops", "%d 个算子")                                                                              \
  X(kKernels, "%d kernels", "%d 个内核")                                                                      \
  X(kOneKernel, "1 kernel", "1 个内核")                                                                       \
  X(kNotFused, "not fused: %s", "未融合：%s")                                                                   \
  X(kToChangeIt, "to change it: %s", "如何改变：%s")                                                              \
  X(kSavedFor, "saved for backward", "为反向保存")                                                              \
  X(kComputedAgain, "computed again in backward", "在反向中重新计算")                                              \
  X(kGradientOf, "gradient of output %s", "输出 %s 的梯度")                                                     \
  X(kGradientOfInput, "gradient of %s", "%s 的梯度")                                                          \
  X(kOneLoop, "one loop", "一个循环")                                                                          \
  X(kMatrixProduct, "matrix product", "矩阵乘")                                                               \
  X(kLibraryCall, "library call", "库调用")                                                                   \
  X(kForwardHalf, "forward", "前向")                                                                       \
  X(kBackwardHalf, "backward", "反向")                                                                     \
  X(kJointGraph, "joint", "联合图")                                                                            \
  X(kCutHalf, "cut out of the joint graph", "从联合图切出")                                                      \
  X(kDecompose, "decompose", "分解")                                                                         \
  X(kDecomposeJoint, "decompose, add the backward", "分解并加入反向")                                           \
  X(kColumnsApart, "Columns apart", "两栏各选")                                                                  \
  X(kColumnsApartHelp, "The right column chooses its own function, half and pass: two of anything stand beside each other.", "右栏单独选择函数、前向或反向以及 Pass：任意两项可以并列。")  \
  X(kPassName, "Pass", "Pass")                                                                               \
  X(kNodes, "nodes", "节点")                                                                                  \
  X(kNodesRemoved, "%d removed", "删除 %d")                                                                    \
  X(kNodesAdded, "%d added", "新增 %d")                                                                        \
  X(kNodesRewritten, "%d rewritten", "改写 %d")                                                                \
  X(kNodesMoved, "%d moved", "移动 %d")                                                                        \
  X(kSameGraphs, "the same", "相同")                                                                          \
  X(kPassOff, "off", "已关闭")                                                                                 \
  X(kPassesOff, "off: %s", "已关闭：%s")                                                                         \
  X(kAllOn, "All on", "全部打开")                                                                               \
  X(kPassSwitchHelp, "Off: the program is compiled again without this pass.", "关闭：不用此 Pass 重新编译程序。")             \
  X(kKeepAsA, "Keep as A", "保留为 A")                                                                         \
  X(kDropA, "Let A go", "放弃 A")                                                                             \
  X(kKeepAsAHelp, "A run that is kept stands beside those that follow: change the program, and compare.", "保留的运行可与之后的运行并列：修改程序，然后比较。")  \
  X(kCompileHelp, "Function [number / how often it was compiled again]: its graphs, loops and code are shown below.", "函数 [编号 / 第几次重新编译]：下方显示它的图、循环和代码。")  \
  X(kNoFunction, "given to the back end directly", "直接交给后端")                                                  \
  X(kLight, "Light", "浅色")                                                                                 \
  X(kDark, "Dark", "深色")                                                                                   \
  X(kCopy, "Copy", "复制")                                                                                  \
  X(kCopyHelp, "Copies the whole text.", "复制全部文本。")                                                        \
  X(kMadeFrom, "captured as %s", "捕获时为 %s")                                                                \
  X(kLoading, "Loading…", "加载中…")                                                                          \
  X(kRunning, "Running…", "运行中…")                                                                          \
  X(kStale, "The last good result, from before the error", "出错之前的最后一次有效结果")                               \
  X(kStaleStopped, "The last good result; this run was stopped", "最后一次有效结果；本次运行已停止")                    \
  X(kStaleOther, "Running… Below is still the program before", "运行中…… 下方仍是上一个程序的结果")                     \
  X(kLoadingEngine, "Loading the engine…", "正在加载引擎…")                                                    \
  X(kLoadingEngineHelp, "The program runs as soon as it is here.", "加载完成后程序立即运行。")                        \
  X(kRunningHelp, "What the compiler makes of the program appears here.", "编译器的结果会显示在这里。")              \
  X(kNoRun, "Nothing has run yet", "还没有运行过")                                                               \
  X(kNoRunHelp, "Press Run. From then on the program runs as you type.", "点击“运行”。此后输入时会自动运行。")                \
  X(kNoGraph, "No graph was captured", "没有捕获到图")                                                           \
  X(kNoGraphOfThis, "Nothing of this one was captured", "这一项没有捕获到任何内容")                                                  \
  X(kNoGraphOfThisHelp, "A graph break came before its first operation. Choose another one at the top.",                      \
    "图断裂发生在它的第一个算子之前。请在上方选择另一项。")                                                              \
  X(kCapturedUntil, "Captured up to line %d: ", "捕获到第 %d 行为止：")                                          \
  X(kNoGraphHelp, "Put @torch.compile on a function and call it.", "给函数加上 @torch.compile 并调用它。")               \
  X(kNoPasses, "No pass ran", "没有运行 Pass")                                                                       \
  X(kNotLowered, "This graph runs as it was captured, or the program's own back end took it.",                                 \
    "这个图按捕获的样子运行，或交给了程序自己的后端。")                                                                  \
  X(kNoGraphFailed, "The error on line %d came before a graph was captured.", "第 %d 行的错误发生在捕获到图之前。")    \
  X(kNoGraphFailedPlain, "The error came before a graph was captured.", "错误发生在捕获到图之前。")                  \
  X(kNoGraphStopped, "The run was stopped before a graph was captured.", "在捕获到图之前运行已被停止。")              \
  X(kNoGraphBroken, "Every call broke off before its first tensor operation. Guards & calls has the reason.",                    \
    "每次调用都在第一个张量算子之前断开。原因见“守卫与调用”。")                                                    \
  X(kNoGraphCalled, "The program uses torch.compile, but no tensor operation ran in a compiled function.",                       \
    "程序用了 torch.compile，但没有张量算子在编译的函数中运行。")                                                  \
  X(kNoAutotuneHere, "The program asks for max-autotune, but no kernel of this one had a second candidate on this device.",                 \
    "程序要求 max-autotune，但这一项的内核在此设备上都没有第二个候选。")                                                    \
  X(kNoGuards, "No guards yet", "还没有守卫")                                                                   \
  X(kNoGuardsHelp, "A compiled function is kept with the assumptions it was made under. Compile one and call it twice.",                     \
    "编译结果与其成立的前提一起缓存。编译一个函数并调用两次。")                                                              \
  X(kNoLoops, "No loops were generated", "没有生成循环")                                                          \
  X(kNoLoopsHelp, "Graphs of tensor operations become loops here, with what was fused and why not.",                         \
    "张量算子的图在这里变成循环，并列出融合了什么、为什么没有融合。")                                                          \
  X(kNoCode, "No kernel was generated", "没有生成内核")                                                          \
  X(kCodeFacts, "kernels: %s  ·  generated in %s  ·  compiled in %s", "内核：%s  ·  生成 %s  ·  编译 %s")            \
  X(kCodeCached, "from the cache", "取自缓存")                                                                  \
  X(kNoCodeHelp, "The generated code appears when a compiled function runs.", "编译后的函数运行时，生成的代码显示在这里。")                \
  X(kNoMemory, "Nothing to plan", "无需规划")                                                                  \
  X(kNoMemoryHelp, "Intermediates of a compiled graph share one arena; small graphs have none.",                             \
    "编译后的图的中间结果共用一块内存；小图没有中间结果。")                                                                \
  X(kNoRecording, "Nothing is recorded yet", "还没有录制")                                                       \
  X(kNoRecordingHelp, "Record a run, then step through it line by line, forwards and backwards. breakpoint() marks a place.", "录制一次运行，然后逐行前进或后退。breakpoint() 可以标记位置。")                     \
  X(kNoTensors, "No tensor here yet", "此处还没有张量")                                                            \
  X(kNoTensorsHelp, "Step on: the tensors that the program's variables hold at a step are shown.", "继续前进：这里显示程序变量在某一步持有的张量。") \
  X(kTensorFacts, "strides %s  ·  offset %d  ·  version %d", "步幅 %s  ·  偏移 %d  ·  版本 %d")                      \
  X(kRequiresGrad, "requires grad", "需要梯度")                                                                \
  X(kSharesMemory, "shares its memory with %s", "与 %s 共用内存")                                               \
  X(kTensorRange, "min %s  ·  mean %s  ·  max %s", "最小 %s  ·  平均 %s  ·  最大 %s")                               \
  X(kOfTheShown, "of the elements shown", "仅统计所示元素")                                                      \
  X(kNotFinite, "not finite: %d", "非有限值：%d")                                                              \
  X(kStoragePosition, "element of the storage:", "存储中的位置：")                                              \
  X(kStorageOf, "Storage of %lld elements; this view has %lld", "存储共 %lld 个元素；此视图含 %lld 个")             \
  X(kNoElements, "It has no elements.", "没有元素。")                                                          \
  X(kNotReadable, "Its values are on another device and are not read.", "其值在另一设备上，未读取。")               \
  X(kSampled, "Shown: every %d. row, every %d. column", "所示：每 %d 行、每 %d 列取一个")                          \
  X(kRecord, "Record a run", "录制一次运行")                                                                   \
  X(kBack, "← Back", "← 后退")                                                                              \
  X(kForward, "Step →", "前进 →")                                                                           \
  X(kOver, "Over →", "越过 →")                                                                              \
  X(kOut, "Out →", "跳出 →")                                                                                \
  X(kToMark, "Breakpoint →", "断点 →")                                                                      \
  X(kBreakpoint, "breakpoint", "断点")                                                                       \
  X(kRaises, "raises", "抛出异常")                                                                            \
  X(kReturns, "returns", "返回")                                                                             \
  X(kProgramEnds, "end of the program", "程序结束")                                                              \
  X(kCutOff, "Not kept: %s", "未保留：%s")                                                    \
  X(kSameObject, "The same number is the same object.", "编号相同即为同一对象。")                                    \
  X(kNoIntermediates, "No intermediate is kept in memory: everything is fused.", "没有中间结果需要保存：全部已融合。")                     \
  X(kArenaWhole, "%s hold all intermediates", "全部中间结果共占 %s")                                               \
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
  X(kOperatorWord, "operator", "算子")                                                                       \
  X(kGuardWord, "guard", "守卫")                                                                             \
  X(kPassWord, "pass", "Pass")                                                                             \
  X(kLoopWord, "loop IR", "循环 IR")                                                                         \
  X(kOpcodeWord, "opcode", "操作码")                                                                          \
  X(kBreakWord, "graph break", "图断裂")                                                                      \
  X(kStackEffect, "stack: %s", "栈：%s")                                                                     \
  X(kVariesWord, "as many as it says", "数目视操作数而定")                                                       \
  X(kLessonOn, "Lesson: %s (Ctrl+click opens it)", "课程：%s（Ctrl+点击打开）")                                                                     \
  X(kNoBytecode, "No bytecode", "没有字节码")                                                                    \
  X(kNoBytecodeHelp, "The program has an error that keeps it from being compiled to bytecode.",                                  \
    "程序有错误，无法编译成字节码。")                                                                              \
  X(kNoRewritten, "Nothing was rewritten. A compiled function gets new bytecode that calls its graphs.",                      \
    "没有改写。编译后的函数会得到调用其图的新字节码。")                                                                  \
  X(kFilm, "Film", "短片") \
  X(kFilmHelp, "Plays how one operation went from its line to the first call. ← → step, Space plays, Esc closes.", "播放一个算子从源码行到首次调用的过程。← → 单步，空格播放，Esc 关闭。") \
  X(kFilmPlay, "Play", "播放") \
  X(kFilmPause, "Pause", "暂停") \
  X(kFilmClose, "Close film", "关闭短片") \
  X(kNoFilm, "Nothing was compiled, so there is no film", "没有编译任何内容，因此没有短片") \
  X(kNoFilmHelp, "Put @torch.compile on a function and call it; the film then follows one of its operations.", "给函数加上 @torch.compile 并调用它，短片会跟随其中一个算子。") \
  X(kFilmLine, "The line", "源码行") \
  X(kFilmLineSays, "Line %s of the program: %s. The film follows what becomes of it.", "程序第 %s 行：%s。短片跟随它的去向。") \
  X(kFilmBytecode, "Bytecode", "字节码") \
  X(kFilmBytecodeSays, "Python compiled that line to %s instructions: %s. dynamo reads these, not the source.", "Python 把这一行编译成 %s 条指令：%s。dynamo 读取的是指令，而不是源码。") \
  X(kFilmNode, "Node", "节点") \
  X(kFilmNodeSays, "dynamo evaluated the instructions on fake tensors. The call became the node %s. Calls in the graph: %s.", "dynamo 用伪张量求值这些指令。该调用成为节点 %s。图中的调用：%s 个。") \
  X(kFilmGuard, "Guards", "守卫") \
  X(kFilmGuardSays, "The result is used again for a call that all guards accept. Guards: %s. One of them: %s.", "所有守卫都成立的调用会复用结果。守卫：%s 个。其中之一：%s。") \
  X(kFilmGuardPlain, "The result is used again for a call that all guards accept. Guards: %s.", "所有守卫都成立的调用会复用结果。守卫：%s 个。") \
  X(kFilmDecomposition, "Decomposition", "分解") \
  X(kFilmDecompositionSays, "Captured calls become core operations. %1$s became %3$s: %2$s.", "捕获的调用分解为核心算子。%1$s 变成 %3$s 个：%2$s。") \
  X(kFilmDecompositionOne, "Captured calls become core operations. %s became %s.", "捕获的调用分解为核心算子。%s 变成 %s。") \
  X(kFilmDecompositionAll, "Captured calls become core operations.", "捕获的调用分解为核心算子。") \
  X(kFilmPass, "Passes", "Pass") \
  X(kFilmPassSays, "Of %s passes %s changed the graph. The largest change: %s, which %s.", "%s 个 Pass 中有 %s 个改变了图。改动最大的是 %s：%s。") \
  X(kFilmPassNothing, "%s passes ran and found nothing to change.", "运行了 %s 个 Pass，没有发现需要改动之处。") \
  X(kFilmIsland, "Fusion", "融合") \
  X(kFilmIslandSays, "Fusions: %s. The nodes in one tinted area are one kernel, %s in all; only the thick edges between areas go through memory.", "融合 %s 次。同一块着色区域内的算子是一个内核，共 %s 个；只有区域之间的粗线经过内存。") \
  X(kFilmLoops, "Loops", "循环") \
  X(kFilmLoopsSays, "Each kernel is a nest of loops, each library call a step. Steps here: %s.", "每个内核是一个循环嵌套，每次库调用是一步。共 %s 步。") \
  X(kFilmCode, "Code", "代码") \
  X(kFilmCodeSays, "The loops are printed as code for the back end %2$s and compiled in %3$s. Kernels: %1$s.", "循环被输出为后端 %2$s 的代码，编译用时 %3$s。内核：%1$s 个。") \
  X(kFilmMemory, "Memory", "内存") \
  X(kFilmMemorySays, "Intermediates share an arena of %s; one by one they would take %s.", "中间结果共用 %s 的内存区；各自分配则需要 %s。") \
  X(kFilmMemoryNone, "No intermediate needs memory: values stay in registers between operations.", "没有中间结果需要内存：值在算子之间留在寄存器中。") \
  X(kFilmCall, "The first call", "首次调用") \
  X(kFilmCallSays, "%s ran for the first time %s after its graph was captured. Calls since then that the cache answered: %s.", "%s 在捕获图之后 %s 首次运行。此后缓存命中：%s 次。") \
  X(kAsSvg, "SVG", "SVG") \
  X(kCallsPicture, "Calls", "调用") \
  X(kAsWords, "As text", "文本") \
  X(kCallN, "call %s", "第 %s 次调用") \
  X(kCallsFromTo, "calls %s–%s", "第 %s–%s 次调用") \
  X(kOneCall, "1 call", "1 次调用") \
  X(kManyCalls, "%s calls", "%s 次调用") \
  X(kResumesAt, "resumes at line %d", "从第 %d 行恢复") \
  X(kOneOp, "1 op", "1 个算子") \
  X(kManyOps, "%d ops", "%d 个算子") \
  X(kManyEntries, "%d entries", "%d 个缓存项") \
  X(kNoOperation, "no operation", "没有算子") \
  X(kOnLines, "lines %s", "第 %s 行") \
  X(kInPython, "Python", "Python") \
  X(kEagerFrame, "runs eagerly", "以 eager 模式运行") \
  X(kEagerWhole, "all of %s runs in Python", "%s 整个由 Python 执行") \
  X(kEagerRest, "the rest runs eagerly", "其余部分以 eager 模式运行") \
  X(kCutRefused, "an error: fullgraph=True", "报错：fullgraph=True") \
  X(kFailsHere, "fails here", "在此失败") \
  X(kCutFailed, "an error: %s fails here", "报错：%s 在此失败") \
  X(kEagerly, "eagerly", "eager") \
  X(kCacheHit, "from the cache", "来自缓存") \
  X(kLikeCall, "%s like call %s", "%s 次与第 %s 次相同") \
  X(kAnsweredCall, "answered this call", "适用于本次调用") \
  X(kCompiledByCall, "compiled by this call", "由本次调用编译") \
  X(kDidNotFit, "did not fit", "不适用") \
  X(kModes, "modes", "全局模式") \
  X(kSizes, "sizes", "大小") \
  X(kOneGuard, "1 guard", "1 个守卫") \
  X(kManyGuards, "%d guards", "%d 个守卫") \
  X(kHeldBefore, "%d held before it", "在它之前有 %d 个成立") \
  X(kNotReached, "%d not reached", "%d 个未检查") \
  X(kWasValue, "was %s", "原为 %s") \
  X(kCameValue, "came %s", "传入 %s") \
  X(kNoEntryFitted, "No entry fitted, Python ran it", "没有缓存项适用，由 Python 执行") \
  X(kUntold, "How entries failed is kept for the first 512 calls that needed more than one look.", "缓存项为何不适用，只记录前 512 次需要多次查找的调用。") \
  X(kStillEntries, "%d more entries were not asked", "另有 %d 个缓存项未检查") \
  X(kCompiled, "compiled", "编译")                                                                            \
  X(kRecompiles, "Recompiles", "重新编译")                                                                     \
  X(kBreaks, "Graph breaks", "图断裂")                                                                        \
  X(kGuardsOf, "Guards", "守卫")                                                                              \
  X(kRunsEagerly, "The whole function runs eagerly", "整个函数以 eager 模式运行")                                      \
  X(kWas, "was", "原为")                                                                                     \
  X(kIs, "is", "现为")                                                                                       \
  X(kAdvice, "Fix", "修复")                                                                                  \
  X(kAlso, "also", "另有")                                                                                      \
  X(kFusedOnly, "fused", "已融合")                                                                               \
  X(kRefusedOnly, "refused", "未融合")                                                                           \
  X(kLesson, "Lesson", "课程")                                                                                 \
  X(kHint, "Hint", "提示")                                                                                   \
  X(kLine, "line %d", "第 %d 行")                                                                             \
  X(kFusion, "Fusion decisions", "融合决定")                                                                    \
  X(kFused, "%s fused, %s refused", "融合 %s，拒绝 %s")                                                         \
  X(kRan, "ran in %s", "运行 %s")                                                                             \
  X(kStopped, "stopped", "已停止")                                                                            \
  X(kFailed, "failed", "失败")                                                                               \
  X(kCounts, "kernels run: %llu  ·  eager ops: %llu", "运行内核：%llu  ·  eager 算子：%llu")                                     \
  X(kFunction, "function", "函数")                                                                            \
  X(kSource, "Source", "源代码")                                                                              \
  X(kRun, "Run", "运行")                                                                                     \
  X(kStop, "Stop", "停止")                                                                                   \
  X(kSave, "Save", "保存")                                                                                   \
  X(kMore, "More", "更多")                                                                                   \
  X(kSearch, "search", "搜索")                                                                               \
  X(kNoLogs, "Nothing was logged", "没有日志")                                                                \
  X(kNoLogsHelp, "Compiling a function writes here what TORCH_LOGS shows on a command line.", "编译函数时，TORCH_LOGS 在命令行上显示的内容会写在这里。")                     \
  X(kNoMatch, "No line has this text", "没有包含该文字的行")                                                          \
  X(kMessages, "%d of %d messages", "%d / %d 条")                                                             \
  X(kApply, "Apply", "应用")                                                                                 \
  X(kApplyHelp, "Changes the program in the editor and runs it. Undo brings it back.", "修改编辑器中的程序并运行。撤销可以恢复。")                     \
  X(kUndoFix, "Undo fix", "撤销修复")                                                                         \
  X(kCaptured, "Capture", "捕获过程")                                                                          \
  X(kNoCapture, "Capture is not recorded yet", "还没有录制捕获过程")                                                \
  X(kNoCaptureHelp, "dynamo evaluates the bytecode on symbols. Record it, then step through: what is on the stack, what the locals stand for, which guard each instruction adds.", "dynamo 用符号求值字节码。录制之后可以逐条查看：栈上有什么、局部变量代表什么、每条指令增加了哪个守卫。")                     \
  X(kRecordCapture, "Record the capture", "录制捕获过程")                                                        \
  X(kStack, "Stack", "栈")                                                                                   \
  X(kLocals, "Locals", "局部变量")                                                                            \
  X(kEmpty, "empty", "空")                                                                                   \
  X(kMeasureFunctions, "Measure", "测量") \
  X(kMeasureSizes, "Measure over sizes", "按大小测量") \
  X(kMeasureSizesHelp, "The same for smaller and larger inputs: a curve.", "对更小和更大的输入也测量，画成曲线。") \
  X(kNothingMeasured, "Nothing is measured yet", "还没有测量") \
  X(kNothingMeasuredHelp, "Runs the program once more, then each compiled function with inputs like those of its last call: warmed up, eager and compiled in turn. Nothing else should run meanwhile.", "再运行一次程序，然后用与最后一次调用相同的输入测量每个编译后的函数：先预热，eager 与编译后轮流运行。期间请不要运行其他程序。") \
  X(kRunningProgram, "running the program", "正在运行程序") \
  X(kMeasuredOther, "This was measured of another version of the program.", "这是程序另一版本的测量结果。") \
  X(kNothingCompiled, "The program calls no compiled function.", "程序没有调用编译后的函数。") \
  X(kNotMeasured, "%s was not measured: %s", "%s 未能测量：%s") \
  X(kTimesAsFast, "%s times as fast compiled (%s to %s)", "编译后快到 %s 倍（%s 至 %s）") \
  X(kTimesAsFastEager, "%s times as fast eager (%s to %s)", "eager 快到 %s 倍（%s 至 %s）") \
  X(kNoDifference, "no difference beyond the spread (%s to %s)", "差别不超出离散范围（%s 至 %s）") \
  X(kRounds, "%d rounds, eager and compiled in turn; the ratio is in this range with 95%% certainty", "%d 轮，eager 与编译后交替；倍数以 95%% 的把握在此范围内") \
  X(kSpread, "Spread", "离散") \
  X(kSpreadHelp, "Nine of ten samples are above the first, nine of ten below the second.", "十分之九的样本高于前者，十分之九低于后者。") \
  X(kLaunches, "Launches per call", "每次调用的启动") \
  X(kKernelCount, "kernels %d", "内核 %d") \
  X(kLibraryCount, "library calls %d", "库调用 %d") \
  X(kInterpretedCount, "interpreted loops %d", "解释执行的循环 %d") \
  X(kEagerCount, "eager operations %d", "eager 算子 %d") \
  X(kRunsFromCache, "from the cache", "来自缓存") \
  X(kOfCopy, "%.0f%% of a copy", "拷贝的 %.0f%%") \
  X(kOfProduct, "%.0f%% of a product", "矩阵乘的 %.0f%%") \
  X(kPaysAfter, "Compiling took %s and has paid after %lld calls.", "编译用了 %s，调用 %lld 次后收回。") \
  X(kPaysUnknown, "Compiling took %s; whether it pays does not show beyond the spread.", "编译用了 %s；是否能收回，在离散范围内看不出来。") \
  X(kNeverPays, "Compiling took %s; at this size it does not pay.", "编译用了 %s；在此大小下不能收回。") \
  X(kBytesOfCall, "inputs and results: %s", "输入与结果：%s") \
  X(kFlopsOfCall, "products: %.3g million operations", "乘积：%.3g 百万次运算") \
  X(kCeilings, "This machine: a copy through memory %.1f GB/s, a matrix product %.0f GFLOP/s. What is faster than the copy runs from the cache.", "本机：内存拷贝 %.1f GB/s，矩阵乘 %.0f GFLOP/s。比拷贝还快，说明数据来自缓存。") \
  X(kSizesFixed, "Sizes cannot be varied: %s", "大小不能改变：%s") \
  X(kOverSizes, "Time per call over sizes", "每次调用的时间随大小的变化") \
  X(kOneGraphForSizes, "Axis %d of %d inputs; the graph that the program compiled takes every size.", "第 %d 维，%d 个输入；程序编译的图适用于所有大小。") \
  X(kCompiledForSizes, "Axis %d of %d inputs; the graph is static, so each size was compiled for.", "第 %d 维，%d 个输入；图是静态的，因此每个大小都单独编译。") \
  X(kMyFunctions, "My functions", "我的函数") \
  X(kTypicalRows, "Typical functions", "典型函数") \
  X(kEagerTime, "Where the time of an eager call goes", "一次 eager 调用的时间去向") \
  X(kCompiledTime, "Where the time of a compiled call goes", "一次编译后调用的时间去向") \
  X(kShare, "Share", "占比") \
  X(kSide, "Run", "方式") \
  X(kRangeOf, "%s (%s to %s)", "%s（%s 至 %s）") \
  X(kRatio, "Ratio", "倍数") \
  X(kTime, "Time", "时间") \
  X(kTimesCalled, "Count", "次数") \
  X(kWork, "Work", "工作") \
  X(kOutsideWork, "outside: Python, guards, preparing", "其余：Python、守卫、准备") \
  X(kStepValues, "Steps", "单步") \
  X(kGraphValues, "Graph", "图") \
  X(kNoValues, "No values are kept yet", "还没有保留值") \
  X(kNoValuesHelp, "Runs the program once more; each compiled graph then also runs op by op and keeps what every node was: histogram, least and greatest, NaN, and how far compiled is from eager.", "再运行一次程序；每个编译后的图还会逐个算子运行，并记下每个节点的值：直方图、最小与最大、NaN，以及编译后与 eager 的差距。") \
  X(kShowValues, "Show values", "显示值") \
  X(kFirstNan, "First NaN: %s, line %d", "首个 NaN：%s，第 %d 行") \
  X(kFirstInfinite, "No NaN. First infinity: %s, line %d", "没有 NaN。首个无穷：%s，第 %d 行") \
  X(kAllFinite, "All values are finite.", "所有值都是有限的。") \
  X(kFirstDifferent, "First difference from eager: %s, line %d", "与 eager 的首个差异：%s，第 %d 行") \
  X(kNoDifferent, "Compiled agrees with eager within rounding.", "编译后与 eager 在舍入误差内一致。") \
  X(kNotCompared, "Compiled is not compared: %s", "未与编译后比较：%s") \
  X(kCallOf, "call %d of %d", "第 %d 次调用，共 %d 次") \
  X(kNode, "Node", "节点") \
  X(kDistribution, "Distribution", "分布") \
  X(kLeast, "Least", "最小") \
  X(kGreatest, "Greatest", "最大") \
  X(kMean, "Mean", "平均") \
  X(kErrorOf, "Error", "误差") \
  X(kNoFinite, "no finite element", "没有有限的元素") \
  X(kErrorHelp, "Of compiled against eager: largest difference %s, relative %s. Compiled keeps every value in memory for this.", "编译后相对 eager：最大差 %s，相对 %s。为此编译后的图把每个值都保存在内存中。") \
  X(kGradientHalf, "backward", "反向") \
  X(kAllNodes, "← All nodes", "← 所有节点") \
  X(kRowsAxis, "rows: axis", "行：轴") \
  X(kColumnsAxis, "columns: axis", "列：轴") \
  X(kAxisAt, "axis %d", "轴 %d") \
  X(kDifferenceOf, "difference", "差") \
  X(kNotKept, "The tensor was too large to be kept.", "张量过大，没有保留。") \
  X(kValueRange, "least %.4g, mean %.4g, greatest %.4g", "最小 %.4g，平均 %.4g，最大 %.4g") \
  X(kFirstBadAt, "; the first at %s", "；第一个在 %s") \
  X(kValueBad, "NaN: %lld, infinite: %lld", "NaN：%lld，无穷：%lld") \
  X(kValueError, "compiled is off by %.3g at most, relative %.3g", "编译后最多相差 %.3g，相对 %.3g") \
  X(kNoGraphValues, "No graph was compiled, so there are no nodes.", "没有编译任何图，因此没有节点。") \
  X(kEagerRun, "eager", "eager")                                                                            \
  X(kCompiledRun, "compiled", "编译后")                                                                        \
  X(kWorkTotalOne, "%s per call, 1 piece of work", "每次调用 %s，共 1 项") \
  X(kWorkTotal, "%s per call, %d pieces of work", "每次调用 %s，共 %d 项")                                                            \
  X(kZoomHelp, "wheel zooms, dragging moves, a double click shows all", "滚轮缩放，拖动平移，双击显示全部")                          \
  X(kThreads, "kernels and large loops run on %d threads", "内核与大循环在 %d 个线程上运行")                                       \
  X(kNotIsolated, "1 thread: the page's server does not isolate it (no COOP and COEP headers), so threads cannot share memory. ./dev play serves it with them.", "1 个线程：服务器没有隔离此页面（缺少 COOP 与 COEP 头），线程无法共享内存。用 ./dev play 打开则有。") \
  X(kNoSharedMemory, "1 thread: this browser has no shared memory for WebAssembly", "1 个线程：此浏览器没有 WebAssembly 共享内存")                  \
  X(kOneCore, "1 thread: this machine has one core", "1 个线程：此机器只有一个核")                                             \
  X(kCoarseClock, "This page's clock ticks every 100 µs, so the parts of a short call are rough. Repeat it in the program, or serve the page with ./dev play, whose clock is finer.", "此页面的时钟每 100 µs 走一格，因此很短的调用，各部分只是约数。可以在程序中重复执行，或用 ./dev play 打开页面，其时钟更精细。")  \
  X(kNoBench, "Nothing is measured yet", "还没有测量")                                                           \
  X(kNoBenchHelp, "Measures typical functions on this machine, eager against compiled, about half a minute. Nothing else should run meanwhile.", "在本机上测量典型函数的 eager 与编译后的速度，约半分钟。期间请不要运行其他程序。")                     \
  X(kStartBench, "Start measuring", "开始测量")                                                                \
  X(kMeasureAgain, "Measure again", "再次测量")                                                                \
  X(kRow, "Row", "项目")                                                                                     \
  X(kSpeedUp, "Speed-up", "加速")                                                                            \
  X(kThroughput, "Throughput", "吞吐量")                                                                      \
  X(kOfCeiling, "Of the ceiling", "占上限")                                                                   \
  X(kMeasuring, "measuring %s", "正在测量 %s")                                                                 \
  X(kNotEqual, "differs from eager", "与 eager 不同")                                                         \
  X(kMedians, "Medians on this machine, one thread in the browser. The ceiling is a copy, a read or a large product, measured here too.", "本机的中位数；浏览器中为单线程。上限是拷贝、读取或大矩阵乘，同样在此测得。")                     \
  X(kBenchStopped, "The measurement was stopped.", "测量已停止。")                                                \
  X(kNoAutotune, "No candidates were measured", "没有测量候选")                                                    \
  X(kNoAutotuneHelp, "With mode=\"max-autotune\" the candidates for a kernel are measured and the fastest is kept. They are listed here.", "使用 mode=\"max-autotune\" 时，会测量内核的各个候选并保留最快的。结果列在这里。")                     \
  X(kKernel, "Kernel", "内核")                                                                               \
  X(kCandidate, "Candidate", "候选")                                                                         \
  X(kMedian, "Median", "中位数")                                                                              \
  X(kWinner, "fastest", "最快")                                                                              \
  X(kRefused, "refused", "拒绝")                                                                             \
  X(kFromCache, "measured earlier, from the cache on disk", "取自磁盘缓存，早先测得")
// clang-format on

enum class Text {
#define VT_UI_ID(id, english, chinese) id,
  VT_UI_STRINGS(VT_UI_ID)
#undef VT_UI_ID
};

Language language();
void set_language(Language language);
const char* tr(Text text);
// A text that stands in a table of its own.
struct Phrase {
  const char *english, *chinese;
};
const char* tr(const Phrase& phrase);
// Every character of the Chinese texts, for the font's glyphs.
const char* all_chinese_text();

}  // namespace vt::ui
