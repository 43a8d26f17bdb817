// The texts of the classroom: presenter mode and its notes, figures in other pages, handouts, lessons from elsewhere,
// and following the teacher. A part of strings.ts.
export const classTexts = {
  stageBack: ["Back (Page Up)", "上一步 (Page Up)"], stageNext: ["Next (Page Down)", "下一步 (Page Down)"],
  stageSmaller: ["Smaller (−)", "缩小 (−)"], stageLarger: ["Larger (+)", "放大 (+)"], stageScale: ["{0} %", "{0} %"],
  stageFocus: ["In focus", "聚焦"], stageFocusOn: ["Only {0} ({1})", "只看{0} ({1})"], stageBeside: ["Side by side", "并排显示"],
  spotlight: ["Spotlight (S)", "聚光灯 (S)"], notesWindow: ["Notes in a window of their own (N)", "在单独窗口中显示笔记 (N)"],
  fullScreen: ["Full screen (F)", "全屏 (F)"], noFullScreen: ["The browser does not allow full screen here.", "浏览器不允许在此全屏。"],
  noWindow: ["The browser kept the window for the notes closed. Allow pop-up windows for this page, then try again.", "浏览器阻止了笔记窗口。请允许此页面弹出窗口后重试。"],
  notesTitle: ["Notes: {0}", "笔记：{0}"], notesEmpty: ["No lesson is open on the other screen.", "另一屏幕上没有打开课程。"], notesNone: ["This step has no notes.", "这一步没有笔记。"],
  notesWaiting: ["Looking for the presentation…", "正在寻找演示窗口……"], notesAlone: ["The presentation's window does not answer. Open the notes from there again.", "演示窗口没有响应。请从演示窗口重新打开笔记。"],
  notesSteps: ["Steps", "步骤"], notesQuestion: ["The question", "问题"], notesAnswer: ["Answer: {0}", "答案：{0}"], notesHidden: ["The class has not seen the answer yet.", "学生还没有看到答案。"],
  notesUpNext: ["Then: {0}", "接下来：{0}"], clock: ["Time since the start; a click starts it anew", "已用时间；点击重新计时"], revealNext: ["Show the answer", "揭晓答案"],
  openInVitrine: ["Open in Vitrine", "在 Vitrine 中打开"], fromPage: ["This program is the surrounding page's. It runs in your browser only.", "此程序来自外层页面，只在你的浏览器中运行。"],
  printHandout: ["Print handout", "打印讲义"], handoutOf: ["A handout is of a lesson: open one first.", "讲义来自课程：请先打开一节课。"], yourName: ["Name", "姓名"],
} as const satisfies Record<string, readonly [string, string]>;
