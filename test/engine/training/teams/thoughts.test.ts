/** What a model thinks between `<think>` and `</think>` is trained like its answer, or has no weight in the loss. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentSchema } from '../../../../src/core/document/schema.ts';
import type { MessageRecord } from '../../../../src/core/episode/records.ts';
import { TextTokenizer } from '../../../../src/core/tokenizer/tokenizer.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { createExecutor } from '../../support/executors.ts';
import { keepSessions } from '../../support/sessions.ts';
import { tiny, tinyProject } from '../../support/tiny.ts';

const kept = keepSessions();
const read = (path: string) => JSON.parse(readFileSync(`public/models/micro/${path}`, 'utf8')) as { added_tokens: object[] };

/** One iteration, with these ids as the tokens of a thought. */
async function iterate(trainThoughts: boolean, marks: readonly [open: number, close: number] | null) {
  const file = read('tokenizer.json');
  const added = (marks ?? []).map((id, at) => ({ id, content: at === 0 ? '<think>' : '</think>', special: false }));
  const tokenizer = TextTokenizer.fromFiles({ ...file, added_tokens: [...file.added_tokens, ...added] }, read('tokenizer_config.json'));
  const plain = tinyProject({
    algorithm: 'grpo',
    groupSize: 2,
    trainThoughts,
    klGate: 0,
    entropyCoef: 0,
    klCoef: 0.1,
    klPlacement: 'loss',
    epochs: 2,
  });
  const document = documentSchema.parse(plain);
  const notices: string[] = [];
  const session = kept(
    await TrainingSession.create({
      document,
      bases: [{ ...tiny, tokenizer }],
      engine: new LocalEngine(await createExecutor('wasm')),
      environment: createSandbox(),
      onEvent: (event) => void (event.type === 'notice' && notices.push(event.code)),
    }),
  );
  const { episodes, metrics } = await session.iterate();
  return { messages: episodes.flatMap((episode) => episode.messages), metrics, notices };
}

const thoughtIn = ({ segments, prompt_ids: prompt }: MessageRecord) => {
  const thought = segments.find(({ source }) => source === 'thought');
  return thought ? { start: thought.start - prompt.length, end: thought.end - prompt.length } : null;
};

it('where they are not trained, thoughts push nothing and answers do', async () => {
  // What the first message with enough tokens sampled is declared a thought's beginning and end.
  const { messages: sampled, notices } = await iterate(false, null);
  expect(notices, 'no such tokens').toContain('thinking_unread');
  const ids = sampled.find(({ response_ids: [a, b, c] }) => c !== undefined && a !== b)!.response_ids;
  const marks = [ids[0]!, ids[1]!] as const;
  const pushed = async (trainThoughts: boolean) => {
    const { messages, metrics, notices: told } = await iterate(trainThoughts, marks);
    expect(told).not.toContain('thinking_unread');
    expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
    const counts = { thoughts: 0, answers: 0, pushedThoughts: 0, pushedAnswers: 0 };
    for (const message of messages) {
      const span = thoughtIn(message);
      message.receipt?.push.forEach((push, token) => {
        const thinks = span !== null && span.start <= token && token < span.end;
        counts[thinks ? 'thoughts' : 'answers'] += 1;
        if (push !== 0) counts[thinks ? 'pushedThoughts' : 'pushedAnswers'] += 1;
      });
    }
    return counts;
  };
  const off = await pushed(false);
  expect(off.thoughts).toBeGreaterThan(0);
  expect(off.pushedThoughts).toBe(0);
  expect(off.pushedAnswers).toBeGreaterThan(0);
  const on = await pushed(true);
  expect(on.thoughts).toBe(off.thoughts);
  expect(on.pushedThoughts).toBeGreaterThan(0);
});
