/** Chinese words of what keeps runs: interrupted runs, a full storage, a browser that sleeps. */
import type { keptEn } from '../../en/training/kept.ts';
import type { Translated } from '../../forms/translated.ts';

export const keptZh: Translated<typeof keptEn> = {
  interrupted: {
    label: '中断的运行',
    said: (name, iteration, of) => `运行「${name}」中断了，停在第 ${iteration} 次迭代，共 ${of} 次。`,
    from: (iteration) => `它可以从第 ${iteration} 次迭代继续；由这台计算机训练的部分会接着进行，与没有中断过完全一样。`,
    nowhere: '还没有保存过可供继续的内容。',
    continue: '继续',
    again: '重新开始',
    leave: '先不管',
    leaveHelp: '它原样留在你的运行中，这里不再提示。',
  },
  keeping: {
    label: '保存运行',
    runs: '选择要删除的运行',
    export: '现在导出它',
  },
  lostWarmStart: {
    title: '一次热启动随页面结束了',
    'under way': (project) => `「${project}」的热启动正在进行时，页面重新加载了，什么也没有保存下来。请重新开始：种子相同，结果就相同。`,
    adapters: (project) => `「${project}」热启动得到的适配器在用于运行之前只在内存中，现在已经没有了。请重新热启动：种子相同，结果就相同。`,
  },
  silent: {
    restart: '重新启动它',
  },
  awake: {
    name: '屏幕',
    help: '计算机进入睡眠，训练就会停下；运行期间，页面会请浏览器让计算机保持唤醒。',
    states: {
      held: '这次运行期间保持唤醒',
      released: '可以睡眠：没有在训练',
      hidden: '可以睡眠：这个标签页在后台',
      refused: '可以睡眠：浏览器拒绝保持唤醒',
      missing: '可以睡眠：这个浏览器无法保持唤醒',
    },
  },
  badge: '已保存',
  badgeHelp: '这次运行是先前访问时训练的，保存在这个浏览器中。现在没有进行任何计算。',
  name: (name, when) => `${name} · ${when}`,
};
