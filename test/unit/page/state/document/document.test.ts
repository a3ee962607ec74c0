import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addAgent,
  connect,
  disconnect,
  moveAgent,
  removeAgent,
  renameAgent,
  setEnvironmentSource,
  setPrompt,
} from '../../../../../src/core/editing/edits.ts';
import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { changedSinceRun, createDocumentStore, type Edit } from '../../../../../src/page/state/document/document.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A small deterministic generator (mulberry32), so that a failure can be repeated from its seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** Some edit of any kind; it may be refused (cycles, taken roles), which must change nothing. */
function randomEdit(document: ProjectDocument, random: (below: number) => number): { edit: Edit; burst?: string } {
  const roleAt = (): string => document.team.agents[random(document.team.agents.length)]?.role ?? 'nobody';
  const role = roleAt();
  const other = roleAt();
  const letter = String.fromCharCode(97 + random(26));
  switch (random(9)) {
    case 0:
      return { edit: (present) => addAgent(present, {}, { x: random(500), y: random(500) }) };
    case 1:
      return { edit: (present) => removeAgent(present, role) };
    case 2:
      return { edit: (present) => renameAgent(present, role, `${letter}${random(4)}`) };
    case 3:
      return { edit: (present) => connect(present, role, other) };
    case 4:
      return { edit: (present) => disconnect(present, role, other) };
    case 5:
      return { edit: (present) => moveAgent(present, role, { x: random(500), y: random(500) }), burst: `move:${role}` };
    case 6:
      return { edit: (present) => setEnvironmentSource(present, present.environment.source + letter), burst: 'environment' };
    case 7:
      return { edit: (present) => ({ ...present, training: { ...present.training, seed: random(1000) } }), burst: 'training:seed' };
    default:
      return { edit: (present) => setPrompt(present, role, letter), burst: `prompt:${role}` };
  }
}

describe('undo and redo', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))('of any edits: undo all is the start, redo all is the end (seed %i)', (seed) => {
    const random = randomFrom(seed);
    const initial = defaultProject();
    const store = createDocumentStore(initial);
    for (let step = 0; step < 60; step += 1) {
      const { edit, undo, redo, commitBurst, document } = store.getState();
      const dice = random(12);
      if (dice === 0) undo();
      else if (dice === 1) redo();
      else if (dice === 2) commitBurst();
      else {
        const { edit: change, burst } = randomEdit(document, random);
        edit(change, burst);
      }
    }
    const wasUndone = store.getState().future.length;
    for (let count = 0; count < wasUndone; count += 1) store.getState().redo();
    const final = store.getState().document;
    const steps = store.getState().past.length;
    expect(steps).toBeGreaterThan(0);

    while (store.getState().past.length > 0) store.getState().undo();
    expect(store.getState().document).toEqual(initial);
    while (store.getState().future.length > 0) store.getState().redo();
    expect(store.getState().document).toEqual(final);
    expect(store.getState().past).toHaveLength(steps);
  });

  it('joins typing into one step until a pause, another field or a commit', () => {
    const store = createDocumentStore(defaultProject());
    const type = (role: string, prompt: string): void => {
      store.getState().edit((document) => setPrompt(document, role, prompt), `prompt:${role}`);
    };
    type('planner', 'a');
    type('planner', 'ab');
    expect(store.getState().past).toHaveLength(1);
    vi.advanceTimersByTime(1500);
    type('planner', 'abc');
    expect(store.getState().past).toHaveLength(2);
    type('solver', 'x');
    expect(store.getState().past).toHaveLength(3);
    store.getState().commitBurst();
    type('solver', 'xy');
    expect(store.getState().past).toHaveLength(4);
    store.getState().undo();
    type('solver', 'xyz'); // an undo ends the burst too
    expect(store.getState().past).toHaveLength(4);
    store.getState().undo();
    expect(store.getState().document.team.agents[1]?.prompt).toBe('x');
  });

  it('starts no step for an edit that changes nothing, and returns why an edit was refused', () => {
    const store = createDocumentStore(defaultProject());
    store.getState().edit((document) => ({ ...document, team: { ...document.team } }));
    expect(store.getState().past).toHaveLength(0);
    const before = store.getState().document;
    expect(store.getState().edit((document) => connect(document, 'solver', 'planner'))?.code).toBe('E_GRAPH_CYCLE');
    expect(store.getState().document).toBe(before);
  });

  it('gives up what was undone when something else is done', () => {
    const store = createDocumentStore(defaultProject());
    store.getState().edit((document) => addAgent(document));
    store.getState().undo();
    store.getState().edit((document) => setPrompt(document, 'solver', 'other'));
    expect(store.getState().future).toHaveLength(0);
  });
});

describe('edited since the run', () => {
  it('is told by content, and not by what a run does not see', () => {
    const store = createDocumentStore(defaultProject());
    const ranWith = store.getState().document;
    const changed = (): boolean => changedSinceRun(store.getState().document, ranWith);
    store.getState().edit((document) => moveAgent(document, 'solver', { x: 9, y: 9 }));
    store.getState().edit((document) => ({ ...document, name: 'Another name' }));
    expect(changed()).toBe(false);
    store.getState().edit((document) => setPrompt(document, 'solver', 'other'));
    expect(changed()).toBe(true);
    store.getState().undo();
    expect(changed()).toBe(false);
  });
});
