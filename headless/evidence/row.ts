/**
 * What is measured behind a claim of the lessons, the bug museum or the paper in miniature: a project, variants of it, and
 * seeds. A row is data; `npm run evidence -- --only ID` trains it and writes `public/evidence/<id>.json`.
 */
import type { ModelProjectName } from '../../src/core/document/presets/modelProjects.ts';
import type { PresetName } from '../../src/core/document/presets/presets.ts';
import type { SideProjectName } from '../../src/core/document/presets/sideProjects.ts';
import { documentSchema, type ProjectDocument } from '../../src/core/document/schema.ts';
import type { SettingsPresetName } from '../../src/core/editing/settingsPresets.ts';
import type { TeamName } from '../../src/core/document/presets/teams.ts';
import type { Json } from '../../src/core/json.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { valueAt, withValueAt } from '../../src/core/sweep/address.ts';
import { measuredTeam } from '../../src/core/museum/miniatureProject.ts';
import { commandFaults } from '../../src/words/words.ts';
import { chooseProject } from '../kit/project.ts';

/**
 * Values by path of the document, as in a sweep: `training.learningRate`, `training.compat.r1_huber_sign` (true or false),
 * `team.agents.solver.adapter.rank`, `team.agents.*.adapter.rank` of all.
 */
export type Changes = Readonly<Record<string, Json>>;

/** Nothing that adapts by itself: an effect is then the setting's alone, and a collapse is free to happen. */
export const UNGUARDED = { 'training.adaptiveLearningRate.enabled': false, 'training.klGate': 0 } as const;

/** Passages of the environment's code, and what stands in their places. */
export type Passages = readonly (readonly [passage: string, instead: string])[];

export interface RowVariant {
  /** Part of links; unique in its row. */
  readonly id: string;
  /** In legends and tables. */
  readonly name: string;
  /** A team in place of the preset's. */
  readonly team?: TeamName;
  /** A named set of settings in place of the row's. */
  readonly settings?: SettingsPresetName;
  readonly changes?: Changes;
  readonly code?: Passages;
  /** All roles, in the order in which the list of agents is to have them. */
  readonly order?: readonly string[];
  /** Learns from the row's teacher too. */
  readonly taught?: true;
  /** The variant it is compared with, seed by seed; the row's first where left out. */
  readonly against?: string;
}

export interface EvidenceRow {
  readonly id: string;
  readonly title: string;
  readonly preset: PresetName | ModelProjectName | SideProjectName;
  readonly settings?: SettingsPresetName | undefined;
  readonly team?: TeamName;
  /** Changes to every variant, made before its own. */
  readonly changes?: Changes;
  /** Likewise of the environment's code. */
  readonly code?: Passages;
  /** The first is what the others are compared with, unless they say otherwise. */
  readonly variants: readonly [RowVariant, ...RowVariant[]];
  /** {@link SEEDS} where left out. */
  readonly seeds?: readonly number[];
  /** Metrics kept as curves, beside each agent's KL to the base and entropy and the environment's skills. */
  readonly series?: readonly string[];
  /** Leaves out curves whose name begins with one of these; for rows of many variants, to keep the file small. */
  readonly without?: readonly string[];
  /** Measures the test split too, before and after: `extra.test.sampled`, `extra.test.before.sampled`, … and the train split's by the same names. */
  readonly test?: boolean;
  /** No page shows it: its file lies in docs/evidence, and is not shipped. */
  readonly docsOnly?: true;
  /** Nobody has measured it yet: it has no file. Goes when the file comes. */
  readonly awaited?: true;
  /** Seed of the first variant's run that teaches those who are taught, with its adapters after its last iteration. */
  readonly teacherSeed?: number;
  /** Asks the trained team for the agents' Shapley values: `extra.shapley.<role>`. */
  readonly shares?: boolean;
}

export const SEEDS: readonly number[] = [1, 2, 3, 4, 5];

/** The document of one run. */
export function rowDocument(row: EvidenceRow, variant: RowVariant, seed: number): ProjectDocument {
  const chosen = chooseProject({ preset: row.preset, settings: variant.settings ?? row.settings, seed });
  const team = variant.team ?? row.team;
  const own = team ? measuredTeam(chosen, team) : chosen;
  const changed = withCode(
    changedAt(own, { 'training.evaluateEvery': 0, 'training.turned.every': 0, ...row.changes, ...variant.changes }),
    [...(row.code ?? []), ...(variant.code ?? [])],
  );
  return documentSchema.parse(variant.order ? inOrder(changed, variant.order) : changed);
}

function withCode(document: ProjectDocument, code: Passages): ProjectDocument {
  const source = code.reduce((text, [passage, instead]) => {
    if (text.split(passage).length !== 2) throw new Error(`The environment has not “${passage}”, or has it twice.`);
    return text.replace(passage, () => instead);
  }, document.environment.source);
  return { ...document, environment: { ...document.environment, source } };
}

function inOrder(document: ProjectDocument, roles: readonly string[]): ProjectDocument {
  const agents = document.team.agents.toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role));
  if (agents.some(({ role }, index) => role !== roles[index])) throw new Error(`The team has other agents than ${roles.join(', ')}.`);
  return { ...document, team: { ...document.team, agents } };
}

export function changedAt(document: ProjectDocument, changes: Changes): ProjectDocument {
  return Object.entries(changes).reduce((changed, [path, value]) => {
    if (valueAt(changed, path) === undefined) throw new FaultError(fault(commandFaults, 'E_EVIDENCE_PATH', { path }));
    return withValueAt(changed, path, value);
  }, document);
}
