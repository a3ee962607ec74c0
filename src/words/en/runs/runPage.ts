/** English texts of a run as one HTML file: the page in the file, and the dialogue that makes it. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const runPageText = spoken('runs/runPage', {
  /** In the file. */
  recorded: 'A recorded run: nothing is computed here but what the recorded numbers add up to.',
  made: (build: string) => `Made with MARFT Workbench ${build}`,
  seed: (seed: number) => `seed ${seed}`,
  iterations: (count: number) => plural(count, 'iteration', 'iterations'),
  bases: (names: string) => `on ${names}`,
  backend: (backend: string, device: string) => `trained on ${[backend, device].filter(Boolean).join(', ')}`,
  team: 'Team',
  scheme: { light: 'Light', dark: 'Dark', label: 'Colours' },
  curves: 'Curves',
  curvesHint: 'Point at a curve, or focus one and use the arrow keys: all show their values at that iteration.',
  chart: (title: string) => `${title}: arrow keys move along the iterations`,
  at: (iteration: number) => `iteration ${iteration}`,
  notMeasured: 'not measured here',
  more: 'More curves',
  table: 'As a table',
  iteration: 'Iteration',
  episodes: 'Episodes',
  episodesOf: (readable: number, all: number) =>
    readable === all
      ? `all ${plural(all, 'episode', 'episodes')} kept of this iteration`
      : `${readable} of ${plural(all, 'episode', 'episodes')}; of the others only numbers are in this file, for colours and comparisons`,
  noEpisodes: 'This file has curves only: no episodes were chosen.',
  unreadable: 'Numbers only: this episode’s texts are not in this file.',
  project: 'Project',
  projectHint: 'The project as it was trained: the workbench opens this text as a file.',
  /** Of a run that something else trained. */
  elsewhere: (step: number, source: string) =>
    `to step ${step}, from ${source} · trained elsewhere: its settings, seed and base are unknown`,
  teamHint: 'Its agents and who hears whom, as far as the files of its trainer tell them. Everything else of its project is unknown.',
  save: 'Save as project.json',
  prompt: (role: string) => `What ${role} is told`,
  broken: 'This file is damaged: what it holds of the run cannot be read.',
  noScript: 'This file shows a run with a script of its own. Nothing is fetched: allow scripts for this file to read it.',

  /** In the workbench. */
  what: 'The file holds the project with its prompts, all curves and the episodes chosen here. It opens in any browser, fetches nothing and needs no server.',
  which: 'Episodes',
  choices: {
    open: { name: (iteration: number, episode: number) => `The one open: iteration ${iteration}, episode ${episode}`, what: '' },
    extremes: { name: 'The best and the worst of each iteration', what: 'By reward; of equal ones the first' },
    all: { name: 'All', what: 'Every episode that is kept' },
    none: { name: 'None', what: 'Curves only' },
  },
  whichIterations: 'Iterations',
  allIterations: (count: number) => `all ${count} that are kept`,
  numbers: 'Of the other episodes of these iterations the file has numbers without texts: colours and comparisons need them.',
  write: 'Save',
  cancel: 'Cancel',
  working: (done: number, all: number) => `Packing iteration ${done} of ${all}…`,
  saved: (file: string, size: string, episodes: number) =>
    `Downloaded: ${file}, ${size}, ${episodes === 0 ? 'without episodes' : `with ${plural(episodes, 'episode', 'episodes')} to read`}`,
  failed: 'The file was not saved',
  noneKept: 'No episodes of this run are kept: the file has its curves.',
});
