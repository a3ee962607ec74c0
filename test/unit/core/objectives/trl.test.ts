/** The loss of TRL's own function on the same tensors (`make_trl.py`), and its derivatives. */
import { describe, expect, it } from 'vitest';
import { policyObjective } from '../../../../src/core/objectives/policy.ts';
import { topEntropyTokens } from '../../../../src/core/objectives/tokenChoice.ts';
import { expectClose, golden, settingsOf } from './support.ts';

const trl = golden('trl.json');

describe('TRL', () => {
  it.each(Object.keys(trl))('%s', (name) => {
    const { settings: changes, batch, loss, dLogprobs } = trl[name];
    const settings = settingsOf(changes);
    const silenced = topEntropyTokens(batch.entropies, settings.topEntropy).map((chosen) => 1 - chosen);
    const found = policyObjective({ ...batch, silenced }, settings);
    expect(Math.abs(found.loss - loss)).toBeLessThan(1e-12);
    expectClose(found.dLogprobs, dLogprobs, 1e-6, name);
  });
});
