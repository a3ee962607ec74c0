/**
 * No setting is accepted and then changes nothing: each of the schema's, given another value in a state in which it can act,
 * changes what it governs within two iterations, or the document says that nothing reads it, or cannot be trained so. The
 * same over all shipped projects is `npm run perturb-settings`.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import type { ProjectDocument, TrainingSettings } from '../../../../src/core/document/schema.ts';
import { settingAt, TRAINING_DEFAULTS, type TrainingPath } from '../../../../src/core/document/settingPaths.ts';
import { ALGORITHMS, type Algorithm } from '../../../../src/core/document/trainingSchema.ts';
import type { Json } from '../../../../src/core/json.ts';
import { withValueAt } from '../../../../src/core/sweep/address.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { ELSEWHERE, perturbationOf, SETTING_PATHS } from '../../../../headless/perturb/perturbations.ts';
import { judge, type Outcome, outcomeOf, trialOf } from '../../../../headless/perturb/perturb.ts';
import { long } from '../../../support/long.ts';
import { createExecutor } from '../../support/executors.ts';
import { heldIn, tiny, tinyProject } from '../../support/tiny.ts';

const engine = new LocalEngine(await createExecutor('wasm'));
const sandbox = createSandbox();
const loaded = sandbox.load(tinyProject().environment.source);
/** All projects here have one environment. */
const environment = Object.assign(sandbox, { load: () => loaded });
afterAll(() => engine.dispose());

const PERTURBED = SETTING_PATHS.filter((path) => !(path in ELSEWHERE));
/** What concerns whatever steps there are, by whatever algorithm: seen to act with one. */
const ANY_STEP = /^training\.(seed|optimizer|schedule|rotation|rollback|maxGradNorm|adaptiveLearningRate|evaluate|checkpointEvery)/;
const OF_ALGORITHM = PERTURBED.filter((path) => path.startsWith('training.') && !ANY_STEP.test(path));
const known = new Map<string, Promise<Outcome>>();

/** Of equal documents once. */
function outcome(document: ProjectDocument): Promise<Outcome> {
  const key = JSON.stringify(document);
  const run = known.get(key) ?? trained(document);
  known.set(key, run);
  return run;
}

async function trained(document: ProjectDocument): Promise<Outcome> {
  const session = await TrainingSession.create({ document, bases: [heldIn(document.team.weights, tiny)], engine, environment });
  try {
    return await outcomeOf(session);
  } finally {
    session.dispose();
  }
}

const judged = new Map<string, Map<Algorithm, string>>();
/** COMA's critic begins at 0 for everything, so that without a bonus its first update would move nobody. */
const base = (algorithm: Algorithm) => tinyProject({ algorithm, ...(algorithm === 'coma' ? { entropyCoef: 0.02 } : {}) });

/** With a third agent, without whom a router has no connection to hold back. */
function ofThree(project: ProjectDocument): ProjectDocument {
  const [first] = project.team.agents;
  return parseDocument({ ...project, team: { ...project.team, agents: [...project.team.agents, { ...first, role: 'third' }] } });
}

it('every setting of the schema has another value here, or is tested elsewhere', () => {
  expect(SETTING_PATHS.filter((path) => !(path in ELSEWHERE) && !perturbationOf(path))).toEqual([]);
  expect(Object.keys(ELSEWHERE).filter((path) => !SETTING_PATHS.includes(path))).toEqual([]);
});

/** Those of the paths that are accepted with the algorithm and change nothing. */
async function idle(algorithm: Algorithm, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const project = path.endsWith('@routed') ? ofThree(base(algorithm)) : base(algorithm);
    const { verdict } = await judge(trialOf(project, path), outcome, { check: false });
    judged.set(path, (judged.get(path) ?? new Map<Algorithm, string>()).set(algorithm, verdict));
    if (verdict === 'idle' || verdict === 'lacking') found.push(path);
  }
  return found;
}

describe('tppo', () => {
  it('no setting is accepted that changes nothing', async () => {
    expect(await idle('tppo', PERTURBED)).toEqual([]);
  });
});

describe.each(ALGORITHMS.filter((algorithm) => algorithm !== 'tppo'))('%s', (algorithm) => {
  const actsWithTppo = (path: string) => judged.get(path)?.get('tppo') === 'acts';
  it('no setting that does not act with tppo is accepted and changes nothing', async () => {
    expect(
      await idle(
        algorithm,
        OF_ALGORITHM.filter((path) => !actsWithTppo(path)),
      ),
    ).toEqual([]);
  });
  it('nor is one that does', async (context) => {
    long(context);
    expect(await idle(algorithm, OF_ALGORITHM.filter(actsWithTppo))).toEqual([]);
  });
});

it('every setting acts with one algorithm at least', () => {
  const never = [...judged].filter(([, verdicts]) => ![...verdicts.values()].includes('acts')).map(([path]) => path);
  // A router speaks once a turn; the document says so.
  expect(never).toEqual(['team.orchestrator.maxSteps@routed']);
});

it.each(['team.orchestration@routed', 'team.orchestrator.role@routed'])(
  '%s is refused of two agents: nothing could be held back',
  async (path) => {
    const { after } = trialOf(base('tppo'), path);
    expect(documentFaults(after).map(({ code }) => code)).toContain(path.includes('role') ? 'E_ORCHESTRATOR_EDGE' : 'E_TEAM_ROUTER');
  },
);

describe('what is told to be read by nothing', () => {
  it.for<[string, Json, Partial<TrainingSettings>]>([
    ['klGate', 1e-9, { epochs: 1 }],
    ['clip', 0.01, { epochs: 1 }],
    ['clipHigher', 0.01, { epochs: 1 }],
    ['dualClip', 1.001, { epochs: 1 }],
    ['earlyStopKl', 1e-9, { epochs: 1 }],
    ['critic.valueClip', 1e-4, { epochs: 1, critic: { ...TRAINING_DEFAULTS.critic, steps: 1 } }],
    ['decoupled.enabled', true, {}],
    ['rolloutCorrection.mode', 'token', {}],
    ['credit.ownShare', 0.25, { algorithm: 'grpo' }],
    ['reward.bias', 1, { algorithm: 'grpo' }],
    ['reward.bias', 1, { algorithm: 'rloo' }],
    ['reward.mean', 'batch', { algorithm: 'rloo' }],
    ['klPlacement', 'reward', { algorithm: 'vineppo', klCoef: 1 }],
    ['credit.strategy', 'per_step', { algorithm: 'vineppo' }],
  ])('%s = %j runs, says so and changes no number of the team', async ([path, value, training], context) => {
    if (path !== 'klGate') long(context);
    const before = tinyProject({ learningRate: 0.03, ...training });
    const after = parseDocument(withValueAt(before, `training.${path}`, value));
    expect(settingAt(after.training, path as TrainingPath)).toEqual(value);
    const said: string[] = [];
    const session = await TrainingSession.create({
      document: after,
      bases: [tiny],
      engine,
      environment,
      onEvent: (event) => void (event.type === 'notice' && event.code === 'setting_unread' && said.push(event.message)),
    });
    const changed = await outcomeOf(session);
    session.dispose();
    expect(said).toContainEqual(expect.stringContaining(`“training.${path}” is`));
    expect(changed.team).toBe((await outcome(before)).team);
  });
});
