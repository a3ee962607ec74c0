/** Bringing what an imported run needs, for the palette. */
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import { runsViewStore } from '../../state/runsView/runsView.ts';
import type { Command } from '../../kit/commands/command.ts';
import { importText } from '../../../words/words.ts';

const words = importText.playOn;
const shown = () => currentRun(runsStore.getState());

export const playOnCommands: readonly Command[] = [
  {
    id: 'runs.playOn',
    group: 'runs',
    title: words.command,
    also: words.also,
    refused: () => (importInfoOf(shown()?.info) ? null : words.notImported),
    run: () => runsViewStore.getState().set({ equipping: shown()?.id ?? null }),
  },
];
