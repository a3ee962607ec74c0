/** Chinese words of what a grid of settings cannot mean, and of values that a setting cannot take. */
import type { NotVaried, sweepFaults } from '../../../en/faults/document/sweep.ts';
import type { Translated } from '../../../forms/translated.ts';

const AT_LEAST_ONE = '请至少给出一个。';

const NOT_VARIED: Readonly<Record<NotVaried, string>> = {
  seed: '种子在网格之外另行给出，这样同一格里的运行别无差异。',
  version: '它说明如何读取这个文件。',
  name: '它只用于显示，不影响任何运行。',
  description: '它只用于显示，不影响任何运行。',
  unread: '没有任何运行读取它。',
};

export const sweepFaultsZh: Translated<typeof sweepFaults> = {
  E_SWEEP_PATH: (of) => {
    switch (of.found) {
      case 'none':
        return {
          message: `这个项目没有设置「${of.path}」。`,
          hint: '设置的名称与 project.json 中相同，例如 training.learningRate 或 team.agents.solver.sampling.temperature。',
        };
      case 'fixed':
        return { message: `「${of.path}」不能改变取值。${NOT_VARIED[of.why]}` };
      case 'group':
        return { message: `「${of.path}」是一组设置。`, hint: `请指明其中一个，例如 ${of.path}.${of.first}。` };
    }
  },
  E_SWEEP_TWICE: ({ path }) => ({ message: `「${path}」在网格里出现了两次。`, hint: '请一次给出它的全部取值。' }),
  E_SWEEP_EMPTY: (of) => ({
    message: of.found === 'noSeed' ? '没有可用来训练的种子。' : `「${of.path}」没有可取的值。`,
    hint: AT_LEAST_ONE,
  }),
  E_SWEEP_SEED: ({ seed }) => ({
    message: `${seed} 不能作为种子。`,
    hint: '种子是 0 到 4 294 967 295 的整数。',
  }),
  E_SWEEP_SIZE: ({ runs, most }) => ({
    message: `这个网格有 ${runs} 次运行；一次参数扫描最多 ${most} 次。`,
    hint: '减少取值或种子。',
  }),
  E_SWEEP_VALUES: ({ text }) => ({
    message: `${text} 不是 JSON 列表。`,
    hint: '去掉方括号，或者把它们补全。',
  }),
  E_SWEEP_VALUE: ({ path, value, wrong }) => ({
    message: value === null ? `${path}：${wrong}。` : `${path} 不能取 ${value}：${wrong}。`,
  }),
};
