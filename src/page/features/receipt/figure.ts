/** What the receipt's figures share: colours of fates, words of tokens, names of files. */
import type { Fate, IterationReceipt, TokenReceipt } from '../../../core/credit/receipt.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { receiptCsv } from './receipt.ts';
import { vocabularyOf } from '../../state/reading/tokens.ts';
import type { RunSet } from '../../state/runs/types.ts';
import type { Scheme } from '../../kit/figures/lineStyle.ts';

export interface FigureProps {
  readonly receipt: IterationReceipt;
  readonly run: RunSet;
  readonly episodes: readonly EpisodeRecord[];
  /** Said below a saved figure: what it is of. */
  readonly note: string;
  readonly scheme: Scheme;
}

/** Variables of the view's style sheet; each stands out from its neighbours and from the page. */
export const fateColor = (fate: Fate): string => `var(--fate-${fate.replace('_', '-')})`;

/** The token as it was written, of the run's records. */
export function textOfToken(run: RunSet, episodes: readonly EpisodeRecord[]): (token: TokenReceipt) => string {
  const records = new Map(episodes.map((record) => [record.episode, record]));
  return ({ episode, message, token, role }) => {
    const id = records.get(episode)?.messages[message]?.response_ids[token];
    return id === undefined ? '' : (vocabularyOf(run.vocabularies, run.document, role)[id] ?? `#${id}`);
  };
}

/** What a figure's frame needs to save it. */
export function figureOf(title: string, { receipt, run, episodes, note }: FigureProps) {
  return { title, note, file: `${note} ${title}`, csv: () => receiptCsv(receipt, textOfToken(run, episodes)) };
}

/** Mean width of a letter of a key, pixels: what is drawn cannot be measured before. */
const LETTER = 6.4;
const SWATCH = 18;
const GAP = 14;
export const KEY_ROW = 18;

export interface KeyEntry {
  readonly name: string;
  readonly color: string;
}

export interface LaidOutEntry extends KeyEntry {
  readonly x: number;
  readonly y: number;
}

/** The entries of a key in rows of `width` pixels. */
export function keyRows(
  entries: readonly KeyEntry[],
  width: number,
): { readonly entries: readonly LaidOutEntry[]; readonly height: number } {
  let [x, row] = [0, 0];
  const laidOut = entries.map((entry): LaidOutEntry => {
    const room = SWATCH + entry.name.length * LETTER + GAP;
    if (x > 0 && x + room > width) [x, row] = [0, row + 1];
    const entryAt = { ...entry, x, y: row * KEY_ROW };
    x += room;
    return entryAt;
  });
  return { entries: laidOut, height: entries.length === 0 ? 0 : (row + 1) * KEY_ROW };
}
