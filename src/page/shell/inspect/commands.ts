/** Moving the cursor along every axis of what is read, and what can be done with the episode that is read. */
import { cursorStore, INSPECT_VIEWS } from '../../state/address/cursor.ts';
import { explorerStore } from '../../state/reading/explorerView.ts';
import { episodeRead, reading, stepAgentMessage, stepMessage, stepRun, stepToken, stepTurn } from '../../state/reading/reader.ts';
import { rowOf } from '../../state/runs/explorer.ts';
import { runsStore } from '../../state/runs/runs.ts';
import type { Command } from '../../kit/commands/command.ts';
import { focusWhenThere } from '../../kit/commands/focusWhenThere.ts';
import { inPlace } from '../../kit/commands/inPlace.ts';
import { copyLinkHere } from '../../kit/address/linkHere.ts';
import { commandsText, exploreText, inspectText } from '../../../words/words.ts';
import { togglePin } from '../../features/inspect/explorer/togglePin.ts';
import { tokenElement } from '../../features/inspect/useTokenInView.ts';
import { VIEWS } from './views.ts';

const words = exploreText.commands;

const noEpisode = (): string | null => (reading() ? null : commandsText.why.noEpisodes);

const noOtherRun = (): string | null => (runsStore.getState().order.length > 1 ? null : words.noOtherRun);

/** Takes a step, and the focus with it, so that arrow keys go on from there. */
function step(take: (by: 1 | -1) => boolean, by: 1 | -1): void {
  if (!take(by)) return;
  const { place, view, message, token } = cursorStore.getState();
  if (message === null || token === null) return;
  // A view without a transcript has nothing to focus: there the cursor alone moves, and a view opened later keeps its own focus.
  const isThere = (): boolean => {
    const now = cursorStore.getState();
    return now.place === place && now.view === view && now.message === message && now.token === token;
  };
  focusWhenThere(() => (isThere() ? tokenElement(message, token) : null));
}

function command(id: keyof typeof words.titles, run: () => void, keys?: string): Command {
  return {
    id: `inspect.${id}`,
    group: 'inspect',
    title: words.titles[id],
    also: words.also,
    run,
    refused: noEpisode,
    ...(keys ? { keys } : {}),
  };
}

function pin(): void {
  const read = episodeRead();
  const { current } = runsStore.getState();
  if (read && current !== null) togglePin(current, rowOf(read));
}

function show(panel: 'episodes' | 'problem'): void {
  cursorStore.getState().move({ place: 'inspect' });
  explorerStore.getState().set({ panel });
}

const views: readonly Command[] = INSPECT_VIEWS.filter((view) => VIEWS[view]).map((view) =>
  inPlace('inspect', {
    id: `inspect.view.${view}`,
    group: 'inspect',
    title: words.view(inspectText.views[view]),
    refused: noEpisode,
    run: () => cursorStore.getState().move({ place: 'inspect', view }),
  }),
);

export const inspectCommands: readonly Command[] = [
  { ...command('nextRun', () => void stepRun(1), 'S'), refused: noOtherRun },
  { ...command('previousRun', () => void stepRun(-1), 'shift+S'), refused: noOtherRun },
  command('nextTurn', () => step(stepTurn, 1), 'R'),
  command('previousTurn', () => step(stepTurn, -1), 'shift+R'),
  command('nextMessage', () => step(stepMessage, 1), 'M'),
  command('previousMessage', () => step(stepMessage, -1), 'shift+M'),
  command('nextOfAgent', () => step(stepAgentMessage, 1), 'G'),
  command('previousOfAgent', () => step(stepAgentMessage, -1), 'shift+G'),
  command('nextToken', () => step(stepToken, 1), 'T'),
  command('previousToken', () => step(stepToken, -1), 'shift+T'),
  command('copyLink', () => void copyLinkHere(), 'Y'),
  command('pin', pin, 'shift+P'),
  inPlace(
    'inspect',
    command('search', () => {
      show('episodes');
      focusWhenThere(() => document.getElementById('explorer-search'));
    }),
  ),
  inPlace(
    'inspect',
    command('sameProblem', () => show('problem')),
  ),
  ...views,
];
