/** Chinese words of the guide. */
import type { guideEn } from '../../en/learn/guide.ts';
import type { Translated } from '../../forms/translated.ts';

const tasks: Translated<typeof guideEn.tasks> = [
  {
    title: '学关于团队的第一课',
    steps: [
      {
        says: '没接触过语言模型的团队？第 1 课里你会给一个团队连线，对它藏起一点信息，再看它学会沟通。',
        lesson: 'lamas',
      },
      { says: '它会打开一个单独的项目；你的项目保持原样，到哪一步都可以离开，以后再回来。' },
    ],
  },
  {
    title: '看一个已经学会的团队',
    steps: [
      { says: '页面一打开，就有一次录制好的运行。曲线显示奖励怎样上升，每个智能体移动了多远。', place: 'team' },
      { says: '点击一条曲线：那次迭代的回合会在下面打开。' },
      {
        says: '读一个回合：每个词元按训练所用的优势着色，即与同一批次的其他词元比较：蓝色得到了强化，橙色受到了削弱。指向一个词元，可以看到它的全部数字。',
        place: 'inspect',
      },
    ],
  },
  {
    title: '自己训练它',
    steps: [
      { says: '按「开始训练」。什么都不会发送出去：引擎就在这个标签页里，由页面旁边的工作线程运行。' },
      {
        says: '看画布上轮到谁说话，看曲线变长。可以暂停，可以每次只训练一次迭代，也可以随时停止。',
        place: 'team',
      },
      { says: '「导出」把适配器、指标和回合存成其他工具读得懂的格式。' },
    ],
  },
  {
    title: '连一个自己的团队',
    steps: [
      {
        says: '添加一个智能体，再从它该听的智能体画一个箭头过来。连成环会遭到拒绝，页面会说明原因。',
        place: 'team',
      },
      { says: '选中这个智能体，写它的提示词。改过的提示词从下一次运行起生效。', place: 'team' },
      { says: '一切都可以撤销：Ctrl+Z，或顶部的箭头。' },
    ],
  },
  {
    title: '写一个环境',
    steps: [
      { says: '环境是一个 TypeScript 文件：它出题、读消息、发放奖励。', place: 'environment' },
      { says: '在「试演」里亲手试一道题，看看每个智能体会读到什么。', place: 'environment' },
      {
        says: '「试演」下面的检查会告诉你它是否守约：同样的输入给出同样的结果，奖励都是有限的数。',
      },
      {
        says: '自带的基座各自只认得自己项目的题目。写好合适的提示词，用好的智能体会说的话给团队热启动，再训练。',
        place: 'training',
        tab: 'warmStart',
      },
    ],
  },
  {
    title: '找出哪个智能体拖了团队的后腿',
    steps: [
      { says: '只读答错的回合，看技能条：它们会告诉你哪一部分失败了。', place: 'inspect' },
      { says: '比较各智能体的熵和 KL：一动不动的，就没有在学。', place: 'team' },
      { says: '换一种信用分配策略，再训练一次，比较两次运行。', place: 'training', tab: 'settings' },
    ],
  },
  {
    title: '用几个种子比较设置',
    steps: [
      { says: '参数扫描用几种设置和几个种子训练这个项目，一次运行接一次。', place: 'runs' },
      {
        says: '选几次运行来比较：只列出不同之处，各个种子画成平均值和它的色带。',
        place: 'runs',
      },
      { says: '导出较好的那次运行：它的适配器可以在其他工具里加载。' },
    ],
  },
  {
    title: '从一个已经会做点什么的团队开始',
    steps: [
      {
        says: '奖励很少见的地方，先给团队看好的消息：热启动从示范或从文件中学习。',
        place: 'training',
        tab: 'warmStart',
      },
      { says: '「引擎」标签页会在运行开始之前，告诉你它要花多少时间和内存。', place: 'training', tab: 'engine' },
    ],
  },
];

export const guideZh: Translated<typeof guideEn> = {
  intro: '一队小语言模型靠互相写消息来解题，并从共同挣得的奖励中学习。给团队连线，定下任务，训练，读它们说了什么，再作比较。',
  tasks,
  go: (place) => `前往「${place}」`,
  goLesson: (number) => `打开第 ${number} 课`,
};
