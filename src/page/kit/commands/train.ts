/** Beginning a run, and why none may begin now. */
import { commandsText, text } from '../../../words/words.ts';
import { heldBack } from '../../state/consent/consent.ts';
import { documentStore } from '../../state/document/document.ts';
import { engineStore, isActive } from '../../state/engine/engine.ts';
import { isWarming } from '../../state/engine/warmStart.ts';
import { trainAtHand } from '../../state/beginning/begin.ts';
import type { Command } from './command.ts';

const words = commandsText;

/** Why no run may begin now. */
export function mayNotBegin(): string | null {
  if (isWarming(engineStore.getState().warm)) return text.warmStart.trainDisabled;
  return heldBack(documentStore.getState().document.environment.source) ? text.consent.heldTrain : null;
}

/** Begins a run; also what the page offers where there is none. */
export const trainCommand: Command = {
  id: 'training.train',
  group: 'training',
  title: words.titles['training.train'],
  also: words.also['training.train'],
  keys: 'mod+Enter',
  // Also from within a prompt or the code: what has just been written is what is to be trained.
  inFields: true,
  refused: () => (isActive(engineStore.getState().phase) ? words.why.underWay : mayNotBegin()),
  run: () => void trainAtHand(),
};
