/** Saves an episode's transcript as it is coloured: as a picture, or its numbers. */
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import type { BatchCredit } from '../../../state/reading/batchCredit.ts';
import { channelCsv } from './microscopeCsv.ts';
import { shadeOf, tokenGlyph, vocabularyOf } from '../../../state/reading/tokens.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import type { SaveAs } from '../../../kit/charts/ChartMenu.tsx';
import type { TranscriptPicture } from '../../../kit/charts/export/tokensSvg.ts';
import { saved, saveSvg } from '../../../kit/charts/export/saveSvg.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../../../kit/figures/lineStyle.ts';
import { fileNameOf, saveFile } from '../../../kit/files/saveFile.ts';
import { inspectText, microscopeText as words } from '../../../../words/words.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import type { Heat } from '../../../kit/tokens/heat.ts';

interface Shown {
  readonly run: Pick<RunSet, 'document' | 'vocabularies'>;
  readonly episode: EpisodeRecord;
  readonly credit: BatchCredit;
  readonly heat: Heat;
  readonly scheme: Scheme;
}

/** `within`: an element of the place whose style sheet has the shades. */
export async function saveTranscript(shown: Shown, within: Element, format: SaveAs): Promise<void> {
  const { run, episode, credit, heat } = shown;
  await saved(async () => {
    const { iteration, episode: number } = episode;
    const file = fileNameOf(
      `${run.document.name} ${words.transcript.file(iteration, number, inspectText.token.channels[heat.channel].title)}`,
      format,
    );
    if (format === 'csv') return saveFile(file, channelCsv(credit, episode, heat.channel), 'text/csv;charset=utf-8');
    const { tokensSvg } = await import('../../../kit/charts/export/tokensSvg.ts');
    const styles = getComputedStyle(within);
    await saveSvg(file, format, (resolve, paint) =>
      tokensSvg(
        drawn(shown, (color) => resolve(color.startsWith('--') ? styles.getPropertyValue(color) : color)),
        paint,
      ),
    );
  });
}

/** `resolve` makes `#rrggbb` of a colour, or of the name of a variable. */
export function drawn({ run, episode, heat, scheme }: Omit<Shown, 'credit'>, resolve: (color: string) => string): TranscriptPicture {
  const { document, vocabularies } = run;
  const { title } = inspectText.token.channels[heat.channel];
  const { iteration, episode: number } = episode;
  return {
    title: words.transcript.title,
    notes: [words.transcript.note(document.name, iteration, number, title), scaleOf(heat)],
    messages: episode.messages.map(({ role, response_ids: ids, tools = [] }, message) => {
      const vocabulary = vocabularyOf(vocabularies, document, role);
      return {
        name: agentName(document, role),
        color: resolve(agentColor(agentIndex(document, role), scheme)),
        tokens: ids.flatMap((id, token) => {
          const { side, strength } = shadeOf(heat.byToken.values[message]?.[token] ?? Number.NaN, heat.channel, heat.range);
          const { text, breaks } = tokenGlyph(vocabulary[id], id);
          // What a tool answered has no number, so no shade.
          const answers = tools.filter(({ after }) => after === token + 1).map((tool) => ({ text: tool.text, breaks: false, strength: 0 }));
          return [{ text, breaks, strength, ...(side === 'none' ? {} : { fill: resolve(`--shade-${side}`) }) }, ...answers];
        }),
      };
    }),
  };
}

/** What the shades say; why there are none. */
function scaleOf({ channel, range, rawBecause, byToken: { absence } }: Heat): string {
  const { absent, channels, flat, flatRatio, rawInstead } = inspectText.token;
  if (absence) return absent[absence];
  const raw = rawBecause ? [rawInstead(absent[rawBecause])] : [];
  if (range > 0) return [...raw, words.transcript.scale(formatNumber(range), channels[channel].unit)].join(' ');
  return channel === 'ratio' ? flatRatio : flat;
}
