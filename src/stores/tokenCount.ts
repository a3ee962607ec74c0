/** How many tokens a text is to an agent: counted in a worker by the base's own tokenizer, which is started when first asked. */
import * as Comlink from 'comlink';
import type { PromptsApi, TokenCount } from '../../workers/prompts/protocol.ts';
import { baseNameOf } from '../core/document/bases.ts';
import type { ProjectDocument } from '../core/document/schema.ts';
import { valueOf } from '../core/faults.ts';
import { ownBases } from './promptPreview.ts';

export type { TokenCount } from '../../workers/prompts/protocol.ts';

let counter: Comlink.Remote<PromptsApi> | null = null;

/** Rejects where the base or its tokenizer cannot be read, and never answers where the worker died: a count is a help, not a need. */
export async function countTokens(document: ProjectDocument, role: string, text: string): Promise<TokenCount> {
  const agent = document.team.agents.findIndex((candidate) => candidate.role === role);
  const settings = document.team.agents[agent];
  if (!settings) throw new Error(`the team has no ${role}`);
  if (!counter) {
    const worker = new Worker(new URL('../../workers/prompts/prompts.worker.ts', import.meta.url), {
      type: 'module',
      name: 'token counter',
    });
    counter = Comlink.wrap<PromptsApi>(worker);
    worker.addEventListener('error', () => {
      worker.terminate();
      counter = null; // the next text starts another
    });
  }
  const bases = await ownBases([baseNameOf(document, settings)]);
  return valueOf(await counter.count({ document: { team: document.team }, agent, text, bases }));
}
