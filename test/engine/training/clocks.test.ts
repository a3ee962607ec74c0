/** Agents with clocks: a message that was interrupted is learnt from as it is, and an episode is played again at the same times. */
import { expect, it } from 'vitest';
import { documentSchema, type ProjectDocument, type TrainingSettings } from '../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { replay, said } from '../../../src/session/counterfactual/replay.ts';
import { type EpisodePlan, rollOut } from '../../../src/session/play/rollout.ts';
import { TeamVoices, UNTRAINED } from '../../../src/session/play/teamVoices.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { createExecutor } from '../support/executors.ts';
import { keepSessions } from '../support/sessions.ts';
import { tiny, tinyProject } from '../support/tiny.ts';

const kept = keepSessions();

/** The second interrupts the first at 2 s, which is after one to four tokens. */
function project(training: Partial<TrainingSettings> = {}): ProjectDocument {
  const plain = tinyProject({ epochs: 1, learningRate: 0.02, klGate: 0, ...training });
  const clocks = [
    { timePerOutputToken: 1, jitter: 0.5 },
    { timeToFirstToken: 0.5, jitter: 0.5, timeout: 2, interrupts: true },
  ];
  const agents = plain.team.agents.map((agent, index) => ({
    ...agent,
    clock: clocks[index],
    sampling: { ...agent.sampling, maxNewTokens: 6 },
  }));
  return documentSchema.parse({ ...plain, team: { ...plain.team, agents } });
}

it.each(['appo', 'c3'] as const)(
  '%s learns from the tokens that were said before the interruption, and masks none of them',
  async (algorithm) => {
    const document = project({ algorithm, maskTruncated: true, episodes: 8, critic: { ...tinyProject().training.critic, warmup: 0 } });
    const engine = new LocalEngine(await createExecutor('wasm'));
    const session = kept(await TrainingSession.create({ document, bases: [tiny], engine, environment: createSandbox() }));
    const { episodes, metrics } = await session.iterate();
    const first = episodes.flatMap(({ messages }) => messages.filter(({ role }) => role === 'first'));
    const cut = first.filter(({ finish_reason: reason }) => reason === 'interrupted');
    expect(cut.length, 'some are interrupted').toBeGreaterThan(2);
    expect(cut.length, 'some are not').toBeLessThan(first.length);
    for (const message of cut) {
      const { response_ids: ids, segments, prompt_ids: prompt } = message;
      expect([ids.length, message.max_tokens, message.arrived]).toEqual([message.tokens_in_time, 6, 2]);
      expect(segments.at(-1)).toMatchObject({ kind: 'sampled', start: prompt.length, end: prompt.length + ids.length });
      for (const list of [message.logprobs, message.advantages, message.token_rewards]) expect(list).toHaveLength(ids.length);
      const { receipt, advantages } = message;
      expect(receipt?.push).toHaveLength(ids.length);
      expect(receipt?.left_out).toBeUndefined();
      if (advantages.some((advantage) => advantage !== 0)) expect(receipt?.push.some((push) => push !== 0)).toBe(true);
    }
    expect(cut.some(({ advantages }) => advantages.some((advantage) => advantage !== 0))).toBe(true);
    expect(metrics['response_length/first/interrupted_ratio']).toBeCloseTo(cut.length / first.length, 12);
    // What stands in a message's place has the time that the message had.
    for (const message of cut)
      for (const other of message.counterfactual?.others ?? [])
        expect(other.response_ids.length).toBeLessThanOrEqual(message.tokens_in_time!);
    expect(cut.some(({ counterfactual }) => (counterfactual?.others.length ?? 0) > 0)).toBe(algorithm === 'c3');
  },
);

it('an episode that is played on has the arrivals of what it is played on from', async () => {
  const document = project();
  const engine = new LocalEngine(await createExecutor('wasm'));
  const environment = createSandbox();
  await environment.load(document.environment.source);
  const [voices = []] = new TeamVoices(engine, document, [tiny]).voices(UNTRAINED);
  const context = { document, voices, environment };
  const plans = Array.from(
    { length: 8 },
    (_, episode): EpisodePlan => ({ iteration: 1, episode, split: 'train', problemIndex: episode, group: episode }),
  );
  const records = (await rollOut(context, plans)).map((episode) => episode.record());
  let otherwise = 0;
  for (const record of records) {
    for (let from = 0; from <= record.messages.length; from += 1) {
      const given = record.messages.slice(0, from).map(said);
      const [own, other] = await replay(context, record, given, [0, 1]);
      expect(own).toEqual(record);
      expect(other!.messages.slice(0, from)).toEqual(record.messages.slice(0, from));
      if (other!.messages.at(-1)?.arrived !== record.messages.at(-1)?.arrived) otherwise += 1;
    }
  }
  expect(otherwise, 'other continuations take other times').toBeGreaterThan(0);
  engine.dispose();
});
