/** Chinese words of the final test, of the learning record, and of the table that teachers make of records. */
import type { testEn } from '../../en/learn/test.ts';
import type { Translated } from '../../forms/translated.ts';

export const testZh: Translated<typeof testEn> = {
  title: '期末测验',
  intro:
    '十二道题，考的是语言模型团队里的信用分配：训练一个词元的是哪个数，这个数会传到谁那里，它又说明不了什么。题目覆盖全部课程的要点，十到二十分钟足够。作答时不会提示对错；答完最后一题，再逐题解释。',
  forms:
    '测验有 A、B 两卷，考同样的十二个要点，题目不同。可以课前做一卷、课后做另一卷；想再试一次时，就做另一卷。两卷是否一样难，没有检验过：两次成绩的差别可能来自试卷，而不是你。',
  chance: '全靠猜，平均十二题对三题。',
  stays: '答案留在这个浏览器里，重新加载页面也不会丢。',
  form: (form) => `${form} 卷`,
  begin: (form) => `开始做 ${form} 卷`,
  again: (form) => `再做一次 ${form} 卷`,
  goOn: (form) => `继续做 ${form} 卷`,
  attempts: '做过的测验',
  attempt: (form, when) => `${form} 卷，${when}`,
  look: '查看',
  lookNamed: (form, when) => `查看 ${when} 做的 ${form} 卷`,
  score: (right, of) => `${of} 题对 ${right} 题`,
  loading: '正在取题目……',
  retry: '再试一次',
  print: '打印视图',
  notKept: '这个浏览器什么也存不下：关闭页面，答案就没了。',

  taking: {
    question: (nth, of) => `第 ${nth} 题，共 ${of} 题`,
    questions: '题目',
    mark: (nth, answered) => `第 ${nth} 题，${answered ? '已答' : '未答'}`,
    answered: (count, of) => `已答 ${count} 题，共 ${of} 题`,
    legend: '你的答案',
    previous: '上一题',
    next: '下一题',
    finish: '交卷',
    missing: (count) => `还有 ${count} 题没有答，会算作没答对。`,
    goBack: '去第一道没答的题',
    finishAnyway: '仍然交卷',
    interrupt: '以后再做',
    discard: '放弃这一次',
    reallyDiscard: '放弃这一次的全部答案？',
    keep: '保留',
  },

  result: {
    title: (form) => `${form} 卷：你的作答`,
    back: '回到测验',
    right: '正确',
    wrong: '不正确',
    unanswered: '未答',
    yours: '你的答案',
    rightOne: '正确答案',
    sources: '出处',
    save: '要上交的话，请在下面保存记录。',
  },

  record: {
    title: '一份可以上交的记录',
    intro:
      '一个文件，里面有你在课程里做了什么（亲手完成的、由「替我完成」做的、看录制结果的步骤），你的预测和把握，你的答案，以及你的测验。文件保存在这台计算机上，什么都不会发送出去，由你自己上交。',
    name: '你的姓名，按老师认识的写',
    nameHelp: '只写进文件，不留在别处。可以不填。',
    save: '保存记录',
    saved: (file) => `已保存为 ${file}。`,
    nothing: '还没有可以记录的：先开始一课，或者做期末测验。',
    holds: (lessons, tests) => `里面会有 ${lessons} 节开始过的课和 ${tests} 次测验。`,
  },

  records: {
    title: '学生的记录',
    intro:
      '打开学生在「学习」›「期末测验」里保存的文件，每份一行。文件只在这里读取，不发送到任何地方，也不保存：关闭页面，这里就不再有它们。记录说的是它的主人做了什么；它是一个文本文件，不是证明。',
    open: '打开记录……',
    openHelp: '一个或多个文件：学生保存的学习记录。',
    clear: '全部关闭',
    none: '没有打开的记录。',
    caption: '打开的记录',
    count: (records) => `${records} 份记录`,
    remove: (learner) => `关闭${learner}的记录`,
    refused: (files) => `${files} 个文件没有读入：`,
    unnamed: '未署名',
    saveTable: '表格存为 CSV',
    saveAnswers: '全部答案存为 CSV',
    columns: {
      learner: '学习者',
      made: '保存时间',
      lessons: '学完的课',
      done: '亲手完成的步骤',
      assisted: '代为完成',
      recorded: '看录制结果',
      predictions: '说中的预测',
      checks: '一次答对的自测',
      test: (form) => `${form} 卷`,
    },
    share: (count, of) => `${count}/${of}`,
    firstTime: '同一卷做过多次的，这里只算第一次；每一次都在「全部答案」里。',
  },
};
