/** Where a warm start's examples come from: the environment's own demonstrations, or episodes that were given. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Shown } from '../../core/health/warmStart.ts';
import { mean } from '../../core/statistics/intervals.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import { ownPositions, wholeResponse } from '../../core/episode/tools.ts';
import type { PromptTokens } from '../../core/tokenizer/promptTokens.ts';
import { TextTokenizer } from '../../core/tokenizer/tokenizer.ts';
import { byteTokenizer } from '../../core/tokenizer/train.ts';
import { presentTeam } from '../../core/team/presentation.ts';
import { type Example, RESPONSE_WEIGHT } from '../update/supervised.ts';
import type { Demonstrations } from './demonstrations.ts';
import type { Stage } from './play.ts';

export interface ExampleSource {
  /** Texts from which the tokenizer of a new base is trained, each encoded by itself in prompts and messages. */
  texts(): Promise<string[]>;
  /** Messages of the `part`-th part of the training; the same part is the same messages. Never empty. */
  part(part: number): Promise<MessageRecord[]>;
  /** Messages that are kept back from the training; empty where there are none to spare. */
  heldOut(): Promise<MessageRecord[]>;
  /** What episodes like those it is learnt from earn, of the ones kept back; null where they were given. */
  shown(): Shown | null;
}

/** A document's team as episodes are played with it. */
export function stageOf(document: ProjectDocument, tokensOf: Stage['tokensOf']): Stage {
  const { horizon, compat } = document.training;
  return { team: document.team, horizon, compat, tokensOf };
}

/** Episodes drawn at once. */
const PART_EPISODES = 256;
const HELD_OUT_EPISODES = 128;
const TOKENIZER_EPISODES = 2000;

/** An endless source: demonstrations and mistakes, drawn as they are needed. */
export function environmentSource(document: ProjectDocument, drawn: Demonstrations, tokensOf: Stage['tokensOf']): ExampleSource {
  const stage = stageOf(document, tokensOf);
  let shown: Shown | null = null;
  return {
    texts: () => spokenTexts(document, (recording) => drawn.draw(recording, 'tokenizer', 0, TOKENIZER_EPISODES)),
    part: async (part) => messagesOf(await drawn.draw(stage, 'training', part * PART_EPISODES, PART_EPISODES)),
    heldOut: async () => {
      const records = (await drawn.draw(stage, 'heldOut', 0, HELD_OUT_EPISODES)).map((episode) => episode.record());
      shown = { reward: mean(records.map(({ reward }) => reward)), messages: mean(records.map(({ messages }) => messages.length)) };
      return records.flatMap(({ messages }) => messages);
    },
    shown: () => shown,
  };
}

export const messagesOf = (episodes: readonly { record(): EpisodeRecord }[]): MessageRecord[] =>
  episodes.flatMap((episode) => episode.record().messages);

/**
 * Every text that playing episodes encodes, as often as it does. Profiles go in word by word, so that no token spans two
 * words of a prompt: a person's own prompt is then made of tokens the model knows.
 */
export async function spokenTexts(document: ProjectDocument, play: (stage: Stage) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const profiles = new Set(presentTeam(document.team, document.training.compat).profiles);
  // There are no tokens yet: any one stands for a text.
  const record = (text: string): number[] => {
    if (profiles.has(text)) texts.push(...(text.match(/[^ ]+ ?/g) ?? []));
    else texts.push(text);
    return [0];
  };
  // A base that is made here gets the workbench's own template, whatever its tokens will be.
  const { tokenizerJson, tokenizerConfig } = byteTokenizer();
  const { conversation } = TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig).tokensFor(
    document.team.template,
    document.team.thinking,
  );
  const recording: PromptTokens = { start: [0], end: 1, encode: record, encodeStretch: (parts) => parts.map(record), conversation };
  // One object for all agents, so that messages are encoded where they are said alone; none is too long yet. Calls cut them.
  const maxNewTokens = 2 + document.team.tools.most;
  const agents = document.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens } }));
  const team = { ...document.team, agents };
  await play(stageOf({ ...document, team }, () => recording));
  return texts;
}

/** What earlier messages of an episode weigh in a prompt: their own rows teach them, under their own profiles. */
const EARLIER_MESSAGE_WEIGHT = 0;

/** A message with its prompt as an example; `agent` says it. */
export function exampleOf({ prompt_ids, segments, ...said }: MessageRecord, agent: number, promptWeight: number): Example {
  const weights = prompt_ids.map(() => promptWeight);
  for (const { source, start, end } of segments) if (source === 'message') weights.fill(EARLIER_MESSAGE_WEIGHT, start, end);
  const response = wholeResponse(said);
  // What a tool answered is read and not learnt.
  const own = response.map(() => 0);
  for (const position of ownPositions(said)) own[position] = RESPONSE_WEIGHT;
  return { ids: [...prompt_ids, ...response], weights: [...weights, ...own], agent, message: prompt_ids.length };
}
