/** English texts of what keeps runs: interrupted runs, a full storage, a browser that sleeps. */
import { spoken } from '../../forms/language.ts';

export const keptEn = spoken('training/kept', {
  interrupted: {
    label: 'Interrupted run',
    said: (name: string, iteration: number, of: number) => `The run “${name}” was interrupted at iteration ${iteration} of ${of}.`,
    from: (iteration: number) =>
      `It can go on from iteration ${iteration}; what this computer trains goes on exactly as if nothing had happened.`,
    nowhere: 'Nothing had been saved yet that it could continue from.',
    continue: 'Continue',
    again: 'Begin it again',
    leave: 'Leave it',
    leaveHelp: 'It stays among your runs as it is, and is not offered here again.',
  },
  keeping: {
    label: 'Keeping runs',
    runs: 'Choose runs to delete',
    export: 'Export it now',
  },
  lostWarmStart: {
    title: 'A warm start ended with the page',
    'under way': (project: string) =>
      `That of “${project}” was going on when the page was loaded again, and nothing of it is kept. Begin it again: the same seed gives the same result.`,
    adapters: (project: string) =>
      `The adapters that “${project}” was warmed up with lay in memory alone until a run began with them, and are gone. Warm up again: the same seed gives the same result.`,
  },
  silent: {
    restart: 'Start it again',
  },
  awake: {
    name: 'Screen',
    help: 'A computer that falls asleep stops training; while a run goes on, the page asks the browser to keep it awake.',
    states: {
      held: 'kept awake while this run goes on',
      released: 'may sleep: nothing is being trained',
      hidden: 'may sleep: this tab is in the background',
      refused: 'may sleep: the browser refused to keep it awake',
      missing: 'may sleep: this browser cannot keep it awake',
    },
  },
  badge: 'kept',
  badgeHelp: 'This run was trained on an earlier visit and is kept in this browser. Nothing is being computed now.',
  name: (name: string, when: string) => `${name} · ${when}`,
});
