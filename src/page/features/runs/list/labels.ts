/** What a path into the document is called on the page, and how its values are written. */
import type { DiffRow } from '../../../../core/editing/diff.ts';
import type { Json } from '../../../../core/json.ts';
import { valueName } from '../../../../core/sweep/grid.ts';
import { agentText, COMMA, importText, settingsText, text } from '../../../../words/words.ts';
import type { ListedRun } from './listed.ts';

const words = text.runs.compare;
/** The page's name of a path such as `training.learningRate` or `team.agents.solver.prompt`; the path where it has none. */
export function pathLabel(path: string): string {
  const setting = fieldLabel(path.replace(/^training\./, ''));
  if (setting !== undefined) return setting;
  if (path === 'team.base') return words.base;
  if (path === 'team.agents') return words.agents;
  if (path === 'team.turns') return words.turns;
  if (path === 'environment.source') return words.code;
  if (path.startsWith('team.edges.')) return words.edge(path.slice('team.edges.'.length));
  if (path.startsWith('environment.dataset.')) return words.dataset(path.slice('environment.dataset.'.length));
  const [, role, rest] = /^team\.agents\.([^.]+)\.(.+)$/.exec(path) ?? [];
  if (role === undefined || rest === undefined) return path;
  return text.runs.sweep.agentSetting(role === '*' ? words.allAgents : role, agentLabel(rest));
}

/** A setting of an agent by its path below it. */
function agentLabel(path: string): string {
  if (path === 'prompt') return words.prompt;
  const fields: Readonly<Record<string, { readonly label: string }>> = agentText.fields;
  return (Object.hasOwn(fields, path) ? fields[path]?.label : undefined) ?? path;
}

function fieldLabel(id: string): string | undefined {
  const fields: Readonly<Record<string, { readonly label: string }>> = settingsText.fields;
  return Object.hasOwn(fields, id) ? fields[id]?.label : undefined;
}

/** A value of the document, in the words of the settings form. */
export function valueLabel(value: Json | undefined): string {
  if (value === undefined) return words.absent;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (value === '') return words.empty;
  if (Array.isArray(value)) return value.length === 0 ? words.empty : value.map(valueName).join(COMMA);
  const options: Readonly<Record<string, string>> = settingsText.options;
  return typeof value === 'string' && Object.hasOwn(options, value) ? (options[value] ?? value) : valueName(value);
}

/** What a cell of a sweep is called: `Learning rate 0.003, Credit strategy equal`. */
export function cellLabel(values: Readonly<Record<string, Json>>): string {
  return Object.entries(values)
    .map(([path, value]) => `${pathLabel(path)} ${valueLabel(value)}`)
    .join(COMMA);
}

/** One document's value in a row of differences. */
export function diffValue({ kind }: Pick<DiffRow, 'kind'>, value: Json | undefined): string {
  if (value === undefined) return words.absent;
  if (kind === 'code') return value === 0 ? words.asFirst : words.changedLines(Number(value));
  if (kind === 'edge') return value === true ? words.connected : words.notConnected;
  return valueLabel(value);
}

/** How a run stands. `running` is also what a run is left as when its page closed. */
export function phaseText({ phase, interrupted, imported, recorded }: ListedRun): string {
  const { list } = text.runs;
  if (recorded) return list.recorded;
  if (imported) return importText.badge;
  return interrupted ? list.interrupted : list.phases[phase];
}
