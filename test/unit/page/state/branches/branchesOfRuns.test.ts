/** The page's branches are let go of with the episodes of their run, with the run, and when it goes on. */
import { beforeEach, describe, expect, it } from 'vitest';
import { branchesStore } from '../../../../../src/page/state/branches/branches.ts';
import { libraryStore } from '../../../../../src/page/state/library/library.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';
import type { RunCard } from '../../../../../src/core/formats/runs/card.ts';
import { document, episode, run } from '../../../core/episode/records.ts';

const held = () => Object.keys(branchesStore.getState().runs).toSorted();

describe('branches in memory', () => {
  beforeEach(() => {
    for (const id of ['one', 'two']) runsStore.getState().put(run({ id, origin: 'kept', episodes: { 2: [episode(2, 0)] } }));
    branchesStore.setState({ runs: { one: [], two: [] } });
  });

  it('go with the episodes of a run that is let go of', () => {
    runsStore.getState().release('one');
    expect(held()).toEqual(['one']);
  });

  it('go when a run goes on: later episodes will be others', () => {
    runsStore.getState().goOn('two', document, { iteration: 1, files: {} });
    expect(held()).toEqual(['one']);
  });

  it('go with a run that is put away, and with no other change of the list', () => {
    const card = (id: string) => ({ id }) as RunCard;
    libraryStore.setState({ cards: [card('one'), card('two')] });
    expect(held()).toEqual(['one', 'two']);
    libraryStore.setState({ cards: [card('two')] });
    expect(held()).toEqual(['two']);
  });
});
