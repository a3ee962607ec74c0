/** Chinese words of what asking the lab has in common, whatever is asked. */
import type { labEn } from '../../en/inspect/lab.ts';
import type { Translated } from '../../forms/translated.ts';

const after = (iteration: number): string => (iteration === 0 ? '初始时' : `第 ${iteration} 次迭代之后`);
const team = (iteration: number): string => (iteration === 0 ? '初始团队' : `第 ${iteration} 次迭代之后的团队`);

export const labZh: Translated<typeof labEn> = {
  version: '团队',
  versionHelp: '由谁的适配器来说：某次迭代之后的团队。',
  noVersion: '那次迭代的适配器没有保留。',
  newest: (iteration) => (iteration === null ? '最新' : `最新（${after(iteration)}）`),
  nearest: (iteration) => (iteration === null ? '最接近当时的团队' : `最接近当时的团队（${after(iteration)}）`),
  after,
  team,
  inSentence: team,
  brought: {
    adapters: (iteration) => ({
      after: `自备的（第 ${iteration} 次迭代之后的适配器）`,
      team: `自备的适配器（第 ${iteration} 次迭代之后）`,
      inSentence: `自备的适配器（第 ${iteration} 次迭代之后）`,
    }),
    base: { after: '自备的（不带适配器的基座模型）', team: '不带适配器的基座模型', inSentence: '不带适配器的基座模型' },
  },
  finding: '正在查找能开口的团队……',
  onlyBegan: '这次运行没有保留任何适配器，所以只有初始团队能开口。',
  cancel: '取消',
  again: '再问一次',
  loading: '正在载入团队……',
  waiting: '正在等另一个问题答完……',
  progress: (done, of, part) => `${part === undefined ? '' : `${part}：`}${done} / ${of}`,
};
