/**
 * The shipped projects behind docs/results.md: which are measured, and what each shows that no other does. A project is one
 * line of {@link SHOWN}.
 */
import type { PresetName } from '../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { SettingsPresetName } from '../../src/core/editing/settingsPresets.ts';
import { chooseProject } from '../kit/project.ts';
import { RECIPES } from '../pretrain/recipe.ts';
import { type Accuracy, EVALUATED } from './measureRun.ts';
import { ENVIRONMENT_NOTES } from './notes.ts';

export interface Shown {
  readonly preset: PresetName;
  /** A set of settings in place of the project's own. */
  readonly settings?: SettingsPresetName;
  /** One sentence: what it shows that no other does. */
  readonly shows: string;
}

export const SHOWN: readonly Shown[] = [
  { preset: 'micro', shows: 'The smallest whole thing: two agents, one reward, seconds without a GPU.' },
  { preset: 'standard', shows: 'Two operations in a problem, so the solver has steps to show; room above greedy decoding.' },
  { preset: 'signalling', shows: 'Hidden information: two agents keep to signals, and no message is right or wrong by itself.' },
  { preset: 'trio', shows: 'A third agent with the last word, and credit that keeps the other two at work.' },
  {
    preset: 'trio',
    settings: 'lazy_team',
    shows: 'The same team under equal credit: the reward rises while the verifier answers in the others’ place.',
  },
  {
    preset: 'programs',
    shows: 'Output that is run: the reward is the share of hidden unit tests passed, so a program can be partly right.',
  },
  { preset: 'higher-lower', shows: 'Several turns: what is learnt is to use what the environment says between them.' },
  { preset: 'relay', shows: 'One weak agent in a chain: who earned the reward is known, so credit can be checked against the truth.' },
  { preset: 'consult', shows: 'An orchestrator that calls helpers: what is learnt is whom to ask.' },
  {
    preset: 'memory',
    shows: 'Credit across turns: what the writer notes is paid a turn later, through what the reader makes of it.',
  },
  { preset: 'puzzles', shows: 'Many right answers: the reward is the value of the expression, not likeness to a solution.' },
  { preset: 'flow', shows: 'Parallel agents, generated at once, and credit that comes back through the agent who joins them.' },
  {
    preset: 'debate',
    shows: 'Answers that contradict each other and a judge: what is learnt is whom to believe, and by one of two witnesses to admit doubt.',
  },
  { preset: 'editor', shows: 'A reflector’s remark: it is paid only through the repair that it makes somebody else do.' },
  { preset: 'quartet', shows: 'Four agents, all of whom are needed: one wrong digit anywhere loses the episode.' },
  { preset: 'octet', shows: 'Eight agents in four layers, two of whom are weak: the reward does not say which.' },
];

export const SEEDS = [1, 2, 3] as const;
interface Measured {
  readonly train: Accuracy;
  readonly test: Accuracy;
}
type Skills = Readonly<Record<string, number>>;

/** One run of one project. */
export interface EnvironmentRow {
  readonly seed: number;
  readonly before: Measured;
  readonly after: Measured;
  /** Mean reward of each iteration's rollout. */
  readonly curve: readonly number[];
  /** Seconds of rollout, credit and update until the end of each iteration. */
  readonly secondsAt: readonly number[];
  /** Means over the first and the last five iterations. */
  readonly skills: { readonly first: Skills; readonly last: Skills };
  /** KL to the base after the last iteration, nats per token, by role. */
  readonly klRef: Readonly<Record<string, number>>;
}

/** Names the rows of a project: its preset, and the settings if they are not its own. */
export const idOf = ({ preset, settings }: Shown): string => (settings ? `${preset}-${settings}` : preset);

export function shownDocument({ preset, settings }: Shown, seed: number): ProjectDocument {
  const document = chooseProject({ preset, settings, seed });
  return { ...document, training: { ...document.training, evaluateEvery: 0 } };
}

const percent = (value: number) => (100 * value).toFixed(0);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** The section of docs/results.md. */
export function environmentsMarkdown(rows: ReadonlyMap<Shown, readonly EnvironmentRow[]>, machine: string): string {
  const measured = [...rows].filter(([, results]) => results.length > 0);
  return `# Environments

Every shipped project, trained with ${SEEDS.length} seeds on wasm with its own settings and one worker (${machine}; times depend on what else the machine is doing). Reward in per cent before → after training: ${EVALUATED} episodes of either split, sampled at temperature 1 or greedy, standard error about 3 points. "+30 points at" is the first iteration (and the time of rollouts and updates until then) at which the mean reward of five iterations exceeds the untrained one by 30 points.

| project | seed | train sampled | train greedy | test sampled | test greedy | +30 points at | iterations | time |
|---|---|---|---|---|---|---|---|---|
${measured.flatMap(([shown, results]) => lines(shown, results)).join('\n')}

## What each shows that no other does

| project | environment | what it shows | gain, sampled (train / test) | first → last five iterations | KL to base |
|---|---|---|---|---|---|
${measured.map(([shown, results]) => what(shown, results)).join('\n')}

${ENVIRONMENT_NOTES}

## What they stand on

The base of each is rebuilt by one command from the settings in the project. \`npm run warm-start\` makes it of the environment's own demonstrations and mistakes.

| base | command | made of |
|---|---|---|
${[...new Set(measured.map(([{ preset }]) => preset))].map(recipe).join('\n')}
`;
}

const nameOf = ({ preset, settings }: Shown) => (settings ? `\`${preset}\`, settings \`${settings}\`` : `\`${preset}\``);

function lines(shown: Shown, results: readonly EnvironmentRow[]): string[] {
  const { iterations } = shownDocument(shown, 1).training;
  const cell = (of: readonly EnvironmentRow[], split: keyof Measured, kind: keyof Accuracy) =>
    `${percent(mean(of.map(({ before }) => before[split][kind])))} → ${percent(mean(of.map(({ after }) => after[split][kind])))}`;
  const cells = (of: readonly EnvironmentRow[]) =>
    [cell(of, 'train', 'sampled'), cell(of, 'train', 'greedy'), cell(of, 'test', 'sampled'), cell(of, 'test', 'greedy')].join(' | ');
  const total = ({ secondsAt }: EnvironmentRow) => secondsAt.at(-1) ?? 0;
  return [
    ...results.map((row, index) => {
      const time = `${total(row).toFixed(0)} s`;
      return `| ${index === 0 ? nameOf(shown) : ''} | ${row.seed} | ${cells([row])} | ${reached(row)} | ${iterations} | ${time} |`;
    }),
    `| | **mean** | ${cells(results)} | | | ${mean(results.map(total)).toFixed(0)} s |`,
  ];
}

function reached({ before, curve, secondsAt }: EnvironmentRow): string {
  const target = before.train.sampled + 0.3;
  const at = curve.findIndex((_, index) => index >= 4 && mean(curve.slice(index - 4, index + 1)) > target);
  return at < 0 ? '–' : `${at + 1} (${(secondsAt[at] ?? 0).toFixed(1)} s)`;
}

function what(shown: Shown, results: readonly EnvironmentRow[]): string {
  const document = shownDocument(shown, 1);
  const gain = (split: keyof Measured) => percent(mean(results.map(({ before, after }) => after[split].sampled - before[split].sampled)));
  const names = new Set(results.flatMap(({ skills }) => Object.keys(skills.last)));
  const skill = (name: string, when: 'first' | 'last') => percent(mean(results.flatMap(({ skills }) => skills[when][name] ?? [])));
  const skills = [...names].map((name) => `${name} ${skill(name, 'first')} → ${skill(name, 'last')} %`).join('; ');
  const kl = document.team.agents
    .map(
      ({ role }) =>
        `${role} ${middle(results.map(({ klRef }) => klRef[role] ?? 0))
          .toFixed(2)
          .replace('-0.00', '0.00')}`,
    )
    .join(', ');
  return `| ${nameOf(shown)} | ${document.environment.file} | ${shown.shows} | +${gain('train')} / +${gain('test')} | ${skills} | ${kl} |`;
}

function recipe(preset: PresetName): string {
  const { team, warmStart } = chooseProject({ preset });
  const made = Object.values(RECIPES).find(({ name }) => name === team.base);
  const shape = (width: number, layers: number, vocabulary: number) => `${layers} layers, width ${width}, vocabulary at most ${vocabulary}`;
  if (made) {
    const { hiddenSize, layers, vocabularySize } = made.config;
    return `| \`${team.base}\` | \`npm run make-base -- --preset ${made.name}\` | ${shape(hiddenSize, layers, vocabularySize)}; ${made.tokens.toLocaleString('en')} tokens |`;
  }
  const { hiddenSize, layers, vocabularySize, tokens, right, target } = warmStart;
  const until = target < 1 ? `, until the team earns ${percent(target)} %` : '';
  return `| \`${team.base}\` | \`npm run warm-start -- --preset ${preset}\` | ${shape(hiddenSize, layers, vocabularySize)}; ${tokens.toLocaleString('en')} tokens, ${percent(right)} % of the messages right${until} |`;
}
