/** The previewed prompt is the one training uses: its ids are those of the shipped recorded runs, problem by problem. */
import { readFileSync } from 'node:fs';
import { recordedEpisodes, recordedRuns, recordedText } from '../../../../headless/kit/run/recorded.ts';
import { describe, expect, it } from 'vitest';
import { baseNameOf } from '../../../../src/core/document/bases.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { exampleFrom, previewPrompts } from '../../../../src/core/episode/preview.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { readPromptFiles } from '../../../../src/core/formats/models/hf.ts';
import { tokenizerFor } from '../../../../src/core/tokenizer/tokenizer.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';

const runs = recordedRuns();

function tokensOf(document: ProjectDocument) {
  const named = new Map(
    [...new Set(document.team.agents.map((agent) => baseNameOf(document, agent)))].map((name) => {
      const files = Object.fromEntries(
        ['config.json', 'tokenizer.json', 'tokenizer_config.json'].map((file) => [file, readFileSync(`public/models/${name}/${file}`)]),
      );
      const { config, tokenizer } = readPromptFiles(files);
      return [name, tokenizerFor(tokenizer, config.vocabularySize).tokensFor(document.team.template)];
    }),
  );
  return (agent: number) => named.get(baseNameOf(document, document.team.agents[agent]!))!;
}

async function opened(document: ProjectDocument) {
  const host = createSandbox();
  const info = await host.load(document.environment.source);
  const { team, training } = document;
  const setting = { team, horizon: training.horizon, compat: training.compat, tokensOf: tokensOf(document), host, info };
  return {
    host,
    preview: (agent: number, rest: Omit<Parameters<typeof previewPrompts>[0], keyof typeof setting>, other = team) =>
      previewPrompts({ ...setting, team: other, ...rest }, agent),
  };
}

const projectOf = (run: string) => parseDocument(recordedText(run, 'project.json'));
const episodesOf = (run: string, iteration: number, count: number): EpisodeRecord[] => recordedEpisodes(run, iteration).slice(0, count);
const startOf = ({ seed, split, problem_index }: EpisodeRecord) => ({ seed, split, index: problem_index });

describe('previewPrompts', () => {
  it.each(runs)('gives every agent of “%s” the very tokens it was given in the recorded run', async (run) => {
    const document = projectOf(run);
    const { preview, host } = await opened(document);
    for (const episode of episodesOf(run, 1, 3)) {
      for (const [agent, { role }] of document.team.agents.entries()) {
        const found = await preview(agent, { start: startOf(episode), recorded: exampleFrom(episode, () => true) });
        const said = episode.messages.filter((message) => message.role === role);
        expect(found.problem).toBe(episode.problem);
        expect(found.fits).toBe(true);
        expect(found.prompts.map(({ promptIds, responseIds }) => ({ promptIds, responseIds }))).toEqual(
          said.map(({ prompt_ids, response_ids }) => ({ promptIds: prompt_ids, responseIds: response_ids })),
        );
        expect(found.prompts.map(({ segments }) => segments.map(({ example: _, ...segment }) => segment))).toEqual(
          said.map(({ segments }) => segments),
        );
      }
    }
    await host.dispose();
  });

  it('reads the others’ words as text where their ids were another tokenizer’s, with the same result on one base', async () => {
    const document = projectOf('planner-solver');
    const { preview, host } = await opened(document);
    const [episode] = episodesOf('planner-solver', 1, 1);
    const ids = await preview(1, { start: startOf(episode!), recorded: exampleFrom(episode!, () => true) });
    const texts = await preview(1, { start: startOf(episode!), recorded: exampleFrom(episode!, () => false) });
    expect(texts.prompts[0]?.segments.map(({ source, example }) => [source, example])).toEqual(
      ids.prompts[0]?.segments.map(({ source, example }) => [source, example]),
    );
    await host.dispose();
  });

  it('plays demonstrations where nothing was recorded, or where the recorded episode is of another problem', async () => {
    const document = projectOf('planner-solver');
    const { preview, host } = await opened(document);
    const [episode] = episodesOf('planner-solver', 1, 1);
    const start = { seed: 1, split: 'train' as const, index: 7 };
    const alone = await preview(1, { start, recorded: null });
    expect(alone.fits).toBeNull();
    expect(alone.prompts).toHaveLength(1);
    expect(alone.prompts[0]?.segments.map(({ source, example }) => [source, example])).toEqual([
      ['system', undefined],
      ['observation', undefined],
      ['message', 'demonstrated'],
      ['header', undefined],
      ['response', 'demonstrated'],
    ]);
    const other = await preview(1, { start, recorded: exampleFrom(episode!, () => true) });
    expect(other.fits).toBe(false);
    expect(other.prompts).toEqual(alone.prompts);
    await host.dispose();
  });

  it('marks every message by itself: an agent that is new since the recording is demonstrated', async () => {
    const document = projectOf('planner-solver');
    const { preview, host } = await opened(document);
    const [episode] = episodesOf('planner-solver', 1, 1);
    const renamed = exampleFrom({ ...episode!, messages: episode!.messages.slice(0, 1) }, () => true);
    const found = await preview(1, { start: startOf(episode!), recorded: renamed });
    expect(found.prompts[0]?.segments.flatMap(({ example }) => example ?? [])).toEqual(['recorded', 'demonstrated']);
    await host.dispose();
  });

  it('shows the conversation of a chat template as it is rendered, with what is said in it as before', async () => {
    const recorded = projectOf('planner-solver');
    const document = { ...recorded, team: { ...recorded.team, template: 'model' as const } };
    const { preview, host } = await opened(document);
    const [episode] = episodesOf('planner-solver', 1, 1);
    const found = await preview(1, { start: startOf(episode!), recorded: exampleFrom(episode!, () => true) });
    expect(found.prompts[0]?.segments.map(({ source, role, example }) => [source, role, example])).toEqual([
      ['header', undefined, undefined],
      ['system', undefined, undefined],
      ['header', undefined, undefined],
      ['observation', undefined, undefined],
      ['message', 'planner', 'recorded'],
      ['header', 'solver', undefined],
      ['response', 'solver', 'recorded'],
    ]);
    await host.dispose();
  });

  it('fills placeholders in', async () => {
    const document = projectOf('planner-solver');
    const { preview, host } = await opened(document);
    const [planner, solver] = document.team.agents;
    const start = { seed: 1, split: 'train' as const, index: 0 };
    const team = (prompt: string) => ({ ...document.team, agents: [planner!, { ...solver!, prompt }] });
    const filled = await preview(1, { start, recorded: null }, team('{role} hears {sees}.'));
    const spelled = await preview(1, { start, recorded: null }, team('solver hears planner.'));
    expect(filled).toEqual(spelled);
    await host.dispose();
  });
});
