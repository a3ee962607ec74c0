/**
 * R1's defect Q2 (compat `r1_stale_advantages`, marft-spec §4): its advantage array [episode][message][token] is never
 * cleared. Behind a message's last token lies what a longer message left there in an earlier iteration, and it takes part
 * in the mean and the deviation, though not in the loss. Here the survivors are a value of their own, plain JSON, that the
 * session carries from one iteration to the next.
 */
import { orElse } from '../../at.ts';
import type { EpisodeRecord } from '../../episode/records.ts';

/** By index of the episode in the batch, message and token. */
export type StaleAdvantages = readonly (readonly (readonly number[])[])[];

/** What the array holds once `records` are written over it; pass it on to the next iteration. */
export function nextStale(records: readonly EpisodeRecord[], stale: StaleAdvantages = []): StaleAdvantages {
  return over(records, stale, ({ messages }, left = []) =>
    over(messages, left, ({ advantages }, old = []) => [...advantages, ...old.slice(advantages.length)]),
  );
}

/** What is left behind the last token of each message of the episode at `index`, and in messages it does not have. */
export function leftBehind(record: EpisodeRecord, index: number, stale: StaleAdvantages): readonly (readonly number[])[] {
  return orElse(stale[index], []).map((old, message) => old.slice(orElse(record.messages[message]?.advantages.length, 0)));
}

/** `write` for every item of `fresh`; what of `old` lies behind them stays. */
function over<A, B>(fresh: readonly A[], old: readonly B[], write: (item: A, old: B | undefined) => B): B[] {
  return [...fresh.map((item, index) => write(item, old[index])), ...old.slice(fresh.length)];
}
