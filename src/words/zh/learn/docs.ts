/** Chinese words of the docs under Learn: their groups, and a line on each; titles are the documents' own. */
import type { docsEn } from '../../en/learn/docs.ts';
import type { Translated } from '../../forms/translated.ts';

const groups: Translated<typeof docsEn.groups> = [
  {
    name: '使用工作台',
    docs: {
      guide: '页面的每个版块，配有图片。',
      'who-earned-the-reward': '用五分钟，从一次运行找到挣得奖励的智能体、消息和词元。',
      projects: '保存在浏览器里，以文件或链接传给别人；给一个班级上课。',
      'learning-record': '期末测验，以及学生的学习记录里有什么，逐个字段说明。',
      warnings: '运行的数字在提醒什么，可以试什么办法。',
      browsers: '哪些功能在哪种浏览器里可用，又是怎样试出来的。',
      safety: '项目的代码在你的电脑上能做什么，不能做什么。',
      study: '用一个链接弄清课程有没有教会人：随机分组、数据、研究方案、分析。',
    },
  },
  {
    name: '定下任务',
    docs: {
      environments: '环境的约定，逐个钩子说明；还有一篇教程，从空白的编辑器到上升的奖励。',
      'data-sets': '从文件读题：格式、映射、划分，以及数学题的评分器。',
      teams: '谁在什么时候说话，谁看到谁的消息，每条规则出自哪里。',
      'imports/teams': 'LangGraph、AutoGen、AG2、crewAI 和 SII-MARFT 的团队。',
      models: '哪些模型可以作基座，怎样存放，要占多少内存。',
      'warm-start': '团队还什么都挣不到时，怎样让它看到好的智能体会说什么。',
    },
  },
  {
    name: '它怎样学习',
    docs: {
      credit: '从奖励到每个词元的优势，附全部公式。',
      objectives: '各种损失、其中各项，以及它们的出处。',
      metrics: '运行的每个数字是什么意思，其他训练器怎么叫它。',
      compat: '原版代码里的错误，可以用开关打开。',
      neighbours: '其他语言模型团队的系统：哪个与这里最接近，又有什么不同。',
      parity: '原版代码的每个设置，以及它在这里的位置。',
    },
  },
  {
    name: '导入、导出和别处',
    docs: {
      imports: '由 TRL、verl、prime-rl、verifiers 或 AReaL 训练的运行，以及怎样续演它们。',
      'imports-traces': '来自追踪记录、实验跟踪工具和你自己的表格的运行。',
      exports: '导出里有什么，以及其他程序库和跟踪工具的格式。',
      library: '把核心、引擎和会话做成软件包，用在你自己的网页和程序里。',
      terminal: '不用浏览器，做同样的训练：每个命令和选项，以及运行文件夹。',
      cluster: '把项目带到负责训练的服务器上：作业、脚本，它能做什么，不能做什么。',
      publishing: '把页面放在主机上、容器里，或直接从磁盘文件夹打开。',
      scale: '那台服务器用许多 GPU 时，时间花在哪里。',
    },
  },
  {
    name: '测得了什么',
    docs: {
      results: '自带的项目学得怎样，用了几个种子。',
      performance: '引擎和页面有多快，与同类相比如何。',
      reliability: '为了弄坏工作台做了哪些事、做了多少次，结果怎样。',
    },
  },
];

export const docsZh: Translated<typeof docsEn> = {
  intro: '一切的完整说明。页面的提示会指明这些文档；按 Ctrl K 可以找到其中的每个标题。标着「英文」的文档只有英文。',
  groups,
  englishOnly: '这篇文档只有英文。',
  back: '全部文档',
  contents: '本文目录',
  unknown: (id) => `这里没有名为「${id}」的文档；全部文档都在这里。`,
  noHeading: (at) => `这篇文档里没有名为「${at}」的部分。`,
  retry: '再试一次',
};
