// Two witnesses and a judge: who is to be believed when two answers contradict each other?
//
// Both witnesses counted the same ships, one in clear air, the other in fog, and in fog everybody counts wrong. A witness sees its
// own count and its own weather (`4 ships, fog`) and answers with a word on how sure it is: `4 maybe`. The judge has seen nothing
// but the two answers, which never agree, and names a number; the team is paid 1 when it is the true one. Believing the same
// witness every time is right half the time; more needs a witness that admits its doubt and a judge that listens to it. One such
// witness is enough: where it doubts, the other is to be believed.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

interface State {
  thing: string;
  /** What each witness counted, in the order of `WITNESSES`. */
  counts: number[];
  /** The witness that stood in clear air. */
  clear: number;
}

const WITNESSES = ['left', 'right'];
const THINGS = ['ships', 'gulls', 'seals', 'crabs', 'boats', 'ducks'];
const SURE = 'sure';
const DOUBT = 'maybe';

// A fixed fifth of all problems is set aside for the test split and never rewarded in training. Every number occurs in both:
// test shows that answers are weighed, not remembered.
const splitOf = ({ thing, counts, clear }: State): Split => (hash(`${thing} ${counts.join('/')} ${clear}`) % 5 === 4 ? 'test' : 'train');

// The counts lie an even way apart, so that there is a middle to agree on: it is always wrong.
function draw(split: Split, random: Random): State {
  for (;;) {
    const counts = WITNESSES.map(() => integer(random, 1, 9));
    const state = { thing: pick(random, THINGS), counts, clear: integer(random, 0, 1) };
    const apart = Math.abs((counts[0] ?? 0) - (counts[1] ?? 0));
    if (apart > 0 && apart % 2 === 0 && splitOf(state) === split) return state;
  }
}

const truth = ({ counts, clear }: State): number => counts[clear] ?? 0;

function observe({ thing, counts, clear }: State): Record<string, string> {
  const seen = WITNESSES.map((witness, place) => [witness, `${counts[place]} ${thing}, ${place === clear ? 'clear' : 'fog'}`]);
  return { ...Object.fromEntries(seen), arbiter: `how many ${thing}?` };
}

interface Answer {
  count: number | null;
  sure: boolean;
}

// What a witness answered. Only one that says `sure` and nothing of doubt is sure.
function answerOf(messages: readonly Message[], witness: string): Answer {
  const text = messages.findLast(({ role }) => role === witness)?.text ?? '';
  return { count: lastInteger(text), sure: text.includes(SURE) && !text.includes(DOUBT) };
}

// The one who is sure, if only one is; else the first is as good as the second.
const believed = (answers: readonly Answer[]): Answer | undefined => answers.find(({ sure }) => sure) ?? answers[0];
const middle = (answers: readonly Answer[]): number => answers.reduce((sum, { count }) => sum + (count ?? 0), 0) / answers.length;

export default {
  name: 'Two witnesses and a judge',
  description: 'Two witnesses counted differently, one of them in fog; the judge, who saw nothing, decides whom to believe.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['left admits doubt', 'right admits doubt', 'sure in clear air', 'judge believes the sure one', 'judge splits the difference'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    const answers = WITNESSES.map((witness) => answerOf(messages, witness));
    const said = lastInteger(messages.at(-1)?.text ?? '');
    const sure = answers.filter((answer) => answer.sure);
    return {
      state,
      observation: observe(state),
      reward: said === truth(state) ? 1 : 0,
      terminated: true,
      truncated: false,
      info: { truth: truth(state), said, answers: answers.map(({ count }) => count), clear: WITNESSES[state.clear] ?? '' },
      skills: {
        // Of the one in fog only.
        [`${WITNESSES[1 - state.clear]} admits doubt`]: Number(!answers[1 - state.clear]?.sure),
        'sure in clear air': Number(answers[state.clear]?.sure),
        // Two who are equally sure leave the judge nothing to go by.
        ...(sure.length === 1 && { 'judge believes the sure one': Number(said !== null && said === sure[0]?.count) }),
        'judge splits the difference': Number(said === middle(answers)),
      },
    };
  },

  // For credit strategy `per_step`: a witness earns 1 by saying what it saw and how well, the judge what the team gets.
  stepReward({ state, messages, position, teamReward }) {
    const role = messages[position]?.role ?? '';
    const place = WITNESSES.indexOf(role);
    if (place < 0) return teamReward;
    const { count, sure } = answerOf(messages, role);
    return Number(count === state.counts[place] && sure === (place === state.clear));
  },

  demonstrate({ state, role, messages }) {
    const place = WITNESSES.indexOf(role);
    if (place >= 0) return `${state.counts[place]} ${place === state.clear ? SURE : DOUBT}`;
    return String(believed(WITNESSES.map((witness) => answerOf(messages, witness)))?.count ?? '?');
  },

  // A careless witness is always sure; a careless judge splits the difference.
  mistake({ state, role, messages }) {
    const place = WITNESSES.indexOf(role);
    if (place >= 0) return `${state.counts[place]} ${SURE}`;
    return String(Math.round(middle(WITNESSES.map((witness) => answerOf(messages, witness)))));
  },

  render({ state }) {
    const { left, right } = observe(state);
    return `left: ${left}; right: ${right}\n${truth(state)} ${state.thing}`;
  },
} satisfies Environment<State>;
