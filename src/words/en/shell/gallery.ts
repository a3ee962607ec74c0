/** The gallery of shipped projects: what each shows, what to look at, and what it is about in a few words. */
import { table } from '../../forms/table.ts';
import { plural } from '../../forms/plural.ts';

export const GALLERY_TAGS = [
  'first steps',
  'credit',
  'graph',
  'orchestrator',
  'multi-turn',
  'hidden information',
  'partial rewards',
] as const;
export type GalleryTag = (typeof GALLERY_TAGS)[number];

export interface GalleryText {
  /** One line. */
  readonly shows: string;
  /** What to look at first. */
  readonly look: string;
  readonly tags: readonly GalleryTag[];
}

const presets = table<GalleryText>()({
  micro: {
    shows: 'Sums, differences and products, on the smallest base model. Learns in seconds, even without a GPU.',
    look: 'the reward of the first ten iterations, and an episode of the first beside one of the last.',
    tags: ['first steps'],
  },
  standard: {
    shows: 'Six types of problems, some with two operations, on the larger base model. More to learn, and slower.',
    look: 'the bars: the solver learns to show its steps, and to answer what the plan says.',
    tags: ['first steps'],
  },
  signalling: {
    shows: 'Hidden information: two agents come to rely on signals that their base half knows and that no prompt explains.',
    look: 'the prompts of one episode: only the speaker sees the colour.',
    tags: ['hidden information', 'first steps'],
  },
  trio: {
    shows: 'The verifier has the last word: a team that works together, and the lazy one.',
    look: '“verifier overrides” and “plan right”, here and with the settings “Lazy team”.',
    tags: ['credit'],
  },
  programs: {
    shows: 'The reward is the share of hidden unit tests that the program passes.',
    look: 'rewards between 0 and 1: programs that pass the short tests only.',
    tags: ['partial rewards'],
  },
  'higher-lower': {
    shows: 'Several turns: each guess is followed by a hint, and the next one may use it.',
    look: 'the range from turn to turn in one episode, and “guesses the middle”.',
    tags: ['multi-turn'],
  },
  relay: {
    shows: 'Credit with a known answer: one of three runners is weak.',
    look: 'the advantages of one lost relay: does the blame land on the second runner?',
    tags: ['credit'],
  },
  consult: {
    shows: 'Dynamic orchestration: a desk chooses which helper to call.',
    look: 'whom the desk calls in the first iteration and in the last one.',
    tags: ['orchestrator'],
  },
  memory: {
    shows: 'Two turns: one agent writes what another will need.',
    look: '“note is complete” and “reader finds it in a complete note”.',
    tags: ['multi-turn', 'credit', 'hidden information'],
  },
  puzzles: {
    shows: 'A target to be made from two of three numbers, in any way.',
    look: 'the two bars: numbers right, operation right.',
    tags: ['first steps'],
  },
  flow: {
    shows: 'Two branches work at once; the last agent counts what arrives from both.',
    look: 'the two branches in the graph, generated side by side.',
    tags: ['graph', 'credit'],
  },
  debate: {
    shows: 'Two witnesses contradict each other; a judge has to say whom to believe.',
    look: '“splits the difference”, the judge’s way out, and who admits doubt.',
    tags: ['graph', 'hidden information'],
  },
  editor: {
    shows: 'A reflector names a writer’s slip; it is worth only the repair it causes.',
    look: '“reflector finds the slip” and “editor does what it is told”.',
    tags: ['credit', 'graph'],
  },
});

/** Projects for a larger model, which have no recorded run. */
const models = {
  'stories-duo': {
    name: 'Stories duo',
    shows:
      'A solver and a checker on stories of several steps, in plain English and a chat template, on a base model of 4 M parameters: between the tiny teams and a real model.',
    look: '“first answer right” beside “check mends what is wrong”: does the checker work the story out, or only agree?',
    needs: 'Its base model (8 MB) comes with the workbench and is fetched when you begin',
  },
  'gsm8k-duo': {
    name: 'GSM8K duo',
    shows: 'Planner and solver on a real model (SmolLM2-135M, or a folder of yours) and on rows of GSM8K from your own file.',
    look: 'an episode: what the plan says, and whether the solver does it; minutes an iteration stand beside Train.',
    needs: 'Needs a model that is not shipped: opens without it and says how to get one',
  },
} as const;

const duration = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 30) / 2} min`);

export const galleryEn = {
  presets,
  models,
  label: 'Templates',
  intro:
    'Each opens as a new project of yours; the one you have open is kept. The small curve is a run that was recorded earlier and comes with it: the mean reward of its episodes.',
  search: 'Search templates',
  tags: 'About',
  look: 'Look at',
  team: (agents: number) => plural(agents, 'agent', 'agents'),
  run: (iterations: number, seconds: number) => `${iterations} iterations, about ${duration(seconds)} on two CPU cores`,
  reward: (first: string, last: string) => `reward ${first} → ${last}`,
  curve: (first: string, last: string) => `The recorded run: mean reward ${first} in the first iteration, ${last} in the last`,
  blank: 'Blank project',
  blankShows: 'One agent, an environment to write from a template, default settings.',
  none: (words: string) => (words === '' ? 'No template is about all of that.' : `No template is found by “${words}”.`),
  all: 'Show all',
  starting: 'Fetching the environment…',
  count: (hits: number) => plural(hits, 'template', 'templates'),
};
