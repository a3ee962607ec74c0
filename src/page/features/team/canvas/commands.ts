/** What can be done to the team, for the palette, the list of keys, the canvas and its buttons. */
import { canvasStore } from '../model/canvas.ts';
import { documentStore } from '../../../state/document/document.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import type { Command } from '../../../kit/commands/command.ts';
import { teamText as words } from '../../../../words/words.ts';
import { ALIGNMENTS, type Alignment } from '../model/alignment.ts';
import { canvasView } from '../model/canvasView.ts';
import { copyToClipboard, pasteFromClipboard, removeCut } from '../model/clipboardActions.ts';
import { addAgentAt, alignAgents, arrangeTeam, duplicate, removeSelected, selectAgents, selection } from '../model/teamActions.ts';
import { shownTurn } from '../model/shownTurn.ts';

const { refusals } = words;
const showAll = (): void => canvasView()?.showAll();

const needsSelection = (): string | null => (selection().length > 0 ? null : refusals.none);
const hidden = (): string | null => (canvasView() ? null : refusals.hidden);

const align = (how: Alignment): Command => ({
  id: `team.align.${how}`,
  group: 'team',
  title: words.align[how],
  refused: () => {
    const spreads = how === 'across' || how === 'down';
    return hidden() ?? (selection().length >= (spreads ? 3 : 2) ? null : spreads ? refusals.three : refusals.two);
  },
  run: () => alignAgents(how, canvasView()?.boxes() ?? {}),
});

/** Every command of the canvas. Those `within` it act on keys only while it has the focus; it binds them itself. */
export const teamCommands: readonly Command[] = [
  {
    id: 'team.add',
    group: 'team',
    title: words.add,
    keys: 'A',
    within: 'canvas',
    run: () => {
      addAgentAt();
      showAll();
    },
  },
  {
    id: 'team.duplicate',
    group: 'team',
    title: words.duplicate,
    keys: 'mod+D',
    within: 'canvas',
    also: words.duplicateHelp,
    refused: needsSelection,
    run: () => {
      duplicate();
      showAll();
    },
  },
  {
    id: 'team.rename',
    group: 'team',
    title: words.rename,
    keys: 'F2',
    within: 'canvas',
    refused: () => hidden() ?? (selection().length === 1 ? null : refusals.oneOnly),
    run: () => canvasStore.getState().rename(cursorStore.getState().role),
  },
  {
    id: 'team.remove',
    group: 'team',
    title: words.removeSelected,
    keys: 'Delete',
    within: 'canvas',
    refused: () => (canvasStore.getState().edges.length > 0 ? null : needsSelection()),
    run: () => removeSelected(shownTurn()),
  },
  {
    id: 'team.selectAll',
    group: 'team',
    title: words.selectAll,
    keys: 'mod+A',
    within: 'canvas',
    run: () => {
      const roles = documentStore.getState().document.team.agents.map(({ role }) => role);
      selectAgents(roles);
      canvasStore.getState().say(words.done.selected(roles.length));
    },
  },
  // On the canvas the browser's own events do these, without a permission.
  {
    id: 'team.copy',
    group: 'team',
    title: words.copy,
    keys: 'mod+C',
    within: 'canvas',
    refused: needsSelection,
    run: () => void copyToClipboard(),
  },
  {
    id: 'team.cut',
    group: 'team',
    title: words.cut,
    keys: 'mod+X',
    within: 'canvas',
    refused: needsSelection,
    run: () => void copyToClipboard(removeCut),
  },
  { id: 'team.paste', group: 'team', title: words.paste, keys: 'mod+V', within: 'canvas', run: () => void pasteFromClipboard() },
  {
    id: 'team.arrange',
    group: 'team',
    title: words.layout,
    keys: 'L',
    within: 'canvas',
    also: words.layoutHelp,
    run: () => {
      arrangeTeam();
      showAll();
    },
  },
  { id: 'team.fit', group: 'team', title: words.fit, keys: '0', within: 'canvas', refused: hidden, run: showAll },
  ...ALIGNMENTS.map(align),
];

/** Runs a command by its id unless something speaks against it; whether it ran. */
export function runTeamCommand(id: string): boolean {
  const command = teamCommands.find((candidate) => candidate.id === id);
  if (!command || command.refused?.()) return false;
  command.run();
  return true;
}

/** Left to the browser's clipboard events. */
const BY_EVENT = new Set(['team.copy', 'team.cut', 'team.paste']);

/** The command that a key pressed on the canvas asks for. */
export function commandForKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): Command | null {
  if (event.altKey) return null;
  const key = event.key === 'Backspace' ? 'Delete' : event.key;
  const pressed = `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${key}`.toLowerCase();
  return teamCommands.find((command) => !BY_EVENT.has(command.id) && command.keys?.toLowerCase() === pressed) ?? null;
}
