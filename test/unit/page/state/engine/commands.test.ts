import { describe, expect, it } from 'vitest';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { beginCommand, goOnCommand } from '../../../../../src/page/state/engine/commands.ts';

const chosen = { backend: 'wasm', measurements: [], server: null } satisfies Parameters<typeof beginCommand>[0];
const document = defaultProject();
const folder = (byte: number) => ({ 'config.json': new Uint8Array([byte]) });
const supplied = { bases: { mine: folder(1), shared: folder(1) }, rows: undefined };

describe('the command that begins a run', () => {
  it('carries adapters and a checkpoint only where they are given', () => {
    const command = beginCommand(chosen, 'a', document, supplied, {}, true);
    expect(command).toMatchObject({
      type: 'start',
      runId: 'a',
      document,
      backend: 'wasm',
      measured: [],
      bases: supplied.bases,
      paused: true,
    });
    for (const key of ['adapters', 'forked', 'resume', 'server']) expect(command).not.toHaveProperty(key);
  });

  it('says that adapters are of a run it was forked from, where it has a parent', () => {
    const adapters = folder(2);
    const parent = { run: 'b', iteration: 3 };
    expect(beginCommand(chosen, 'a', document, supplied, { adapters, parent }, false)).toMatchObject({ adapters, forked: true });
    expect(beginCommand(chosen, 'a', document, supplied, { adapters }, false)).toMatchObject({ adapters, forked: false });
    expect(beginCommand(chosen, 'a', document, supplied, { parent }, false)).not.toHaveProperty('forked');
  });

  it('goes on from the checkpoint, with the bases that the run was begun with before those of today', () => {
    const run = { document, bases: { shared: folder(9) }, iteration: 3, files: folder(7), backend: null };
    expect(goOnCommand(chosen, 'a', run, supplied, false)).toEqual({
      type: 'start',
      runId: 'a',
      document,
      backend: 'wasm',
      bases: { mine: folder(1), shared: folder(9) },
      rows: undefined,
      resume: folder(7),
      measured: [],
      paused: false,
    });
  });
});

describe('a server that trains', () => {
  const there = { url: 'http://gpu:8000', model: 'micro' };

  it('is the chosen one of a run that begins, and of one that goes on the one that has its optimisers', () => {
    expect(beginCommand({ ...chosen, server: there }, 'a', document, supplied, {}, false)).toMatchObject({ server: there });
    const run = { document, bases: {}, iteration: 3, files: folder(7), backend: null };
    const serverChosen = { ...chosen, server: there };
    expect(goOnCommand(serverChosen, 'a', run, supplied, false)).not.toHaveProperty('server');
    expect(goOnCommand(chosen, 'a', { ...run, server: there }, supplied, false)).toMatchObject({ server: there });
  });
});
