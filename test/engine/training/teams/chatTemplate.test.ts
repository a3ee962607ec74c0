/** A team that reads its base's chat template plays and trains as any other: over the very ids that it read. */
import { expect, it } from 'vitest';
import { documentSchema } from '../../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { dryRun } from '../../../../src/session/play/dryRun.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { createExecutor } from '../../support/executors.ts';
import { keepSessions } from '../../support/sessions.ts';
import { tiny, tinyProject } from '../../support/tiny.ts';

const kept = keepSessions();

it('a team in the model’s chat template learns from the prompts that it read', async () => {
  const plain = tinyProject();
  const document = documentSchema.parse({ ...plain, team: { ...plain.team, template: 'model' } });
  const engine = new LocalEngine(await createExecutor('wasm'));
  const session = kept(await TrainingSession.create({ document, bases: [tiny], engine, environment: createSandbox() }));
  const { metrics, episodes } = await session.iterate();
  const { tokenizer } = tiny;
  const messages = episodes.flatMap((episode) => episode.messages);
  for (const { prompt_ids, segments, role, sees } of messages) {
    expect(tokenizer.decode(prompt_ids)).toMatch(
      new RegExp(`^<\\|im_start\\|>system: ${role}<\\|im_end\\|>\n<\\|im_start\\|>user: .*<\\|im_start\\|>assistant: $`, 's'),
    );
    expect(segments.at(-2)?.end).toBe(prompt_ids.length);
    expect(segments.filter(({ source }) => source === 'message')).toHaveLength(sees.length);
  }
  // Both turns, and what the agent itself said in the first.
  expect(messages.some(({ segments, role }) => segments.some((segment) => segment.source === 'message' && segment.role === role))).toBe(
    true,
  );
  for (const role of ['first', 'second']) {
    expect(metrics[`actor/${role}/first_ratio_deviation`]).toBeLessThan(1e-3);
    expect(metrics[`actor/${role}/grad_norm`]).toBeGreaterThan(0);
  }

  const environment = createSandbox();
  await environment.load(document.environment.source);
  const dry = await dryRun(document, [tiny], environment, 'most');
  expect(dry.messages.length).toBeGreaterThan(0);
});
