/** English texts of a study, as participants see them. */
import { spoken } from '../../forms/language.ts';

export const studyEn = spoken('learn/study', {
  title: 'A study of learning',
  wrongLink: 'This study cannot be opened',
  without: 'Open the workbench without the study',
  loading: 'Opening the study…',
  retry: 'Try again',

  bar: {
    label: 'Study',
    participant: (code: string) => `Study, code ${code}`,
    download: 'Download my file',
    downloaded: 'Downloaded. Hand it to whoever runs the study, if you want to.',
    someoneElse: 'Someone else takes part here',
    remove: 'Leave and delete',
    removeAsk: 'Delete all that the study keeps of you in this browser? It cannot be undone.',
    removeYes: 'Delete everything',
    removeNo: 'Keep it',
    learning: 'Part 2: the lesson. Take the time you need.',
    until: (step: number, of: number) => `Step ${step} of ${of}; the second test opens at the last one.`,
    back: 'Back to the lesson',
    goOn: 'On to the second test',
  },

  consent: {
    what: (lesson: string) =>
      `You answer twelve questions, learn in one of three ways about “${lesson}”, answer twelve other questions, and the first twelve once more after a week. Which of the three ways you get is decided by chance. They are about the same matters.`,
    time: (minutes: number) =>
      `It takes about ${minutes} minutes today and 15 minutes in a week, in this same browser on this same computer.`,
    keptTitle: 'What is kept',
    kept: 'Your code, your answers and when you gave them, which steps you opened, hints, wrong answers and what was done for you, and when this page was out of sight. No name, no address, nothing about other pages.',
    whereTitle: 'Where',
    where:
      'In this browser alone. Nothing is sent anywhere. At the end you can download a file with all of it, read it, and give it to whoever runs the study. You decide whether you do.',
    stopTitle: 'You may stop',
    stop: 'At any time, without a reason; any question may be left out. “Leave and delete” at the top forgets everything at once. A file that you have handed in is deleted by whoever has it: tell them your code.',
    staysTitle: 'What stays',
    stays:
      'The lesson opens a project of its own, which stays among your projects after “Leave and delete” until you delete it there. Your other projects are not touched.',
    taken:
      'You have begun this lesson in this browser before. Please tell whoever runs the study. It begins anew, and your earlier answers in it are forgotten.',
    who: 'Who invited you tells you who is responsible for the study and what becomes of the files.',
    code: 'Your code',
    codeHelp:
      'The one that you were given, or one that you make up and will know in a week: 2 to 24 letters and digits, such as P017. Not your name, not your student number.',
    agree: 'I have read this and take part',
    decline: 'I do not take part',
    known: (codes: string) => `In this browser: ${codes}. Enter such a code to go on with it.`,
  },

  test: {
    titles: { pre: 'First test', post: 'Second test', delayed: 'Third test' },
    intro: {
      pre: 'Before you learn anything: twelve questions. Guessing is fine, and so is leaving one out. Which answers are right is not shown; how many were is told when the study is over.',
      post: 'Twelve other questions about the same matters.',
      delayed: 'Welcome back. The twelve questions of the first test once more, without looking anything up.',
    },
    item: (nth: number, of: number) => `Question ${nth} of ${of}`,
    options: 'Your answer',
    next: 'Next',
    leaveOut: 'Leave this one out',
    noBack: 'You can change your answer until you press Next; there is no way back.',
  },

  predict: {
    title: 'What do you expect?',
    intro: (count: number) =>
      `The lesson will show what happens in ${count === 1 ? 'one case' : `${count} cases`}. First say what you expect, though you have not seen the matter yet: a guess is enough. Your predictions stand beside what happens.`,
    nth: (nth: number, of: number) => `Prediction ${nth} of ${of}`,
    options: 'I expect',
    sure: 'How sure are you?',
    make: 'This is my prediction',
  },

  text: {
    title: 'Part 2: the text',
    step: (nth: number, of: number) => `Page ${nth} of ${of}`,
    doing: 'What one does here in the workbench',
    seeing: 'What one sees',
    happens: 'What happens',
    answer: 'Answer',
    choices: 'The question, and what might be the answer',
    back: 'Back',
    next: 'Next',
  },

  wait: {
    title: 'Thank you. That is all for today.',
    comeBack: (date: string) => `Please come back on ${date}.`,
    opens: (date: string) =>
      `The third test opens on ${date}, by this same link, in this same browser. Until then nothing is shown of what was right; please leave “Final test” under Learn alone, which asks the same questions.`,
    link: 'The link of the study',
    copy: 'Copy the link of the study',
    keep: 'Do not clear this browser’s data until then. You may download your file already; after the third test it has all three.',
    now: 'It is time for the third test.',
    begin: 'Begin the third test',
  },

  done: {
    title: 'The study is over. Thank you.',
    way: {
      lesson: 'Chance gave you the lesson as it is.',
      text: 'Chance gave you the lesson’s text and its recorded figures, without the workbench.',
      'predict-first': 'Chance gave you the lesson with all predictions before it.',
    },
    scores: 'Your right answers',
    score: (right: number, of: number) => `${right} of ${of}`,
    handIn: 'Download your file, read it if you like, and give it to whoever runs the study. Or delete it here, and nothing of it is left.',
    file: 'The file has a line for each thing that was kept; the first explains all fields.',
  },
});
