/** The duo on stories in the exact shape of its base, vocabulary aside, with weights that nobody trained: prompts, episodes, an update. */
import { expect, it } from 'vitest';
import { chooseProject } from '../../../headless/kit/project.ts';
import { STORIES } from '../../../headless/pretrain/recipe.ts';
import { STORY_PROFILES, storyRow } from '../../../headless/pretrain/stories/corpus.ts';
import { NARROW } from '../../../headless/pretrain/stories/courses.ts';
import { TextTokenizer } from '../../../src/core/tokenizer/tokenizer.ts';
import { trainBpe } from '../../../src/core/tokenizer/train.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { initialWeights } from '../../../src/engine/model/initialize.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { createExecutor } from '../support/executors.ts';
import { keepSessions } from '../support/sessions.ts';

const kept = keepSessions();

it('stories-duo plays and trains: a solver, then a checker who hears it, in the chat template', async () => {
  const shipped = chooseProject({ preset: 'stories-duo', iterations: 1 });
  const agents = shipped.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 6 } }));
  // Nobody is right by chance: paid for something, so that there is something to learn.
  const source = shipped.environment.source.replace(
    'reward: said === state.answer ? 1 : 0',
    'reward: (messages.at(-1)?.text.length ?? 0) % 5',
  );
  expect(source).not.toBe(shipped.environment.source);
  const document = {
    ...shipped,
    team: { ...shipped.team, agents },
    environment: { ...shipped.environment, source },
    training: { ...shipped.training, episodes: 4 },
  };
  const rows = Array.from({ length: 400 }, (_, index) => storyRow(NARROW, 1, index));
  const texts = rows.flatMap(({ prompt, asked, reply }) => [prompt, asked, reply]);
  const trained = trainBpe(texts, { ...STORIES.corpus.tokenizer, vocabularySize: 600, maxLength: STORIES.config.maxPositionEmbeddings });
  const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);
  const config = { ...STORIES.config, vocabularySize: tokenizer.vocabularySize };
  const base = { name: 'stories', config, form: 'f32' as const, weights: initialWeights(config, 1, STORIES.embeddingStd), tokenizer };
  const engine = new LocalEngine(await createExecutor('wasm'));
  const session = kept(await TrainingSession.create({ document, bases: [base], engine, environment: createSandbox() }));
  const { metrics, episodes } = await session.iterate();
  expect(episodes).toHaveLength(4);
  for (const { messages } of episodes) {
    expect(messages.map(({ role }) => role)).toEqual(['solver', 'checker']);
    const prompts = messages.map(({ prompt_ids }) => tokenizer.decode(prompt_ids));
    expect(prompts[0]).toMatch(/^<\|im_start\|>system\nYou solve problems\. Show each step\.<\|im_end\|>\n<\|im_start\|>user\n/);
    expect(prompts[0]).toMatch(/\?<\|im_end\|>\n<\|im_start\|>assistant\n$/);
    expect(prompts[1]).toContain(STORY_PROFILES.check[0]);
    expect(prompts[1]).toContain('\n\nsolver: ');
  }
  for (const role of ['solver', 'checker']) expect(metrics[`actor/${role}/grad_norm`], role).toBeGreaterThan(0);
});
