/** Thoughts of models that think: found by their tokens, recorded as segments, shown to nobody but who thought them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { teamSchema } from '../../../../src/core/document/schema.ts';
import { beginsInThought, sampledSegments, thoughtSpans, withoutThoughts } from '../../../../src/core/episode/thoughts.ts';
import { lossWeights } from '../../../../src/core/objectives/masks.ts';
import type { PromptTokens, Thinking } from '../../../../src/core/tokenizer/promptTokens.ts';
import { TextTokenizer } from '../../../../src/core/tokenizer/tokenizer.ts';
import { begin } from './episodes.ts';

const [OPEN, CLOSE] = [90, 91];
const marks = { open: OPEN, close: CLOSE, decode: String };

describe('thoughts among ids', () => {
  it.each([
    ['none', [1, 2], false, []],
    ['one, before the answer', [OPEN, 1, CLOSE, 2], false, [[0, 3]]],
    ['one that never ends', [1, OPEN, 2], false, [[1, 3]]],
    ['one that the prompt began', [1, CLOSE, 2], true, [[0, 2]]],
    [
      'two',
      [OPEN, CLOSE, 5, OPEN, 6, CLOSE],
      false,
      [
        [0, 2],
        [3, 6],
      ],
    ],
    ['an end without a beginning is none', [1, CLOSE, 2], false, []],
  ] as const)('%s', (_, ids, begun, spans) => {
    const found = thoughtSpans(ids, marks, begun);
    expect(found.map(({ start, end }) => [start, end])).toEqual(spans);
    expect(withoutThoughts({ response_ids: ids }, found)).toEqual(
      ids.filter((__, at) => !spans.some(([start, end]) => start <= at && at < end)),
    );
    const segments = sampledSegments('a', 10, ids.length, found);
    expect(segments.map(({ start }) => start)).toEqual([10, ...segments.slice(0, -1).map(({ end }) => end)]);
    expect(segments.at(-1)?.end).toBe(10 + ids.length);
  });

  it('have no weight in the loss where they are not trained', () => {
    const message = {
      finish_reason: 'stop',
      prompt_ids: [7],
      response_ids: [OPEN, 1, CLOSE, 2],
      segments: sampledSegments('a', 1, 4, [{ start: 0, end: 3 }]),
    } as const;
    expect(lossWeights(message, { trainThoughts: false, maskTruncated: false })).toEqual([0, 0, 0, 1]);
    expect(lossWeights(message, { trainThoughts: true, maskTruncated: true })).toEqual([1, 1, 1, 1]);
    expect(lossWeights({ ...message, finish_reason: 'length' }, { trainThoughts: false, maskTruncated: true })).toEqual([0, 0, 0, 0]);
  });
});

const read = (path: string) => readFileSync(new URL(`../../../golden/${path}`, import.meta.url), 'utf8');
const { added, config } = JSON.parse(read('templates/expected.json')).styles.qwen3 as { added: object[]; config: Record<string, string> };
const file = JSON.parse(read('tokenizers/qwen2/tokenizer.json')) as { added_tokens: object[] };
const qwen3 = TextTokenizer.fromFiles({ ...file, added_tokens: [...file.added_tokens, ...added] }, config, {
  chatTemplate: read('templates/qwen3.jinja'),
});
const THOUGHT = '<think>\nhm, 6 times 7\n</think>\n\n';

/** A duo in which each thinks before it says its name; what the second is shown, and the record. */
function play(tokens: PromptTokens) {
  const team = teamSchema.parse({ agents: [{ role: 'first' }, { role: 'second' }], edges: [{ from: 'first', to: 'second' }] });
  const episode = begin({ team, tokensOf: () => tokens, horizon: 2 });
  const shown: Record<string, string> = {};
  while (!episode.finished) {
    const request = episode.ready()[0];
    if (request) {
      shown[`${request.role}${request.turn}`] = qwen3.decode(request.promptIds);
      const text = `${THOUGHT}I am ${request.role}`;
      const responseIds = [...qwen3.encode(text), tokens.end];
      const numbers = responseIds.map(() => -1);
      episode.deliver(request, { responseIds, logprobs: numbers, entropies: numbers, finishReason: 'stop', text, adapterVersion: 0 });
    } else if (episode.toStep()) episode.stepped({ state: 0, observation: 'again', reward: 0, terminated: false, truncated: false }, '');
  }
  return { shown, record: episode.record() };
}

describe.each(['workbench', 'model'] as const)('with prompts by %s', (template) => {
  const tokens = qwen3.tokensFor(template);
  const { shown, record } = play(tokens);

  it('a thought is a segment of its own, which holds just its tokens', () => {
    for (const { segments, prompt_ids: prompt, response_ids: response, text } of record.messages) {
      const own = segments.filter(({ kind }) => kind === 'sampled');
      expect(own.map(({ source }) => source)).toEqual(['thought', 'response']);
      const [thought] = own;
      expect(qwen3.decode(response.slice(0, thought!.end - prompt.length))).toMatch(/^<think>\n.*\n<\/think>$/s);
      expect(text).toContain(THOUGHT);
    }
  });

  it('others are shown what was answered, without what was thought', () => {
    expect(shown['second0']).toContain('I am first');
    expect(shown['second0']).not.toContain('hm, 6 times 7');
    expect(shown['first0']).not.toContain('think');
  });

  it('who thought keeps its thought as far as the layout shows it', () => {
    const own = shown['second1']!;
    expect(own).toContain('I am second');
    // Qwen3's template shows no thoughts from before the last user message; the workbench's blocks are the tokens that were sampled.
    expect(own.split('hm, 6 times 7').length - 1).toBe(template === 'model' ? 0 : 1);
  });
});

describe('enable_thinking', () => {
  const prompt = (thinking: Thinking) => play(qwen3.tokensFor('model', thinking)).shown['first0']!;
  it('is passed to a template that reads it, and nothing is where the template shall decide', () => {
    expect(prompt('off')).toBe(`${prompt('default')}<think>\n\n</think>\n\n`);
    expect(prompt('on')).toBe(prompt('default'));
    expect(qwen3.tokensFor('model', 'off').conversation?.readsThinking).toBe(true);
    expect(qwen3.tokensFor('model', 'off')).toBe(qwen3.tokensFor('model', 'off'));
  });

  it('a thought that the template has opened goes on in the message, and one it has closed does not', () => {
    const { thought } = qwen3.tokensFor('model');
    const header = (text: string) => {
      const ids = qwen3.encode(text);
      return { promptIds: ids, segments: [{ kind: 'scaffold', source: 'header', start: 0, end: ids.length }] } as const;
    };
    expect(beginsInThought(header('assistant\n<think>\n'), thought!)).toBe(true);
    expect(beginsInThought(header('assistant\n<think>\n\n</think>\n\n'), thought!)).toBe(false);
    expect(beginsInThought(header('assistant\n'), thought!)).toBe(false);
  });

  it('is of no account to a model without such tokens', () => {
    const plain = TextTokenizer.fromFiles(JSON.parse(read('tokenizers/qwen2/tokenizer.json')), config);
    expect(plain.promptTokens.thought).toBeUndefined();
  });
});
