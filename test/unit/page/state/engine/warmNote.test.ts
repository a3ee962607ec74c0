/** What a reload takes of a warm start is known afterwards, and nothing else is. */
import { beforeEach, expect, it } from 'vitest';
import type { EngineState } from '../../../../../src/page/state/engine/types.ts';
import { newWarmStart } from '../../../../../src/page/state/engine/warmStart.ts';
import { noteWarmLoss, takeLostWarmStart } from '../../../../../src/page/state/engine/warmNote.ts';
import { guardedStorage } from '../../../../../src/page/state/storage/storage.ts';
import { smallProject } from '../../../../e2e/support/projects.ts';

type State = Pick<EngineState, 'warm' | 'phase'>;

let held: Map<string, string>;
const storage = guardedStorage(
  () =>
    ({
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => void held.set(key, text),
    }) as unknown as Storage,
);
const begun = newWarmStart('w', { ...smallProject(), name: 'Sums' });
const ended = (trains: 'new_base' | 'adapters') =>
  ({ ...begun, phase: 'finished', result: { trains, name: 'sums', files: {}, ended: 'budget' } }) as unknown as State['warm'];
const idle: State = { warm: null, phase: 'idle' };

/** What a page says that is loaded after these states, one after the other. */
function after(...states: readonly State[]) {
  let before = idle;
  for (const state of states) {
    noteWarmLoss(storage, state, before);
    before = state;
  }
  return takeLostWarmStart(storage);
}

beforeEach(() => {
  held = new Map();
});

it('one that went on', () => {
  expect(after({ warm: begun, phase: 'idle' })).toEqual({ loss: 'under way', project: 'Sums' });
  expect(takeLostWarmStart(storage), 'told once').toBeNull();
});

it('adapters that no run began with', () => {
  const finished = { warm: ended('adapters'), phase: 'idle' } as const;
  expect(after({ warm: begun, phase: 'idle' }, finished)).toEqual({ loss: 'adapters', project: 'Sums' });
  expect(after({ warm: begun, phase: 'idle' }, finished, { ...finished, phase: 'rollout' }), 'the run has them').toBeNull();
});

it.each([
  ['a base, which is kept', ended('new_base')],
  ['one that failed, which said so', { ...begun, phase: 'failed' as const }],
])('nothing of %s', (_what, warm) => {
  expect(after({ warm: begun, phase: 'idle' }, { warm, phase: 'idle' })).toBeNull();
});
