import { describe, expect, it } from 'vitest';
import { document } from '../../episode/records.ts';
import { primeRlLines } from '../../../../../src/core/formats/exports/primeRl.ts';
import { primeRl } from '../../../../../src/core/formats/imports/sources/primeRl.ts';
import { seededRandom } from '../helpers.ts';
import { mutant } from '../../../../support/mutant.ts';
import { episodesOf, faultOf, given, givenFiles, goldenFiles, headOf, partsOf } from './given.ts';
import { ownEpisodes } from './ownEpisodes.ts';
import { type EpisodeRow, expectedMessages, rowsOf } from './verifiersRows.ts';

const files = goldenFiles('prime-rl');
const bytesOf = (path: string): Uint8Array => files.get(path) ?? new Uint8Array();
const exportsOf = (step: number) => [...files.keys()].filter((path) => path.startsWith(`token_exports/step_${step}/`));
const ALL = 'rollouts/step_1/train/all/traces.jsonl';
const EFFECTIVE = 'rollouts/step_1/train/effective/traces.jsonl';
const EVAL = 'rollouts/step_1/eval/all/traces.jsonl';

interface Row {
  step: number;
  rank: number;
  export_sequence_idx: number;
  token_ids: number[];
  loss_mask: boolean[];
  inference_logprobs: number[];
  trainer_logprobs: number[];
  entropy: number[];
  advantages: number[];
  is_masked_high: boolean[];
  is_masked_low: boolean[];
}

/** The messages of a row: stretches of its mask, which in the fixture is true at all that was sampled. */
function stretches(row: Row): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  for (let start = 0; start < row.loss_mask.length; start += 1) {
    if (!row.loss_mask[start] || row.loss_mask[start - 1]) continue;
    let end = start;
    while (row.loss_mask[end]) end += 1;
    found.push({
      promptIds: row.token_ids.slice(0, start),
      responseIds: row.token_ids.slice(start, end),
      responseMask: row.loss_mask.slice(start, end),
      logprobs: row.inference_logprobs.slice(start, end),
      trainerLogprobs: row.trainer_logprobs.slice(start, end),
      entropies: row.entropy.slice(start, end),
      advantages: row.advantages.slice(start, end),
    });
  }
  return found;
}

describe('what prime-rl leaves of a run', () => {
  it('is known by its fields, and by where its rollouts lie', () => {
    for (const [path, bytes] of files) expect(primeRl.claims(headOf(path, bytes))).toBe(true);
    const [path = ''] = exportsOf(1);
    expect(primeRl.claims(headOf('x.jsonl', bytesOf(path).slice(0, 300)))).toBe(true);
    expect(primeRl.claims(headOf('traces.jsonl', bytesOf(ALL)))).toBe(false);
  });

  it('has in its token export the tokens of each message with their numbers', async () => {
    const paths = exportsOf(2);
    const episodes = await episodesOf(
      primeRl,
      paths.map((path) => given(path, bytesOf(path))),
    );
    const rows = paths.flatMap((path) => rowsOf<Row>(bytesOf(path)));
    expect(rows.map(({ rank }) => rank)).toEqual([0, 0, 1, 1]);
    expect(episodes).toHaveLength(rows.length);
    const count = (mask: boolean[]) => mask.filter((is) => is).length;
    for (const [index, row] of rows.entries()) {
      expect(episodes[index]).toMatchObject({
        step: row.step,
        id: `${row.step}/${row.rank}/${row.export_sequence_idx}`,
        reward: null,
        group: null,
        info: { env_name: 'sums', masked_high: count(row.is_masked_high), masked_low: count(row.is_masked_low) },
      });
      expect(episodes[index]?.messages).toMatchObject(stretches(row));
      expect(episodes[index]?.messages.every(({ text, prompt, agent }) => text === null && prompt === null && agent === null)).toBe(true);
    }
    expect(episodes.map(({ messages }) => messages.length)).toEqual([1, 2, 1, 2]);
  });

  it('has in its rollouts the episodes with agents, and those that stand in both files once', async () => {
    const parts = await partsOf(
      primeRl,
      [ALL, EFFECTIVE, EVAL].map((path) => given(path, bytesOf(path))),
    );
    const episodes = parts.flatMap((part) => (part.kind === 'episode' ? [part.episode] : []));
    expect(episodes.map(({ id, split, step }) => ({ id, split, step }))).toEqual(
      [{ id: 'e14', split: 'test', step: 1 }, ...['e10', 'e11', 'e12'].map((id) => ({ id, split: 'train', step: 1 }))].toSorted(
        (a, b) => episodes.findIndex(({ id }) => id === a.id) - episodes.findIndex(({ id }) => id === b.id),
      ),
    );
    expect(parts.flatMap((part) => (part.kind === 'notice' ? [part.code] : []))).toEqual(['E_IMPORT_TWICE']);
    const rows = new Map([ALL, EVAL, EFFECTIVE].flatMap((path) => rowsOf<EpisodeRow>(bytesOf(path))).map((row) => [row.id, row]));
    for (const episode of episodes) {
      const row = rows.get(episode.id ?? '');
      expect(row).toBeDefined();
      if (row) expect(episode.messages).toMatchObject(expectedMessages(row));
      expect(episode.group).toBe(row?.group?.id ?? `1/${row?.task.key}`);
    }
    expect(episodes.find(({ id }) => id === 'e12')?.messages[0]?.advantages).toBeNull();
    expect(episodes.find(({ id }) => id === 'e10')?.messages[0]?.advantages).toEqual([0.5, 0.5]);
  });

  it('shows the episodes of a step with what the trainer knew of their tokens', async () => {
    const parts = await partsOf(primeRl, givenFiles(files));
    const episodes = parts.flatMap((part) => (part.kind === 'episode' ? [part.episode] : []));
    const rows = exportsOf(1)
      .flatMap((path) => rowsOf<Row>(bytesOf(path)))
      .flatMap(stretches);
    const trained = episodes.filter(({ id }) => id === 'e10' || id === 'e11').flatMap(({ messages }) => messages);
    expect(trained).toHaveLength(6);
    for (const message of trained) {
      const row = rows.find(
        ({ responseIds, promptIds }) =>
          JSON.stringify([promptIds, responseIds]) === JSON.stringify([message.promptIds, message.responseIds]),
      );
      expect(message.trainerLogprobs).toEqual(row?.['trainerLogprobs']);
      expect(message.entropies).toEqual(row?.['entropies']);
      expect(message.responseMask).toEqual(row?.['responseMask']);
      // The rollout's numbers have 64 bits, the trainer's 32.
      expect(message.logprobs?.map(Math.fround)).toEqual(row?.['logprobs']);
    }
    const dropped = episodes.find(({ id }) => id === 'e12')?.messages ?? [];
    expect(dropped.map(({ trainerLogprobs }) => trainerLogprobs)).toEqual([null, null, null]);
    expect(episodes.filter(({ step }) => step === 2)).toHaveLength(4);
    expect(parts.flatMap((part) => (part.kind === 'notice' ? [part.code] : []))).toEqual(['E_IMPORT_TWICE']);
  });

  it('tells of sequences that are in no rollout', async () => {
    const [path = ''] = exportsOf(2);
    const parts = await partsOf(primeRl, [given(EFFECTIVE, bytesOf(EFFECTIVE)), given('token_exports/step_1/rank_0.jsonl', bytesOf(path))]);
    expect(parts.at(-1)).toMatchObject({ kind: 'notice', code: 'E_IMPORT_EXPORT_ASIDE', message: expect.stringMatching(/^2 sequences/) });
  });

  it('tells of an export that was cut off beside its rollouts', async () => {
    const [path = ''] = exportsOf(1);
    const cut = bytesOf(path).slice(0, -400);
    const parts = await partsOf(primeRl, [given(EFFECTIVE, bytesOf(EFFECTIVE)), given(path, cut)]);
    expect(parts.flatMap((part) => (part.kind === 'notice' ? [part.code] : []))).toEqual(['E_IMPORT_CUT']);
    expect(parts.filter(({ kind }) => kind === 'episode')).toHaveLength(2);
  });

  it('of our own export is the episodes it was made of', async () => {
    const own = ownEpisodes();
    const lines = primeRlLines(document, own);
    const back = await episodesOf(primeRl, [given('token_exports/step_3/rank_0.jsonl', lines)]);
    expect(back).toHaveLength(own.length);
    for (const [index, episode] of own.entries()) {
      expect(back[index]).toMatchObject({ step: 3, id: String(episode.episode), rewards: episode.rewards });
      expect(back[index]?.messages).toMatchObject(
        episode.messages.map(({ role, prompt_ids, response_ids, logprobs, advantages, entropies, temperature }) => ({
          agent: role,
          promptIds: prompt_ids,
          responseIds: response_ids,
          logprobs,
          advantages,
          entropies,
          temperature,
          trainerLogprobs: null,
        })),
      );
    }
  });

  it('that is broken ends as a fault that says where', async () => {
    const [path = ''] = exportsOf(2);
    const broken = async (change: object) => {
      const [row] = rowsOf<Row>(bytesOf(path));
      return await faultOf(primeRl, [given(path, `${JSON.stringify(row)}\n${JSON.stringify({ ...row, ...change })}\n`)]);
    };
    const place = { subject: path, line: 2 };
    expect(await broken({ entropy: [1] })).toMatchObject({ code: 'E_IMPORT_LENGTH', place });
    expect(await broken({ entropy: null })).toBeNull();
    expect(await broken({ loss_mask: null })).toMatchObject({ code: 'E_IMPORT_FIELD', place });
    expect(await broken({ token_ids: [1.5] })).toMatchObject({ code: 'E_IMPORT_FIELD', place });
    const many = { token_ids: Array.from({ length: 20_000 }, () => 1), loss_mask: Array.from({ length: 20_000 }, (_, at) => at % 2) };
    const bare = { schema_version: 1, step: 1, micro_step: 0, export_sequence_idx: 0, ...many };
    expect(await faultOf(primeRl, [given('x.jsonl', JSON.stringify(bare))])).toMatchObject({ code: 'E_IMPORT_LIMIT', place: { line: 1 } });
    const none = await partsOf(primeRl, [given('x.jsonl', JSON.stringify({ ...bare, token_ids: [1], loss_mask: [0] }))]);
    expect(none).toMatchObject([{ kind: 'notice', code: 'E_IMPORT_NO_LOSS' }]);
  });

  it('changed in any way is read or refused, never an error of ours', async () => {
    const random = seededRandom(24);
    const paths = [...files.keys()];
    for (let trial = 0; trial < 200; trial += 1) {
      const path = paths[trial % paths.length] ?? '';
      // Beside the rollouts that its tokens would be found in.
      const broken = new Map([[EFFECTIVE, bytesOf(EFFECTIVE)]]).set(path, mutant(bytesOf(path), random));
      const fault = await faultOf(primeRl, givenFiles(broken));
      if (fault) expect(fault.place?.subject).toBe(path);
    }
  });
});
