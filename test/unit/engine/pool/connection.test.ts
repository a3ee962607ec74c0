/** Memory that ran out in a worker is told with how many of them there are, since fewer take less. */
import { expect, it } from 'vitest';
import { fault } from '../../../../src/core/faults.ts';
import { LaneConnection } from '../../../../src/engine/pool/connection.ts';
import { engineFaults } from '../../../../src/words/words.ts';

/** A lane of `lanes` that answers every call with `found`. */
function failing(lanes: number, found = fault(engineFaults, 'E_MEMORY', { bytes: 5 * 2 ** 20 })): LaneConnection {
  let hear: (message: unknown) => void = () => {};
  const memory = { tensors: 0, bytes: 0, peakBytes: 0 };
  const worker = {
    post: (message: unknown) => hear({ call: (message as { call: number }).call, ok: false, fault: found, memory }),
    onMessage: (listener: (message: unknown) => void) => void (hear = listener),
    onFailure: () => {},
    terminate: () => {},
  };
  return new LaneConnection(worker, () => {}, lanes);
}

it('names fewer workers among several, and none where there is one', async () => {
  const several = {
    fault: { code: 'E_MEMORY', params: { bytes: 5 * 2 ** 20, workers: 3 }, hint: expect.stringMatching(/fewer workers than 3/) },
  };
  await expect(failing(3).call('use', 0)).rejects.toMatchObject(several);
  await expect(failing(1).call('use', 0)).rejects.toMatchObject({ fault: { params: { bytes: 5 * 2 ** 20 } } });
  const other = fault(engineFaults, 'E_GPU_LOST', {});
  await expect(failing(3, other).call('use', 0)).rejects.toMatchObject({ fault: other });
});
