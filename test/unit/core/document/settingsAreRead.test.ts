/**
 * Every setting of a team and its training is read by the code that runs it. A static scan: where a setting lies below
 * another (`reward.mean`), one file must name both, since `mean` alone says nothing. `check.ts` has its own tests for
 * settings that are read under some others only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentSchema, teamSchema, trainingSchema } from '../../../../src/core/document/schema.ts';
import { COMPAT } from '../../../../src/core/document/trainingSchema.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** What runs a document; `core/document` only says what it may hold (but for `derived.ts`), and `app` only shows it. */
const RUNS = ['src/core', 'src/session', 'src/engine', 'headless', 'workers'];
const DERIVED = 'src/core/document/derived.ts';

const files = RUNS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    // Exhibits, lessons, a job for a cluster and a package for verifiers name settings to show them, the perturbations to change every one: nothing runs by that.
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        (name === DERIVED ||
          !/^(src\/core\/(document|editing|share|museum|lessons|formats\/exports\/(?:cluster|verifiers))|headless\/perturb)\//.test(name)),
    ),
);
const sources = new Map(files.map((name) => [name, withoutComments(readFileSync(join(ROOT, name), 'utf8'))]));

/** Settings that nothing below runs by, and why that is right. */
const NOT_READ: Readonly<Record<string, string>> = {
  'agent.withAnswer': 'R1’s profiles carry it; the import and the export of profiles (core/editing) keep it for R1’s own evaluator',
};

/** Settings handed on as a whole to what reads them: the file that takes the parent, and the one that reads the leaf. */
const HANDED_ON: Readonly<Record<string, readonly [taker: string, reader: string]>> = {
  'agent.adapter.rank': ['src/session/policy/localAdapter.ts', 'src/engine/model/adapters.ts'],
  'agent.adapter.alpha': ['src/session/policy/localAdapter.ts', 'src/engine/model/adapters.ts'],
  'agent.adapter.targets': ['src/session/policy/localAdapter.ts', 'src/engine/model/adapters.ts'],
  'training.critic.rank': ['src/session/critics/adapted.ts', 'src/engine/model/adapters.ts'],
  'training.critic.alpha': ['src/session/critics/adapted.ts', 'src/engine/model/adapters.ts'],
  'training.critic.targets': ['src/session/critics/adapted.ts', 'src/engine/model/adapters.ts'],
  'training.optimizer.beta1': ['src/session/policy/localAdapter.ts', 'src/engine/train/adamw.ts'],
  'training.optimizer.beta2': ['src/session/policy/localAdapter.ts', 'src/engine/train/adamw.ts'],
  'training.optimizer.epsilon': ['src/session/policy/localAdapter.ts', 'src/engine/train/adamw.ts'],
  'training.optimizer.weightDecay': ['src/session/policy/localAdapter.ts', 'src/engine/train/adamw.ts'],
  'training.adaptiveKl.target': ['src/session/run/session.ts', 'src/session/update/guards.ts'],
  'training.adaptiveKl.horizon': ['src/session/run/session.ts', 'src/session/update/guards.ts'],
};

const leaves = [
  ...leavesOf(trainingSchema, 'training'),
  // Agents are walked by themselves.
  ...leavesOf(teamSchema, 'team').filter((path) => !path.startsWith('team.agents.')),
  ...leavesOf(agentSchema, 'agent'),
];

describe('every setting is read by what runs it', () => {
  it('the walk finds the settings, at every depth', () => {
    expect(leaves).toEqual(
      expect.arrayContaining(['training.clip', 'training.critic.coef', 'agent.sampling.topP', 'team.orchestrator.role']),
    );
    expect(leaves.length).toBeGreaterThan(100);
  });

  it.each(leaves)('%s', (path) => {
    if (NOT_READ[path]) expect(readersOf(path)).toEqual([]);
    else expect(readersOf(path)).not.toEqual([]);
  });

  it.each(COMPAT)('compat %s', (name) => {
    expect([...sources].filter(([, code]) => code.includes(`'${name}'`)).map(([file]) => file)).not.toEqual([]);
  });

  it('the scan would notice one that is not', () => {
    expect(readersOf('training.neverThoughtOf')).toEqual([]);
    expect(readersOf('training.reward.huberDelta')).toEqual([]);
  });
});

/** The files that read a setting. */
function readersOf(path: string): string[] {
  const [, ...parts] = path.split('.');
  const [leaf = '', parent] = parts.toReversed();
  const handed = HANDED_ON[path];
  const pairs = handed ? [handed] : files.map((file) => [file, file] as const);
  return pairs.flatMap(([taker, reader]) => {
    const takes = parent === undefined || named(parent).test(sources.get(taker) ?? '');
    return takes && reads(leaf).test(sources.get(reader) ?? '') ? [reader] : [];
  });
}

/** A property that is read, or taken apart: `a.leaf`, `{ leaf }`, `{ leaf = 1 }`, `{ leaf: other }`. */
function reads(leaf: string): RegExp {
  return new RegExp(`\\.${leaf}\\b(?!\\s*=[^=])|[{,]\\s*${leaf}\\s*(?:[,}=]|:\\s*[a-z]\\w*\\s*[,}])`);
}

function named(parent: string): RegExp {
  return new RegExp(`\\b${parent}\\b`);
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<![:'"`])\/\/.*$/gm, '');
}

interface Wrapper {
  readonly def: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, Wrapper>>;
    readonly innerType?: Wrapper;
    readonly element?: Wrapper;
  };
}

/** Dotted paths of a schema's settings; a list of objects is walked into, any other list is one setting. */
function leavesOf(schema: unknown, path: string): string[] {
  const { type, shape, innerType, element } = (schema as Wrapper).def;
  if (shape) return Object.entries(shape).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
  if (innerType) return leavesOf(innerType, path);
  if (type === 'array' && element?.def.shape) return [path, ...leavesOf(element, path)];
  return [path];
}
