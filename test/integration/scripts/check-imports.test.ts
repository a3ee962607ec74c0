/** The import rule catches what it must, at the right line, and lets the allowed directions through. */
import { describe, expect, it } from 'vitest';
import { checkFolders, checkSource, edgesOf, layerOf } from '../../../scripts/lint/check-imports.ts';

const messages = (file: string, text: string): string[] => checkSource(file, text).map((offence) => offence.message);

describe('layers', () => {
  it.each([
    ['src/core/team/graph.ts', 'core'],
    ['src/session/sandbox/host.ts', 'session'],
    ['src/runs/library/cards.ts', 'runs'],
    ['workers/trainer/protocol.ts', 'protocols'],
    ['workers/trainer/client.ts', 'clients'],
    ['workers/trainer/worker.ts', 'workers'],
    ['headless/commands/train.ts', 'headless'],
    ['src/lessons/lamas/course.ts', 'lessons'],
    ['src/words/en/runs/runs.ts', 'words'],
    ['src/page/state/runs/runs.ts', 'state'],
    ['src/page/kit/fields/NumberField.tsx', 'kit'],
    ['src/page/features/team/canvas/TeamCanvas.tsx', 'features'],
    ['src/page/shell/Shell.tsx', 'shell'],
    ['src/page/main.ts', 'shell'],
    ['test/unit/a.test.ts', undefined],
    ['vite.config.ts', undefined],
  ])('%s is %s', (file, layer) => {
    expect(layerOf(file)).toBe(layer);
  });
});

describe('imports that point outward', () => {
  it.each([
    ['src/core/a.ts', `import { x } from '../engine/x.ts';`, 'core may not import engine'],
    ['src/core/a.ts', `import type { X } from '../session/x.ts';`, 'core may not import session'],
    ['src/core/a.ts', `import * as tf from '@tensorflow/tfjs';`, 'core may not use tensor packages'],
    ['src/core/a.ts', `import { useState } from 'react';`, 'core may not use packages of the page'],
    ['src/core/a.ts', `import { readFileSync } from 'node:fs';`, 'core may not use Node’s modules'],
    ['src/engine/a.ts', `export { run } from '../session/run.ts';`, 'engine may not import session'],
    ['src/engine/a.ts', `const run = await import('../../workers/trainer/worker.ts');`, 'engine may not import workers'],
    ['src/runs/a.ts', `import type { E } from '../../workers/trainer/protocol.ts';`, 'runs may not import protocols'],
    ['src/runs/a.ts', `import { readFileSync } from 'node:fs';`, 'runs may not use Node’s modules'],
    ['src/core/a.ts', `import type { FileSystem } from '../runs/fileSystem.ts';`, 'core may not import runs'],
    ['src/page/state/a/a.ts', `import { createLibrary } from '../../../runs/library/library.ts';`, 'state may not import runs'],
    ['src/page/kit/a/a.ts', `import type { KeptRun } from '../../../runs/types.ts';`, 'kit may not import runs'],
    ['src/session/a.ts', `export * from '../page/state/runs.ts';`, 'session may not import state'],
    ['src/session/a.ts', `import * as tf from '@tensorflow/tfjs';`, 'session may not use tensor packages'],
    ['src/words/en/a.ts', `import type { X } from '../../core/x.ts';`, 'words may not import core'],
    ['src/page/features/team/a.tsx', `import { Session } from '../../../session/session.ts';`, 'features may not import session'],
    ['src/page/kit/a/a.tsx', `type T = import('../../../engine/model/plan.ts').Plan;`, 'kit may not import engine'],
    ['src/page/features/a/a.ts', `import { connect } from '../../../tinker/client.ts';`, 'features may not import tinker'],
    ['src/page/kit/a/a.ts', `import { clusterJob } from '../../../tinker/job/clusterJob.ts';`, 'kit may not import tinker'],
    ['src/page/shell/a.tsx', `import '../../../workers/trainer/worker.ts';`, 'shell may not import workers'],
    ['src/page/state/a/a.ts', `import '../../../../workers/trainer/trainer.worker.ts';`, 'state may not import workers'],
    [
      'src/page/shell/a.tsx',
      `import environment from '../../environments/problems/arithmetic.env.ts';`,
      'shell may not import environments',
    ],
    ['src/page/state/a/a.ts', `import { Shell } from '../../shell/Shell.tsx';`, 'state may not import shell'],
    ['src/page/state/a/a.ts', `import type { Props } from '../../kit/a/A.tsx';`, 'state may not import kit'],
    ['src/page/state/a/a.ts', `import { useState } from 'react';`, 'state may not use packages of the page'],
    ['src/page/kit/a/a.ts', `import { x } from '../../features/runs/x.ts';`, 'kit may not import features'],
    ['src/page/features/a/b/a.ts', `import type { X } from '../../c/x.ts';`, 'the feature a may not import the feature c'],
    ['src/page/state/a/a.ts', `import { load } from '../../../engine/load.ts';`, 'state may not import engine'],
    ['workers/trainer/protocol.ts', `import type { S } from '../../src/session/s.ts';`, 'protocols may not import session'],
    ['workers/trainer/client.ts', `import './worker.ts';`, 'clients may not import workers'],
    ['workers/trainer/worker.ts', `import { a } from '../../src/page/state/a/a.ts';`, 'workers may not import state'],
    ['headless/commands/train.ts', `import { a } from '../../src/page/kit/a/a.tsx';`, 'headless may not import kit'],
    ['src/lessons/lamas/course.ts', `import { a } from '../../page/state/a.ts';`, 'lessons may not import state'],
    ['src/lessons/lamas/course.ts', `import { readFileSync } from 'node:fs';`, 'lessons may not use Node’s modules'],
    ['src/engine/a.ts', `import course from '../lessons/lamas/course.ts';`, 'engine may not import lessons'],
    ['src/engine/a.ts', `import golden from '../../test/golden/x.json';`, 'engine may not reach outside src'],
    ['src/environments/problems/a.env.ts', `import { z } from 'zod';`, `environments may import only 'marft/env'`],
    ['src/environments/problems/a.env.ts', `import { x } from './b.env.ts';`, `environments may import only 'marft/env'`],
  ])('%s: %s', (file, text, expected) => {
    expect(messages(file, text)).toEqual([expect.stringContaining(expected)]);
  });
});

describe('imports that point inward', () => {
  it.each([
    ['src/core/a.ts', `import { z } from 'zod'; import { x } from './b.ts';`],
    ['src/engine/a.ts', `import * as tf from '@tensorflow/tfjs'; import { x } from '../core/x.ts';`],
    ['src/session/sandbox/a.ts', `import { transform } from 'sucrase'; import { x } from '../../engine/x.ts';`],
    [
      'src/page/kit/a.tsx',
      `import type { A } from '../../../workers/trainer/protocol.ts'; import { c } from '../../../workers/trainer/client.ts';`,
    ],
    [
      'src/page/features/a/b/a.ts',
      `import { x } from '../x.ts'; import { y } from '../../../state/y.ts'; import { z } from '../../../kit/z.ts';`,
    ],
    ['src/lessons/lamas/course.ts', `import { gae } from '../../core/credit/gae.ts';`],
    ['src/lessons/index.ts', `import { lessonFaults } from '../words/words.ts';`],
    ['src/lessons/node.ts', `import { readFileSync } from 'node:fs';`],
    ['src/page/shell/a.tsx', `import source from '../../environments/problems/arithmetic.env.ts?raw';`],
    ['src/page/state/a/a.ts', `new Worker(new URL('../../../../workers/trainer/trainer.worker.ts', import.meta.url), { type: 'module' });`],
    ['workers/trainer/client.ts', `new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });`],
    ['workers/trainer/worker.ts', `import { x } from '../../src/session/x.ts'; import type { P } from '../environment/protocol.ts';`],
    [
      'headless/commands/train.ts',
      `import { readFile } from 'node:fs/promises'; import { installWebGpu } from '../../scripts/testing/webgpu-node.ts';`,
    ],
    ['headless/pretrain/a.ts', `import environment from '../../src/environments/problems/arithmetic.env.ts';`],
    ['src/runs/a.ts', `import { x } from '../core/x.ts';`],
    ['src/page/state/a/a.ts', `import type { KeptRun } from '../../../runs/types.ts';`],
    ['workers/library/a.ts', `import { x } from '../../src/runs/x.ts';`],
    ['src/environments/problems/a.env.ts', `import { grade } from 'marft/env';`],
    ['test/unit/a.test.ts', `import { x } from '../../src/page/App.tsx'; Math.random();`],
  ])('%s: %s', (file, text) => {
    expect(messages(file, text)).toEqual([]);
  });
});

describe('clocks and hidden randomness', () => {
  it.each([
    ['Math.random()', 'Math.random'],
    [`Math['random']()`, 'Math.random'],
    ['globalThis.Math.random()', 'Math.random'],
    ['const { random } = Math;', 'Math.random'],
    ['Date.now()', 'Date.now'],
    ['new Date()', 'new Date()'],
    ['Date()', 'Date()'],
    ['performance.now()', 'performance.now'],
    ['crypto.getRandomValues(a)', 'crypto.getRandomValues'],
    ['tf.randomNormal([2])', 'tf.randomNormal'],
  ])('refuses %s in core, engine and runs', (text, expected) => {
    expect(messages('src/core/a.ts', text)).toEqual([expect.stringContaining(`core may not use ${expected}:`)]);
    expect(messages('src/engine/a.ts', text)).toEqual([expect.stringContaining(`engine may not use ${expected}:`)]);
    expect(messages('src/runs/a.ts', text)).toEqual([expect.stringContaining(`runs may not use ${expected}:`)]);
  });

  it('leaves comments, strings, dates from data and the outer layers alone', () => {
    expect(messages('src/core/a.ts', `// Math.random()\nconst a = 'Date.now()'; const b = new Date(0); const c = Math.max(1, 2);`)).toEqual(
      [],
    );
    expect(messages('src/session/a.ts', 'performance.now()')).toEqual([]);
  });

  it('names the line', () => {
    expect(checkSource('src/core/a.ts', 'const a = 1;\n\nexport const b = Math.random();\n')).toEqual([
      { file: 'src/core/a.ts', line: 3, message: 'core may not use Math.random: take numbers from core/random and times from the caller' },
    ]);
  });
});

it('reports a file it cannot read instead of passing it', () => {
  expect(messages('src/core/a.ts', 'const = ;')).toEqual([expect.stringContaining('cannot be parsed')]);
});

describe('folders', () => {
  const offences = (files: Readonly<Record<string, string>>): string[] =>
    checkFolders(Object.entries(files).flatMap(([file, text]) => edgesOf(file, text))).map(({ message }) => message);

  it('refuses a cycle of folders, also one of types alone', () => {
    const files = {
      'src/core/a/one.ts': `import { two } from '../b/two.ts';`,
      'src/core/b/two.ts': `import type { Three } from '../c/three.ts';`,
      'src/core/c/three.ts': `export type { One } from '../a/one.ts';`,
    };
    expect(offences(files)).toEqual([
      'folders form a cycle: src/core/a → src/core/b → src/core/c → src/core/a (one.ts imports two.ts, two.ts imports three.ts, three.ts imports one.ts)',
    ]);
  });

  it('takes a subfolder for a folder of its own', () => {
    const files = { 'src/core/a/one.ts': `import './b/two.ts';`, 'src/core/a/b/two.ts': `import '../one.ts';` };
    expect(offences(files)).toHaveLength(1);
  });

  it('lets files of one folder know each other, and folders in one direction', () => {
    const files = {
      'src/core/a/one.ts': `import './two.ts'; import '../b/three.ts';`,
      'src/core/a/two.ts': `import './one.ts';`,
      'src/core/b/three.ts': `import data from '../a/data.txt?raw'; new Worker(new URL('../a/one.ts', import.meta.url));`,
    };
    expect(offences(files)).toEqual([]);
  });
});
