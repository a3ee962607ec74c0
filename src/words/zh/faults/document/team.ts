/** Chinese words of what is wrong with roles and connections of a team. */
import type { teamFaults } from '../../../en/faults/document/team.ts';
import type { Translated } from '../../../forms/translated.ts';

const OTHER_ROLE = '请换一个角色名。';

const inGraph = ({ turn }: { readonly turn: number }, message: string): string => (turn === 0 ? message : `从轮次 ${turn} 起：${message}`);

export const teamFaultsZh: Translated<typeof teamFaults> = {
  E_ROLE_ILLEGAL: ({ role }) => ({
    message: `「${role}」不能作为角色。`,
    hint: '以字母开头；后面最多 31 个字母、数字、「-」或「_」。显示名可以随意写。',
  }),
  E_ROLE_RESERVED: (of) => {
    switch (of.by) {
      case 'prompt':
        return {
          message: `「${of.role}」是每个提示词都有的一个部分的名称，所以智能体不能叫这个名字。`,
          hint: `除 ${of.blocks.join('、')} 之外的角色名都可以。`,
        };
      case 'windows':
        return { message: `「${of.role}」是 Windows 的保留名，它无法存放这个智能体的适配器文件夹。`, hint: OTHER_ROLE };
      case 'javascript':
        return { message: `「${of.role}」是 JavaScript 的保留字，以角色为键的记录无法保存它。`, hint: OTHER_ROLE };
    }
  },
  E_ROLE_DUPLICATE: (of) => {
    if ('refused' in of) return { message: `已经有一个智能体「${of.earlier}」。`, hint: '角色名不能只有大小写不同。' };
    const { role, earlier } = of;
    return {
      message: earlier === role ? `有两个智能体的角色都是「${role}」。` : `角色「${earlier}」和「${role}」只有大小写不同。`,
      hint: '给其中一个改名。',
    };
  },
  E_TEAM_FULL: ({ most }) => ({ message: `一个团队最多有 ${most} 个智能体。`, hint: '请先删除一个。' }),
  E_TEAM_EMPTY: ({ role }) => ({
    message: `「${role}」是唯一的智能体。`,
    hint: '团队至少要有一个智能体；请先添加另一个。',
  }),
  E_GRAPH_UNKNOWN_ROLE: (of) => {
    if ('missing' in of)
      return {
        message: inGraph(of, `连线 ${of.from} → ${of.to} 提到「${of.missing}」，但没有智能体担任这个角色。`),
        hint: '删除这条连线，或者添加这个智能体。',
      };
    const message = `没有智能体担任角色「${of.role}」。`;
    return of.for === 'edit' ? { message, hint: '它可能改了名，或者已经删除。' } : { message };
  },
  E_GRAPH_SELF_EDGE: (of) =>
    'refused' in of
      ? { message: `「${of.role}」不能与自己相连。`, hint: '智能体总能看到自己在之前各轮说过的话。' }
      : {
          message: inGraph(of, `「${of.role}」与自己相连。`),
          hint: '智能体总能看到自己在之前各轮说过的话；请删除这条连线。',
        },
  E_GRAPH_DUPLICATE_EDGE: ({ from, to, turn }) => ({
    message: inGraph({ turn }, `连线 ${from} → ${to} 出现了两次。`),
    hint: '删除其中一条。',
  }),
  E_GRAPH_CYCLE: (of) => {
    const message = `团队在等待自己：${of.roles.join(' → ')}。`;
    const must = '在同一轮里，每个智能体都要能排在它所听的智能体之后发言';
    return 'refused' in of
      ? { message, hint: `${must}，所以没有加上这条连线。` }
      : { message: inGraph(of, message), hint: `${must}；请删除其中一条连线。` };
  },
};
