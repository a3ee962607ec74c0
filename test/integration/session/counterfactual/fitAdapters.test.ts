/** Which epoch of a critic counts that is fitted until a part that was left out says to stop. */
import { describe, expect, it } from 'vitest';
import type { HostTensor } from '../../../../src/core/formats/safetensors.ts';
import { type AdaptedRow, EPOCHS, fitAdapted } from '../../../../src/session/counterfactual/fitAdapters.ts';
import type { Critic, CriticBatch } from '../../../../src/session/critics/critic.ts';
import { recordOf } from '../../../unit/core/credit/support.ts';

const [said] = recordOf([{ role: 'a', tokens: 1 }], [0]).messages;
const row = (target: number, group: number): AdaptedRow => ({ record: said!, agent: 0, target, group });

/** Says one number of all states, which each step moves by `step`. */
function stepping(step: number) {
  let value = 0;
  const batches: { readonly size: number; readonly returns: number[] }[] = [];
  const critic: Critic = {
    get parameters(): ReadonlyMap<string, HostTensor> {
      return new Map([['w', { shape: [1], data: Float32Array.of(value) }]]);
    },
    optimizer: null as unknown as Critic['optimizer'],
    restore: (parameters) => void (value = parameters.get('w')!.data[0]!),
    values: ({ messages }: CriticBatch) => Promise.resolve(new Float32Array(messages.length).fill(value)),
    bootstrapValues: () => Promise.reject(new Error('nobody asks')),
    train: ({ messages }: CriticBatch, _old, returns) => {
      batches.push({ size: messages.length, returns: Array.from(returns) });
      value += step;
      return Promise.resolve({ vf_loss: 0, vf_clipfrac: 0, grad_norm: 0 });
    },
  };
  return { critic, batches };
}

/** Ten episodes of one message. Groups 0 and 5 are left out, and lie `above` the mean of all. */
const rowsWith = (above: number) => Array.from({ length: 10 }, (_, group) => row(group % 5 === 0 ? 1 + above : 1 - above / 4, group));

describe('a critic with adapters', () => {
  it('is what it was after the epoch that errs least on what was left out, and tries four more', async () => {
    const { critic, batches } = stepping(0.25);
    let epochs = 0;
    const values = await fitAdapted(critic, rowsWith(0.5), [row(0, 0), row(0, 1)], 1, () => (epochs += 1));
    // Two steps of 0.25 from the mean of all, 1.
    expect(values).toEqual([1.5, 1.5]);
    expect(epochs).toBe(6);
    // Eight rows are learnt from, whose targets are told from the mean of all.
    expect(batches.map(({ size }) => size)).toEqual(Array(6).fill(8));
    expect(batches[0]!.returns).toEqual(Array(8).fill(-0.125));
  });

  it('says the mean of all where nothing that it learns helps', async () => {
    const { critic } = stepping(-1);
    expect(await fitAdapted(critic, rowsWith(0.5), [row(0, 0)], 1)).toEqual([1]);
  });

  it('ends after so many epochs at the latest', async () => {
    const { critic } = stepping(0.01);
    let epochs = 0;
    await fitAdapted(critic, rowsWith(0.5), [], 1, () => (epochs += 1));
    expect(epochs).toBe(EPOCHS);
  });

  it('takes steps of 32 messages, in another order each epoch', async () => {
    const { critic, batches } = stepping(0.01);
    await fitAdapted(
      critic,
      Array.from({ length: 50 }, (_, group) => row(group, group)),
      [],
      1,
    );
    expect(batches.slice(0, 4).map(({ size }) => size)).toEqual([32, 8, 32, 8]);
    expect(batches[2]!.returns).not.toEqual(batches[0]!.returns);
    expect([...batches[0]!.returns, ...batches[1]!.returns].sort((a, b) => a - b)).toEqual(
      [...batches[2]!.returns, ...batches[3]!.returns].sort((a, b) => a - b),
    );
  });
});
