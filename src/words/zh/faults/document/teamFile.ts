/** Chinese words of why a file of another project holds no team that could be taken over. */
import type { teamFileFaults } from '../../../en/faults/document/teamFile.ts';
import type { Translated } from '../../../forms/translated.ts';

const READ =
  '可以读取的团队来自 LangGraph（get_graph().to_json() 或 draw_mermaid()）、AutoGen（保存的团队或 gallery）、AG2（AgentBuilder）、crewAI（agents.yaml 和 tasks.yaml，或 crew.jsonc）、SII-MARFT 的 YAML，以及 MARFT 的角色配置。';

const MERMAID = '对于 Mermaid，只读取 draw_mermaid() 原样写出的内容。请改用 get_graph().to_json() 保存这个图。';

export const teamFileFaultsZh: Translated<typeof teamFileFaults> = {
  E_TEAM_FILE: ({ where, wrong }) => {
    switch (wrong) {
      case 'unknown':
        return { message: `「${where}」描述的不是工作台认识的团队。`, hint: READ };
      case 'empty':
        return { message: `${where ? `「${where}」` : '这个文件'}里没有智能体。`, hint: READ };
      case 'many':
        return {
          message: '这个文件的组成部分超过了一个团队所能有的（500 个节点、2,000 条连线、200 个文件）。',
          hint: '只接收其中一部分：单独保存一个团队，或者一个图。',
        };
      case 'large':
        return {
          message: `「${where}」超过了团队描述的大小（2 MiB；YAML 128 KiB）。`,
          hint: '这是你要的文件吗？数据集要以 CSV 或 JSON Lines 打开。',
        };
      case 'deep':
        return { message: `「${where}」里的嵌套比任何团队都深。`, hint: '请单独保存里层的那一部分。' };
      case 'twice':
        return { message: `「${where}」出现了两次。`, hint: '名称必须不同，否则无法知道指的是哪一个。' };
      case 'end':
        return {
          message: `「${where}」通向或来自文件里没有的东西。`,
          hint: '文件可能不完整，或者其中一部分改了名。对于 crewAI，请把 agents.yaml 和 tasks.yaml 一起打开。',
        };
      case 'name':
        return { message: `${where} 没有名称。`, hint: '每个节点、智能体或参与者都要有名称。' };
      case 'long':
        return { message: `「${where}…」作为名称太长。`, hint: '名称最多 200 个字符。' };
      case 'mixed':
        return {
          message: `这些文件不属于同一个团队：${where}。`,
          hint: '请打开一个文件；对于 crewAI，请把同一个 crew 的 agents 和 tasks 一起打开。',
        };
      case 'several':
        return {
          message: `这个文件夹里有不止一个 crew 的文件：${where}。`,
          hint: '请打开一个 crew 的文件夹，或者它的两个文件。',
        };
      case 'aliases':
        return {
          message: `「${where}」重复引用自己的部分（YAML 别名）超过一百次，或者在自身之内引用自身。`,
          hint: '这样的文件可能会无限膨胀，所以不读取。请把这些部分完整写出来。',
        };
      case 'autogenTeam':
        return {
          message: `AutoGen 的「${where}」不是可以读取的团队。`,
          hint: '可以读取的有 RoundRobinGroupChat、SelectorGroupChat、MagenticOneGroupChat、Swarm 和 GraphFlow。单个智能体可以写成角色配置。',
        };
      case 'mermaid':
        return { message: `这一行不是 LangGraph 画出来的：${where}`, hint: MERMAID };
      case 'mermaidHead':
        return { message: `这个流程图以「${where}」开头，而不是像 LangGraph 的那样以「graph TD;」开头。`, hint: MERMAID };
      case 'mermaidEnd':
        return { message: '有一个子图没有结尾：流程图似乎不完整。', hint: '请重新保存它。' };
    }
  },
  E_TEAM_YAML: ({ name, line, code }) => ({
    message: `「${name}」${line === null ? '' : `从第 ${line} 行起`}不是 YAML（${code.toLowerCase().replaceAll('_', ' ')}）。`,
    hint: '请检查那一行：缩进、引号，以及没有闭合的括号。',
  }),
  E_TEAM_JSON: ({ name, line }) => ({
    message: `「${name}」从第 ${line} 行起不是 JSON。`,
    hint: '它可能不完整。注释和最后一项后面的逗号是允许的。',
  }),
  E_TEAM_NOBODY: () => ({ message: '没有谁可以发言了。', hint: '请至少选择一个节点作为智能体。' }),
  E_TEAM_MANY: ({ agents, most }) => ({
    message: `这个团队会有 ${agents} 个智能体，而一个项目最多有 ${most} 个。`,
    hint: '请去掉不询问模型的节点。',
  }),
  E_TEAM_PROMPT: ({ node, most }) => ({
    message: `「${node}」得到的指示超过 ${most} 个字符。`,
    hint: '请在文件里缩短它。',
  }),
};
