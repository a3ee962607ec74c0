/** The run on screen: its bar and its notices. Apart from the words of Inspect, which come with it, since these are seen first. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

const phases = {
  loading: 'loading',
  rollout: 'speaking',
  credit: 'crediting',
  update: 'learning',
  evaluate: 'evaluating',
  checkpoint: 'saving',
  paused: 'paused',
  finished: 'finished',
  stopped: 'stopped',
  failed: 'failed',
};

export const shownRunText = spoken('runs/shownRun', {
  runs: {
    run: 'Run on screen',
    recorded: 'recorded',
    recordedHelp:
      'A replay: this run was trained earlier and ships with the page, so that there is something to look at before you train. Its curves and episodes are real, nothing is being computed now. Train begins a run of your own.',
    seed: (seed: number) => ` · seed ${seed}`,
    seedHelp:
      'On one machine, runs of one project with the same seed on the same backend are alike, number for number; another seed is another draw of problems and words.',
    live: 'live',
    liveHelp: 'This run is being trained in this page now.',
    session: 'this session',
    sessionHelp: 'This run was trained in this page and has ended.',
    name: (project: string, number: number) => `Run ${number} · ${project}`,
    recordedName: (project: string) => `${project} (recorded)`,
    choose: 'Choose an earlier run',
    edited: 'Edited since the run began; the next run uses the edits.',
    editedShort: 'edited since run',
    another: (run: string, open: string) => `The run on screen is of “${run}”. The next one will be of “${open}”, the project now open.`,
    anotherShort: 'of another project',
    elsewhere: (open: string) =>
      `The run on screen was trained elsewhere, and its settings are unknown. Those here are of “${open}”, the project now open, as the next run will be.`,
    elsewhereShort: 'run from elsewhere',
    progress: (iteration: number, of: number, phase: string) => `${iteration} / ${of} · ${phase}`,
    within: (phase: string, percent: number) => `${phase}, ${percent} % of this iteration`,
    progressHelp: (iteration: number, of: number) => `${iteration} of ${of} iterations completed`,
    phases,
    best: (iteration: number, metric: string, reward: string) =>
      `best: iteration ${iteration}, ${metric === 'reward/greedy' ? 'greedy' : 'mean'} ${reward}`,
    bestHelp: (metric: string) =>
      metric === 'reward/greedy'
        ? 'After this iteration the team’s greedy answers were best. An export includes its adapters as well as the newest.'
        : 'The team earned most around this iteration, by the mean of the last five. An export includes its adapters as well as the newest.',
    export: 'Export',
    exportHelp: 'Download base models, one adapter per agent, project, metrics and last episodes as a zip.',
    exportDequantised: 'Export with the dequantised base',
    exportDequantisedHelp: (form: string) => `The base as the numbers of ${form} that the team was trained on, for transformers and PEFT`,
    exportSteps: { base: 'Fetching base…', zip: 'Packing…' },
    close: 'Close',
  },
  notices: {
    heading: 'Notices of this run',
    count: (count: number) => plural(count, 'notice', 'notices'),
    help: 'What was skipped, limited or ignored while this run was trained',
    /** Its message says of which iteration it is. */
    times: (times: number) => (times === 1 ? '' : `${times} times, last as shown`),
    warning: 'Warning',
    info: 'Note',
  },
});
