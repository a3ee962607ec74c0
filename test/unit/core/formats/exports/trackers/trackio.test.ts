/** A run for trackio: plain files that hold what the run holds, and the script that reads them by these names. */
import { expect, it } from 'vitest';
import { configOf, stepsOf, trackedName, type TrackedRun } from '../../../../../../src/core/formats/exports/trackers/tracked.ts';
import { trackerFiles } from '../../../../../../src/core/formats/exports/trackers/trackerFiles.ts';
import { type ImportInfo, KnownCount } from '../../../../../../src/core/formats/imports/run/info.ts';
import { trackioFiles } from '../../../../../../src/core/formats/exports/trackers/trackio.ts';
import { document, episode } from '../../../episode/records.ts';

const run: TrackedRun = {
  document,
  name: 'first',
  metrics: [
    { iteration: 0, 'reward/greedy': 0.25 },
    { iteration: 1, 'reward/mean': 0.5 },
  ],
  timing: [{ iteration: 1, 'timing_s/rollout': 2 }],
  episodes: new Map([[1, [episode(1, 0, { skills: { right: 1 } }), episode(1, 1)]]]),
};
const files = trackerFiles('trackio', run);
const text = (path: string) => new TextDecoder().decode(files[path]);
const lines = (path: string) =>
  text(path)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('has a row per step under the metrics’ own names, metrics and timing together', () => {
  expect(lines('metrics.jsonl')).toEqual([
    { step: 0, values: { 'reward/greedy': 0.25 } },
    { step: 1, values: { 'reward/mean': 0.5, 'timing_s/rollout': 2 } },
  ]);
  expect(stepsOf(run)).toEqual(lines('metrics.jsonl'));
  expect(JSON.parse(text('run.json'))).toMatchObject({ name: `first seed ${document.training.seed}`, config: configOf(run) });
});

it('says of an imported run what its files told, and no settings or seed that this workbench filled in', () => {
  const imported: ImportInfo = { source: 'trl', files: [], known: new KnownCount(), computed: [], agents: [], edges: 'guessed' };
  const given = { ...run, info: { imported: JSON.parse(JSON.stringify(imported)) } };
  expect(trackedName(given)).toBe('first');
  expect(configOf(given)).toEqual({
    project: document.name,
    imported_from: 'trl',
    team: { agents: document.team.agents.map(({ role, prompt }) => ({ role, prompt })), edges: document.team.edges },
  });
});

it('leaves as null what nobody told of an imported run’s messages', () => {
  const [first] = run.episodes.get(1)!;
  const unknown = { adapter_version: Number.NaN, response_ids: [], advantages: [], logprobs: [] };
  const episode = { ...first!, reward: Number.NaN, messages: first!.messages.map((message) => ({ ...message, ...unknown })) };
  const written = new TextDecoder().decode(trackioFiles({ ...run, episodes: new Map([[1, [episode]]]) })['traces.jsonl']);
  const { metadata } = JSON.parse(written);
  expect(metadata.reward).toBeNull();
  for (const message of metadata.messages) expect(message).toMatchObject({ model_version: null, advantage: null, tokens: null });
});

it('has each episode as a conversation with what it earned', () => {
  const [first, second] = run.episodes.get(1)!;
  expect(lines('traces.jsonl')).toMatchObject([
    {
      step: 1,
      messages: [
        { role: 'user', content: first!.problem },
        ...first!.messages.map(({ role, text: content }) => ({ role: 'assistant', name: role, content })),
      ],
      metadata: { episode: 0, reward: first!.reward, rewards: first!.rewards, group_id: first!.group, skills: { right: 1 } },
    },
    { step: 1, metadata: { episode: second!.episode } },
  ]);
});

it('has a script that opens these files and no others, and sends nothing away', () => {
  const script = text('import_run.py');
  const opened = [...script.matchAll(/"([\w.]+\.jsonl?)"/g)].map(([, name]) => name);
  expect(opened.toSorted()).toEqual(
    Object.keys(files)
      .filter((name) => name !== 'import_run.py')
      .toSorted(),
  );
  expect(script).not.toMatch(/space_id|server_url|https?:/);
});
