import { describe, expect, it } from 'vitest';
import { verifiers } from '../../../../../src/core/formats/imports/sources/verifiers.ts';
import { seededRandom } from '../helpers.ts';
import { mutant } from '../../../../support/mutant.ts';
import { episodesOf, faultOf, given, goldenFiles, headOf } from './given.ts';
import { type EpisodeRow, expectedMessages, rewardOf, rowsOf } from './verifiersRows.ts';

const files = goldenFiles('verifiers');
const TRACES = 'outputs/traces.jsonl';
const RESULTS = 'saved/results.jsonl';
const bytesOf = (path: string): Uint8Array => files.get(path) ?? new Uint8Array();

describe('rollouts that verifiers saves', () => {
  it('are known by their fields', () => {
    for (const [path, bytes] of files) expect(verifiers.claims(headOf(path, bytes))).toBe(true);
    expect(verifiers.claims(headOf('traces.jsonl', '{"id":"a","name":"b"}\n'))).toBe(false);
  });

  it('have the agents, prompts, tokens and numbers of their traces, in the order in which they were said', async () => {
    const rows = rowsOf<EpisodeRow>(bytesOf(TRACES));
    const episodes = await episodesOf(verifiers, [given(TRACES, bytesOf(TRACES))]);
    expect(rows).toHaveLength(4);
    expect(episodes).toHaveLength(4);
    for (const [index, row] of rows.entries()) {
      const episode = episodes[index];
      expect(episode?.messages).toHaveLength(3);
      expect(episode?.messages).toMatchObject(expectedMessages(row));
      expect(episode).toMatchObject({
        id: row.id,
        step: null,
        split: 'test',
        problem: `${(index >> 1) + 3} plus 4?`,
        group: `?/${row.task.key}`,
      });
      expect(episode?.rewards).toEqual(Object.fromEntries(row.traces.map((trace) => [trace.agent.name, rewardOf(trace)])));
      const [planner, solver] = row.traces.map(rewardOf);
      expect(episode?.reward).toBe(planner === solver ? planner : null);
      expect(episode?.skills).toEqual(
        Object.fromEntries(
          row.traces.flatMap(({ agent, rewards, metrics }) => [
            ...Object.entries(rewards).map(([name, { score }]) => [`${agent.name}/${name}`, score]),
            ...Object.entries(metrics).flatMap(([name, value]) => (value === null ? [] : [[`${agent.name}/${name}`, value]])),
          ]),
        ),
      );
      const cut = row.traces.some((trace) => trace.stop_condition === 'max_turns');
      expect(episode).toMatchObject({ truncated: cut, terminated: !cut });
      // In an evaluation nothing carries loss, and the file says so of no token.
      expect(episode?.messages.every(({ responseMask }) => responseMask === null)).toBe(true);
    }
  });

  it('of the first interface have an answer for each message of the assistant', async () => {
    interface Said {
      role: string;
      content: string;
    }
    interface Saved {
      example_id: number;
      prompt: Said[];
      completion: Said[];
      reward: number;
      metrics: Record<string, number>;
      is_truncated: boolean;
      answer: string;
    }
    const rows = rowsOf<Saved>(bytesOf(RESULTS));
    const episodes = await episodesOf(verifiers, [given(RESULTS, bytesOf(RESULTS))]);
    expect(episodes).toHaveLength(5);
    for (const [index, row] of rows.slice(0, 4).entries()) {
      const episode = episodes[index];
      expect(episode).toMatchObject({
        group: String(row.example_id),
        reward: row.reward,
        skills: row.metrics,
        truncated: row.is_truncated,
        terminated: !row.is_truncated,
        problem: '3 plus 4?',
        info: { answer: row.answer },
      });
      const call = '<tool_call>{"name": "add", "arguments": {"a": 3}}</tool_call>';
      const told = (said: Said) => (said.content === 'Let me.' ? `Let me.\n${call}` : said.content);
      expect(episode?.messages.map(({ text }) => text)).toEqual(row.completion.filter(({ role }) => role === 'assistant').map(told));
      const last = row.completion.slice(0, -1);
      expect(episode?.messages.at(-1)?.prompt).toEqual([...row.prompt, ...last].map((said) => ({ role: said.role, text: told(said) })));
    }
    expect(episodes[4]?.messages).toMatchObject([
      {
        agent: null,
        promptIds: [1, 2, 3],
        responseIds: [4, 5],
        responseMask: [true, false],
        logprobs: [-0.5, -0.25],
        advantages: [-0.5, -0.5],
        reward: 0.25,
        finish: null,
      },
      { agent: 'solver', responseIds: null, logprobs: null, advantages: [0.75], reward: null, finish: 'length', text: 'It is 7.' },
    ]);
  });

  it('that are broken end as a fault that says where', async () => {
    const broken = async (change: (row: EpisodeRow) => void) => {
      const [row] = rowsOf<EpisodeRow>(bytesOf(TRACES));
      if (row) change(row);
      return await faultOf(verifiers, [given('traces.jsonl', `${new TextDecoder().decode(bytesOf(TRACES))}${JSON.stringify(row)}\n`)]);
    };
    const node = (row: EpisodeRow, index = 2) => row.traces[0]?.nodes[index];
    const at = { subject: 'traces.jsonl', line: 5 };
    expect(await broken((row) => Object.assign(node(row) ?? {}, { parent: 2 }))).toMatchObject({ code: 'E_IMPORT_PLACE', place: at });
    expect(await broken((row) => Object.assign(node(row) ?? {}, { parent: -1 }))).toMatchObject({ code: 'E_IMPORT_PLACE', place: at });
    expect(await broken((row) => node(row)?.logprobs.push(0))).toMatchObject({
      code: 'E_IMPORT_LENGTH',
      params: { field: 'traces[0].nodes[2].logprobs' },
    });
    expect(await broken((row) => node(row)?.token_ids.push(-1))).toMatchObject({ code: 'E_IMPORT_FIELD', place: at });
    const chain = Array.from({ length: 9000 }, (_, index) => ({
      ...(index > 0 && { parent: index - 1 }),
      message: { role: 'assistant', content: 'a' },
      sampled: true,
    }));
    expect(await broken((row) => Object.assign(row.traces[0] ?? {}, { nodes: chain }))).toMatchObject({
      code: 'E_IMPORT_LIMIT',
      place: at,
    });
  });

  it('changed in any way are read or refused, never an error of ours', async () => {
    const random = seededRandom(23);
    for (let trial = 0; trial < 200; trial += 1) {
      const path = trial % 3 ? TRACES : RESULTS;
      const fault = await faultOf(verifiers, [given(path, mutant(bytesOf(path), random))]);
      if (fault) expect(fault.place?.subject).toBe(path);
    }
  });
});
