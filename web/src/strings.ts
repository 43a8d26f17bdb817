// Every text of the page in English and Chinese, one table. The panels have their own
// (playground/core/strings.h).
import { classTexts } from "./class_strings";
import { courseTexts } from "./course_strings";

export type Language = "en" | "zh";

export const texts = {
  tagline: ["a tensor compiler behind glass", "玻璃后的张量编译器"],
  run: ["Run", "运行"], stop: ["Stop", "停止"], share: ["Share", "分享"], examples: ["Examples", "示例"],
  theme: ["Light or dark theme", "浅色或深色主题"], presenter: ["Presenter mode", "演示模式"],
  language: ["中文", "English"], commands: ["All actions (Ctrl+K)", "全部操作 (Ctrl+K)"], noCommand: ["No action has this in its name.", "没有名称包含它的操作。"], commandFilter: ["What do you want to do?", "想做什么？"],
  running: ["Running…", "运行中…"], ready: ["Ready", "就绪"], loadingEngine: ["Loading the engine…", "正在加载引擎…"], loadingPanels: ["Loading the panels…", "正在加载面板…"],
  ranIn: ["Ran in {0} ms", "运行用时 {0} 毫秒"], failed: ["{0} on line {1}", "第 {1} 行：{0}"], failedPlain: ["{0}", "{0}"],
  stopped: ["Stopped", "已停止"], stoppedByYou: ["Stopped.", "已停止。"],
  limitReached: ["The run was ended: {0}.", "运行被终止：{0}。"],
  trapped: ["The engine stopped on a trap: {0}. It was started anew; nothing else is lost.", "引擎因异常而停止：{0}。已重新启动，其他内容没有丢失。"],
  shared: ["A link to exactly this state was copied.", "指向当前状态的链接已复制。"], sharedInBar: ["The link is in the address bar.", "链接已在地址栏中。"],
  copied: ["Copied.", "已复制。"], notCopied: ["The browser did not allow copying.", "浏览器不允许复制。"],
  toModule: ["In the graph: {0}", "在图中：{0}"],
  noFont: ["The Chinese font of the panels could not be loaded.", "面板的中文字体未能加载。"],
  fromLink: ["This program came from a link.", "此程序来自链接。"], onlyShow: ["Only look", "仅查看"], notRun: ["Not run", "未运行"],
  badLink: ["This share link is damaged and cannot be opened.", "此分享链接已损坏，无法打开。"],
  newerLink: ["This share link was made by a newer version of Vitrine.", "此分享链接由更新版本的 Vitrine 生成。"],
  noWebgl: ["The panels need WebGL 2, which this browser does not offer. The editor and the lesson still work.", "面板需要 WebGL 2，而此浏览器不支持。编辑器和课程仍可使用。"],
  lostWebgl: ["The graphics context was lost. It comes back by itself; if not, reload the page. Your program is safe.", "图形上下文丢失，通常会自动恢复；否则请刷新页面。程序不会丢失。"],
  loadFailed: ["The page could not be loaded completely: {0}. Reload to try again.", "页面未能完整加载：{0}。请刷新重试。"],
  lesson: ["Lesson", "课程"], editor: ["Program", "程序"], panels: ["Panels", "面板"],
  minutes: ["{0} minutes", "{0} 分钟"], step: ["Step {0} of {1}", "第 {0} 步，共 {1} 步"],
  predict: ["Predict first", "先预测"], yourGuess: ["Right.", "答对了。"], notQuite: ["Not quite.", "不太对。"],
  check: ["Check", "检查"], hint: ["Hint", "提示"], solution: ["Show the solution", "查看答案"], giveUp: ["Give up, show the solution", "放弃，查看答案"],
  restart: ["Reset the program", "恢复初始程序"], next: ["Next step", "下一步"], passed: ["Passed.", "通过。"], notPassed: ["Not yet.", "还没有通过。"], checking: ["Checking…", "检查中…"],
  giveGuess: ["That is my guess", "就猜这个"], yourChoice: ["your guess", "你的猜测"],
  lessonDone: ["Done", "已完成"], stepsDone: ["{0} of {1} steps done", "已完成 {0}/{1} 步"], continueLesson: ["Continue", "继续"], againLesson: ["Look again", "再看一遍"], nextLesson: ["Next lesson: {0}", "下一课：{0}"],
  resetSure: ["Really? Guesses, programs and progress of this lesson go.", "确定吗？本课的猜测、程序和进度都会清除。"],
  resetLesson: ["Reset the lesson", "重置课程"], welcome: ["Look inside a tensor compiler", "看看张量编译器的内部"],
  welcomeText: ["The program beside this text is plain PyTorch. It runs as you type, in your browser, and the panels show what torch.compile made of it: the graph, its passes, the loops, the generated WebAssembly.", "旁边的程序是普通的 PyTorch。输入时它就在浏览器中运行，面板展示 torch.compile 把它变成了什么：图、各个 Pass、循环，以及生成的 WebAssembly。"],
  welcomePoint: ["Point at a line of the program, a node or a line of code, and everything that came of it lights up. Click to pin it; Esc lets go.", "指向程序的一行、一个节点或一行代码，与它相关的一切都会亮起。点击固定，Esc 取消。"],
  lessons: ["Lessons", "课程"], startLesson: ["Start", "开始"], backToLessons: ["All lessons", "全部课程"], noLessons: ["No lessons in this build.", "此版本没有课程。"],
  graphBreak: ["Graph break", "图断裂"], recompile: ["Recompile", "重新编译"], was: ["was", "原为"], is: ["now", "现为"],
  fixApplied: ["The fix is in the program. Ctrl+Z takes it back.", "修复已写入程序。Ctrl+Z 可以撤销。"],
  fixOutdated: ["The program has changed since that run. Run it, then apply the fix.", "程序在那次运行之后有改动。请先运行，再应用修复。"],
  recordCapture: ["Record how dynamo captures, and step through it", "录制 dynamo 的捕获过程并单步查看"],
  measureTimes: ["Measure my functions, eager against compiled", "测量我的函数：eager 与编译后对比"], measureSizes: ["Measure my functions over sizes", "按大小测量我的函数"], showValues: ["Show the values of the graph's nodes", "显示图中各节点的值"], startBench: ["Start the benchmark", "开始测速"],
  film: ["Play the compile as a film", "把编译过程作为短片播放"],
  files: ["File", "文件"], openFile: ["Open a program or notebook…", "打开程序或笔记本……"], savePy: ["Save as .py", "保存为 .py"], saveIpynb: ["Save as .ipynb", "保存为 .ipynb"],
  saveSvg: ["Picture as SVG", "图片存为 SVG"], savePng: ["Picture as PNG", "图片存为 PNG"], saveCsv: ["Tables as CSV", "表格存为 CSV"], print: ["Print", "打印"],
  opened: ["Opened {0}.", "已打开 {0}。"], notAProgram: ["{0} is neither .py nor .ipynb.", "{0} 不是 .py 或 .ipynb 文件。"], notANotebook: ["{0} is not a notebook: it has no list of cells.", "{0} 不是笔记本：没有单元格列表。"], fileTooLarge: ["{0} is larger than 8 MB.", "{0} 超过 8 MB。"],
  noPicture: ["{0} has no picture to save as SVG; PNG saves it as it is shown.", "{0}没有可存为 SVG 的图；PNG 可按所示保存。"], noTable: ["There is no table in the panels that are shown.", "所示面板中没有表格。"],
  panelsAsText: ["Panels as text", "以文字显示面板"], backToPicture: ["Back to the picture", "返回图示"], inputs: ["inputs", "输入"], users: ["used by", "使用者"], atLine: ["line {0}", "第 {0} 行"],
  node: ["Node", "节点"], facts: ["Facts", "信息"], within: ["Within", "所属"], line: ["Line", "行"], stackEffect: ["stack: {0}", "栈：{0}"],
  newVersion: ["A new version of Vitrine is ready.", "Vitrine 有新版本可用。"], takeOver: ["Reload with it", "重新加载"], later: ["Later", "以后再说"], offlineReady: ["From now on Vitrine works without a network.", "此后没有网络也能使用 Vitrine。"],
  record: ["Record a run and step through it", "录制一次运行并单步查看"],
  resize: ["Width of the columns", "栏宽"], canvasLabel: ["Panels: {0}", "面板：{0}"], screen: ["View", "视图"],
  ...courseTexts, ...classTexts,
  // What CodeMirror's own panels say: the first is its phrase.
  find: ["Find", "查找"], findNext: ["next", "下一个"], findPrevious: ["previous", "上一个"], findAll: ["all", "全部"], matchCase: ["match case", "区分大小写"],
  regexp: ["regexp", "正则表达式"], byWord: ["by word", "整词"], replaceWith: ["Replace", "替换为"], replaceOne: ["replace", "替换"], replaceAll: ["replace all", "全部替换"],
  closePanel: ["close", "关闭"], goToLine: ["Go to line", "跳到行"], go: ["go", "跳转"], currentMatch: ["current match", "当前匹配"], onLine: ["on line", "位于行"],
  replacedMatches: ["replaced $ matches", "替换了 $ 处"], replacedOnLine: ["replaced match on line $", "替换了第 $ 行的一处"],
  leaveEditor: ["Tab indents; Escape, then Tab leaves the editor.", "Tab 键缩进；先按 Esc 再按 Tab 离开编辑器。"],
  clear: ["Clear the selection", "清除选择"], openPanel: ["Show panel: {0}", "显示面板：{0}"], openLesson: ["Open lesson", "打开课程"], panelLesson: ["Lesson on {0}: {1}", "关于{0}的课程：{1}"], firstExample: ["Program with a fused kernel", "带融合内核的程序"],
} as const satisfies Record<string, readonly [string, string]>;

export type TextId = keyof typeof texts;
export const editorTexts: TextId[] = ["find", "findNext", "findPrevious", "findAll", "matchCase", "regexp", "byWord", "replaceWith", "replaceOne", "replaceAll", "closePanel", "goToLine", "go", "currentMatch", "onLine", "replacedMatches", "replacedOnLine"];
let current: Language = "en";
export const language = () => current;
export function setLanguage(value: Language) { current = value; document.documentElement.lang = value === "zh" ? "zh-CN" : "en"; }
export function t(id: TextId, ...values: (string | number)[]): string {
  return texts[id][current === "zh" ? 1 : 0].replace(/\{(\d)\}/g, (_, i) => String(values[Number(i)] ?? ""));
}
