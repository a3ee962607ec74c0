/** Chinese words of files that hold no agent, or no team's role profiles. */
import type { agentFileFaults } from '../../../en/faults/document/agentFile.ts';
import type { Translated } from '../../../forms/translated.ts';

export const agentFileFaultsZh: Translated<typeof agentFileFaults> = {
  E_AGENT_FILE: (of) => {
    switch (of.found) {
      case 'project':
        return {
          message: '这是整个项目，不是一个智能体。',
          hint: '从项目菜单打开它，或者在它的画布上复制那个智能体，再粘贴到这里。',
        };
      case 'others':
        return {
          message: `文件里有 ${of.roles.length} 个智能体（${of.roles.join('、')}），但没有名为「${of.wanted}」的。`,
          hint: '把这个智能体改成你想要的那个名字，或者改为接收整个团队。',
        };
      case 'other':
        return {
          message: '这个文件里没有智能体。',
          hint: '智能体文件是从这里下载或复制得到的，或者是 MARFT 的角色配置：{ "role": …, "prompt": … }。',
        };
    }
  },
  E_PROFILES_INVALID: () => ({
    message: '这个文件里没有角色配置。',
    hint: 'MARFT 的角色配置是由 1 到 32 个对象组成的列表，每个对象都有「role」和「prompt」；「depends_on」列出文件中的角色。',
  }),
};
