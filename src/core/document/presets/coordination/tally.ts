/** A tally in a tree: four agents, or eight, each of whom can spoil it. */
import type { ProjectDocument, WarmStartSettings } from '../../schema.ts';
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 4 };

interface Member {
  readonly role: string;
  readonly label: string;
  readonly hears?: readonly string[];
  /** On the canvas: columns from the left, rows from above. */
  readonly at: readonly [column: number, row: number];
}

interface Tally {
  /** Of the base and the recorded run. */
  readonly id: string;
  readonly environment: string;
  readonly name: string;
  readonly description: string;
  readonly members: readonly Member[];
  readonly training: Partial<ProjectDocument['training']>;
  readonly warmStart: Partial<WarmStartSettings>;
}

const tally = ({ id, environment, name, description, members, training, warmStart }: Tally): Preset => ({
  environment,
  recorded: `recorded/${id}`,
  project: (code) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name,
      description,
      team: {
        base: id,
        agents: members.map(({ role, label }) => ({ role, label, prompt: 'Add, and say the last digit.', sampling: SAMPLING })),
        edges: members.flatMap(({ role, hears = [] }) => hears.map((from) => ({ from, to: role }))),
        // Whoever heard more could add without the adders.
        context: 'parents',
      },
      environment: { ...code },
      training: { horizon: 1, ...training },
      warmStart: { target: 1, evaluateEvery: 200, ...warmStart },
      view: { positions: Object.fromEntries(members.map(({ role, at: [column, row] }) => [role, { x: 320 * column, y: 160 * row }])) },
    }),
});

export const QUARTET: Preset = tally({
  id: 'quartet',
  environment: 'tally',
  name: 'Quartet',
  description:
    'Four agents in a tree: two counters see two numbers each, an adder adds the digits they say, a clerk adds one number more. They pass on last digits, and nobody sees the numbers of another; one wrong digit anywhere loses the episode for all four. ' +
    'What to look at: the bar “counters right” beside the other two. The base’s counters often forget their second number; adder and clerk mostly know their work.',
  members: [
    { role: 'north', label: 'North counter', at: [0, 0] },
    { role: 'south', label: 'South counter', at: [0, 1] },
    { role: 'upper', label: 'Adder', hears: ['north', 'south'], at: [1, 0.5] },
    { role: 'clerk', label: 'Clerk', hears: ['upper'], at: [2, 0.5] },
  ],
  training: { iterations: 40, episodes: 32 },
  warmStart: { right: 0.45, tokens: 1_000_000 },
});

export const OCTET: Preset = tally({
  id: 'octet',
  environment: 'tally-eight',
  name: 'Octet',
  description:
    'Eight agents in a tree of four layers: four counters see two numbers each, three adders add the digits that the two below them say, a clerk adds one number more and has the last word. They pass on last digits, and nobody sees the numbers of another; one wrong digit anywhere loses the episode for all eight. ' +
    'What to look at: two of the eight forget their second number in most episodes, and the reward does not say which. Inspect → Shapley asks who brought the rise; the KL to the base shows who has moved.',
  members: [
    { role: 'north', label: 'North counter', at: [0, 0] },
    { role: 'south', label: 'South counter', at: [0, 1] },
    { role: 'east', label: 'East counter', at: [0, 2] },
    { role: 'west', label: 'West counter', at: [0, 3] },
    { role: 'upper', label: 'Upper adder', hears: ['north', 'south'], at: [1, 0.5] },
    { role: 'lower', label: 'Lower adder', hears: ['east', 'west'], at: [1, 2.5] },
    { role: 'total', label: 'Total', hears: ['upper', 'lower'], at: [2, 1.5] },
    { role: 'clerk', label: 'Clerk', hears: ['total'], at: [3, 1.5] },
  ],
  // Six of the eight know their work: at twice this rate they wander.
  training: { iterations: 40, episodes: 48, learningRate: 1.5e-3 },
  warmStart: { right: 0.45, tokens: 1_200_000 },
});
