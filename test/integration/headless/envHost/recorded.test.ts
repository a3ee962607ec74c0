/**
 * Recorded dialogues played through the exported host: the same messages come to the same speakers, rewards and ends as in the session
 * that recorded them, and what each agent reads is the prompt that the session composes under a chat template.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { inSample } from '../../../../scripts/testing/sample.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import { resetRequest } from '../../../../src/core/environment/start.ts';
import { Episode } from '../../../../src/core/episode/machine.ts';
import { endTurns, playEpisode } from '../../../../src/core/episode/play.ts';
import { parseEpisodes } from '../../../../src/core/formats/runs/rolloutFile.ts';
import { TextTokenizer } from '../../../../src/core/tokenizer/tokenizer.ts';
import { Hosts } from './spawned.ts';

const bytesOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url));
const read = (path: string) => bytesOf(path).toString();

const hosts = new Hosts();
afterAll(() => hosts.end());

/** A model with a chat template that has a system message. */
function chatTokens() {
  const golden = JSON.parse(read('test/golden/templates/expected.json')) as {
    styles: Record<string, { tokenizer: string; added: object[]; config: Record<string, string> }>;
  };
  const style = golden.styles['qwen2'];
  if (!style) throw new Error(`there are ${Object.keys(golden.styles).join(', ')}`);
  const file = JSON.parse(read(`test/golden/tokenizers/${style.tokenizer}/tokenizer.json`)) as { added_tokens: object[] };
  const tokenizer = TextTokenizer.fromFiles({ ...file, added_tokens: [...file.added_tokens, ...style.added] }, style.config, {
    chatTemplate: read('test/golden/templates/qwen2.jinja'),
    ends: [],
    folder: 'mine',
  });
  return { tokenizer, tokens: tokenizer.tokensFor('model') };
}

// One of a single turn, and one of several; with who is called by name and who speaks at the same time in the sample.
const RUNS = ['planner-solver', 'higher-lower', ...(inSample('the host on other recorded runs') ? ['consult', 'debate'] : [])];

describe.each(RUNS)('the recorded run %s', (run) => {
  it('is played by the host as it was by the session', async () => {
    const document = parseDocument(read(`public/recorded/${run}/project.json`));
    const { rollouts } = JSON.parse(read(`public/recorded/${run}/index.json`)) as { rollouts?: readonly number[] };
    const iteration = rollouts?.[0] ?? 1;
    const path = `public/recorded/${run}/rollouts/${iteration}.jsonl.gz`;
    const records = parseEpisodes(gunzipSync(bytesOf(path)).toString(), path).slice(0, 6);
    expect(records.length).toBeGreaterThan(0);
    const problems = records.map(({ split, problem_index: index }) => ({ split, index }));
    const host = await hosts.start(document, problems);
    expect((await host.line()).hello?.roles).toEqual(document.team.agents.map(({ role }) => role));

    const { tokenizer, tokens } = chatTokens();
    const sandbox = createSandbox();
    await sandbox.load(document.environment.source);
    const { seed, horizon, compat } = document.training;
    const team = { ...document.team, template: 'model' as const };
    for (const record of records) {
      const { split, problem_index: index, episode } = record;
      const settings = { iteration: record.iteration, episode, split, problemIndex: index, group: 0, team, seed, horizon, compat };
      const [first] = await sandbox.reset([resetRequest({ seed, split, index })]);
      if (!first) throw new Error('no answer to reset');
      const machine = new Episode({ ...settings, first, tokensOf: () => tokens });
      const prompts = new Map<number, string>();
      await playEpisode(machine, {
        speak(request) {
          prompts.set(request.index, tokenizer.decode(request.promptIds));
          const { text } = record.messages[request.index] ?? { text: '' };
          const ids = [...tokens.encode(text), tokens.end];
          const zeros = ids.map(() => 0);
          machine.deliver(request, { responseIds: ids, logprobs: zeros, entropies: [], finishReason: 'stop', text, adapterVersion: 0 });
          return Promise.resolve();
        },
        step: async (turn) => {
          const [end] = await endTurns(sandbox, [turn]);
          if (!end) throw new Error('no answer to step');
          return end;
        },
      });

      let standing = await host.standing({ do: 'open', split, index, iteration: record.iteration, episode });
      while (!standing.end) {
        for (const ask of standing.asks) {
          expect([ask.role, ask.turn]).toEqual([record.messages[ask.index]?.role, record.messages[ask.index]?.turn]);
          expect(tokens.conversation?.render(ask.messages, true)).toBe(prompts.get(ask.index));
        }
        const said = standing.asks.map((ask) => ({ index: ask.index, text: record.messages[ask.index]?.text ?? '' }));
        standing = await host.standing({ do: 'say', episode: standing.episode, said });
      }
      const { end } = standing;
      expect(end.rewards).toEqual(record.rewards);
      expect([end.reward, end.terminated, end.turns]).toEqual([record.reward, record.terminated, record.turn_rewards.length]);
      expect(end.messages.map(({ role, reward }) => [role, reward])).toEqual(
        record.messages.map(({ role }) => [role, record.rewards[role]]),
      );
      expect([end.info, end.skills]).toEqual([record.info ?? {}, record.skills ?? {}]);
    }
  });
});
