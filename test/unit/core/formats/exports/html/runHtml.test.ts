/** A run's HTML file, taken apart again: what was recorded is in it exactly, and nothing in it can be more than text. */
import { expect, it } from 'vitest';
import { recordedEpisodes, recordedText } from '../../../../../../headless/kit/run/recorded.ts';
import { parseDocument } from '../../../../../../src/core/document/parse.ts';
import { chosenIn } from '../../../../../../src/core/formats/exports/html/choice.ts';
import { type EmbeddedHead, type EmbeddedIteration, unpack } from '../../../../../../src/core/formats/exports/html/embedded.ts';
import { DATA_MARK, RunHtml, type SharedRun, TITLE_MARK } from '../../../../../../src/core/formats/exports/html/runHtml.ts';
import type { EpisodeRecord } from '../../../../../../src/core/episode/records.ts';
import { BatchCredit } from '../../../../../../src/page/state/reading/batchCredit.ts';
import { channelRange } from '../../../../../../src/page/state/reading/tokens.ts';

const recordedProject = (run: string) => parseDocument(recordedText(run, 'project.json'));
const PAGE = `<title>${TITLE_MARK}</title><body>${DATA_MARK}<script>read()</script>`;
const document = recordedProject('planner-solver');
const episodes = recordedEpisodes('planner-solver', 40);
const vocabulary = Array.from({ length: 600 }, (_, id) => `word ${id}`);

const shared = (part: Partial<SharedRun> = {}): SharedRun => ({
  name: 'a run',
  document,
  metrics: [{ iteration: 40, 'reward/mean': 0.1 + 0.2 }],
  timing: [],
  info: { seed: 1, backend: 'wasm', adapters: '/home/someone/adapters', server: { url: 'https://internal.example' } },
  vocabularies: { [document.team.base]: vocabulary },
  ...part,
});

function taken(html: string) {
  const scripts = [...html.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, text = '']) => text);
  const [head = '', ...rest] = scripts;
  return { scripts, head: unpack<EmbeddedHead>(head), iterations: rest.slice(0, -1).map((text) => unpack<EmbeddedIteration>(text)) };
}

it('holds project, curves and chosen episodes exactly as they are', () => {
  const run = shared();
  const html = new RunHtml(run, { iterations: [40], which: 'all' });
  html.add(40, episodes);
  const { head, iterations } = taken(html.finish(PAGE).join(''));
  expect(head.document).toEqual(document);
  expect(head.metrics).toEqual(run.metrics);
  expect(iterations).toEqual([{ iteration: 40, readable: episodes.map((_, index) => index), episodes }]);
  expect(html.readable).toBe(episodes.length);
});

it('says how the run came to be without folders and addresses', () => {
  const { head } = taken(new RunHtml(shared(), { iterations: [], which: [] }).finish(PAGE).join(''));
  expect(head.info).toEqual({ seed: 1, backend: 'wasm' });
  expect(head.iterations).toEqual([]);
});

it('has of the episodes that were not chosen numbers without a text or an id', () => {
  const html = new RunHtml(shared(), { iterations: [40], which: [{ iteration: 40, episode: 3 }] });
  html.add(40, episodes);
  const { head, iterations } = taken(html.finish(PAGE).join(''));
  const [{ readable, episodes: all } = { readable: [], episodes: [] }] = iterations;
  expect(readable).toEqual([3]);
  expect(all[3]).toEqual(episodes[3]);
  const others = all.filter((_, index) => index !== 3);
  for (const record of others) {
    expect([record.problem, record.info, record.skills]).toEqual(['', undefined, undefined]);
    for (const { text, prompt_ids: prompt, response_ids: ids, segments } of record.messages)
      expect([text, prompt, segments, ids.filter((id) => id !== 0)]).toEqual(['', [], [], []]);
  }
  const used = new Set(episodes[3]!.messages.flatMap(({ prompt_ids: prompt, response_ids: ids }) => [...prompt, ...ids]));
  expect(head.words[document.team.base]).toEqual([...used].toSorted((a, b) => a - b).map((id) => [id, vocabulary[id]]));
});

it.each(['planner-solver', 'lesson-grpo'])('explains and colours a chosen episode of %s as the whole batch does', (preset) => {
  const project = recordedProject(preset);
  const batch = recordedEpisodes(preset, 40);
  const html = new RunHtml(shared({ document: project }), { iterations: [40], which: 'extremes' });
  html.add(40, batch);
  const [{ readable, episodes: all } = { readable: [], episodes: [] }] = taken(html.finish(PAGE).join('')).iterations;
  const [whole, sent] = [new BatchCredit(batch, project.training), new BatchCredit(all, project.training)];
  const index = readable[0]!;
  const ref = { message: 0, token: 0 };
  expect(sent.explain(all[index]!, ref)).toEqual(whole.explain(batch[index]!, ref));
  for (const channel of ['normalized', 'advantage', 'tdError', 'value', 'logprob', 'kl', 'ratio'] as const)
    expect(channelRange(sent, channel), channel).toBe(channelRange(whole, channel));
});

it('keeps unknown numbers unknown', () => {
  const unknown = {
    ...episodes[0]!,
    reward: Number.NaN,
    messages: episodes[0]!.messages.map((message) => ({ ...message, advantages: [Number.NaN, 0] })),
  };
  const html = new RunHtml(shared({ info: { imported: { source: 'trl' } } }), { iterations: [40], which: 'all' });
  html.add(40, [unknown]);
  const { head, iterations } = taken(html.finish(PAGE).join(''));
  expect(iterations[0]?.episodes).toEqual([unknown]);
  expect(head.info).toEqual({ imported: { source: 'trl' } });
});

it('cannot be broken out of', () => {
  const hostile = '</script></title><script>alert(1)</script><!-- $& $1';
  const record: EpisodeRecord = {
    ...episodes[0]!,
    problem: hostile,
    messages: episodes[0]!.messages.map((message) => ({ ...message, text: hostile })),
  };
  const project = { ...document, name: hostile };
  const html = new RunHtml(shared({ name: hostile, document: project }), { iterations: [40], which: 'all' });
  html.add(40, [record]);
  const text = html.finish(PAGE).join('');
  expect(text.match(/<script/g)).toHaveLength(3);
  expect(text.match(/<\/title/g)).toHaveLength(1);
  expect(text).not.toContain('alert(1)</script>');
  const { head, iterations } = taken(text);
  expect(head.document.name).toBe(hostile);
  expect(iterations[0]?.episodes[0]?.problem).toBe(hostile);
});

it('chooses of each iteration the first of the best and of the worst', () => {
  const paid = (...rewards: number[]) => rewards.map((reward, episode) => ({ ...episodes[0]!, episode, reward }));
  const extremes = (records: EpisodeRecord[]) => chosenIn(40, records, { iterations: [40], which: 'extremes' });
  expect(extremes(paid(0.5, 0, 1, 1, 0))).toEqual([1, 2]);
  expect(extremes(paid(1, 1))).toEqual([0]);
  expect(extremes(paid(Number.NaN, 0, 1))).toEqual([1, 2]);
  expect(extremes(paid(Number.NaN, Number.NaN))).toEqual([0]);
  expect(extremes([])).toEqual([]);
});
