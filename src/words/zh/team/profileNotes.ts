/** Chinese words of what a profile file and a project do not take from each other. */
import type { profileNotesEn } from '../../en/team/profileNotes.ts';
import type { Translated } from '../../forms/translated.ts';

/** Settings of an agent that have no place in a profile, as the sentence that is retold names them in English. */
const SETTINGS = new Map([
  ['label', '显示名'],
  ['base model', '基座模型'],
  ['observes', '看得到观测'],
  ['the turns it speaks in', '在哪些轮次发言'],
  ['what ends the episode', '结束回合的文字'],
  ['its clock', '时钟'],
  ['adapter', '适配器'],
  ['sampling', '采样'],
]);

const listed = (names: string): string => names.replaceAll(', ', '、');
const settingsIn = (names: string): string =>
  names
    .split(', ')
    .map((name) => SETTINGS.get(name) ?? name)
    .join('、');

export const profileNotesZh: Translated<typeof profileNotesEn> = {
  kept: ({ role, from }) => `这个智能体仍叫「${role}」；文件中它叫「${from}」。`,
  renamed: ({ role, from }) => `角色「${from}」改成了「${role}」。`,
  others: ({ count }) => `文件中有 ${count} 个智能体；只取了这一个。`,
  teamRemoved: () => '角色配置文件只有一张图，也没有调用别人的智能体：按轮次的连线和调度者已删除。',
  teamLost: () => '角色配置文件只有一张图，也没有调用别人的智能体：按轮次的连线和调度者不会写进去。',
  edges: ({ role }) => `${role}：它听谁的（「depends_on」）在画布上画出，没有取过来。`,
  dropped: ({ role, names }) => `${role}：${listed(names)} 在项目中没有位置，已略去。`,
  context: () => '带「depends_on」的文件会让每个智能体看到它的所有上游；在这个团队里，它只看到直接前驱。',
  placeholders: ({ roles }) => `角色配置文件没有占位符：${listed(roles)} 的占位符按现在的内容填好。`,
  settings: ({ names }) => `角色配置只有角色、提示词和「with_answer」；其中没有：${settingsIn(names)}。`,
  braces: ({ role }) => `${role}：提示词中看似占位符的内容，在这种文件里是普通文字，已放进双花括号。`,
  markers: ({ role }) => `${role}：提示词不是恰好一个 system 块，所以保持原样；其中的标记当作普通文字。`,
};
