import { expect, it } from 'vitest';
import { parseHubName } from '../../../src/core/formats/models/hub/hubName.ts';
import { RECOMMENDED } from '../../../src/core/formats/models/recommended.ts';

it('the models recommended have the sizes that their names say', () => {
  const millions = RECOMMENDED.map(({ id, parameters, bytes }) => {
    expect(parseHubName(id)?.id).toBe(id);
    expect(bytes).toBe(2 * parameters);
    return parameters / 1e6;
  });
  // As their cards give them, in millions.
  expect(millions.map((count) => Math.round(count))).toEqual([135, 362, 494, 596, 1236, 1711]);
});
