/** A pass of more sequences than one call holds: calls are begun in order, a few at a time, and nothing goes on behind one that failed. */
import { describe, expect, it } from 'vitest';
import { faultFrom } from '../../../src/core/faults.ts';
import { connect } from '../../../src/tinker/client.ts';
import { clock } from './outside.ts';
import { LIKE_OPEN_RL, LIKE_SKYRL_JAX, type Toy, ToyServer } from './toyServer.ts';

/** Seven calls. */
const SEQUENCES = Array.from({ length: 6 * 1024 + 1 }, (_, index) => ({ prompt: [index % 8], response: [(index * 3 + 1) % 8] }));
const GRADIENTS = SEQUENCES.map((sequence) => ({ ...sequence, logprobs: [-1], derivatives: [0.5] }));
const REQUEST = { base: 'toy', rank: 1, alpha: 16, attention: true, mlp: false, seed: 3 };

/** An adapter of a server at which no result is given before `together` calls of passes have arrived, or all. */
async function opened(toy: Toy, together: number) {
  const server = new ToyServer(toy);
  const calls: { seq: number; data: number }[] = [];
  /** Calls taken and not answered yet, at the most. */
  let under = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  let holds = false;
  const client = await connect(
    'http://toy',
    clock(async (input, init) => {
      const path = String(input).split('/').at(-1) ?? '';
      if (holds && path === 'retrieve_future') {
        if (under < together && calls.length < 7)
          await new Promise<void>((resolve, reject) => {
            waiting.push(resolve);
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error), { once: true });
          });
        const answer = await server.fetch(input, init);
        under -= 1;
        return answer;
      }
      const answer = await server.fetch(input, init);
      if (holds && path.startsWith('forward')) {
        const body = JSON.parse(server.bodies.at(-1) ?? '') as { seq_id: number; [input: `${string}_input`]: { data: unknown[] } };
        calls.push({ seq: body.seq_id, data: body[`${path}_input`]?.data.length ?? 0 });
        under += 1;
        most = Math.max(most, under);
        if (under >= together || calls.length === 7) for (const go of waiting.splice(0)) go();
      }
      return answer;
    }),
    { probe: null },
  );
  Object.assign(client.capabilities, { reduction: toy.reduction, resendable: toy.doneOnce });
  const model = await client.createModel(REQUEST);
  holds = true;
  return { server, client, model, calls, most: () => most };
}

describe('a pass of several calls', () => {
  it('begins them in order, four at a time, and gives log-probabilities by sequence', async () => {
    const { model, client, calls, most } = await opened(LIKE_SKYRL_JAX, 4);
    const logprobs = await model.forward(SEQUENCES);
    expect(calls.map(({ data }) => data)).toEqual([1024, 1024, 1024, 1024, 1024, 1024, 1]);
    expect(calls.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most()).toBe(4);
    // Eight kinds of sequences; neighbours of each are alike wherever the calls were split.
    expect(logprobs).toEqual(SEQUENCES.map((_, index) => logprobs[index % 8]));
    expect(new Set(logprobs.slice(0, 8).map(([value]) => value)).size).toBe(8);
    client.close();
  });

  it('sends nothing behind a call that was lost, where it would be done twice', async () => {
    const { model, client, server, calls } = await opened(LIKE_OPEN_RL, 1);
    server.mishap = (path, when) =>
      path === 'forward_backward' && when === 'after' && calls.length === 2 ? new TypeError('cut') : undefined;
    const fault = await model.backward(GRADIENTS).catch(faultFrom);
    expect(fault).toMatchObject({ code: 'E_SERVER_UNSURE' });
    const sent = server.seen.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.seen.length).toBe(sent);
    expect(server.seen.filter((path) => path === 'forward_backward').length).toBe(3);
    client.close();
  });

  it('ends with the fault of a result, and waits for no other', async () => {
    const { model, client, server } = await opened(LIKE_SKYRL_JAX, 3);
    let polls = 0;
    server.mishap = (path, when) =>
      path === 'retrieve_future' && when === 'before' && ++polls === 2
        ? Response.json({ detail: 'out of memory' }, { status: 400 })
        : undefined;
    expect(await model.backward(GRADIENTS).catch(faultFrom)).toMatchObject({ code: 'E_SERVER_REFUSED' });
    client.close();
  });
});
