/** A run as one HTML file, its episodes in the format of another library, or all of it for a tracker. */
import { Menu, Text } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { ROLLOUT_FORMATS, type RolloutFormat } from '../../../../core/formats/exports/rolloutFormats.ts';
import { type Tracker, TRACKERS } from '../../../../core/formats/exports/trackers/trackers.ts';
import { useLibrary } from '../../../state/library/library.ts';
import { runsViewStore } from '../../../state/runsView/runsView.ts';
import { formatBytes } from '../../../kit/figures/format.ts';
import { notifyDone } from '../../../kit/notices/notify.ts';
import { withFaultNotice } from '../../../kit/notices/withFaultNotice.ts';
import { fault, worded } from '../../../../core/faults.ts';
import { exportFaults, importText, text } from '../../../../words/words.ts';

const words = text.runs.actions;

interface EpisodesMenuProps {
  readonly id: string;
  /** Items before the formats. */
  readonly first?: ReactNode;
  /** The control that opens it. */
  readonly children: ReactElement;
}

export function EpisodesMenu({ id, first, children }: EpisodesMenuProps) {
  const source = useLibrary(({ cards }) => cards.find((card) => card.id === id)?.imported);
  const refused = (format: RolloutFormat): string | null =>
    source !== undefined && format === 'prime-rl'
      ? worded(fault(exportFaults, 'E_EXPORT_TOKENS', { source: importText.sources[source] })).message
      : null;
  return (
    <Menu position="bottom-end" shadow="md" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {first}
        <Menu.Item onClick={() => runsViewStore.getState().set({ sharing: id })}>
          {text.runs.page.item}
          <Text size="xs" c="dimmed">
            {text.runs.page.itemHelp}
          </Text>
        </Menu.Item>
        <Menu.Label>{words.episodesHelp}</Menu.Label>
        {ROLLOUT_FORMATS.map((format) => (
          <Menu.Item key={format} disabled={refused(format) !== null} onClick={() => exportEpisodes(id, format)}>
            {words.episodeFormats[format].name}
            <Text size="xs" c="dimmed">
              {refused(format) ?? words.episodeFormats[format].what}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Label>{words.trackersHelp}</Menu.Label>
        {TRACKERS.map((tracker) => (
          <Menu.Item key={tracker} onClick={() => exportTracked(id, tracker)}>
            {words.trackers[tracker].name}
            <Text size="xs" c="dimmed">
              {words.trackers[tracker].what}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function exportEpisodes(id: string, format: RolloutFormat): void {
  void withFaultNotice(words.failed, async () => {
    const { downloadEpisodes } = await import('./downloadEpisodes.ts'); // formats and tokenizers, wanted by nobody before
    const saved = await downloadEpisodes(id, format);
    if (saved) notifyDone(words.exportTitle, words.episodesExported(saved.file, formatBytes(saved.bytes), saved.iterations));
  });
}

function exportTracked(id: string, tracker: Tracker): void {
  void withFaultNotice(words.failed, async () => {
    const { downloadTracked } = await import('./downloadTracked.ts'); // formats that nobody wanted before
    const { file, bytes } = await downloadTracked(id, tracker);
    notifyDone(words.exportTitle, words.trackerExported(file, formatBytes(bytes)));
  });
}
