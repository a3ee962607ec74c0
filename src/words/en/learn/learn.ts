/** English texts of the Learn place: what its parts are called. */
import { spoken } from '../../forms/language.ts';

export const learnEn = spoken('learn/learn', {
  label: 'Lessons, guide, docs, examples, words and keys',
  tabs: {
    lessons: 'Lessons',
    choice: 'One choice',
    credit: 'Credit',
    argument: 'Two agents',
    challenges: 'Challenges',
    museum: 'Bug museum',
    miniature: 'Paper in miniature',
    test: 'Final test',
    teachers: 'For teachers',
    guide: 'Guide',
    docs: 'Docs',
    examples: 'Examples',
    words: 'Words',
    keys: 'Keys',
  },
} as const);
