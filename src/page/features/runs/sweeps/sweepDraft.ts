/** A sweep as it is being put together: what is typed, what it comes to, and what is wrong with it. */
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { Json } from '../../../../core/json.ts';
import { fault, faultFrom, type Fault, worded } from '../../../../core/faults.ts';
import { valueAt } from '../../../../core/sweep/address.ts';
import { cellName, planSweep, seedsFrom, type SweepPlan, valueFault } from '../../../../core/sweep/grid.ts';
import type { NewEntry } from '../../../state/queue/queue.ts';
import { chosenFaults, COMMA, settingsText, text } from '../../../../words/words.ts';
import { subjectOf } from '../../../state/settings/settingValues.ts';
import { SETTINGS, type FieldKind } from '../../../state/settings/settingsTable.ts';
import { cellLabel, pathLabel, valueLabel } from '../list/labels.ts';

const words = text.runs.sweep;

export interface DraftAxis {
  readonly path: string;
  readonly values: readonly Json[];
}

export interface SweepDraft {
  /** Null as long as nobody typed one: then it is called by what it varies. */
  readonly name: string | null;
  readonly axes: readonly DraftAxis[];
  /** How many seeds, from the project's own on. */
  readonly seeds: number;
  /** Seeds by name, as typed; takes the place of the number when it is not empty. */
  readonly seedList: string;
}

/** What a sweep is called by what it varies, with a number where that name is `taken`. */
export function sweepName(document: ProjectDocument, draft: SweepDraft, taken: readonly string[]): string {
  const seeds = draftSeeds(document, draft);
  const varied = draft.axes.filter(({ values }) => values.length > 1).map(({ path }) => pathLabel(path));
  const usual = words.usualName(varied, 'code' in seeds ? draft.seeds : new Set(seeds).size, document.name).slice(0, 190);
  let name = usual;
  for (let number = 2; taken.includes(name); number += 1) name = words.numbered(usual, number);
  return name;
}

/** What can be varied: a setting's path, and how its values are given. */
export interface Variable {
  readonly path: string;
  readonly label: string;
  /** The values there are; null where they are typed. */
  readonly options: readonly { readonly value: Json; readonly label: string }[] | null;
  /** What it is for; null where the page has no words for it. */
  readonly help: string | null;
}

/** Settings of agents that are worth varying, below `team.agents.<role>.` */
const OF_AGENTS = ['sampling.temperature', 'sampling.maxNewTokens', 'adapter.rank', 'adapter.alpha', 'adapter.learningRate', 'prompt'];

export function variablesOf(document: ProjectDocument): readonly Variable[] {
  const roles = document.team.agents.map(({ role }) => role);
  return [
    ...SETTINGS.flatMap(({ id, field }): Variable[] => {
      const path = subjectOf(id);
      // The seed has a field of its own, and graphs by turn and teachers are chosen, not typed.
      return id === 'seed' || field.kind === 'turns' || field.kind === 'teachers'
        ? []
        : [{ path, label: pathLabel(path), options: optionsOf(field, roles), help: settingsText.fields[id].help }];
    }),
    ...[...(roles.length > 1 ? ['*'] : []), ...roles].flatMap((role) =>
      OF_AGENTS.map((rest): Variable => {
        const path = `team.agents.${role}.${rest}`;
        return { path, label: pathLabel(path), options: null, help: null };
      }),
    ),
  ];
}

function optionsOf(field: FieldKind, roles: readonly string[]): Variable['options'] {
  const named = (values: readonly Json[]) => values.map((value) => ({ value, label: valueLabel(value) }));
  if (field.kind === 'choice') return named(field.options);
  if (field.kind === 'agent') return named(roles);
  return field.kind === 'switch' || field.kind === 'compat' ? named([false, true]) : null;
}

/** An axis for `path` that begins with what the project has. */
export function newAxis(document: ProjectDocument, path: string): DraftAxis {
  const present = valueAt(document, path);
  return { path, values: present === undefined ? [] : [present] };
}

/** What is wrong with the values of an axis; null when nothing is. */
export function axisFault(document: ProjectDocument, { path, values }: DraftAxis): string | null {
  if (values.length === 0) return words.noValues;
  for (const value of values) {
    const wrong = valueFault(document, path, value);
    if (wrong) return worded(wrong).message;
  }
  return null;
}

/** The seeds meant, or why they cannot be read. */
export function draftSeeds(document: ProjectDocument, { seeds, seedList }: SweepDraft): readonly number[] | Fault {
  if (seedList.trim() === '') return seedsFrom(document.training.seed, seeds);
  const parts = seedList.split(',').map((part) => part.trim());
  const read = parts.filter((part) => part !== '').map(Number);
  return read.length > 0 && read.every((seed) => Number.isInteger(seed) && seed >= 0) ? read : fault(chosenFaults, 'E_SWEEP_SEED', {});
}

/** What the draft comes to, or what keeps it from being a sweep. */
export function plannedDraft(document: ProjectDocument, draft: SweepDraft): SweepPlan | Fault {
  const seeds = draftSeeds(document, draft);
  if ('code' in seeds) return seeds;
  try {
    return planSweep(document, draft.axes, seeds);
  } catch (error) {
    return faultFrom(error);
  }
}

/** The runs of a plan as entries of the queue; `id` is the sweep's. */
export function sweepEntries(document: ProjectDocument, plan: SweepPlan, name: string, id: string): NewEntry[] {
  return plan.runs.map(({ values, seed }) => ({
    base: document,
    values,
    seed,
    name: [shortName(values) || name, words.seeded(seed)].join(COMMA).slice(0, 200),
    tags: [],
    sweep: { id, name, values },
  }));
}

/** `Learning rate 0.003, Credit strategy equal`. */
function shortName(values: SweepPlan['cells'][number]): string {
  const named = cellLabel(values);
  return named.length <= 160 ? named : cellName(values);
}
