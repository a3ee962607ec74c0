/** How many tokens a text is to an agent: counted in a worker by the base's own tokenizer, which is started when first asked. */
import * as Comlink from 'comlink';
import { type Answers, answersUntilDeath } from '../../../../workers/life/client.ts';
import type { PromptsApi, TokenCount } from '../../../../workers/prompts/protocol.ts';
import { baseNameOf } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { type Outcome, valueOf } from '../../../core/faults.ts';
import { ownBases } from '../../state/prompts/promptPreview.ts';

export type { TokenCount } from '../../../../workers/prompts/protocol.ts';

interface Counter {
  readonly api: Comlink.Remote<PromptsApi>;
  readonly answers: Answers;
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
    const answers = answersUntilDeath();
    worker.addEventListener('error', ({ message }) => {
      worker.terminate();
      counter = null; // the next text starts another
      answers.end(new Error(`the token counter stopped: ${message}`));
    });
    counter = { api: Comlink.wrap<PromptsApi>(worker), answers };
  }
  const { api, answers } = counter;
  const bases = await ownBases([baseNameOf(document, settings)]);
  return valueOf(await answers.of<Outcome<TokenCount>>(api.count({ document: { team: document.team }, agent, text, bases })));
}
