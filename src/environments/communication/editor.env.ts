// A writer who always makes one slip, a reflector who names its place, and an editor who mends it.
//
// The writer is to add one to each digit of `351`, is distracted at one of them and leaves it as it was: `452`. The reflector reads
// task and draft and says where: `middle`. The editor reads the draft and the remark, not the task: `462`. The draft alone hardly
// ever tells which digit was left, so the remark is worth exactly the repair that it causes. The team is paid 1 when the editor's
// text is right. The writer stays as it is (its adapter is frozen): what is learnt is what is done about it.
import { type Environment, type Message, type Random, type Split, hash, integer, pick } from 'marft/env';

interface State {
  /** Three digits, 1 to 6. */
  task: number[];
  /** Where the writer is distracted. */
  slip: number;
}

const PLACES = ['first', 'middle', 'last'];

// A fixed fifth of all tasks is set aside for the test split and never rewarded in training. Every digit occurs in both: test
// shows that slips are found and mended, not that texts are remembered.
const splitOf = (task: readonly number[]): Split => (hash(task.join('')) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const task = PLACES.map(() => integer(random, 1, 6));
    if (splitOf(task) === split) return { task, slip: integer(random, 0, 2) };
  }
}

function observe({ task, slip }: State): Record<string, string> {
  const digits = task.join('');
  return { writer: `${digits}, distracted: ${PLACES[slip]}`, reflector: digits };
}

const said = (messages: readonly Message[], role: string): string =>
  messages.findLast((message) => message.role === role)?.text.trim() ?? '';
const digitsOf = (text: string): number[] => (text.match(/\d/g) ?? []).map(Number);

const mend = (digits: readonly number[], where: number): string =>
  digits.map((digit, place) => (place === where ? digit + 1 : digit)).join('');
const solution = ({ task }: State): string => task.map((digit) => digit + 1).join('');

// What the writer writes, distracted as it is.
const firstDraft = ({ task, slip }: State): string => task.map((digit, place) => (place === slip ? digit : digit + 1)).join('');

// The place to mend, whatever the writer meant: -1 when the draft has no slip, or others than one.
function slipOf(state: State, draft: string): number {
  return PLACES.findIndex((_, place) => mend(digitsOf(draft), place) === solution(state));
}

export default {
  name: 'Writer, reflector and editor',
  description: 'A writer forgets one of three digits, a reflector says which, and an editor who does not know the task mends the draft.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['draft has one slip', 'reflector finds the slip', 'editor does what it is told', 'editor leaves the draft'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    const [draft, remark, text] = [said(messages, 'writer'), said(messages, 'reflector'), said(messages, 'editor')];
    const slip = slipOf(state, draft);
    const told = PLACES.indexOf(remark);
    return {
      state,
      observation: observe(state),
      reward: text === solution(state) ? 1 : 0,
      terminated: true,
      truncated: false,
      info: { wanted: solution(state), slip: PLACES[slip] ?? '?', remark },
      skills: {
        'draft has one slip': Number(slip >= 0),
        ...(slip >= 0 && { 'reflector finds the slip': Number(told === slip) }),
        // Given the remark, right or wrong: the editor is not blamed for the reflector.
        ...(told >= 0 && { 'editor does what it is told': Number(text === mend(digitsOf(draft), told)) }),
        'editor leaves the draft': Number(text === draft),
      },
    };
  },

  // For credit strategy `per_step`: the reflector earns 1 for the right place, the editor what the team gets.
  stepReward({ state, messages, position, teamReward }) {
    const { role = '', text = '' } = messages[position] ?? {};
    if (role === 'reflector') return Number(PLACES[slipOf(state, said(messages, 'writer'))] === text.trim());
    return role === 'editor' ? teamReward : 0;
  },

  // A distracted writer slips, however good it is: a careless one is no worse.
  demonstrate({ state, role, messages, random }) {
    if (role === 'writer') return firstDraft(state);
    const draft = said(messages, 'writer');
    if (role === 'reflector') return PLACES[slipOf(state, draft)] ?? pick(random, PLACES);
    return mend(digitsOf(draft), PLACES.indexOf(said(messages, 'reflector')));
  },

  // A careless reflector looks at the last digit only; a careless editor hands on the draft as it is.
  mistake({ state, role, messages }) {
    if (role === 'writer') return firstDraft(state);
    return role === 'reflector' ? 'last' : said(messages, 'writer');
  },

  render({ state }) {
    return `${state.task.join('')} > ${solution(state)}`;
  },
} satisfies Environment<State>;
