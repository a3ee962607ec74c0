/** The project of an imported run: its team as far as its files tell it. Nothing else of it is known, and nothing can be trained on it. */
import { DOCUMENT_VERSION, documentSchema, type Edge, type ProjectDocument, teamSchema } from '../../../document/schema.ts';
import { escapePrompt } from '../../../team/placeholders.ts';
import { importText } from '../../../../words/words.ts';
import { type Cast, MOST_PROMPT } from './cast.ts';
import { IMPORTED_BASE } from './records.ts';

/** As many as a project may have. */
const MOST_ITERATIONS = 1_000_000;
/** Between two agents on the canvas. */
const COLUMN = 320;

/** `edges`: who hears whom; those of agents that are not there are left out. `iterations`: how far the run went. */
export function importedProject(name: string, cast: Pick<Cast, 'agents'>, edges: readonly Edge[], iterations: number): ProjectDocument {
  const roles = new Set(cast.agents.map(({ role }) => role));
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: name.slice(0, 200) || importText.unnamed,
    description: importText.description,
    team: {
      base: IMPORTED_BASE,
      agents: (cast.agents.length > 0 ? cast.agents : [{ role: 'agent', label: '', prompt: '' }]).map(({ role, label, prompt }) => {
        // What looks like a placeholder of ours is none; escaped it may be longer than a prompt can be.
        const escaped = escapePrompt(prompt);
        return { role, label, prompt: escaped.length > MOST_PROMPT ? '' : escaped };
      }),
      edges: edges.filter(({ from, to }) => roles.has(from) && roles.has(to)),
      context: 'parents',
    },
    environment: { file: 'imported.env.ts', source: `// ${importText.noEnvironment}\n` },
    training: { iterations: Math.min(Math.max(iterations, 1), MOST_ITERATIONS) },
    view: { positions: Object.fromEntries(cast.agents.map(({ role }, at) => [role, { x: at * COLUMN, y: 0 }])) },
  });
}

/** A project with the team of an imported one: its agents, their prompts and who hears whom. Everything else stays as it is. */
export function withTeamOf(document: ProjectDocument, { team, view }: ProjectDocument): ProjectDocument {
  const { agents, edges } = team;
  return {
    ...document,
    team: teamSchema.parse({ ...document.team, agents, edges, context: 'parents', turns: [], orchestration: 'static', orchestrator: {} }),
    view,
  };
}
