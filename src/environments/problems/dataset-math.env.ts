// Mathematics problems from a file: each row of the attached data set has a `problem` and an `answer`.
//
// The team reads the problem, and is paid 1 when the answer that its last message gives is right: what stands in its last
// `\boxed{…}`, else behind `####`, else behind “the answer is”, else its last number. Import a file in the panel beside
// this code (docs/data-sets.md), or give one to the terminal with --data. It is meant for a base model of your own: the tiny
// ones that come with the workbench cannot solve GSM8K or MATH.
import { type Environment, type Json, extractAnswer, gradeMath } from 'marft/env';

interface State {
  problem: string;
  answer: string;
  // The row's worked solution, empty when it has none.
  solution: string;
}

// A field of the row as text.
function textOf(row: Json | undefined, field: string): string {
  const value =
    typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as { readonly [key: string]: Json })[field] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function stateFrom(row: Json | undefined): State {
  if (row === undefined) throw new Error('this environment takes its problems from a file, but no data set is attached');
  const state = { problem: textOf(row, 'problem'), answer: textOf(row, 'answer'), solution: textOf(row, 'solution') };
  if (state.problem === '' || state.answer === '')
    throw new Error('a row needs the fields “problem” and “answer”; say in the data set’s dialogue which columns they come from');
  return state;
}

export default {
  name: 'Math problems from a file',
  description:
    'Rows of an attached file, such as GSM8K or MATH; paid when the last message gives the right answer. For base models of your own: the tiny bases that are shipped cannot solve these.',
  skills: ['gives an answer', 'boxes it'],

  reset({ problem }) {
    const state = stateFrom(problem);
    return { state, observation: state.problem };
  },

  step({ state, messages }) {
    const text = messages.at(-1)?.text ?? '';
    const said = extractAnswer(text);
    return {
      state,
      observation: state.problem,
      reward: Number(gradeMath(text, state.answer)),
      terminated: true,
      truncated: false,
      info: { answer: state.answer, said },
      skills: { 'gives an answer': Number(said !== null), 'boxes it': Number(text.includes('\\boxed')) },
    };
  },

  // The first to speak gives the worked solution, and so does whoever speaks alone; the answer stands in a box at its end.
  demonstrate({ state, messages }) {
    const boxed = `\\boxed{${state.answer}}`;
    if (messages.length > 0 || state.solution === '') return boxed;
    return state.solution.includes('\\boxed') ? state.solution : `${state.solution}\n${boxed}`;
  },

  render({ state }) {
    return [state.problem, state.solution, `Answer: ${state.answer}`].filter((part) => part !== '').join('\n\n');
  },
} satisfies Environment<State>;
