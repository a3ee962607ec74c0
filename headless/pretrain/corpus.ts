/**
 * The pretraining corpus of the *micro* base: one message of one agent per row, in the very shape in which the
 * session later prompts it. Row `index` of `seed` is the same everywhere and depends on no other row.
 */
import { Dice } from './dice.ts';
import { drawProblem, valueOf } from './problems.ts';
import { drawProfile, drawRole, NO_PROFILE_SHARE, type Behaviour } from './profiles.ts';
import { utter, type Utterance } from './behaviours.ts';

/** A run of a row: a special token, or text to encode by itself; `weight` is the loss weight of each of its tokens. */
export type CorpusPart =
  | { readonly special: 'start' | 'end'; readonly weight: number }
  | { readonly text: string; readonly weight: number };

export interface CorpusRow {
  readonly kind: string;
  readonly parts: readonly CorpusPart[];
}

export const RESPONSE_WEIGHT = 1;
export const PROMPT_WEIGHT = 0.1;

/** What a row is about: who spoke before, and what the agent of the row does. Shares are per mille of all rows. */
export const ROW_KINDS: readonly { readonly kind: string; readonly before: readonly Behaviour[]; readonly behaviour: Behaviour; readonly drill?: boolean; readonly share: number }[] = [
  { kind: 'plan', before: [], behaviour: 'plan', share: 180 },
  { kind: 'solve', before: ['plan'], behaviour: 'solve', share: 180 },
  { kind: 'solve-first', before: [], behaviour: 'solve', share: 130 },
  { kind: 'solve-again', before: ['solve'], behaviour: 'solve', share: 40 },
  { kind: 'solve-third', before: ['plan', 'solve'], behaviour: 'solve', share: 15 },
  { kind: 'plan-again', before: ['plan'], behaviour: 'plan', share: 15 },
  { kind: 'plan-late', before: ['solve'], behaviour: 'plan', share: 15 },
  { kind: 'solo', before: [], behaviour: 'solo', share: 55 },
  { kind: 'verify', before: ['plan', 'solve'], behaviour: 'verify', share: 80 },
  { kind: 'verify-answer', before: ['solo'], behaviour: 'verify', share: 10 },
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
    if (profile !== '') block(parts, 'system: ', profile);
    block(parts, 'problem: ', problem.text);
  }
  const said: Utterance[] = [];
  for (const earlier of before) {
    const role = drawRole(earlier, dice.chance(1 - NO_PROFILE_SHARE), dice);
    const utterance = utter(earlier, problem, said, dice);
    said.push(utterance);
    block(parts, `${role}: `, utterance.text);
  }
  parts.push({ special: 'start', weight: PROMPT_WEIGHT }, { text: `${drawRole(behaviour, profile !== '', dice)}: `, weight: PROMPT_WEIGHT });
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
  return { kind, parts };
}

function block(parts: CorpusPart[], ...texts: string[]): void {
  parts.push({ special: 'start', weight: PROMPT_WEIGHT });
  for (const text of texts) parts.push({ text, weight: PROMPT_WEIGHT });
  parts.push({ special: 'end', weight: PROMPT_WEIGHT }, { text: '\n', weight: PROMPT_WEIGHT });
}

/**
 * Texts from which the tokenizer is trained. Profiles go in word by word, so that no token spans two words of a prompt:
 * a person's own prompt is then made of the tokens the model knows.
 */
export function tokenizerTexts(seed: number): string[] {
  const texts: string[] = [];
  for (let index = 0; index < 4000; index++) {
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
