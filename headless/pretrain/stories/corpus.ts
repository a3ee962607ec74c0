/**
 * The corpus of the base *stories*: conversations in a chat template, one reply of an assistant a row. The prompts are made by the
 * function that makes the session's (`composePrompt`). Row `index` of a seed is the same everywhere and depends on no other row.
 */
import { composePrompt } from '../../../src/core/team/compose.ts';
import { endsOf } from '../../../src/core/tokenizer/promptTokens.ts';
import type { TextTokenizer } from '../../../src/core/tokenizer/tokenizer.ts';
import { type Example, RESPONSE_WEIGHT } from '../../../src/session/update/supervised.ts';
import { type Corpus, PROMPT_WEIGHT } from '../rows/corpus.ts';
import { Dice } from '../rows/dice.ts';
import { task } from './instructions.ts';
import { NAMES, THINGS } from './lexicon.ts';
import { answerText, checked, exactly, planned, solved, type Step, stepText } from './replies.ts';
import { storyOf } from '../../../src/environments/problems/stories.env.ts';
import type { StoryCourse } from './courses.ts';

/** ChatML, with the names of roles that models of this kind know. */
export const STORY_TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

export interface StoryRow {
  readonly kind: string;
  readonly role: string;
  /** The agent's profile; empty when it has none. */
  readonly prompt: string;
  readonly asked: string;
  readonly heard: readonly { readonly role: string; readonly said: string }[];
  readonly reply: string;
}

/** What agents are told; the first of each is that of the shipped team. */
export const STORY_PROFILES = {
  solve: [
    'You solve problems. Show each step.',
    'Solve the problem step by step.',
    'Work it out and give the answer.',
    'You are a careful solver. Write every step, then the answer.',
    'Calculate step by step and end with the answer.',
    'Read the story and work out the answer.',
  ],
  check: [
    'You check the solution of others. Give the final answer.',
    'Check the answer. Repeat it or correct it.',
    'Review the solution and say what the answer is.',
    'Is the solution right? Give the final answer.',
    'You have the last word. Check the steps and give the answer.',
  ],
  plan: ['Write only the operations.', 'Plan the steps. Do not work them out.', 'You plan. Say what is to be done with the numbers.'],
  short: ['Give only the answer.', 'Answer with one number.', 'Do not show any steps. Only say the answer.'],
  sums: ['Do the sums.', 'Work out each sum.', 'Calculate.'],
} as const;

const ROLES = {
  solve: ['solver', 'actor', 'worker'],
  check: ['checker', 'verifier', 'reviewer'],
  plan: ['planner'],
  short: ['solver'],
  sums: ['solver'],
} as const;

type Behaviour = keyof typeof STORY_PROFILES;

/** Share of rows without a profile, and of stories told in words that are not the environment's. */
const NO_PROFILE = 0.1;
const OTHER_WORDS = 0.4;

/** Sums of a drill, of which nothing is asked: half as long as with the questions. */
const DRILL = 12;

/** The environments set a fifth of the stories aside. */
const TEST_SHARE = 0.2;

function drawStory({ ranges }: StoryCourse, dice: Dice): { readonly problem: string; readonly steps: readonly Step[] } {
  const split = dice.chance(TEST_SHARE) ? 'test' : 'train';
  const { text, steps } = storyOf(split, () => dice.uniform(), ranges);
  return { problem: dice.chance(OTHER_WORDS) ? retold(text, dice) : text, steps };
}

/** Every name and the thing replaced, each by one of the lexicon. */
function retold(problem: string, dice: Dice): string {
  const things = /How many (\w+)/.exec(problem)?.[1] ?? '';
  const names = [...new Set(problem.match(/\b(?!How|Then)[A-Z]\w+/g) ?? [])];
  const replaced = new Map([[things, dice.pick(THINGS)], ...names.map((name) => [name, dice.pick(NAMES)] as const)]);
  return problem.replace(/\w+/g, (word) => replaced.get(word) ?? word);
}

/** Row `index` of the course's corpus of `seed`. */
export function storyRow(course: StoryCourse, seed: number, index: number): StoryRow {
  const { habits, kinds } = course;
  const dice = new Dice(seed, 1, index);
  const { kind } = dice.weighted(kinds);
  const profile = (behaviour: Behaviour) => (dice.chance(NO_PROFILE) && behaviour !== 'check' ? '' : dice.pick(STORY_PROFILES[behaviour]));
  const row = (behaviour: Behaviour, asked: string, reply: string, heard: StoryRow['heard'] = []): StoryRow => {
    const role = dice.pick(ROLES[behaviour]);
    return { kind, role, prompt: profile(behaviour), asked, heard, reply };
  };
  if (kind === 'task') {
    const { prompt, asked, reply } = task(dice);
    return { kind, role: 'agent', prompt, asked, heard: [], reply };
  }
  if (kind === 'drill') {
    const sums = Array.from({ length: DRILL }, () => dice.pick(drawStory(course, dice).steps));
    return row('sums', 'Do some sums.', sums.map(stepText).join(' '));
  }
  const { problem, steps } = drawStory(course, dice);
  if (kind === 'sums') {
    // One of each story: in a chain the next sum would give the value away.
    const sums = [steps, ...Array.from({ length: 2 + dice.below(4) }, () => drawStory(course, dice).steps)].map((chain) =>
      dice.pick(chain),
    );
    return row('sums', sums.map(({ left, operator, right }) => `${left} ${operator} ${right}`).join(', '), sums.map(stepText).join(' '));
  }
  if (kind === 'plan') return row('plan', problem, planned(steps));
  if (kind === 'short') return row('short', problem, answerText(steps.at(-1)?.value ?? 0));
  if (kind === 'check first') return row('check', problem, solved(steps, habits, dice));
  if (kind === 'solve') return row('solve', problem, solved(steps, habits, dice));
  // Whether what was said is right tells nothing about what a checker makes of it, but the answer does.
  const said = dice.chance(0.1) ? exactly(steps) : solved(steps, habits, dice);
  const heard = [{ role: dice.pick(ROLES.solve), said }];
  if (kind === 'solve again') return row('solve', problem, solved(steps, habits, dice), heard);
  return row('check', problem, checked(steps, Number(/(\d+)\.$/.exec(said)?.[1]), habits, dice), heard);
}

const TOKENIZER_ROWS = 12_000;

export function storiesCorpus(course: StoryCourse): Corpus {
  return {
    tokenizer: { pieces: 'words', chatTemplate: STORY_TEMPLATE },

    *tokenizerTexts(seed) {
      yield* ['system\n', 'user\n', 'assistant\n'];
      for (let index = 0; index < TOKENIZER_ROWS; index += 1) {
        const { prompt, asked, heard, reply } = storyRow(course, seed, index);
        yield* [prompt, asked, ...heard.map(({ role, said }) => `${role}: ${said}`), reply];
      }
    },

    example: (tokenizer, seed, index) => exampleOf(tokenizer, storyRow(course, seed, index)),
  };
}

function exampleOf(tokenizer: TextTokenizer, { kind, role, prompt, asked, heard, reply }: StoryRow): Example {
  const tokens = tokenizer.tokensFor('model');
  const { ids, segments } = composePrompt({ tokens, agent: { role, prompt }, turns: [{ observation: asked, messages: heard }] });
  // What others said they said under another profile: learning it would undo the profile.
  const told = segments.flatMap(({ source, start, end }) => Array<number>(end - start).fill(source === 'message' ? 0 : PROMPT_WEIGHT));
  const said = [...tokens.encode(reply), ...endsOf(tokens).slice(0, 1)];
  return {
    ids: [...ids, ...said],
    weights: [...told, ...(kind === 'drill' ? valuesAlone(tokenizer, said) : said.map(() => RESPONSE_WEIGHT))],
  };
}

/** Of a drill only the values can be known, not the numbers that are drawn: what stands between `=` and the point. */
function valuesAlone(tokenizer: TextTokenizer, said: readonly number[]): number[] {
  let value = false;
  return said.map((id) => {
    const text = tokenizer.decode([id]).trim();
    const weight = value ? RESPONSE_WEIGHT : PROMPT_WEIGHT;
    if (text === '=') value = true;
    if (text === '.') value = false;
    return weight;
  });
}
