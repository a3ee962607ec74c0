/** Agents by way of the clipboard: what comes back, and what is refused. */
import { describe, expect, it } from 'vitest';
import { duplicateAgents } from '../../../../src/core/editing/copies.ts';
import { addAgent, connect, disconnect, freeRole, setPrompt, updateAgent } from '../../../../src/core/editing/edits.ts';
import { documentSchema, type ProjectDocument } from '../../../../src/core/document/schema.ts';
import { FaultError } from '../../../../src/core/faults.ts';
import { graphFaults } from '../../../../src/core/team/graph.ts';
import { graphAt } from '../../../../src/core/team/turns.ts';
import { clipText, MAX_CLIP_LENGTH, parseClip, pasteClip } from '../../../../src/core/editing/clipboard.ts';
import { defaultProject } from '../../../../src/page/state/document/defaultProject.ts';

const positions = (document: ProjectDocument) => document.view.positions;

/** planner → solver → referee, planner → referee. */
function three(): ProjectDocument {
  let document = addAgent(
    setPrompt(defaultProject(), 'solver', 'Compute “it”.\n'),
    { role: 'referee', label: 'Referee' },
    { x: 640, y: 0 },
  );
  document = updateAgent(document, 'solver', { observes: false });
  return connect(connect(document, 'solver', 'referee'), 'planner', 'referee');
}

const pairs = (edges: readonly { from: string; to: string }[]) => edges.map(({ from, to }) => `${from} ${to}`);

function refused(text: string): string {
  try {
    parseClip(text);
  } catch (error) {
    if (error instanceof FaultError) return `${error.fault.code} ${error.fault.message}`;
    throw error;
  }
  return 'taken';
}

describe('agents that are copied and pasted', () => {
  it('keep prompt, settings and the connections among them, under roles and labels nobody has', () => {
    const document = three();
    const clip = parseClip(clipText(document, ['solver', 'referee'], positions(document)));
    const { document: after, roles } = pasteClip(document, clip, [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ]);
    expect(roles).toEqual(['solver2', 'referee2']);
    const [original, copy] = [after.team.agents[1]!, after.team.agents[3]!];
    expect(copy).toEqual({ ...original, role: 'solver2', label: 'Solver 2' });
    expect(pairs(after.team.edges)).toEqual([...pairs(document.team.edges), 'solver2 referee2']);
    expect(after.view.positions['referee2']).toEqual({ x: 3, y: 4 });
    expect(documentSchema.safeParse(after).success).toBe(true);
  });

  it('can be pasted again and again, in another project too', () => {
    const clip = parseClip(clipText(three(), ['planner', 'solver', 'referee'], {}));
    let document = defaultProject();
    for (let time = 0; time < 3; time += 1) document = pasteClip(document, clip, []).document;
    expect(document.team.agents.map(({ role }) => role)).toEqual([
      ...['planner', 'solver', 'planner2', 'solver2', 'referee', 'planner3', 'solver3', 'referee2', 'planner4', 'solver4', 'referee3'],
    ]);
    expect(graphFaults(document.team)).toEqual([]);
    const again = parseClip(clipText(document, ['planner4', 'solver4'], {}));
    expect(pasteClip(document, again, []).roles).toEqual(['planner5', 'solver5']);
  });

  it('bring the connections of each turn, and say which turns the other project has no graph for', () => {
    const document = three();
    const turns = [{ turn: 2, edges: [{ from: 'referee', to: 'solver' }] }];
    const source = { ...document, team: { ...document.team, turns } };
    const clip = parseClip(clipText(source, ['solver', 'referee'], {}));
    const same = pasteClip(source, clip, []);
    expect(pairs(graphAt(same.document.team, 2).edges)).toEqual(['referee solver', 'referee2 solver2']);
    expect(same.lostTurns).toEqual([]);
    expect(pasteClip(defaultProject(), clip, []).lostTurns).toEqual([2]);
  });

  it('find no room in a full team', () => {
    const clip = parseClip(clipText(three(), ['planner', 'solver', 'referee'], {}));
    let document = defaultProject();
    for (let count = 2; count < 31; count += 1) document = addAgent(document);
    expect(() => pasteClip(document, clip, [])).toThrow('at most 32 agents');
  });
});

describe('a text on the clipboard that is not agents', () => {
  const good = clipText(three(), ['planner', 'solver'], {});
  const changed = (change: (clip: Record<string, unknown>) => void) => {
    const clip = JSON.parse(good) as Record<string, unknown>;
    change(clip);
    return JSON.stringify(clip);
  };

  it.each([
    ['nothing', '  \n', 'E_CLIP_EMPTY'],
    ['prose', 'Write only the expression.', 'E_CLIP_OTHER The clipboard holds other text (“Write only the expression.”)'],
    ['a number', '3', 'E_CLIP_OTHER The clipboard holds data of another kind'],
    ['null', 'null', 'E_CLIP_OTHER The clipboard holds data of another kind'],
    ['a project', JSON.stringify(defaultProject()), 'E_CLIP_OTHER The clipboard holds a whole project'],
    ['profiles', '[{"role":"a","prompt":""}]', 'E_CLIP_OTHER The clipboard holds role profiles'],
    ['more than any team is', `"${'x'.repeat(MAX_CLIP_LENGTH)}"`, 'E_CLIP_SIZE'],
    ['brackets without end', '['.repeat(200_000), 'E_CLIP_OTHER'],
    [
      'another version',
      changed((clip) => (clip['version'] = 99)),
      'E_CLIP_VERSION These agents were copied in another version of the workbench (format 99',
    ],
    ['an unknown field', changed((clip) => (clip['more'] = 1)), 'E_CLIP_INVALID'],
    ['nobody', changed((clip) => (clip['agents'] = [])), 'E_CLIP_INVALID The agents on the clipboard cannot be used: agents'],
    ['a place at infinity', good.replace('"x": 0', '"x": 1e999'), 'E_CLIP_INVALID'],
    [
      'a connection to nobody',
      changed((clip) => (clip['edges'] = [{ from: 'planner', to: 'ghost' }])),
      'E_CLIP_INVALID The agents on the clipboard do not form a team',
    ],
    [
      'a reserved role',
      good.replaceAll('"planner"', '"constructor"'),
      'E_CLIP_INVALID The agents on the clipboard do not form a team: “constructor”',
    ],
    ['one role twice', good.replaceAll('"planner"', '"solver"'), 'E_CLIP_INVALID'],
    [
      'a cycle',
      changed((clip) => (clip['edges'] = [...(clip['edges'] as object[]), { from: 'solver', to: 'planner' }])),
      'E_CLIP_INVALID The agents on the clipboard do not form a team: The team waits for itself',
    ],
    [
      'a cycle in a later turn',
      changed((clip) => (clip['turns'] = [{ turn: 1, edges: [{ from: 'solver', to: 'solver' }] }])),
      'E_CLIP_INVALID The agents on the clipboard do not form a team: “solver” is connected to itself',
    ],
  ])('is refused with its reason: %s', (_name, text, reason) => {
    expect(refused(text)).toContain(reason);
  });

  it('reaches no prototype', () => {
    expect(refused(good.replace('"agents": [', '"__proto__": {"polluted": 1}, "agents": ['))).not.toBe('');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is taken when it is agents, spaces around it or not', () => {
    expect(refused(good)).toBe('taken');
    expect(refused(`\n ${good} `)).toBe('taken');
  });
});

describe('duplicated agents', () => {
  it('hear and are heard as their originals, and among themselves as these', () => {
    const document = three();
    const { document: after, roles } = duplicateAgents(document, ['solver', 'referee'], {});
    expect(roles).toEqual(['solver2', 'referee2']);
    expect(pairs(after.team.edges).slice(document.team.edges.length)).toEqual(['planner solver2', 'solver2 referee2', 'planner referee2']);
    expect(graphFaults(after.team)).toEqual([]);
  });

  it('make a fan-out and a fan-in of one in the middle', () => {
    const { document } = duplicateAgents(three(), ['solver'], { solver: { x: 5, y: 6 } });
    expect(pairs(document.team.edges)).toEqual([
      'planner solver',
      'solver referee',
      'planner referee',
      'planner solver2',
      'solver2 referee',
    ]);
    expect(document.view.positions['solver2']).toEqual({ x: 5, y: 6 });
  });
});

describe('editing the graph of a later turn', () => {
  const document = (() => {
    const project = three();
    // As the settings make a new one: the very list of the team's own edges.
    return { ...project, team: { ...project.team, turns: [{ turn: 1, edges: project.team.edges }] } };
  })();

  it('leaves the graphs of other turns as they are', () => {
    const after = disconnect(document, 'planner', 'solver', 3);
    expect(pairs(after.team.edges)).toEqual(pairs(document.team.edges));
    expect(pairs(graphAt(after.team, 3).edges)).toEqual(['solver referee', 'planner referee']);
    const reversed = connect(after, 'solver', 'planner', 1);
    expect(pairs(graphAt(reversed.team, 1).edges)).toContain('solver planner');
    expect(() => connect(document, 'solver', 'planner', 0)).toThrow('waits for itself');
  });
});

describe('a free role', () => {
  it('counts a numbered one on and is never a reserved one', () => {
    const document = addAgent(addAgent(defaultProject(), { role: 'com10' }), { role: 'a2' });
    expect(freeRole(document, 'a2')).toBe('a3');
    expect(/^com[1-9]$/.test(freeRole(document, 'com10'))).toBe(false);
    expect(freeRole(addAgent(document, { role: 'x'.repeat(32) }), 'x'.repeat(32)).length).toBeLessThanOrEqual(32);
  });
});
