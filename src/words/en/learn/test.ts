/** English texts of the final test, of the learning record, and of the table that teachers make of records. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const testEn = spoken('learn/test', {
  title: 'Final test',
  intro:
    'Twelve questions about credit in teams of language models: which number trains a token, whom it reaches, and what it cannot tell. They go through the ideas of lessons 0 to 4 and 6 to 10; ten to twenty minutes are enough. While you answer nothing is said about right or wrong; everything is explained after the last one.',
  forms:
    'There are two forms, A and B, with the same twelve ideas in other questions. Take one before and one after, or the other one when you want to try again.',
  untested: 'Whether the two forms are equally hard has not been tested: a difference between two scores may be the forms’ and not yours.',
  chance: 'Somebody who only guesses gets three of twelve on average.',
  stays: 'Answers stay in this browser, also when the page is loaded again.',
  form: (form: string) => `Form ${form}`,
  begin: (form: string) => `Begin form ${form}`,
  again: (form: string) => `Take form ${form} again`,
  goOn: (form: string) => `Continue form ${form}`,
  attempts: 'Taken so far',
  attempt: (form: string, when: string) => `Form ${form}, ${when}`,
  look: 'Look at it',
  lookNamed: (form: string, when: string) => `Look at form ${form} of ${when}`,
  score: (right: number, of: number) => `${right} of ${of} right`,
  loading: 'Fetching the questions…',
  retry: 'Try again',
  print: 'Print view',
  notKept: 'This browser keeps nothing: answers are lost when the page is closed.',

  taking: {
    question: (nth: number, of: number) => `Question ${nth} of ${of}`,
    questions: 'Questions',
    mark: (nth: number, answered: boolean) => `Question ${nth}, ${answered ? 'answered' : 'not answered'}`,
    answered: (count: number, of: number) => `${count} of ${of} answered`,
    legend: 'Your answer',
    previous: 'Previous',
    next: 'Next',
    finish: 'Finish',
    missing: (count: number) => `${plural(count, 'question has', 'questions have')} no answer and will count as not right.`,
    goBack: 'Go to the first of them',
    finishAnyway: 'Finish all the same',
    interrupt: 'Go on later',
    discard: 'Discard this attempt',
    reallyDiscard: 'Discard all answers of this attempt?',
    keep: 'Keep it',
  },

  result: {
    title: (form: string) => `Form ${form}: what you answered`,
    back: 'Back to the test',
    right: 'Right',
    wrong: 'Not right',
    unanswered: 'Not answered',
    yours: 'Your answer',
    rightOne: 'Right answer',
    sources: 'Sources',
    save: 'To hand this in, save the record below.',
  },

  record: {
    title: 'A record to hand in',
    intro:
      'One file with what you did in the lessons (steps done, left to “Do it for me”, or seen in the recording), your predictions and how sure you were, your answers, and your tests. It is saved on this computer, and nothing is sent anywhere: you hand it in yourself.',
    name: 'Your name, as your teacher knows it',
    nameHelp: 'It stands in the file and nowhere else. May be left empty.',
    save: 'Save the record',
    saved: (file: string) => `Saved as ${file}.`,
    nothing: 'There is nothing to record yet: begin a lesson or the final test.',
    holds: (lessons: number, tests: number) =>
      `It will hold ${plural(lessons, 'lesson that was begun', 'lessons that were begun')} and ${plural(tests, 'test', 'tests')}.`,
  },

  records: {
    title: 'Records of students',
    intro:
      'Open the files that your students saved under Learn › Final test: a row each. They are read here and sent nowhere, and not kept: close the page and they are gone from it. A record says what its owner did; it is a text file, and no proof.',
    open: 'Open records…',
    openHelp: 'One file or many: what students saved as a learning record.',
    clear: 'Close them all',
    none: 'No records are open.',
    caption: 'Opened records',
    count: (records: number) => plural(records, 'record', 'records'),
    remove: (learner: string) => `Close the record of ${learner}`,
    refused: (files: number) => `${plural(files, 'file was', 'files were')} not read:`,
    unnamed: 'no name',
    saveTable: 'Table as CSV',
    saveAnswers: 'All answers as CSV',
    columns: {
      learner: 'Learner',
      made: 'Saved',
      lessons: 'Lessons finished',
      done: 'Steps done',
      assisted: 'Done for them',
      recorded: 'Seen recorded',
      predictions: 'Predictions that came true',
      checks: 'Checks right at once',
      test: (form: string) => `Form ${form}`,
    },
    share: (count: number, of: number) => `${count} of ${of}`,
    firstTime: 'Of a form that was taken more than once the first time counts here; all are in “All answers”.',
  },
});
