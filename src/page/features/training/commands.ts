/** What can be done to the settings and to a finished run, for the palette, the list of keys and the keyboard. */
import { heldBack } from '../../state/consent/consent.ts';
import { documentStore } from '../../state/document/document.ts';
import { engineStore, isActive } from '../../state/engine/engine.ts';
import { isWarming } from '../../state/engine/warmStart.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import { interruptedRun } from '../../state/runs/interrupted.ts';
import { findASetting, settingsViewStore } from '../../state/settings/settingsView.ts';
import type { Command } from '../../kit/commands/command.ts';
import { inPlace } from '../../kit/commands/inPlace.ts';
import { settingsText, text } from '../../../words/words.ts';
import { moreIterations } from './moreIterations.ts';
import { isChanged, resetSettings } from '../../state/settings/settingValues.ts';
import { SETTINGS } from '../../state/settings/settingsTable.ts';

const words = text.training.commands;

const noneChanged = (): string | null => {
  const { document } = documentStore.getState();
  return SETTINGS.some(({ id }) => isChanged(document, id)) ? null : settingsText.noChanges;
};

export const trainingCommands: readonly Command[] = [
  inPlace('training', {
    id: 'training.find',
    group: 'training',
    title: settingsText.find,
    keys: '/',
    also: words.findAlso,
    run: findASetting,
  }),
  inPlace('training', {
    id: 'training.changed',
    group: 'training',
    title: words.changed,
    refused: noneChanged,
    run: () => {
      findASetting();
      settingsViewStore.setState({ words: '', changedOnly: true });
    },
  }),
  { id: 'training.resetAll', group: 'training', title: words.resetAll, refused: noneChanged, run: () => resetSettings() },
  {
    id: 'training.more',
    group: 'training',
    title: words.more,
    also: words.moreAlso,
    refused: () => {
      const { phase, warm } = engineStore.getState();
      const run = currentRun(runsStore.getState());
      if (isActive(phase) || isWarming(warm)) return words.busy;
      if (!run || run.phase !== 'finished' || !interruptedRun(run, null, 1)) return words.notFinished;
      return heldBack(run.document.environment.source) ? text.consent.heldTrain : null;
    },
    run: () => {
      const run = currentRun(runsStore.getState());
      if (run) void engineStore.getState().continueRun(run.id, moreIterations(run));
    },
  },
];
