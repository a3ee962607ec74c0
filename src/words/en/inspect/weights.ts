/** English texts of what holding bases in fewer bits changes. */
import { spoken } from '../../forms/language.ts';

const tokens = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'token' : 'tokens'}`;

export const weightsEn = spoken('inspect/weights', {
  label: 'What fewer bits change',
  measure: 'Measure what fewer bits change',
  again: 'Measure again',
  /** `form` as the project names it, `most` the tokens that are predicted at most. */
  cost: (form: string, most: number) =>
    `Each base as its folder stores it against ${form}, without adapters, on up to ${tokens(most)} of the newest episodes.`,
  part: 'Tokens computed',
  loading: 'Reading the base…',
  asStored: 'Bases held in f32, as they are stored: there is nothing to compare.',
  found: (base: string, form: string) => `${base} in ${form}`,
  /** KL in nats; `token` as it is written. */
  kl: (mean: string, most: string, token: string) => `${mean} nats a token on average, ${most} at most, at “${token}”`,
  rests: (count: number, source: string, backend: string) => `Over ${tokens(count)} of ${source}, computed on ${backend}.`,
  meaning: 'KL(stored ‖ held) of the next token, over the whole vocabulary; 0 would be the very same model.',
  notKept: 'This browser does not keep the run, so this is gone when the tab closes.',
});
