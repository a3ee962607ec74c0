/**
 * Whether a server's token ids mean what they mean here: token ids are all that is sent, so a base with another tokenizer, or another base
 * of the same name, would train on nonsense. An adapter that was never stepped scores as the base does, here and there.
 */
import { faultAt } from '../../core/faultAt.ts';
import type { Engine } from '../../engine/engine.ts';
import { scoreSequences } from '../../engine/train/score.ts';
import type { RemoteModel } from '../../tinker/server.ts';
import { remoteFaults } from '../../words/words.ts';
import type { BaseModel } from '../team/base.ts';

/** Tokens that are compared. */
const LENGTH = 24;
/** Mean difference, nats a token, from which it is another base: rounding to 16, 8 or 4 bits stays far below. */
const ANOTHER = 0.5;

/** Throws `E_REMOTE_TOKENS`; `fresh` is an adapter of `base` on the server that was not stepped yet. */
export async function requireSameTokens(engine: Engine, base: BaseModel, fresh: RemoteModel): Promise<void> {
  const { vocabularySize } = base.config;
  // Spread over the vocabulary, in no order that a tokenizer would have.
  const ids = Array.from({ length: LENGTH }, (_, i) => Math.floor(((i * 0.618_034) % 1) * vocabularySize));
  const [prompt, response] = [ids.slice(0, 1), ids.slice(1)];
  const [there = new Float32Array()] = await fresh.forward([{ prompt, response }]);
  const { logprobs: here } = await scoreSequences(engine, base.config, [], [{ ids, first: 1, slot: -1, temperature: 1 }]);
  const apart = here.reduce((sum, logprob, i) => sum + Math.abs(logprob - (there[i] ?? Number.NaN)), 0) / here.length;
  if (!(apart < ANOTHER)) throw faultAt(remoteFaults, 'E_REMOTE_TOKENS', { subject: base.name, base: base.name });
}
