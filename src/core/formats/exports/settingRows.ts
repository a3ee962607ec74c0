/** Every setting of a project as rows of a table that says of each where it goes, for files that take a project elsewhere. */
import type { ProjectDocument } from '../../document/schema.ts';
import { settingAt, TRAINING_PATHS, type TrainingPath } from '../../document/settingPaths.ts';
import type { Fault } from '../../faults.ts';
import { markdownCode, markdownText } from './markdownText.ts';

/** What is said of each setting, by its path within its part; an agent's of every agent, a data set's where there is one. */
export interface SettingMaps<M> {
  readonly project: Readonly<Record<string, M>>;
  readonly agent: Readonly<Record<string, M>>;
  readonly dataset: Readonly<Record<string, M>>;
  readonly training: Readonly<Record<TrainingPath, M>>;
  readonly warmStart: Readonly<Record<string, M>>;
}

export interface SettingRow<M> {
  readonly path: string;
  readonly value: unknown;
  readonly map: M;
}

/** Every setting of the document by its path, with its value and what is said of it. */
export function settingRows<M>(document: ProjectDocument, maps: SettingMaps<M>): SettingRow<M>[] {
  const { dataset } = document.environment;
  return [
    ...rowsOf(maps.project, document, ''),
    ...document.team.agents.flatMap((agent) => rowsOf(maps.agent, agent, `team.agents.${agent.role}.`)),
    ...(dataset ? rowsOf(maps.dataset, dataset, 'environment.dataset.') : []),
    ...TRAINING_PATHS.map((path) => ({
      path: `training.${path}`,
      value: settingAt(document.training, path),
      map: maps.training[path],
    })),
    ...rowsOf(maps.warmStart, document.warmStart, 'warmStart.'),
  ];
}

function rowsOf<M>(map: Readonly<Record<string, M>>, of: object, prefix: string): SettingRow<M>[] {
  return Object.entries(map).map(([path, mapped]) => {
    const value = path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], of);
    return { path: `${prefix}${path}`, value, map: mapped };
  });
}

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** What is refused or lost, as a list in Markdown: each with the setting that it is about. */
export const faultList = (faults: readonly Fault[]): string =>
  faults
    .map(({ code, message, hint, place }) => {
      const where = place?.subject === undefined ? '' : `${markdownCode(place.subject)}: `;
      return `- ${where}${markdownText(`${message}${hint ? ` ${hint}` : ''}`)} (${code})`;
    })
    .join('\n');

/** A value as a cell of a table: one line, and of long ones the beginning; `empty` for nothing. */
export function cell(value: unknown, empty: string): string {
  if (value === undefined) return '';
  const line = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  const short = line.length > 60 ? `${line.slice(0, 57)}…` : line;
  return short === '' ? empty : markdownText(short);
}
