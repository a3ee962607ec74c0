/** Whether a file that was opened describes another project's team: by its name where that says so, else by what is in it. No YAML is parsed. */
import { fieldsOf } from './fields.ts';
import { looksLikeMermaid } from './mermaidHead.ts';

const NAMES = /\.(ya?ml|jsonc|mmd|mermaid)$/i;
/** The files of a crew in a folder, of all that lie there. */
const CREW_FILES = /(^|\/)((agents|tasks)\.ya?ml|crew\.jsonc?|agents\/[^/]+\.jsonc?)$/i;

/** `json` is what the text means as JSON, undefined where it is none. */
export function looksLikeTeam(name: string, text: string, json: unknown): boolean {
  return NAMES.test(name) || looksLikeTeamValue(json) || looksLikeMermaid(text);
}

/** Whether a value is a graph of LangGraph, a component or gallery of AutoGen, agents of AG2's builder, or a crew. */
export function looksLikeTeamValue(json: unknown): boolean {
  const value = fieldsOf(json);
  const list = (field: string): boolean => Array.isArray(value[field]);
  if (list('nodes') && list('edges')) return true;
  if (typeof value['provider'] === 'string' && typeof value['config'] === 'object') return true;
  if (list('agent_configs') || Array.isArray(fieldsOf(value['components'])['teams'])) return true;
  if (typeof value['multi_agent'] === 'object') return true;
  return 'agents' in value && list('tasks') && !('team' in value);
}

/** The paths of a folder that make a crew. */
export const crewPaths = (paths: readonly string[]): string[] => paths.filter((path) => CREW_FILES.test(path));

/** The folders in which crews lie, by the paths of their files. */
export const crewFolders = (paths: readonly string[]): string[] => [
  ...new Set(crewPaths(paths).map((path) => path.replace(/(^|\/)(agents\/)?[^/]+$/, '$1'))),
];
