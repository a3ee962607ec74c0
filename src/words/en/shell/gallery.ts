/** Around the cards of the gallery; what each says is in its folder of `gallery/`. */
import { spoken } from '../../forms/language.ts';
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

/** Projects without a recorded run, by name: the palette offers them before the gallery was fetched. */
const models = table<string>()({
  'stories-duo': 'Stories duo',
  'gsm8k-duo': 'GSM8K duo',
  enough: 'Enough',
  switchboard: 'Switchboard',
  dispatch: 'Dispatch',
});

/** What a card says, as `gallery/<name>/card.json` has it in English. */
export interface CardWords {
  readonly title: string;
  readonly shows: string;
  readonly look: string;
}

const duration = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 30) / 2} min`);

export const galleryEn = spoken('shell/gallery', {
  models,
  /** By project, where another language has them; a card’s own are English. */
  cards: table<CardWords>()({}) as Readonly<Record<string, CardWords>>,
  /** By the word that a gallery file has. */
  tagNames: table<string>()({
    'first steps': 'first steps',
    credit: 'credit',
    graph: 'graph',
    orchestrator: 'orchestrator',
    'multi-turn': 'multi-turn',
    'hidden information': 'hidden information',
    'partial rewards': 'partial rewards',
  }) satisfies Readonly<Record<GalleryTag, string>>,
  label: 'Templates',
  intro:
    'Each opens as a new project of yours; the one you have open is kept. The small curve is a run that was recorded earlier and comes with it: the mean reward of its episodes.',
  search: 'Search templates',
  tags: 'About',
  look: 'Look at',
  team: (agents: number) => plural(agents, 'agent', 'agents'),
  run: (iterations: number, seconds: number | null) =>
    `${iterations} iterations${seconds === null ? '' : `, about ${duration(seconds)} on two CPU cores`}`,
  /** `size`: of the base in words. */
  needs: {
    shipped: (base: string, size: string) => `Its base model ${base}${size} comes with the workbench and is fetched when you begin`,
    hub: (base: string, size: string) =>
      `Needs ${base}${size} of the Hugging Face Hub, which is not shipped: opens without it and says how to get it`,
    own: (base: string, size: string) => `Needs the base ${base}${size}, which its author has`,
  },
  by: (author: string, licence: string) => `${author} · ${licence}`,
  picture: 'The team as a graph',
  reward: (first: string, last: string) => `reward ${first} → ${last}`,
  curve: (first: string, last: string) => `The recorded run: mean reward ${first} in the first iteration, ${last} in the last`,
  blank: 'Blank project',
  blankShows: 'One agent, an environment to write from a template, default settings.',
  none: (words: string) => (words === '' ? 'No template is about all of that.' : `No template is found by “${words}”.`),
  all: 'Show all',
  starting: 'Fetching the project…',
  fetching: 'Fetching the gallery…',
  again: 'Try again',
  count: (hits: number) => plural(hits, 'template', 'templates'),
});
