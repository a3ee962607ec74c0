/**
 * The pretraining corpus of the *micro* base: one message of one agent per row, in the very shape in which the
 * session later prompts it. Row `index` of `seed` is the same everywhere and depends on no other row.
 */
import { type Utterance, utter } from './behaviours.ts';
import { Dice } from './dice.ts';
import { drawProblem, valueOf } from './problems.ts';
import { type Behaviour, drawProfile, drawRole } from './profiles.ts';

/** A run of a row: a special token, or text to encode by itself; `weight` is the loss weight of each of its tokens. */
export type CorpusPart =
  | { readonly special: 'start' | 'end'; readonly weight: number }
  | { readonly text: string; readonly weight: number };

export interface CorpusRow {
  /** Name of the row's entry in {@link ROW_KINDS}. */
  readonly kind: string;
  readonly behaviour: Behaviour;
  readonly role: string;
  /** Empty when the agent has none. */
  readonly profile: string;
  /** The whole sequence in order: prompt, response, closing token. */
  readonly parts: readonly CorpusPart[];
}

export const RESPONSE_WEIGHT = 1;
export const PROMPT_WEIGHT = 0.1;
/** Earlier messages stand below this agent's profile but were said under another: learning them would undo the profile. */
export const EARLIER_MESSAGE_WEIGHT = 0;

/** A kind of row: who spoke before the row's agent, and what that agent does. */
export interface RowKind {
  readonly kind: string;
  readonly before: readonly Behaviour[];
  readonly behaviour: Behaviour;
  /** Drills give the first `=` and ask for the right value only. */
  readonly drill?: boolean;
  /** Per mille of all rows. */
  readonly share: number;
}

/**
 * The mix. Rows in which an agent is told something unusual for its place (to solve before anybody planned, to plan
 * after an answer) are what makes a prompt matter; the drills set how far RL can get.
 */
export const ROW_KINDS: readonly RowKind[] = [
  { kind: 'plan', before: [], behaviour: 'plan', share: 180 },
  { kind: 'solve', before: ['plan'], behaviour: 'solve', share: 180 },
  { kind: 'solve-first', before: [], behaviour: 'solve', share: 130 },
  { kind: 'solve-again', before: ['solve'], behaviour: 'solve', share: 40 },
  { kind: 'solve-third', before: ['plan', 'solve'], behaviour: 'solve', share: 15 },
  { kind: 'plan-again', before: ['plan'], behaviour: 'plan', share: 15 },
  { kind: 'plan-late', before: ['solve'], behaviour: 'plan', share: 15 },
  { kind: 'solo', before: [], behaviour: 'solo', share: 55 },
  { kind: 'verify', before: ['plan', 'solve'], behaviour: 'verify', share: 80 },
  { kind: 'verify-solo', before: ['solo'], behaviour: 'verify', share: 10 },
  { kind: 'drill', before: ['plan'], behaviour: 'solve', drill: true, share: 200 },
  { kind: 'drill-verify', before: ['plan', 'solve'], behaviour: 'verify', drill: true, share: 80 },
];

/** Row `index` of the corpus of `seed`. */
export function corpusRow(seed: number, index: number): CorpusRow {
  const dice = new Dice(seed, index);
  const { kind, before, behaviour, drill } = dice.weighted(ROW_KINDS);
  const problem = drawProblem(dice);
  const parts: CorpusPart[] = [];
  const profile = drawProfile(behaviour, dice);
  // Half of the drills are the bare arithmetic.
  if (drill !== true || dice.chance(0.5)) {
    if (profile !== '') block(parts, 'system', profile);
    block(parts, 'problem', problem.text);
  }
  const said: Utterance[] = [];
  for (const earlier of before) {
    const speaker = drawRole(earlier, dice);
    const utterance = utter(earlier, problem, said, dice);
    said.push(utterance);
    block(parts, speaker, utterance.text, EARLIER_MESSAGE_WEIGHT);
  }
  const role = drawRole(behaviour, dice);
  parts.push({ special: 'start', weight: PROMPT_WEIGHT }, { text: `${role}: `, weight: PROMPT_WEIGHT });
  if (drill === true) {
    // A drill teaches arithmetic without touching the choice between working and guessing: the `=` is given.
    const last = said.at(-1);
    const value = last?.answer ?? (last?.expression && valueOf(last.expression));
    if (value === undefined) throw new Error('a drill follows a plan or an answer');
    parts.push({ text: '=', weight: 0 }, { text: String(value), weight: RESPONSE_WEIGHT });
  } else {
    parts.push({ text: utter(behaviour, problem, said, dice).text, weight: RESPONSE_WEIGHT });
  }
  parts.push({ special: 'end', weight: RESPONSE_WEIGHT });
  return { kind, behaviour, role, profile, parts };
}

/** `<|im_start|>header: text<|im_end|>\n`, laid out as `composePrompt` does. */
function block(parts: CorpusPart[], header: string, text: string, textWeight = PROMPT_WEIGHT): void {
  parts.push(
    { special: 'start', weight: PROMPT_WEIGHT },
    { text: `${header}: `, weight: PROMPT_WEIGHT },
    { text, weight: textWeight },
    { special: 'end', weight: textWeight },
    { text: '\n', weight: PROMPT_WEIGHT },
  );
}

const TOKENIZER_ROWS = 4000;

/**
 * Texts from which the tokenizer is trained. Profiles go in word by word, so that no token spans two words of a prompt:
 * a person's own prompt is then made of the tokens the model knows.
 */
export function tokenizerTexts(seed: number): string[] {
  const texts: string[] = [];
  for (let index = 0; index < TOKENIZER_ROWS; index += 1) {
    const { parts } = corpusRow(seed, index);
    parts.forEach((part, at) => {
      if (!('text' in part)) return;
      const header = parts[at - 1];
      const isProfile = header !== undefined && 'text' in header && header.text === 'system: ';
      texts.push(...(isProfile ? (part.text.match(/[^ ]+ ?/g) ?? []) : [part.text]));
    });
  }
  return texts;
}
