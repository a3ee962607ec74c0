/** Chinese words of what a person brings for an imported run and cannot be used. */
import type { playOnFaults } from '../../../en/faults/page/playOn.ts';
import type { Translated } from '../../../forms/translated.ts';

const listed = (names: readonly string[]): string => names.map((name) => `「${name}」`).join('、');

export const playOnFaultsZh: Translated<typeof playOnFaults> = {
  E_PLAY_ON_ROLES: ({ missing, roles }) => ({
    message: `项目的团队中没有这次运行所含的智能体${listed(missing)}。`,
    hint: `它的智能体是${listed(roles)}。请在「团队」中给它们取同样的名称，或选择「按这次运行的文件所述」的团队。`,
  }),
  E_PLAY_ON_ADAPTER: ({ role, roles }) => ({
    message: `有一个用于「${role}」的适配器，但团队中没有这个智能体。`,
    hint: `它的智能体是${listed(roles)}。`,
  }),
  E_PLAY_ON_DATA: ({ name }) => ({
    message: `项目的题目取自「${name}」，而它不在这个浏览器中。`,
    hint: '请打开项目，在「环境」下给它这个文件，然后再提供一次。',
  }),
  E_PLAY_ON_UNCHECKED: () => ({
    message: '还没有查看自备的内容是否适合这次运行。',
    hint: '它已保留；重放任何内容之前，请选择「检查」。',
  }),
  E_PLAY_ON_NOTHING: ({ seen, episodes }) => ({
    message: `这个环境的 ${seen} 道题目中，没有一道与这次运行任何回合（共 ${episodes} 个）的题目文字相同。`,
    hint: '环境给出每道题目时，必须与这次运行的智能体最先读到的文字一字不差：请把一个回合与「环境 → 试演」相比较，然后修改环境，或选择其他数据。',
  }),
};
