/** The report itself: what is known of the page, the browser, the engine and of what happened, as text that a person reads before it is sent. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { reportText as words } from '../../../words/words.ts';
import type { LogEntry } from '../../state/log/log.ts';

/** A line each; null where it is unknown. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

export interface ReportParts {
  readonly page: Facts;
  readonly browser: Facts;
  readonly engine: Facts;
  readonly kept: Facts;
  readonly log: readonly LogEntry[];
  readonly document: ProjectDocument;
}

/** What a person ticked. */
export interface Included {
  readonly sentences: boolean;
  readonly project: boolean;
}

const { heads } = words;

/** The report as Markdown. Without ticks nothing that a person wrote is in it: not even names of agents, files or projects. */
export function reportOf({ page, browser, engine, kept, log, document }: ReportParts, { sentences, project }: Included): string {
  return [
    `# MARFT Workbench: ${words.title}`,
    section(heads.page, page),
    section(heads.browser, browser),
    section(heads.engine, engine),
    section(heads.kept, kept),
    section(heads.shape, shapeOf(document)),
    `## ${heads.events}\n\n${log.length === 0 ? heads.noEvents : log.map((entry) => eventOf(entry, sentences)).join('\n')}`,
    ...(project ? [`## ${heads.project}\n\n${fenced(JSON.stringify(document, null, 2))}`] : []),
  ].join('\n\n');
}

function section(head: string, facts: Facts): string {
  const lines = Object.entries(facts).map(([name, value]) => `- ${name}: ${value === null ? heads.unknown : String(value)}`);
  return `## ${head}\n\n${lines.join('\n')}`;
}

/** How large it is, and what it is trained by: nothing that anybody typed. */
function shapeOf({ team, environment, training }: ProjectDocument): Facts {
  return {
    agents: team.agents.length,
    edges: team.edges.length,
    'own bases': team.agents.filter(({ base }) => base !== '').length,
    'characters of prompts': team.agents.reduce((sum, { prompt }) => sum + prompt.length, 0),
    'characters of environment': environment.source.length,
    'data set': environment.dataset !== null,
    algorithm: training.algorithm,
    seed: training.seed,
    iterations: training.iterations,
    episodes: training.episodes,
  };
}

function eventOf({ at, what, said }: LogEntry, sentences: boolean): string {
  const line = `- ${(at / 1000).toFixed(1)} ${what}`;
  return sentences && said ? `${line}\n\n${indented(said)}` : line;
}

/** Code by its indentation, which is why a line stays empty before it. */
const indented = (said: string): string => said.replace(/^/gm, '      ');

/** Within a fence that nothing in it can close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}
