import { describe, expect, it } from 'vitest';
import { areal } from '../../../../../src/core/formats/imports/sources/areal.ts';
import { seededRandom } from '../helpers.ts';
import { mutant } from '../../../../support/mutant.ts';
import { episodesOf, faultOf, given, givenFiles, goldenFiles, headOf } from './given.ts';

const files = goldenFiles('areal');
const text = (path: string): string => new TextDecoder().decode(files.get(path));

describe('what AReaL and MARFT on it dump', () => {
  it('is known by its fields', () => {
    for (const [path, bytes] of files) expect(areal.claims(headOf(path, bytes))).toBe(true);
    expect(areal.claims(headOf('1.jsonl', '{"task_id":1,"prompt":"a"}'))).toBe(false);
    expect(areal.claims(headOf('a.jsonl', '{"team_reward":1,"messages":[]}'))).toBe(false);
  });

  it('has a sample a line, with prompt, completion and reward', async () => {
    const paths = [...files.keys()].filter((path) => path.endsWith('.jsonl'));
    expect(paths).toHaveLength(4);
    for (const path of paths) {
      const episodes = await episodesOf(areal, [given(path, files.get(path) ?? '')]);
      const rows = text(path)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string | number>);
      expect(episodes).toHaveLength(rows.length);
      for (const [index, row] of rows.entries()) {
        const episode = episodes[index];
        const [, system, user] =
          /^<\|im_start\|>system\n(.*)<\|im_end\|>\n<\|im_start\|>user\n(.*)<\|im_end\|>\n<\|im_start\|>assistant\n$/.exec(
            String(row['prompt']),
          ) ?? [];
        const completion = String(row['completion']);
        expect(episode).toMatchObject({
          step: row['tail_version'],
          reward: row['reward'],
          split: path.startsWith('eval') ? 'test' : 'train',
          problem: user,
          info: { seqlen: row['seqlen'], prompt_len: row['prompt_len'], head_version: row['head_version'] },
        });
        expect(episode?.group).toBe(episodes[0]?.group);
        expect(episode?.messages).toHaveLength(1);
        expect(episode?.messages[0]).toMatchObject({
          agent: null,
          prompt: [
            { role: 'system', text: system },
            { role: 'user', text: user },
          ],
          text: completion.replace('<|im_end|>', ''),
          finish: completion.endsWith('<|im_end|>') ? 'stop' : null,
          logprobs: null,
        });
      }
    }
    const all = await episodesOf(areal, givenFiles(files));
    expect(new Set(all.filter(({ split }) => split === 'train').map(({ group }) => group)).size).toBe(2);
  });

  it('has a transcript an episode, with agents and what stood before them', async () => {
    for (const path of [...files.keys()].filter((name) => name.endsWith('.json'))) {
      const [episode, ...more] = await episodesOf(areal, [given(path, files.get(path) ?? '')]);
      expect(more).toEqual([]);
      interface Said {
        role: string;
        content: string;
        agent_name?: string;
      }
      const row = JSON.parse(text(path)) as {
        team_reward: number;
        messages: Said[];
        answer: string;
        agent_steps: { agent_name: string; output_text: string }[];
      };
      const plain = (said: string): string => said.replace('<|im_end|>', '');
      expect(episode).toMatchObject({
        step: 4,
        reward: row.team_reward,
        rewards: {},
        problem: row.messages[0]?.content,
        info: { answer: row.answer },
      });
      expect(episode?.messages.map(({ agent, text: said }) => ({ agent, said }))).toEqual(
        row.agent_steps.map(({ agent_name, output_text }) => ({ agent: agent_name, said: plain(output_text) })),
      );
      for (const [index, message] of (episode?.messages ?? []).entries()) {
        expect(message.prompt).toEqual(
          row.messages.slice(0, index + 1).map(({ role, content, agent_name }) => ({ role: agent_name ?? role, text: plain(content) })),
        );
      }
    }
  });

  it('takes rewards by step where a transcript has them', async () => {
    const row = {
      team_reward: 1,
      messages: [{ role: 'assistant', content: 'a', agent_name: 'x' }],
      agent_steps: [{ agent_name: 'x', reward: 0.5 }],
    };
    const [episode] = await episodesOf(areal, [given('7/a.json', JSON.stringify(row))]);
    expect(episode?.messages[0]).toMatchObject({ reward: 0.5, agent: 'x' });
    const other = { ...row, agent_steps: [{ agent_name: 'y' }] };
    expect(await faultOf(areal, [given('7/a.json', JSON.stringify(other))])).toMatchObject({
      code: 'E_IMPORT_FIELD',
      place: { subject: '7/a.json' },
    });
  });

  it('changed in any way is read or refused, never an error of ours', async () => {
    const random = seededRandom(21);
    const paths = [...files.keys()];
    for (let trial = 0; trial < 200; trial += 1) {
      const path = paths[trial % paths.length] ?? '';
      const fault = await faultOf(areal, [given(path, mutant(files.get(path) ?? new Uint8Array(), random))]);
      if (fault) expect(fault.place?.subject).toBe(path);
    }
  });
});
