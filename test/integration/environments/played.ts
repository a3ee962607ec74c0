/** Episodes of a shipped project's own team, in which every message is given: prompts, rewards and skills without a model. */
import { chooseProject } from '../../../headless/kit/project.ts';
import type { ModelProjectName } from '../../../src/core/document/presets/modelProjects.ts';
import type { PresetName } from '../../../src/core/document/presets/presets.ts';
import type { SideProjectName } from '../../../src/core/document/presets/sideProjects.ts';
import type { EnvironmentInfo, Split } from '../../../src/core/environment/contract.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { TextTokenizer } from '../../../src/core/tokenizer/tokenizer.ts';
import { byteTokenizer } from '../../../src/core/tokenizer/train.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { type Asked, openEpisodes, playEpisodes, type Stage } from '../../../src/session/warmStart/play.ts';

const { tokenizerJson, tokenizerConfig } = byteTokenizer();
const tokenizer = TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig);

/** `good` and `careless` agents are the environment's own; else what the function says. */
export type Say = 'good' | 'careless' | ((role: string, call: number, episode: number) => string);

export interface Played extends EpisodeRecord {
  /** What each message's speaker read, special tokens included. */
  readonly prompts: readonly string[];
}

export const keyOf = (split: Split, index: number) => [index, split === 'train' ? 1 : 2] as const;

/** Names of the optional hooks that a module has, in order. */
export const hooksIn = ({ hooks }: EnvironmentInfo): string[] =>
  Object.entries(hooks)
    .flatMap(([name, has]) => (has ? [name] : []))
    .toSorted();

/** Plays `count` problems of `split`, the first being `index`; one call plays in a sandbox of its own. */
export async function played(
  preset: PresetName | ModelProjectName | SideProjectName,
  split: Split,
  count: number,
  say: Say,
  index = 0,
): Promise<Played[]> {
  const { team, environment, training } = chooseProject({ preset });
  const sandbox = createSandbox();
  try {
    await sandbox.load(environment.source);
    const firsts = await sandbox.reset(
      Array.from({ length: count }, (_, k) => ({ seed: 1, split, index: index + k, randomKey: keyOf(split, index + k) })),
    );
    // A byte is a token here, so messages are longer than they will be.
    const agents = team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 1000 } }));
    const { horizon, compat } = training;
    const stage: Stage = { team: { ...team, agents }, horizon, compat, tokensOf: () => tokenizer.promptTokens };
    const episodes = openEpisodes(
      stage,
      firsts.map((first, k) => ({ iteration: 0, episode: k, seed: 1, problemIndex: index + k, first })),
    );
    await playEpisodes(stage, sandbox, episodes, async (asked) => {
      if (typeof say === 'function') return asked.map(({ episode, request: { role, call } }) => say(role, call, episode.settings.episode));
      const requests = asked.map(requestOf);
      return say === 'good' ? sandbox.demonstrate(requests) : sandbox.mistake(requests);
    });
    return episodes.map((episode) => {
      const record = episode.record();
      return { ...record, prompts: record.messages.map(({ prompt_ids }) => tokenizer.decode(prompt_ids)) };
    });
  } finally {
    await sandbox.dispose();
  }
}

const requestOf = ({ episode, request }: Asked) => ({
  state: episode.currentState(),
  role: request.role,
  messages: episode.spokenMessages(),
  // Not a key that drew a problem.
  randomKey: [episode.settings.episode, 100 + request.index] as const,
});

export const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
