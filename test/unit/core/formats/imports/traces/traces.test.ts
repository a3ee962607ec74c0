import { describe, expect, it } from 'vitest';
import type { ImportedEpisode } from '../../../../../../src/core/formats/imports/importedRun.ts';
import type { RunReader } from '../../../../../../src/core/formats/imports/reader.ts';
import { langfuseReader } from '../../../../../../src/core/formats/imports/traces/langfuse.ts';
import { langSmithReader } from '../../../../../../src/core/formats/imports/traces/langSmith.ts';
import { openTelemetryReader } from '../../../../../../src/core/formats/imports/traces/openTelemetry.ts';
import { phoenixReader } from '../../../../../../src/core/formats/imports/traces/phoenix.ts';
import { spanOf, Traces } from '../../../../../../src/core/formats/imports/traces/spans.ts';
import { seededRandom } from '../../helpers.ts';
import { mutant } from '../../../../../support/mutant.ts';
import { faultOf, given, golden, goldenBytes, goldenJson, goldenLines, goldenText, headOf, readAll } from '../read.ts';

/** What the fixtures say: two problems, a planner's plan and a solver's answer to each. */
const PROBLEMS = ['What is 17 + 25?', 'What is 6 × 7, in words?'];
const PLANS = ['Add the tens, then the ones.', 'Multiply, then spell it.'];
const ANSWERS = ['42', 'forty-two'];

const said = ({ messages }: ImportedEpisode) => messages.map(({ agent, text }) => [agent, text]);
const prompts = ({ messages }: ImportedEpisode) => messages.map(({ prompt }) => prompt?.map(({ role, text }) => `${role}: ${text}`));

/** Nothing that a service of traces records. */
function expectUnknown(episodes: readonly ImportedEpisode[]): void {
  for (const { step, reward, rewards, terminated, truncated, split, messages } of episodes) {
    expect({ step, reward, rewards, terminated, truncated, split }).toEqual({
      step: null,
      reward: null,
      rewards: {},
      terminated: null,
      truncated: null,
      split: null,
    });
    for (const { logprobs, advantages, responseIds, reward: paid, turn } of messages)
      expect([logprobs, advantages, responseIds, paid, turn]).toEqual([null, null, null, null, null]);
  }
}

describe('OpenTelemetry', () => {
  const files = () => [golden('opentelemetry/logs.jsonl'), golden('opentelemetry/spans.jsonl')];

  it('reads messages in attributes, in events and in log records, in the order in which they began', async () => {
    const { episodes, notices } = await readAll(openTelemetryReader, files());
    expect(notices).toEqual([]);
    const call = '<tool_call>{"name":"calculate","arguments":{"expression":"17+25"}}</tool_call>';
    expect(episodes.map(said)).toEqual(
      [0, 1].map((index) => [
        ['planner', PLANS[index]],
        ['solver', call],
        ['solver', ANSWERS[index]],
      ]),
    );
    expect(prompts(episodes[0]!)).toEqual([
      ['system: You plan.', `user: ${PROBLEMS[0]}`],
      ['system: You solve.', `user: ${PROBLEMS[0]}\n${PLANS[0]}`],
      [`user: ${PROBLEMS[0]}\n${PLANS[0]}`, `assistant: ${call}`, 'tool: 42'],
    ]);
    expect(episodes[0]?.messages.map(({ finish, temperature, maxTokens }) => [finish, temperature, maxTokens])).toEqual([
      ['stop', 0.7, 64],
      ['stop', null, null],
      ['length', null, null],
    ]);
    expect(episodes.map(({ skills, problem }) => [skills, problem])).toEqual([
      [{ correct: 1 }, PROBLEMS[0]],
      [{ correct: 0 }, `${PROBLEMS[1]}`],
    ]);
    expect(episodes[0]?.info).toMatchObject({
      service: 'arithmetic-team',
      tools: [{ name: 'calculate', input: { expression: '17+25' }, output: '42' }],
    });
    expectUnknown(episodes);
  });

  it('finds as many calls of models, by trace, as plain code finds in the lines', async () => {
    const calls = new Map<string, number>();
    for (const line of goldenLines('opentelemetry/spans.jsonl'))
      for (const { traceId, name } of line.resourceSpans.flatMap((one: any) => one.scopeSpans.flatMap((scope: any) => scope.spans)))
        if (name.startsWith('chat')) calls.set(traceId, (calls.get(traceId) ?? 0) + 1);
    const { episodes } = await readAll(openTelemetryReader, files());
    expect(episodes.map(({ id, messages }): [string | null, number] => [id, messages.length])).toEqual([...calls]);
  });

  it('says where content was not captured, and leaves the text unknown', async () => {
    const { episodes, notices } = await readAll(openTelemetryReader, [golden('opentelemetry/spans.jsonl')]);
    expect(episodes.map(({ messages }) => messages[2]?.text)).toEqual([null, null]);
    expect(notices).toEqual(['E_TRACE_NO_TEXT']);
  });

  it("reads one value over many lines, OpenLLMetry's flat attributes, and the events of before 1.28", async () => {
    const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
    const flat = {
      traceId: 'a',
      spanId: '1',
      name: 'openai.chat',
      startTimeUnixNano: '2',
      attributes: [
        attribute('gen_ai.prompt.10.role', 'user'),
        attribute('gen_ai.prompt.10.content', 'last'),
        attribute('gen_ai.prompt.2.role', 'system'),
        attribute('gen_ai.prompt.2.content', 'first'),
        attribute('gen_ai.completion.0.role', 'assistant'),
        attribute('gen_ai.completion.0.content', 'said'),
        attribute('gen_ai.completion.0.finish_reason', 'length'),
      ],
    };
    const old = {
      traceId: 'a',
      spanId: '2',
      name: 'chat',
      startTimeUnixNano: '1',
      attributes: [attribute('gen_ai.system', 'openai')],
      events: [
        { name: 'gen_ai.content.prompt', attributes: [attribute('gen_ai.prompt', '[{"role":"user","content":"asked"}]')] },
        { name: 'gen_ai.content.completion', attributes: [attribute('gen_ai.completion', '[{"role":"assistant","content":"told"}]')] },
      ],
    };
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [flat, old] }] }] }, null, 2);
    const { episodes } = await readAll(openTelemetryReader, [given('trace.json', text)]);
    expect(prompts(episodes[0]!)).toEqual([['user: asked'], ['system: first', 'user: last']]);
    expect(episodes[0]?.messages.map((message) => [message.text, message.finish])).toEqual([
      ['told', null],
      ['said', 'length'],
    ]);
  });

  it('takes what is said where nothing below says anything, of agents and of calls that are told twice', async () => {
    const span = (spanId: string, parentSpanId: string, operation: string, text: string, name = operation) => ({
      traceId: 't',
      spanId,
      parentSpanId,
      name,
      startTimeUnixNano: String(Number(spanId)),
      attributes: [
        { key: 'gen_ai.operation.name', value: { stringValue: operation } },
        ...(operation === 'invoke_agent' ? [{ key: 'gen_ai.agent.name', value: { stringValue: name } }] : []),
        {
          key: 'gen_ai.output.messages',
          value: { arrayValue: { values: [tagged({ role: 'assistant', parts: [{ type: 'text', content: text }] })] } },
        },
      ],
    });
    const spans = [
      span('1', '', 'invoke_agent', 'outer', 'boss'),
      span('2', '1', 'invoke_agent', 'inner', 'remote'),
      span('3', '1', 'chat', 'thought'),
      span('4', '3', 'chat', 'below'),
    ];
    const { episodes } = await readAll(openTelemetryReader, [
      given('t.json', JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })),
    ]);
    expect(said(episodes[0]!)).toEqual([
      ['remote', 'inner'],
      ['boss', 'below'],
    ]);
  });
});

/** A value as OTLP tags it. */
function tagged(value: unknown): unknown {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(tagged) } };
  if (typeof value === 'object' && value !== null)
    return { kvlistValue: { values: Object.entries(value).map(([key, one]) => ({ key, value: tagged(one) })) } };
  return { stringValue: String(value) };
}

describe('LangSmith', () => {
  it('reads a list and lines alike, nodes as agents, feedback as skills, the example as group', async () => {
    for (const path of ['langsmith/runs.json', 'langsmith/runs.jsonl']) {
      const file = golden(path);
      expect(langSmithReader.claims(await headOf(file))).toBe(true);
      const { episodes, notices } = await readAll(langSmithReader, [file]);
      expect(notices).toEqual([]);
      expect(episodes.map(said)).toEqual(
        [0, 1].map((index) => [
          ['planner', PLANS[index]],
          ['solver', ANSWERS[index]],
        ]),
      );
      expect(prompts(episodes[1]!)).toEqual([['system: You plan.', `user: ${PROBLEMS[1]}`], [`user: ${PROBLEMS[1]}\n${PLANS[1]}`]]);
      expect(episodes[0]?.messages.map(({ finish, temperature, maxTokens }) => [finish, temperature, maxTokens])).toEqual([
        ['stop', 0.7, 64],
        ['length', null, null],
      ]);
      const roots = (goldenJson('langsmith/runs.json') as any[]).filter((run) => run.parent_run_id === undefined);
      expect(episodes.map(({ id, group, skills }) => ({ id, group, skills }))).toEqual(
        roots.map((run) => ({
          id: run.trace_id,
          group: run.reference_example_id,
          skills: { correctness: run.feedback_stats.correctness.avg },
        })),
      );
      expect(episodes[0]?.info).toMatchObject({ tags: ['eval'], tools: [{ name: 'calculate' }] });
      expectUnknown(episodes);
    }
  });

  it('reads runs within runs', async () => {
    const run = {
      id: 'r',
      name: 'graph',
      run_type: 'chain',
      start_time: '2026-01-01T00:00:00',
      child_runs: [
        {
          id: 'b',
          name: 'm',
          run_type: 'llm',
          start_time: '2026-01-01T00:00:00.000002',
          inputs: { prompts: ['second?'] },
          outputs: { generations: [[{ text: 'two' }]] },
        },
        {
          id: 'a',
          name: 'm',
          run_type: 'llm',
          start_time: '2026-01-01T00:00:00.000001',
          inputs: { input: 'first?' },
          outputs: { output: 'one' },
        },
      ],
    };
    const { episodes, notices } = await readAll(langSmithReader, [given('run.json', JSON.stringify(run))]);
    expect(said(episodes[0]!)).toEqual([
      [null, 'one'],
      [null, 'two'],
    ]);
    expect(prompts(episodes[0]!)).toEqual([['user: first?'], ['user: second?']]);
    expect(notices).toEqual(['E_TRACE_NO_AGENT']);
  });
});

describe('messages in lists of content', () => {
  const read = async (outputs: unknown, inputs: unknown = {}) => {
    const run = { id: 'r', trace_id: 'r', name: 'm', run_type: 'llm', start_time: '2026-01-01T00:00:00', inputs, outputs };
    const { episodes } = await readAll(langSmithReader, [given('run.json', JSON.stringify(run))]);
    return episodes[0]?.messages[0];
  };
  const call = '<tool_call>{"name":"f","arguments":{"x":1}}</tool_call>';

  it("are read of OpenAI's Responses", async () => {
    const output = [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I call.' }] },
      { type: 'function_call', name: 'f', arguments: '{"x":1}' },
    ];
    const input = [
      { role: 'user', content: 'Ask' },
      { type: 'function_call_output', output: '2' },
    ];
    expect(await read({ output }, { input })).toMatchObject({
      text: `<think>hm</think>\nI call.\n${call}`,
      prompt: [
        { role: 'user', text: 'Ask' },
        { role: 'tool', text: '2' },
      ],
    });
  });

  it("are read of Anthropic's and Gemini's, a call once", async () => {
    const content = [
      { type: 'text', text: 'I call.' },
      { type: 'tool_use', name: 'f', input: { x: 1 } },
    ];
    expect((await read({ role: 'assistant', content, stop_reason: 'max_tokens' }))?.text).toBe(`I call.\n${call}`);
    expect((await read({ role: 'assistant', content, stop_reason: 'max_tokens' }))?.finish).toBe('length');
    const both = { lc: 1, type: 'constructor', id: ['AIMessage'], kwargs: { content, tool_calls: [{ name: 'f', args: { x: 1 } }] } };
    expect((await read({ generations: [[{ text: '', message: both }]] }))?.text).toBe(`I call.\n${call}`);
    const gemini = { role: 'model', parts: [{ text: 'I call.' }, { functionCall: { name: 'f', args: { x: 1 } } }] };
    expect((await read({ message: gemini }))?.text).toBe(`I call.\n${call}`);
  });
});

describe('Langfuse', () => {
  it('reads the download of a trace, and observations and scores from the blob storage', async () => {
    const whole = await readAll(langfuseReader, [golden('langfuse/trace.json')]);
    const parts = [golden('langfuse/observations.jsonl'), golden('langfuse/scores.jsonl')];
    for (const file of [golden('langfuse/trace.json'), ...parts]) expect(langfuseReader.claims(await headOf(file)), file.path).toBe(true);
    const lines = await readAll(langfuseReader, parts);
    expect(lines.episodes[0]).toEqual(whole.episodes[0]);
    expect(lines.episodes.map(said)).toEqual(
      [0, 1].map((index) => [
        ['planner', PLANS[index]],
        ['solver', ANSWERS[index]],
        ['check', 'Yes.'],
      ]),
    );
    expect(prompts(lines.episodes[1]!)).toEqual([
      [`user: ${PROBLEMS[1]}`],
      ['system: You solve.', `user: ${PROBLEMS[1]}\n${PLANS[1]}`],
      ['user: Is it right?'],
    ]);
    const scores = goldenLines('langfuse/scores.jsonl');
    const mean = (trace: string, name: string) => {
      const values = scores.filter((score) => score.trace_id === trace && score.name === name).map(({ value }) => value);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    expect(lines.episodes.map(({ skills }) => skills)).toEqual(
      ['tr-0', 'tr-1'].map((trace) => ({ correct: mean(trace, 'correct'), style: mean(trace, 'style') })),
    );
    expectUnknown(lines.episodes);
  });
});

describe('Phoenix', () => {
  it('reads spans with flat and with nested attributes, and rows of a data frame', async () => {
    const read = await Promise.all(
      ['phoenix/spans.json', 'phoenix/nested.jsonl', 'phoenix/frame.json'].map(async (path) => {
        expect(phoenixReader.claims(await headOf(golden(path))), path).toBe(true);
        return readAll(phoenixReader, [golden(path)]);
      }),
    );
    for (const { episodes } of read) {
      expect(episodes.map(said)).toEqual(
        [0, 1].map((index) => [
          ['planner', `<tool_call>${JSON.stringify({ name: 'plan', arguments: { text: PLANS[index] } })}</tool_call>`],
          ['solver', ANSWERS[index]],
        ]),
      );
      expect(
        episodes.map(({ messages }) => messages[1]).map((message) => [message?.finish, message?.temperature, message?.maxTokens]),
      ).toEqual([
        ['length', 0.7, 64],
        ['length', 0.7, 64],
      ]);
      expectUnknown(episodes);
    }
    expect(prompts(read[0]!.episodes[0]!)).toEqual([[`user: ${PROBLEMS[0]}`], ['system: You solve.', `user: ${PROBLEMS[0]}\n${PLANS[0]}`]]);
    const spans: any[] = goldenJson('phoenix/spans.json').data;
    expect(read[0]?.episodes.map(({ skills }) => skills['correct'])).toEqual(
      spans.filter((span) => span.annotations).map((span) => span.annotations[0].result.score),
    );
  });

  it("reads the command line's traces with their annotations", async () => {
    const spans: any[] = goldenJson('phoenix/spans.json').data;
    const traceId = spans[0].context.trace_id;
    const trace = {
      traceId,
      spans: spans.filter((span) => span.context.trace_id === traceId),
      annotations: [{ name: 'liked', result: { score: 0.5 } }],
    };
    const { episodes } = await readAll(phoenixReader, [given('trace.json', JSON.stringify(trace, null, 2))]);
    expect(episodes.map(({ skills }) => skills)).toEqual([{ correct: 1, liked: 0.5 }]);
  });
});

const READERS: readonly [string, RunReader, string][] = [
  ['OpenTelemetry', openTelemetryReader, 'opentelemetry/spans.jsonl'],
  ['LangSmith', langSmithReader, 'langsmith/runs.jsonl'],
  ['Langfuse', langfuseReader, 'langfuse/observations.jsonl'],
  ['Phoenix', phoenixReader, 'phoenix/nested.jsonl'],
];

describe.each(READERS)('hostile files for %s', (_, reader, path) => {
  it('claims no file of another source', async () => {
    for (const [, , other] of READERS) expect(reader.claims(await headOf(golden(other))), other).toBe(other === path);
    for (const other of ['rows/team.jsonl', 'metrics/metrics.jsonl', 'wandb/history.csv', 'trackio/team.db'])
      expect(reader.claims(await headOf(golden(other))), other).toBe(false);
  });

  it('leaves a line out that is no JSON, and says so', async () => {
    const lines = goldenText(path).split('\n');
    const broken = [lines[0], lines[1]?.slice(0, 100), ...lines.slice(2)].join('\n');
    const { notices } = await readAll(reader, [given('t.jsonl', broken)]);
    expect(notices).toContain('E_IMPORT_LEFT_OUT');
  });

  it('takes a last line that is cut off for what it is', async () => {
    const whole = goldenText(path);
    const { notices, episodes } = await readAll(reader, [given('t.jsonl', whole.slice(0, whole.length - 20))]);
    expect(notices).toContain('E_IMPORT_CUT');
    expect(episodes.length).toBeGreaterThan(0);
  });

  it('bears every field being of another type, as a fault or as something unknown', async () => {
    const wrong = [null, 7, -1e300, 'x', true, [], {}, [[[]]], { a: { b: [1, { c: null }] } }, '{"role":5}', '[{"role":"user"}]'];
    const [line] = goldenLines(path);
    const paths: (string | number)[][] = [];
    const walk = (value: unknown, at: (string | number)[]): void => {
      paths.push(at);
      if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) walk(inner, [...at, Array.isArray(value) ? Number(key) : key]);
    };
    walk(line, []);
    for (const [turn, at] of paths.entries()) {
      const copy = structuredClone({ line });
      let table: any = copy;
      const steps = ['line', ...at];
      for (const step of steps.slice(0, -1)) table = table[step];
      table[steps.at(-1)!] = wrong[turn % wrong.length];
      try {
        await readAll(reader, [given('t.jsonl', `${JSON.stringify(copy.line)}\n`)]);
      } catch (error) {
        expect(String((error as any).fault?.code), `${steps.join('.')} ${String((error as Error).stack)}`).toMatch(/^E_(TRACE|IMPORT)_/);
      }
    }
  });

  it('changed in any way is read or refused, never an error of ours', async () => {
    const random = seededRandom(20);
    const bytes = goldenBytes(path);
    for (let turn = 0; turn < 60; turn += 1) {
      const changed = mutant(bytes, random);
      reader.claims(await headOf(given('t.jsonl', changed)));
      try {
        await readAll(reader, [given('t.jsonl', changed)]);
      } catch (error) {
        expect(error).toHaveProperty('fault.code', expect.stringMatching(/^E_(TRACE|IMPORT)_/));
      }
    }
  });

  it('refuses what is nested without end, and what holds no message', async () => {
    const deep = goldenText(path)
      .split('\n')[0]!
      .replace(/\}$/, `,"more":${'[1,'.repeat(3000)}1${']'.repeat(3000)}}`);
    expect(await faultOf(reader, [given('t.jsonl', deep)])).toMatchObject({ code: 'E_TRACE_DEPTH', params: { item: 1 } });
    const nothing = goldenText(path)
      .replaceAll(/"(chat|llm|GENERATION|LLM)"/g, '"other"')
      .replaceAll(/gen_ai\.(input|output|system|user|choice)/g, 'x');
    expect(await faultOf(reader, [given('t.jsonl', nothing)])).toMatchObject({ code: 'E_TRACE_NOTHING' });
    expect(await faultOf(reader, [given('t.jsonl', '')])).toMatchObject({ code: 'E_IMPORT_EMPTY' });
    expect(await faultOf(reader, [given('t.jsonl', '[1]')])).toMatchObject({ code: 'E_TRACE_FIELD', params: { item: 1 } });
  });
});

describe('spans', () => {
  const call = (id: string, parent: string | null) => spanOf({ trace: 't', id, parent, said: { text: id } });
  const parts = (traces: Traces) => [...traces.parts('f')];

  it('refuses spans that lie within themselves', () => {
    for (const cycle of [[call('a', 'a')], [call('a', 'c'), call('b', 'a'), call('c', 'b'), call('d', null)]]) {
      const traces = new Traces();
      for (const span of cycle) traces.add(span, 'f');
      expect(() => parts(traces)).toThrowError(expect.objectContaining({ fault: expect.objectContaining({ code: 'E_TRACE_CYCLE' }) }));
    }
  });

  it('finds the agent of twenty thousand calls below a chain of as many spans in no time', () => {
    const traces = new Traces();
    const many = 20_000;
    for (let index = 0; index < many; index += 1) {
      const parent = index > 0 ? `${index - 1}` : null;
      traces.add(spanOf({ trace: 't', id: `${index}`, parent, ...(index === 0 && { agent: 'top' }) }), 'f');
      traces.add(call(`call ${index}`, `${many - 1}`), 'f');
    }
    const [first] = parts(traces);
    if (first?.kind !== 'episode') throw new Error('no episode');
    expect(first.episode.messages).toHaveLength(many);
    expect(new Set(first.episode.messages.map(({ agent }) => agent))).toEqual(new Set(['top']));
  });

  it('counts spans against its limit, and parents that are nowhere', () => {
    const traces = new Traces(2);
    traces.add(call('a', 'gone'), 'f');
    traces.add(call('b', null), 'f');
    traces.add(call('b', null), 'f');
    expect(parts(traces).flatMap((part) => (part.kind === 'notice' ? [part.code] : []))).toEqual(['E_TRACE_NO_AGENT', 'E_TRACE_NO_PARENT']);
    expect(() => traces.add(call('c', null), 'f')).toThrowError(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'E_TRACE_MANY' }) }),
    );
  });
});
