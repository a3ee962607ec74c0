/**
 * The pretraining corpora: one message of one agent per row, in the very shape in which the session later prompts it.
 * Row `index` of a course and `seed` is the same everywhere and depends on no other row.
 */
import { drilled, type Utterance, utter } from './behaviours.ts';
import type { Course } from './courses.ts';
import { Dice } from '../rows/dice.ts';
import { drawLongProfile } from './longProfiles.ts';
import { drawProblem } from './problems.ts';
import { type Behaviour, drawProfile, drawRole } from './profiles.ts';
import { RESPONSE_WEIGHT } from '../../../src/session/update/supervised.ts';
import { type Corpus, PROMPT_WEIGHT } from '../rows/corpus.ts';

export { PROMPT_WEIGHT, RESPONSE_WEIGHT };

/** A run of a row: a special token, or text to encode by itself; `weight` is the loss weight of each of its tokens. */
export type CorpusPart =
  | { readonly special: 'start' | 'end'; readonly weight: number }
  | { readonly text: string; readonly weight: number };

export interface CorpusRow {
  /** Name of the row's entry in the course's kinds. */
  readonly kind: string;
  readonly behaviour: Behaviour;
  readonly role: string;
  /** Empty when the agent has none. */
  readonly profile: string;
  /** The whole sequence in order: prompt, response, closing token. */
  readonly parts: readonly CorpusPart[];
}

/** Earlier messages stand below this agent's profile but were said under another: learning them would undo the profile. */
export const EARLIER_MESSAGE_WEIGHT = 0;
/** A long profile is most of its row: even at a tenth its sentences would outweigh what the agent says. */
export const LONG_PROFILE_WEIGHT = 0;

/** Row `index` of the corpus of `course` and `seed`. */
export function corpusRow(course: Course, seed: number, index: number): CorpusRow {
  const dice = new Dice(seed, index);
  const { kind, before, behaviour, drill } = dice.weighted(course.kinds);
  const draws = Array.from({ length: drill === true ? course.drills.draws : 1 }, () => drawProblem(course.environment, dice));
  const problem = draws.reduce((longest, drawn) => (drawn.operators.length > longest.operators.length ? drawn : longest));
  const parts: CorpusPart[] = [];
  const mayBeLong = course.longProfiles > 0 && drill !== true && behaviour !== 'solo';
  const long = mayBeLong && dice.chance(course.longProfiles) ? drawLongProfile(behaviour, dice) : null;
  const profile = long ? long.text : drawProfile(behaviour, dice);
  const nameOf = (told: Behaviour) => (long && told !== 'solo' ? long.roles[told] : drawRole(told, dice));
  if (drill !== true || dice.chance(1 - course.drills.bare)) {
    if (profile !== '') block(parts, 'system', profile, long ? LONG_PROFILE_WEIGHT : PROMPT_WEIGHT);
    block(parts, 'problem', problem.text);
  }
  const said: Utterance[] = [];
  for (const earlier of before) {
    const speaker = nameOf(earlier);
    const utterance = utter(course.habits, earlier, problem, said, dice);
    said.push(utterance);
    block(parts, speaker, utterance.text, EARLIER_MESSAGE_WEIGHT);
  }
  const role = nameOf(behaviour);
  parts.push({ special: 'start', weight: PROMPT_WEIGHT }, { text: `${role}: `, weight: PROMPT_WEIGHT });
  if (drill === true) {
    // A drill teaches arithmetic without touching the choice between working and guessing: the `=` is given.
    parts.push({ text: '=', weight: 0 }, { text: drilled(said.at(-1) ?? { text: '' }), weight: RESPONSE_WEIGHT });
  } else {
    parts.push({ text: utter(course.habits, behaviour, problem, said, dice).text, weight: RESPONSE_WEIGHT });
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
export function tokenizerTexts(course: Course, seed: number): string[] {
  const texts: string[] = [];
  for (let index = 0; index < TOKENIZER_ROWS; index += 1) {
    const { parts } = corpusRow(course, seed, index);
    parts.forEach((part, at) => {
      if (!('text' in part)) return;
      const header = parts[at - 1];
      const isProfile = header !== undefined && 'text' in header && header.text === 'system: ';
      texts.push(...(isProfile ? (part.text.match(/[^ ]+ ?/g) ?? []) : [part.text]));
    });
  }
  return texts;
}

/** The corpus of a course: `tokenizerTexts` and the encoded {@link corpusRow}. */
export const courseCorpus = (course: Course): Corpus => ({
  tokenizer: {},
  tokenizerTexts: (seed) => tokenizerTexts(course, seed),
  example(tokenizer, seed, index) {
    const { start, end } = tokenizer.promptTokens;
    const ids: number[] = [];
    const weights: number[] = [];
    for (const part of corpusRow(course, seed, index).parts) {
      const some = 'text' in part ? tokenizer.encode(part.text) : part.special === 'start' ? start : [end];
      for (const id of some) {
        ids.push(id);
        weights.push(part.weight);
      }
    }
    return { ids, weights };
  },
});
