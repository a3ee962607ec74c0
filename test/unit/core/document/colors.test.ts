/** Which place in the palette an agent has stays its own, whatever happens to the others. */
import { describe, expect, it } from 'vitest';
import { colorSlots } from '../../../../src/core/document/colors.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { addAgent, removeAgent, renameAgent } from '../../../../src/core/editing/edits.ts';
import { defaultProject } from '../../../../src/page/state/document/defaultProject.ts';
import { createDocumentStore } from '../../../../src/page/state/document/document.ts';
import { dice } from '../../support/dice.ts';

const slots = (document: ProjectDocument): Readonly<Record<string, number>> => Object.fromEntries(colorSlots(document));

/** A team of a, b, c and d, as older projects are: nothing written down. */
function team(): ProjectDocument {
  const [first] = defaultProject().team.agents;
  let document: ProjectDocument = {
    ...defaultProject(),
    team: { ...defaultProject().team, agents: first ? [{ ...first, role: 'a' }] : [], edges: [] },
    view: { positions: {}, colors: {} },
  };
  for (const role of ['b', 'c', 'd']) document = addAgent(document, { role });
  return document;
}

describe('places in the palette', () => {
  it('are those of the list, where nothing was deleted yet', () => {
    expect(team().view.colors).toEqual({});
    expect(slots(team())).toEqual({ a: 0, b: 1, c: 2, d: 3 });
  });

  it('stay when an agent before is deleted, and the one that comes next takes the free one', () => {
    const without = removeAgent(team(), 'b');
    expect(slots(without)).toEqual({ a: 0, c: 2, d: 3 });
    expect(slots(addAgent(without, { role: 'e' }))).toEqual({ a: 0, c: 2, d: 3, e: 1 });
    expect(slots(removeAgent(removeAgent(without, 'a'), 'c'))).toEqual({ d: 3 });
  });

  it('follow a new name, and leave nothing behind', () => {
    const renamed = renameAgent(removeAgent(team(), 'a'), 'c', 'critic');
    expect(slots(renamed)).toEqual({ b: 1, critic: 2, d: 3 });
    expect(renamed.view.colors).toEqual({ b: 1, critic: 2, d: 3 });
    expect(slots(addAgent(renamed, { role: 'c' }))['c']).toBe(0);
  });

  it('are what they were after undo, and after redo', () => {
    const store = createDocumentStore(team());
    store.getState().edit((document) => removeAgent(document, 'b'));
    store.getState().undo();
    expect(slots(store.getState().document)).toEqual({ a: 0, b: 1, c: 2, d: 3 });
    store.getState().redo();
    expect(slots(store.getState().document)).toEqual({ a: 0, c: 2, d: 3 });
  });

  it('are kept in the file', () => {
    const document = removeAgent(team(), 'b');
    expect(slots(parseDocument(JSON.parse(JSON.stringify(document))))).toEqual({ a: 0, c: 2, d: 3 });
  });

  it.each(Array.from({ length: 40 }, (_, seed) => seed))('of who stays never change, and no two share one (seed %i)', (seed) => {
    const roll = dice(seed);
    let document = team();
    for (let step = 0; step < 25; step += 1) {
      const before = slots(document);
      const roles = Object.keys(before);
      const one = roles[roll.below(roles.length)] ?? '';
      const what = roll.below(3);
      if (what === 0 && roles.length > 1) document = removeAgent(document, one);
      else if (what === 1) document = renameAgent(document, one, `r${step}`);
      else if (roles.length < 12) document = addAgent(document);
      const after = slots(document);
      for (const role of roles) if (after[role] !== undefined) expect(after[role]).toBe(before[role]);
      if (what === 1) expect(after[`r${step}`]).toBe(before[one]);
      expect(new Set(Object.values(after)).size).toBe(document.team.agents.length);
    }
  });
});
