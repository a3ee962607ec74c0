/** On-policy distillation of a session: what teachers say is what they are, what they are refused for, and that students near them. */
import { expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { documentSchema, type ProjectDocument, type TrainingSettings } from '../../../../src/core/document/schema.ts';
import { type TeacherSettings, teacherSchema } from '../../../../src/core/document/teacherSchema.ts';
import { FaultError } from '../../../../src/core/faults.ts';
import type { Files } from '../../../../src/core/formats/files.ts';
import { teacherFingerprint } from '../../../../src/core/formats/models/teacherFiles.ts';
import { metricsLine, rolloutLines } from '../../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { scoreSequences } from '../../../../src/engine/train/score.ts';
import { sampledSequence } from '../../../../src/session/play/batch.ts';
import { adapterFiles, checkpointOf, restoreCheckpoint } from '../../../../src/session/run/checkpoint.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { type BaseModel, loadBase } from '../../../../src/session/team/base.ts';
import { long } from '../../../support/long.ts';
import { createExecutor } from '../../support/executors.ts';
import { keepSessions } from '../../support/sessions.ts';
import { micro, microProject } from '../../support/team.ts';

const kept = keepSessions();
const teacher = (of: Partial<TeacherSettings>): TeacherSettings => teacherSchema.parse(of);

type Distillation = Partial<TrainingSettings['distillation']>;

/** Learns from the teacher alone unless told otherwise, with nothing that holds it. */
function student(distillation: Distillation, training: Partial<TrainingSettings> = {}): ProjectDocument {
  const settings = { algorithm: 'reinforce', baseline: 'none', episodes: 8, epochs: 1, klGate: 0, iterations: 100, ...training } as const;
  const alone: TrainingSettings['distillation'] = { coef: 1, signal: 'alone', teachers: [], ...distillation };
  return microProject({ ...settings, adaptiveLearningRate: { enabled: false, targetKl: 0.003 }, distillation: alone });
}

async function open(document: ProjectDocument, teachers?: Record<string, Files>, bases: readonly BaseModel[] = [micro]) {
  expect(documentFaults(document)).toEqual([]);
  const engine = new LocalEngine(await createExecutor('wasm'));
  return kept(await TrainingSession.create({ document, bases, engine, environment: createSandbox(), teachers }));
}

/** Adapters far from the base, that of the planner other than the solver's. */
async function trained(seed = 3, iterations = 3): Promise<{ readonly session: TrainingSession; readonly files: Files }> {
  const session = await open(microProject({ seed, learningRate: 0.02, klGate: 0, episodes: 16, epochs: 4 }));
  for (let i = 0; i < iterations; i += 1) await session.iterate();
  return { session, files: adapterFiles(session) };
}

const of = (run: string, more: Partial<TeacherSettings> = {}) => ({ teachers: [teacher({ run, iteration: 3, ...more })] });

it('tokens are scored by the teacher’s own adapters, at the temperature they were said with, and the loss is given the difference', async () => {
  const { session, files } = await trained();
  const pupil = await open(student(of('run')), { 'run@3': files });
  const { episodes, metrics } = await pupil.iterate();
  for (const { role, index, group } of session.policies) {
    const messages = episodes.flatMap((episode) => episode.messages.filter((message) => message.role === role));
    const slots = group.adapters.map(({ slot }) => slot);
    const sequences = messages.map((message) => sampledSequence(message, group.adapter(index).slotIndex));
    const { logprobs } = await scoreSequences(session.engine, group.base.config, slots, sequences);
    const told = messages.flatMap((message) => message.teacher_logprobs!);
    expect(told).toHaveLength(logprobs.length);
    told.forEach((logprob, t) => expect(logprob).toBeCloseTo(logprobs[t]!, 5));
    const apart = messages.flatMap((message) => message.logprobs.map((own, t) => own - message.teacher_logprobs![t]!));
    expect(metrics[`actor/${role}/teacher_kl`]).toBeCloseTo(apart.reduce((a, b) => a + b, 0) / apart.length, 9);
    expect(Math.abs(metrics[`actor/${role}/teacher_kl`]!), 'they differ').toBeGreaterThan(1e-3);
    // One step, of which the receipt has the advantages.
    messages.forEach((message) =>
      message.receipt!.normalized_advantages.forEach((advantage, t) =>
        expect(advantage).toBeCloseTo(message.teacher_logprobs![t]! - message.logprobs[t]!, 4),
      ),
    );
  }
});

it('added, it comes to the normalised advantage of the reward; an agent that no teacher names has that alone', async () => {
  const { files } = await trained();
  const training = { algorithm: 'tppo', seed: 5 } as const;
  const plain = await (await open(student({}, training))).iterate();
  const distillation: Distillation = { signal: 'added', coef: 0.5, ...of('run', { agents: ['solver'] }) };
  const taught = await (await open(student(distillation, training), { 'run@3': files })).iterate();
  let seen = 0;
  taught.episodes.forEach((episode, e) =>
    episode.messages.forEach((message, m) => {
      const before = plain.episodes[e]!.messages[m]!;
      expect(message.advantages, 'credit is what it is').toEqual(before.advantages);
      message.receipt!.normalized_advantages.forEach((advantage, t) => {
        const added = message.role === 'solver' ? 0.5 * (message.teacher_logprobs![t]! - message.logprobs[t]!) : 0;
        if (Math.abs(added) > 1e-3) seen += 1;
        expect(advantage).toBeCloseTo(before.receipt!.normalized_advantages[t]! + added, 4);
      });
      if (message.role !== 'solver') expect(message).not.toHaveProperty('teacher_logprobs');
    }),
  );
  expect(seen).toBeGreaterThan(0);
  expect(taught.metrics).not.toHaveProperty('actor/planner/teacher_kl');
  expect(taught.metrics).toHaveProperty('actor/solver/teacher_kl');
});

it('a base teaches as it is, also one that nobody stands on; one adapter may teach both agents', async () => {
  const twin = { ...loadBase('twin', readFolder(baseFolder('micro'))) };
  const byBase = await open(student({ teachers: [teacher({ base: 'twin' })] }), {}, [micro, twin]);
  const { episodes } = await byBase.iterate();
  for (const message of episodes.flatMap(({ messages }) => messages))
    message.teacher_logprobs!.forEach((logprob, t) => expect(logprob).toBeCloseTo(message.ref_logprobs[t]!, 5));
  const { files } = await trained();
  const byRole = await open(student(of('run', { role: 'planner' })), { 'run@3': files });
  const metrics = (await byRole.iterate()).metrics;
  expect(metrics).toHaveProperty('actor/solver/teacher_kl');
});

it('goes on from a checkpoint byte by byte, and not with other adapters than were chosen', async () => {
  const { files } = await trained();
  const document = student(of('run', { sha256: teacherFingerprint(files) }), { epochs: 2 });
  const whole = await open(document, { 'run@3': files });
  await whole.iterate();
  const checkpoint = await checkpointOf(whole);
  const line = async (session: TrainingSession) => {
    const { metrics, episodes } = await session.iterate();
    return metricsLine(2, metrics) + rolloutLines(episodes);
  };
  const expected = await line(whole);
  const again = await open(document, { 'run@3': files });
  await restoreCheckpoint(again, checkpoint);
  expect(await line(again)).toBe(expected);
  expect(expected).toContain('"teacher_logprobs"');
  const { files: others } = await trained(4, 1);
  await expect(open(document, { 'run@3': others })).rejects.toThrow(/not those that were chosen/);
});

it('refuses a teacher that is not there, has no such role, stands on another base or has other tokens', async () => {
  const { files } = await trained(3, 1);
  const refusal = async (distillation: Distillation, given: Record<string, Files> = {}, bases = [micro]): Promise<unknown> => {
    const error: unknown = await open(student(distillation), given, bases).catch((thrown: unknown) => thrown);
    return error instanceof FaultError ? [error.fault.code, error.fault.params] : error;
  };
  const solver = Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith('solver/')));
  expect(await refusal(of('run'))).toEqual(['E_TEACHER', { found: 'missing', role: 'planner', run: 'run', iteration: 3 }]);
  expect(await refusal(of('run'), { 'run@3': solver })).toMatchObject([
    'E_TEACHER',
    { found: 'role', teacher: 'planner', roles: ['solver'] },
  ]);
  const twin = loadBase('twin', readFolder(baseFolder('micro')));
  expect(await refusal(of('run', { base: 'twin' }), { 'run@3': files }, [micro, twin])).toMatchObject([
    'E_TEACHER',
    { found: 'base', theirs: 'micro', ours: 'twin' },
  ]);
  const debate = loadBase('debate', readFolder(baseFolder('debate')));
  expect(await refusal({ teachers: [teacher({ base: 'debate' })] }, {}, [micro, debate])).toMatchObject([
    'E_TEACHER',
    { found: 'tokens', theirs: 'debate', ours: 'micro' },
  ]);
});

it.for([1, 2, 3])('the teacher alone draws its student near: seed %i', async (seed, context) => {
  if (seed > 1) long(context);
  const { files } = await trained();
  const session = await open(student(of('run'), { seed, episodes: 32, learningRate: 0.01 }), { 'run@3': files });
  const rows = [];
  for (let i = 0; i < 16; i += 1) rows.push((await session.iterate()).metrics);
  // In the first iteration the student is the base that both began as.
  for (const role of ['planner', 'solver']) {
    const kl = rows.map((row) => row[`actor/${role}/teacher_kl`]!);
    expect(kl.at(-1)).toBeLessThan(kl[0]! / 2);
  }
});

it('documents keep their teachers', () => {
  const document = student(of('run', { agents: ['solver'], name: 'A run', sha256: 'a'.repeat(64) }));
  expect(documentSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
});
