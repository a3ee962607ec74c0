/** The import rule catches what it must, at the right line, and lets the allowed directions through. */
import { describe, expect, it } from 'vitest';
import { checkSource, layerOf } from '../../../scripts/check-imports.ts';

const messages = (file: string, text: string): string[] => checkSource(file, text).map((offence) => offence.message);

describe('layers', () => {
  it.each([
    ['src/core/team/graph.ts', 'core'],
    ['src/session/sandbox/host.ts', 'session'],
    ['src/runs/library/cards.ts', 'runs'],
    ['workers/trainer/protocol.ts', 'protocols'],
    ['workers/trainer/client.ts', 'clients'],
    ['workers/trainer/worker.ts', 'workers'],
    ['headless/train.ts', 'headless'],
    ['src/lessons/lamas/course.ts', 'lessons'],
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
    ['src/stores/a.ts', `import { createLibrary } from '../runs/library/library.ts';`, 'stores may not import runs'],
    ['src/app/a.tsx', `import type { KeptRun } from '../runs/types.ts';`, 'app may not import runs'],
    ['src/session/a.ts', `export * from '../stores/runs.ts';`, 'session may not import stores'],
    ['src/session/a.ts', `import * as tf from '@tensorflow/tfjs';`, 'session may not use tensor packages'],
    ['src/app/a.tsx', `import { Session } from '../session/session.ts';`, 'app may not import session'],
    ['src/app/a.tsx', `type T = import('../engine/model/plan.ts').Plan;`, 'app may not import engine'],
    ['src/app/a.tsx', `import '../../workers/trainer/worker.ts';`, 'app may not import workers'],
    ['src/stores/a.ts', `import '../../workers/trainer/trainer.worker.ts';`, 'stores may not import workers'],
    ['src/app/a.tsx', `import environment from '../environments/arithmetic.env.ts';`, 'app may not import environments'],
    ['src/stores/a.ts', `import { Shell } from '../app/shell.tsx';`, 'stores may not import app'],
    ['src/stores/a.ts', `import { load } from '../engine/load.ts';`, 'stores may not import engine'],
    ['workers/trainer/protocol.ts', `import type { S } from '../../src/session/s.ts';`, 'protocols may not import session'],
    ['workers/trainer/client.ts', `import './worker.ts';`, 'clients may not import workers'],
    ['workers/trainer/worker.ts', `import { a } from '../../src/stores/a.ts';`, 'workers may not import stores'],
    ['headless/train.ts', `import { a } from '../src/app/a.tsx';`, 'headless may not import app'],
    ['src/lessons/lamas/course.ts', `import { a } from '../../stores/a.ts';`, 'lessons may not import stores'],
    ['src/lessons/lamas/course.ts', `import { readFileSync } from 'node:fs';`, 'lessons may not use Node’s modules'],
    ['src/engine/a.ts', `import course from '../lessons/lamas/course.ts';`, 'engine may not import lessons'],
    ['src/engine/a.ts', `import golden from '../../test/golden/x.json';`, 'engine may not reach outside src'],
    ['src/environments/a.env.ts', `import { z } from 'zod';`, `environments may import only 'marft/env'`],
    ['src/environments/a.env.ts', `import { x } from './b.env.ts';`, `environments may import only 'marft/env'`],
  ])('%s: %s', (file, text, expected) => {
    expect(messages(file, text)).toEqual([expect.stringContaining(expected)]);
  });
});

describe('imports that point inward', () => {
  it.each([
    ['src/core/a.ts', `import { z } from 'zod'; import { x } from './b.ts';`],
    ['src/engine/a.ts', `import * as tf from '@tensorflow/tfjs'; import { x } from '../core/x.ts';`],
    ['src/session/sandbox/a.ts', `import { transform } from 'sucrase'; import { x } from '../../engine/x.ts';`],
    ['src/app/a.tsx', `import type { A } from '../../workers/trainer/protocol.ts'; import { c } from '../../workers/trainer/client.ts';`],
    ['src/lessons/lamas/course.ts', `import { gae } from '../../core/credit/gae.ts';`],
    ['src/lessons/node.ts', `import { readFileSync } from 'node:fs';`],
    ['src/app/a.tsx', `import source from '../environments/arithmetic.env.ts?raw';`],
    ['src/stores/a.ts', `new Worker(new URL('../../workers/trainer/trainer.worker.ts', import.meta.url), { type: 'module' });`],
    ['workers/trainer/client.ts', `new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });`],
    ['workers/trainer/worker.ts', `import { x } from '../../src/session/x.ts'; import type { P } from '../environment/protocol.ts';`],
    ['headless/train.ts', `import { readFile } from 'node:fs/promises'; import { installWebGpu } from '../scripts/webgpu-node.ts';`],
    ['headless/pretrain/a.ts', `import environment from '../../src/environments/arithmetic.env.ts';`],
    ['src/runs/a.ts', `import { x } from '../core/x.ts';`],
    ['src/stores/a.ts', `import type { KeptRun } from '../runs/types.ts';`],
    ['workers/library/a.ts', `import { x } from '../../src/runs/x.ts';`],
    ['src/environments/a.env.ts', `import { grade } from 'marft/env';`],
    ['test/unit/a.test.ts', `import { x } from '../../src/app/x.tsx'; Math.random();`],
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
