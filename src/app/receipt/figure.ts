/** What the receipt's figures share: colours of fates, and saving them. */
import { faultFrom } from '../../core/faults.ts';
import type { Fate, IterationReceipt, TokenReceipt } from '../../core/credit/receipt.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { receiptCsv } from '../../stores/runs/receipt.ts';
import { vocabularyOf } from '../../stores/runs/tokens.ts';
import type { RunSet } from '../../stores/runs/types.ts';
import type { SaveAs } from '../charts/ChartMenu.tsx';
import type { Scheme } from '../charts/lineStyle.ts';
import { fileNameOf, saveFile } from '../shell/saveFile.ts';
import { notifyRefused } from '../shell/notify.ts';
import { receiptText as words } from '../text/en.receipt.ts';

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

export async function saveAs(format: SaveAs, figure: SVGSVGElement | null, title: string, props: FigureProps): Promise<void> {
  const { receipt, run, episodes, note } = props;
  try {
    if (format === 'csv') {
      saveFile(fileNameOf(`${note} ${title}`, 'csv'), receiptCsv(receipt, textOfToken(run, episodes)), 'text/csv;charset=utf-8');
      return;
    }
    const { saveFigure } = await import('../charts/export/figure.ts');
    if (figure) await saveFigure(figure, title, note, format);
  } catch (error) {
    const { message, hint } = faultFrom(error);
    notifyRefused(words.notSaved, [message, hint].filter(Boolean).join(' '));
  }
}
