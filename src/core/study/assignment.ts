/**
 * Who gets what: permuted blocks of six, one place for each condition and order of the forms (Pocock 1983, Clinical Trials, chapter 5).
 * Nothing is asked of a server, so a participant's place among all is the number at the end of their code: a researcher who hands
 * out codes that count from 1 has groups of nearly the same size at any moment. A code without a number draws its place at random.
 */
import { at } from '../at.ts';
import { fault, FaultError } from '../faults.ts';
import { bitsAt, foldIn, keyFor, permutation } from '../random/streams.ts';
import type { RandomKey } from '../random/threefry.ts';
import { studyFaults } from '../../words/words.ts';
import { type StudyLink, studyLinkText } from './link.ts';

/** The lesson as it is, its words and recorded figures alone, or the lesson with all its predictions before it. */
export const CONDITIONS = ['lesson', 'text', 'predict-first'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Which form of the inventory comes first; the second is the other one, and the delayed test the first again. */
export const ORDERS = ['AB', 'BA'] as const;
export type Order = (typeof ORDERS)[number];

export interface Assignment {
  readonly condition: Condition;
  readonly order: Order;
}

/** Beside those of runs (`random/streams.ts`): (signs of the link, block) which condition and order each place of a block has. */
const STREAM = 21;

const CELLS: readonly Assignment[] = CONDITIONS.flatMap((condition) => ORDERS.map((order) => ({ condition, order })));
const CODE = /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/;
const LONGEST_CODE = 24;
/** Longer ones are numbers of something else. */
const NUMBER = /(?:^|\D)(\d{1,6})$/;

/** A participant's code as it is kept: capitals. Throws `E_STUDY_CODE`. */
export function participantCode(typed: string): string {
  const code = typed.trim().toUpperCase();
  if (code.length < 2 || code.length > LONGEST_CODE || !CODE.test(code)) throw new FaultError(fault(studyFaults, 'E_STUDY_CODE', {}));
  return code;
}

/** The number at the end of a code; null where it has none. */
export function codeNumber(code: string): number | null {
  const digits = NUMBER.exec(code)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** What a participant gets: a function of the link and the code alone. Numbers from 1 fill blocks of six one after the other. */
export function assign(link: StudyLink, code: string): Assignment {
  const study = foldText(keyFor(link.seed, STREAM), studyLinkText(link));
  const number = codeNumber(code) ?? bitsAt(foldText(study, code), 0)[0];
  const place = number + CELLS.length - 1;
  const order = permutation(foldIn(study, Math.floor(place / CELLS.length)), CELLS.length);
  return at(CELLS, at(order, place % CELLS.length));
}

const foldText = (key: RandomKey, text: string): RandomKey =>
  [...text].reduce((folded, sign) => foldIn(folded, sign.codePointAt(0) ?? 0), key);
