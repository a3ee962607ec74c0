/** What can be done everywhere: going, undoing, training, reading on, looks and help. */
import { PLACES, cursorStore, type Place, type TrainingTab } from '../../state/address/cursor.ts';
import { heldBack } from '../../state/consent/consent.ts';
import { documentStore } from '../../state/document/document.ts';
import { engineStore, isActive } from '../../state/engine/engine.ts';
import { isWarming } from '../../state/engine/warmStart.ts';
import { stepAtHand } from '../../state/beginning/begin.ts';
import { openReport } from '../../state/log/reporting.ts';
import { reading, stepEpisode, stepIteration } from '../../state/reading/reader.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import { interruptedRun } from '../../state/runs/interrupted.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { openLearn } from '../../state/address/learnStore.ts';
import { resetLayout } from '../../kit/layout/useSplit.ts';
import { commandsText, text } from '../../../words/words.ts';
import { otherLanguage, switchLanguage } from '../../state/language/language.ts';
import { switchScheme } from '../../kit/theme/schemeManager.ts';
import type { Command, CommandGroup } from '../../kit/commands/command.ts';
import { focusWhenThere } from '../../kit/commands/focusWhenThere.ts';
import { inPlace } from '../../kit/commands/inPlace.ts';
import { mayNotBegin, trainCommand } from '../../kit/commands/train.ts';
import { openKeys, openPalette } from '../../kit/commands/openCommands.ts';

const words = commandsText;

type Title = keyof typeof words.titles;

function command(id: Title, run: () => void, more: Partial<Command> = {}): Command {
  const group = id.split('.')[0] as CommandGroup;
  return { id, group, title: words.titles[id], also: words.also[id], run, ...more };
}

function goTo(place: Place, tab?: TrainingTab): void {
  cursorStore.getState().move({ place, ...(tab ? { tab } : {}) });
}

const places: readonly Command[] = PLACES.map((place, index) =>
  inPlace(
    place,
    command(`go.${place}`, () => goTo(place, place === 'training' ? 'settings' : undefined), { keys: `alt+${index + 1}`, inFields: true }),
  ),
);

const go: readonly Command[] = [
  ...places,
  inPlace(
    'training',
    command('go.warmStart', () => goTo('training', 'warmStart')),
  ),
  inPlace(
    'training',
    command('go.engine', () => goTo('training', 'engine')),
  ),
  command('go.runBar', () => focusWhenThere(() => document.getElementById('run'))),
  command('go.place', () => focusWhenThere(() => document.getElementById('place'))),
];

const edit: readonly Command[] = [
  command('edit.undo', () => documentStore.getState().undo(), {
    keys: 'mod+Z',
    refused: () => (documentStore.getState().past.length > 0 ? null : words.why.nothingToUndo),
  }),
  command('edit.redo', () => documentStore.getState().redo(), {
    keys: 'mod+shift+Z, mod+Y',
    refused: () => (documentStore.getState().future.length > 0 ? null : words.why.nothingToRedo),
  }),
];

const active = (): boolean => isActive(engineStore.getState().phase);
const paused = (): boolean => engineStore.getState().phase === 'paused';
const underWay = (): string | null => (active() ? null : words.why.noneUnderWay);

/** The run on screen, where it can go on. */
function continued(): RunSet | null {
  const run = currentRun(runsStore.getState());
  return run && interruptedRun(run) ? run : null;
}

function mayNotContinue(): string | null {
  if (active()) return words.why.underWay;
  if (isWarming(engineStore.getState().warm)) return text.warmStart.trainDisabled;
  const run = continued();
  if (!run) return words.why.nothingToContinue;
  // Its own code, not that of the project at hand.
  return heldBack(run.document.environment.source) ? text.consent.heldTrain : null;
}

const training: readonly Command[] = [
  trainCommand,
  command('training.pause', () => void (paused() ? engineStore.getState().resume() : engineStore.getState().pause()), {
    keys: 'P',
    refused: underWay,
  }),
  command('training.step', () => void stepAtHand(), {
    keys: 'N',
    refused: () => (active() ? (paused() ? null : words.why.stepWhileRunning) : mayNotBegin()),
  }),
  command('training.stop', () => void engineStore.getState().stop(), { keys: 'shift+X', refused: underWay }),
  command(
    'training.continue',
    () => {
      const run = continued();
      if (run) void engineStore.getState().continueRun(run.id);
    },
    { refused: mayNotContinue },
  ),
];

const noEpisodes = (): string | null => (reading() ? null : words.why.noEpisodes);

const inspect: readonly Command[] = [
  command('inspect.nextEpisode', () => stepEpisode(1), { keys: 'J', refused: noEpisodes }),
  command('inspect.previousEpisode', () => stepEpisode(-1), { keys: 'K', refused: noEpisodes }),
  command('inspect.nextIteration', () => void stepIteration(1), { keys: 'shift+J', refused: noEpisodes }),
  command('inspect.previousIteration', () => void stepIteration(-1), { keys: 'shift+K', refused: noEpisodes }),
  command('inspect.newest', () => cursorStore.getState().move({ iteration: null }), { refused: noEpisodes }),
];

export const shellCommands: readonly Command[] = [
  ...go,
  ...edit,
  ...training,
  ...inspect,
  command('view.scheme', switchScheme, { keys: 'shift+D' }),
  command('view.language', () => switchLanguage(otherLanguage())),
  command('view.resetLayout', resetLayout),
  command('help.palette', openPalette, { keys: 'mod+K', inFields: true }),
  command('help.keys', openKeys, { keys: '?' }),
  command('help.report', openReport),
  // Relative, since the page may lie in a folder of its host.
  command('help.licences', () => void window.open('THIRD_PARTY_NOTICES.txt', '_blank', 'noopener')),
  inPlace(
    'learn',
    command('help.guide', () => openLearn('guide')),
  ),
  inPlace(
    'learn',
    command('help.docs', () => openLearn('docs')),
  ),
  inPlace(
    'learn',
    command('help.examples', () => openLearn('examples')),
  ),
  inPlace(
    'learn',
    command('help.words', () => openLearn('words')),
  ),
];
