/** How many tokens a text is to an agent: counted in a worker by the base's own tokenizer, which is started when first asked. */
import * as Comlink from 'comlink';
import type { PromptsApi, TokenCount } from '../../../../workers/prompts/protocol.ts';
import { baseNameOf } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { valueOf } from '../../../core/faults.ts';
import { ownBases } from '../../state/prompts/promptPreview.ts';

export type { TokenCount } from '../../../../workers/prompts/protocol.ts';

interface Counter {
  readonly api: Comlink.Remote<PromptsApi>;
  /** Rejects when the worker dies, which answers nothing more. */
  readonly death: Promise<never>;
}

let counter: Counter | null = null;

/** Rejects where the base or its tokenizer cannot be read, and where the worker died. */
export async function countTokens(document: ProjectDocument, role: string, text: string): Promise<TokenCount> {
  const agent = document.team.agents.findIndex((candidate) => candidate.role === role);
  const settings = document.team.agents[agent];
  if (!settings) throw new Error(`the team has no ${role}`);
  if (!counter) {
    const worker = new Worker(new URL('../../../../workers/prompts/prompts.worker.ts', import.meta.url), {
      type: 'module',
      name: 'token counter',
    });
    const death = new Promise<never>((_, reject) => {
      worker.addEventListener('error', ({ message }) => {
        worker.terminate();
        counter = null; // the next text starts another
        reject(new Error(`the token counter stopped: ${message}`));
      });
    });
    death.catch(() => undefined); // told to whoever waits
    counter = { api: Comlink.wrap<PromptsApi>(worker), death };
  }
  const { api, death } = counter;
  const bases = await ownBases([baseNameOf(document, settings)]);
  return valueOf(await Promise.race([api.count({ document: { team: document.team }, agent, text, bases }), death]));
}
