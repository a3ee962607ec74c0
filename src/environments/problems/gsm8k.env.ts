// Word problems as GSM8K has them: a question, and an answer whose last line is `#### 18`.
//
// Attach your own file in the panel beside this code, or give it to the terminal with --data. Without one the five problems below
// are played, four to train on and one to measure. For a real base model: the tiny ones that are shipped cannot read these.
import { type Environment, type Json, extractAnswer, gradeMath } from 'marft/env';

interface State {
  question: string;
  answer: string;
  // Without the answer; empty when there is none.
  working: string;
}

// Our own, in the form of GSM8K.
const SAMPLE = [
  {
    question: 'Mara bakes 3 trays of 12 rolls and sells 29 of them. How many rolls are left?',
    answer: 'She bakes 3*12=36 rolls.\nShe has 36-29=7 left.\n#### 7',
  },
  {
    question: 'A ferry makes 6 trips a day with 45 people on each. How many people does it carry in 4 days?',
    answer: 'A day it carries 6*45=270 people.\nIn 4 days that is 4*270=1080.\n#### 1080',
  },
  {
    question: 'Tom has 50 coins. He gives a fifth of them to Ada and half of the rest to Ben. How many coins does he keep?',
    answer: 'Ada gets 50/5=10 coins, so 40 are left.\nBen gets 40/2=20 coins.\nTom keeps 40-20=20.\n#### 20',
  },
  {
    question: 'A book has 240 pages. Lin reads 35 pages a day for 5 days. How many pages has she still to read?',
    answer: 'In 5 days she reads 5*35=175 pages.\nShe has 240-175=65 to read.\n#### 65',
  },
  {
    question: 'A pen costs $2 and a pad $3 more than a pen. What do 4 pens and 2 pads cost together, in dollars?',
    answer: 'A pad costs 2+3=5 dollars.\nThe pens cost 4*2=8, the pads 2*5=10 dollars.\nTogether that is 8+10=18.\n#### 18',
  },
];
const TRAIN = 4;

// The first of these fields of a row, as text.
function textOf(row: Json, ...fields: string[]): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return '';
  const values = row as { readonly [key: string]: Json };
  for (const field of fields) {
    const value = values[field];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return '';
}

function stateFrom(row: Json): State {
  const question = textOf(row, 'problem', 'question');
  const whole = textOf(row, 'answer');
  const [working = '', final] = whole.split('####');
  const answer = (final ?? whole).trim();
  if (question === '' || answer === '')
    throw new Error(
      'a row needs the fields “question” and “answer”, as GSM8K has them; say in the data set’s dialogue which columns they come from',
    );
  return { question, answer, working: final === undefined ? textOf(row, 'solution') : working.trim() };
}

export default {
  name: 'GSM8K problems',
  description:
    'Word problems as GSM8K has them, from a file of yours; five of our own without one. Paid when the last message ends in the right number.',
  splits: { train: TRAIN, test: SAMPLE.length - TRAIN },
  skills: ['gives an answer', 'marks it'],

  reset({ split, index, problem }) {
    const state = stateFrom(problem ?? SAMPLE[split === 'train' ? index % TRAIN : TRAIN + (index % (SAMPLE.length - TRAIN))] ?? null);
    return { state, observation: state.question };
  },

  step({ state, messages }) {
    const text = messages.at(-1)?.text ?? '';
    const said = extractAnswer(text);
    return {
      state,
      observation: state.question,
      reward: Number(gradeMath(text, state.answer)),
      terminated: true,
      truncated: false,
      info: { answer: state.answer, said },
      skills: { 'gives an answer': Number(said !== null), 'marks it': Number(text.includes('####')) },
    };
  },

  // The first of several gives the working as a plan; whoever is last gives the number too.
  demonstrate({ state, role, messages }) {
    if (role === 'planner' && messages.length === 0 && state.working !== '') return state.working;
    return `${messages.length === 0 && state.working !== '' ? `${state.working}\n` : ''}#### ${state.answer}`;
  },

  render({ state }) {
    return [state.question, state.working, `Answer: ${state.answer}`].filter((part) => part !== '').join('\n\n');
  },
} satisfies Environment<State>;
