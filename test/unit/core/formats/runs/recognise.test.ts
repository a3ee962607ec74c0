import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../../../../src/core/document/migrations.ts';
import { DOCUMENT_VERSION } from '../../../../../src/core/document/schema.ts';
import { parseDocument } from '../../../../../src/core/document/parse.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { recogniseFile } from '../../../../../src/core/formats/runs/recognise.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { zipFiles } from '../../../../../src/core/formats/archive.ts';

const project = PRESETS.micro.project({ file: 'a.env.ts', source: '// code' });
const bytes = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => bytes(JSON.stringify(value));
const faultOf = (name: string, content: Uint8Array) => {
  try {
    recogniseFile(name, content);
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  return null;
};

describe('a file is known by what is in it', () => {
  it.each<[string, string, Uint8Array]>([
    ['project', 'mine.json', json(project)],
    ['project', 'mine.txt', bytes(JSON.stringify(project, null, 2))],
    ['project', 'hello.json', json({ hello: 1 })],
    ['profiles', 'roles.json', json([{ role: 'a', prompt: 'b', with_answer: true }])],
    ['profiles', 'empty.json', json([])],
    ['agents', 'agents.json', json({ marft: 'agents', version: DOCUMENT_VERSION, agents: [] })],
    ['team', 'graph.json', json({ nodes: [{ id: 'a' }], edges: [] })],
    ['team', 'graph.txt', bytes('---\nconfig:\n  flowchart:\n    curve: linear\n---\ngraph TD;\n\ta --> b;\n')],
    ['team', 'team.json', json({ provider: 'autogen_agentchat.teams.Swarm', component_type: 'team', config: { participants: [] } })],
    ['team', 'gallery.json', json({ id: 'g', components: { teams: [] } })],
    ['team', 'saved.json', json({ building_task: 'x', agent_configs: [] })],
    ['team', 'crew.json', json({ agents: ['a'], tasks: [] })],
    ['team', 'agents.yaml', bytes('a:\n  role: x\n')],
    ['team', 'crew.jsonc', bytes('{ // a crew\n}')],
    ['data', 'rows.json', json([{ question: 'a', answer: 'b' }])],
    ['data', 'rows.json', json({ data: [{ question: 'a' }] })],
    ['data', 'sums.txt', bytes('{"question":"a"}\n{"question":"b"}\n')],
    ['data', 'one.jsonl', bytes('{"version":1}\n')],
    ['data', 'sums.csv', bytes('a,b\n1,2\n')],
    ['archive', 'run.zip', zipFiles({ 'project.json': json(project), 'adapters/planner/x.safetensors': new Uint8Array(99) })],
    ['archive', 'nested.zip', zipFiles({ 'my-run/project.json': json(project) })],
    ['adapters', 'adapters.zip', zipFiles({ 'x/planner/adapter_config.json': json({}) })],
  ])('%s: %s', (kind, name, content) => {
    expect(recogniseFile(name, content).kind).toBe(kind);
  });

  it('an exported run gives the project at its root, whatever lies deeper', () => {
    const other = { ...project, name: 'Deeper' };
    const zip = zipFiles({ 'a/project.json': json(other), 'project.json': json(project), 'z/project.json': json(other) });
    const found = recogniseFile('run.zip', zip);
    expect(found).toMatchObject({ kind: 'archive', path: 'project.json' });
    expect(parseDocument('value' in found ? found.value : null)).toEqual(project);
  });

  it('projects of every older format open', () => {
    for (const { from } of migrations) {
      const training = from === 1 ? { valueClip: 0.2, normalizeAdvantages: true } : {};
      const found = recogniseFile(
        'old.json',
        json({ version: from, name: 'Old', team: project.team, environment: { source: 'x' }, training }),
      );
      expect(parseDocument('value' in found ? found.value : null).version).toBe(DOCUMENT_VERSION);
    }
  });

  it.each<[string, string, Uint8Array]>([
    ['E_FILE_UNKNOWN', 'photo.png', Uint8Array.from([137, 80, 78, 71, 0, 255])],
    ['E_FILE_UNKNOWN', 'notes.txt', bytes('planner, solver')],
    ['E_DOCUMENT_JSON', 'broken.json', bytes('planner, solver')],
    ['E_FILE_NO_PROJECT', 'photos.zip', zipFiles({ 'a.png': new Uint8Array(9) })],
    ['E_ARCHIVE_DAMAGED', 'cut.zip', zipFiles({ 'project.json': json(project) }).slice(0, 60)],
    ['E_ARCHIVE_LIMIT', 'bomb.zip', zipSync({ 'project.json': new Uint8Array(9_000_000) })],
  ])('%s: %s', (code, name, content) => {
    expect(faultOf(name, content)?.code).toBe(code);
  });

  it('what is refused says what can be opened', () => {
    expect(faultOf('photo.png', Uint8Array.from([137, 0]))?.hint).toMatch(/project.*profiles.*run.*agents.*problems/i);
  });
});

it('an archive is a run where its rows lie beside its project', () => {
  const isRun = (files: Record<string, Uint8Array>) => {
    const found = recogniseFile('a.zip', zipFiles({ 'r/project.json': json(project), ...files }));
    return found.kind === 'archive' && found.run;
  };
  expect(isRun({ 'r/metrics.jsonl': bytes('{"iteration":0}\n') })).toBe(true);
  expect(isRun({ 'metrics.jsonl': bytes('{"iteration":0}\n') })).toBe(false);
  expect(isRun({})).toBe(false);
});
