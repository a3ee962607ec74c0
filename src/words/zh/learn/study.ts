/** Chinese texts of a study, as participants see them. */
import type { studyEn } from '../../en/learn/study.ts';
import type { Translated } from '../../forms/translated.ts';

export const studyZh: Translated<typeof studyEn> = {
  title: '一项关于学习的研究',
  wrongLink: '这项研究打不开',
  without: '不参加研究，直接打开工作台',
  loading: '正在打开研究……',
  retry: '再试一次',

  bar: {
    label: '研究',
    participant: (code) => `研究，代码 ${code}`,
    download: '下载我的文件',
    downloaded: '已下载。如果您愿意，请把它交给研究的负责人。',
    someoneElse: '换一个人在这里参加',
    remove: '退出并删除',
    removeAsk: '删除这项研究在这个浏览器里保存的关于您的全部内容？删除后无法恢复。',
    removeYes: '全部删除',
    removeNo: '保留',
    learning: '第二部分：上课。需要多少时间都可以。',
    until: (step, of) => `第 ${step} 步，共 ${of} 步；到最后一步就可以开始第二次测验。`,
    back: '回到这一课',
    goOn: '开始第二次测验',
  },

  consent: {
    what: (lesson) =>
      `您先回答十二道题，然后以三种方式之一学习「${lesson}」，再回答另外十二道题；一周后，再回答一次最初的十二道题。您用哪一种方式，由随机决定。三种方式的内容相同。`,
    time: (minutes) => `今天大约需要 ${minutes} 分钟，一周后需要 15 分钟，请使用同一台电脑上的同一个浏览器。`,
    keptTitle: '保存什么',
    kept: '您的代码，您的答案和作答时间，您打开过哪些步骤，提示、答错和代为完成的情况，以及本页面何时不在眼前。没有姓名，没有地址，也没有关于其他网页的任何内容。',
    whereTitle: '保存在哪里',
    where:
      '只保存在这个浏览器里，不会发送到任何地方。结束时您可以下载一个包含全部内容的文件，自己看过之后交给研究的负责人。交不交由您决定。',
    stopTitle: '您可以退出',
    stop: '随时可以退出，不需要理由；任何一道题都可以不答。页面上方的「退出并删除」会立即清除全部内容。已经交出的文件由收到的人删除：请把您的代码告诉他们。',
    staysTitle: '什么会留下',
    stays: '这一课会打开一个它自己的项目；「退出并删除」之后，它仍留在您的项目里，由您自己在那里删除。您的其他项目不受影响。',
    taken: '您以前在这个浏览器里学过这一课。请告诉研究的负责人。这一课会从头开始，您以前在其中的回答会被清除。',
    who: '邀请您参加的人会告诉您：研究由谁负责，文件会怎样处理。',
    code: '您的代码',
    codeHelp: '发给您的代码，或者您自己想一个一周后还记得的：2 到 24 个字母和数字，例如 P017。请不要用姓名，也不要用学号。',
    agree: '我已读过，愿意参加',
    decline: '我不参加',
    known: (codes) => `这个浏览器里已有：${codes}。输入其中的代码，就可以接着做。`,
  },

  test: {
    titles: { pre: '第一次测验', post: '第二次测验', delayed: '第三次测验' },
    intro: {
      pre: '在学习之前，先做十二道题。可以猜，也可以不答。研究结束之前，不会显示哪个答案是对的。',
      post: '关于同样内容的另外十二道题。',
      delayed: '欢迎回来。请再做一次第一次测验的十二道题，不要查阅任何资料。',
    },
    item: (nth, of) => `第 ${nth} 题，共 ${of} 题`,
    options: '您的答案',
    next: '下一题',
    leaveOut: '这一题不答',
    noBack: '按「下一题」之前可以改答案；之后不能返回。',
  },

  predict: {
    title: '您预计会怎样？',
    intro: (count) =>
      `这一课会给出 ${count} 种情形的实际结果。请先说出您的预计；虽然您还没有学过，猜一猜就可以。您的预测会和实际结果放在一起。`,
    nth: (nth, of) => `第 ${nth} 个预测，共 ${of} 个`,
    options: '我预计',
    sure: '您有多大把握？',
    make: '这就是我的预测',
  },

  text: {
    title: '第二部分：课文',
    step: (nth, of) => `第 ${nth} 页，共 ${of} 页`,
    doing: '在工作台里，这一步要做的是',
    seeing: '会看到的是',
    happens: '实际结果',
    answer: '答案',
    choices: '问题，以及可能的答案',
    back: '上一页',
    next: '下一页',
  },

  wait: {
    title: '谢谢您。今天就到这里。',
    comeBack: (date) => `请在 ${date} 再来。`,
    opens: (date) => `第三次测验从 ${date} 起开放，请用同一个链接、在同一个浏览器里打开。在那之前，不会显示哪些答案是对的。`,
    link: '研究的链接',
    copy: '复制研究的链接',
    keep: '在那之前请不要清除这个浏览器的数据。现在就可以下载您的文件；第三次测验之后，文件里会有三次测验的全部内容。',
    now: '现在可以做第三次测验了。',
    begin: '开始第三次测验',
  },

  done: {
    title: '研究结束了。谢谢您。',
    way: {
      lesson: '随机分给您的是：照原样上课。',
      text: '随机分给您的是：只读课文和图，不用工作台。',
      'predict-first': '随机分给您的是：先作出全部预测，再上课。',
    },
    scores: '您答对的题数',
    score: (right, of) => `${right} / ${of}`,
    handIn: '请下载您的文件，想看就看一看，然后交给研究的负责人。也可以在这里删除，什么都不会留下。',
    file: '文件里每保存一件事就有一行；第一行解释所有字段。',
  },
};
