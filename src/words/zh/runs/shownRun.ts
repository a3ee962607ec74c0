/** Chinese words of the run on screen: its bar and its notices. */
import type { shownRunText } from '../../en/runs/shownRun.ts';
import type { Translated } from '../../forms/translated.ts';

export const shownRunZh: Translated<typeof shownRunText> = {
  runs: {
    run: '屏幕上的运行',
    recorded: '录制的',
    recordedHelp:
      '回放：这次运行是先前训练的，随页面附带，让你在训练之前就有东西可看。它的曲线和回合是真实的，现在并没有在计算。「开始训练」会开始你自己的运行。',
    seed: (seed) => ` · 种子 ${seed}`,
    seedHelp: '在同一台机器上，同一项目、同一种子、同一计算后端的运行，每个数字都相同；换一个种子，就是重新抽取题目和文字。',
    live: '实时',
    liveHelp: '这次运行正在这个页面里训练。',
    session: '本次会话',
    sessionHelp: '这次运行在这个页面里训练，已经结束。',
    name: (project, number) => `运行 ${number} · ${project}`,
    recordedName: (project) => `${project}（录制的）`,
    choose: '选择先前的运行',
    edited: '运行开始之后有过编辑；下一次运行会用上这些改动。',
    editedShort: '运行后有编辑',
    another: (run, open) => `屏幕上的运行属于「${run}」。下一次将属于现在打开的项目「${open}」。`,
    anotherShort: '属于另一个项目',
    elsewhere: (open) => `屏幕上的运行在别处训练，设置未知。这里的设置属于现在打开的项目「${open}」，下一次运行会使用它们。`,
    elsewhereShort: '来自别处的运行',
    progress: (iteration, of, phase) => `${iteration} / ${of} · ${phase}`,
    within: (phase, percent) => `${phase}，这次迭代的 ${percent}%`,
    progressHelp: (iteration, of) => `共 ${of} 次迭代，已完成 ${iteration} 次`,
    phases: {
      loading: '正在载入',
      rollout: '正在对话',
      credit: '正在分配信用',
      update: '正在学习',
      evaluate: '正在评估',
      checkpoint: '正在保存',
      paused: '已暂停',
      finished: '已完成',
      stopped: '已停止',
      failed: '失败',
    },
    best: (iteration, metric, reward) => `最佳：第 ${iteration} 次迭代，${metric === 'reward/greedy' ? '贪心' : '平均'} ${reward}`,
    bestHelp: (metric) =>
      metric === 'reward/greedy'
        ? '这次迭代之后，团队的贪心回答最好。导出时既包含它的适配器，也包含最新的。'
        : '按最近五次的平均值看，团队在这次迭代前后得到的奖励最多。导出时既包含它的适配器，也包含最新的。',
    export: '导出',
    exportHelp: '把基座模型、每个智能体的适配器、项目、指标和最近的回合下载为 zip。',
    exportDequantised: '连同反量化的基座模型导出',
    exportDequantisedHelp: (form) => `基座模型即团队训练时所用的 ${form} 的数值，供 transformers 和 PEFT 使用`,
    exportSteps: { base: '正在获取基座模型……', zip: '正在打包……' },
    close: '关闭',
  },
  notices: {
    heading: '这次运行的提示信息',
    count: (count) => `${count} 条提示信息`,
    help: '训练这次运行时跳过、限制或忽略了什么',
    times: (times) => (times === 1 ? '' : `${times} 次，最近一次如所示`),
    warning: '警告',
    info: '说明',
  },
};
