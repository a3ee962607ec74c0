/** English texts of the page's frame: its places, their panels, and what stands where nothing is yet. */
import { spoken } from '../../forms/language.ts';

export const shellEn = spoken('shell/shell', {
  places: 'Places',
  skip: 'Skip to the work',
  examples: 'Open an example',
  newHere: {
    label: 'For newcomers',
    says: 'MARFT is reinforcement fine-tuning of several language-model agents as one team; here you build one, train it in your browser and see why it learns.',
    start: 'Begin with lesson 1',
    help: 'In about ten minutes: what a team of agents is, and who sees what',
    close: 'Do not show this line again',
  },
  /** What each place is called, and what is done there. */
  place: {
    team: { name: 'Team', help: 'Wire agents into a team and edit their prompts' },
    environment: { name: 'Environment', help: 'Write and try the problems and rewards' },
    training: { name: 'Training', help: 'Settings, warm start and what training runs on' },
    inspect: { name: 'Inspect', help: 'Read episodes token by token' },
    runs: { name: 'Runs', help: 'Every run: find, compare, continue' },
    learn: { name: 'Learn', help: 'Words, keys and a guide' },
  },
  trainingTabs: 'Settings, warm start and engine',
  trainingTab: { settings: 'Settings', warmStart: 'Warm start', engine: 'Engine' },
  canvas: 'Team graph',
  agent: 'Agent',
  run: 'Run',
  charts: 'Charts',
  episodes: 'Episodes',
  resizeColumns: 'Width of the left and the right side',
  resizeLeft: 'Height of the canvas and the agent’s settings',
  resizeRight: 'Height of the charts and the episodes',
  opening: 'Opening…',
  runsTable: {
    label: 'Runs of this session',
    none: 'No run yet.',
    noneHint: 'Train starts one; it then appears here with its settings and results.',
    name: 'Run',
    origin: 'Kind',
    recorded: 'recorded',
    live: 'this session',
    iterations: 'Iterations',
    best: 'Best',
    show: 'Show',
    shown: 'on screen',
  },
} as const);
