/**
 * What a rollout needs before credit: one pass of each frozen base over its agents' messages gives the reference
 * log-probabilities (for the KL) and the features critics read, so KL monitoring and values cost one forward pass together. A critic
 * that reads more than the agents has its features from a second pass, over the same messages behind what it reads.
 */
import { at, look } from '../../core/at.ts';
import { criticReads, criticReadsFeatures, needsCritic } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Episode } from '../../core/episode/machine.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { wholeResponse } from '../../core/episode/tools.ts';
import { valueAlternatives } from './alternativeValues.ts';
import type { BaseGroup } from '../policy/baseGroup.ts';
import { type BatchMessage, batchMessages, sequenceOf, valuedSequence } from '../play/batch.ts';
import { checkLength } from '../play/rollout.ts';
import { meanOrZero } from './mean.ts';

/** The messages of one base's agents. */
export interface GroupMessages {
  readonly group: BaseGroup;
  readonly batched: readonly BatchMessage[];
  /** Frozen-base features under every response token of `batched`, [tokens, D]; empty when no critic reads them. */
  readonly hidden: Float32Array;
  /** Where a message's rows begin in `hidden`. */
  offsetOf(batched: BatchMessage): number;
}

export interface Assessed {
  readonly records: EpisodeRecord[];
  /** By episode. */
  readonly episodes: readonly BatchMessage[][];
  /** Of all that the critic read, messages and ends of truncated episodes, the share that was not what the speaker read; null where `critic.reads` is `speaker`. */
  readonly readApart: number | null;
  readonly groups: readonly GroupMessages[];
}

/** Fills `ref_logprobs`, `values` and `bootstrap` of the episodes' records. */
export async function assess(groups: readonly BaseGroup[], document: ProjectDocument, episodes: readonly Episode[]): Promise<Assessed> {
  const records = episodes.map((episode) => episode.record());
  const batched = batchMessages(document, records);
  const assessed = await Promise.all(groups.map((group) => assessGroup(group, document, batched.flat())));
  const ends = await bootstrap(groups, document, episodes, records);
  await valueAlternatives(groups, document, batched.flat());
  const apart = [...batched.flat().map(({ message }) => message.critic_prompt_ids !== undefined), ...ends];
  const readApart = criticReads(document.training) === 'speaker' ? null : meanOrZero(apart.map(Number));
  return { records, episodes: batched, readApart, groups: assessed };
}

async function assessGroup(group: BaseGroup, document: ProjectDocument, all: readonly BatchMessage[]): Promise<GroupMessages> {
  const batched = all.filter(({ agent }) => group.agents.includes(agent));
  const features = criticReadsFeatures(document.training);
  const apart = features && criticReads(document.training) !== 'speaker';
  // What is trained on, or valued, may be longer than what was sampled from.
  for (const { message } of batched)
    for (const prompt of [message.training_prompt_ids, message.critic_prompt_ids])
      if (prompt) checkLength(group.base, message.role, prompt.length, wholeResponse(message).length, prompt === message.critic_prompt_ids);
  const scores = await group.trainer.scoreReferences(
    batched.map(({ message }) => sequenceOf(message, -1, document.training.compat)),
    { hidden: features && !apart },
  );
  const valued = batched.map(({ message }) => valuedSequence(message));
  const { hidden } = apart ? await group.trainer.scoreReferences(valued, { hidden: true }) : scores;
  const offsets = new Map<BatchMessage, number>();
  let at = 0;
  for (const item of batched) {
    offsets.set(item, at);
    const end = at + item.message.response_ids.length;
    item.message.ref_logprobs = Array.from(scores.logprobs.subarray(at, end));
    at = end;
  }
  if (group.critic) {
    const values = await group.critic.values({
      messages: batched.map(({ message, agent }) => ({ record: message, agent })),
      hidden,
    });
    spread(values, batched);
  }
  return { group, batched, hidden, offsetOf: (item) => look(offsets, item, 'message') };
}

/** Values, one per decision, to their messages: as many as each has tokens, or one each. */
function spread(values: Float32Array, batched: readonly BatchMessage[]): void {
  const perMessage = values.length === batched.length;
  let at = 0;
  for (const { message } of batched) {
    const end = at + (perMessage ? 1 : message.response_ids.length);
    message.values = Array.from(values.subarray(at, end));
    at = end;
  }
}

/** Fills in the value of the state a truncated episode would have gone on from, 0 where it terminated; which of these states the critic read otherwise than their speaker. */
async function bootstrap(
  groups: readonly BaseGroup[],
  document: ProjectDocument,
  episodes: readonly Episode[],
  records: readonly EpisodeRecord[],
): Promise<readonly boolean[]> {
  // Without a critic nothing reads these prompts, so they may be as long as they like.
  if (!needsCritic(document.training)) return [];
  const open = episodes.flatMap((episode, index) => {
    const next = episode.bootstrap();
    if (!next) return [];
    const record = at(records, index, 'record');
    const group = groups.find(({ agents }) => agents.includes(next.agent));
    if (!group) throw new Error(`agent ${next.agent} stands on no base`);
    checkLength(
      group.base,
      at(document.team.agents, next.agent, 'agent').role,
      next.prompt.ids.length,
      0,
      criticReads(document.training) !== 'speaker',
    );
    return [{ ids: next.prompt.ids, agent: next.agent, apart: next.apart, record, group }];
  });
  for (const group of groups) {
    const own = open.filter((item) => item.group === group);
    if (own.length === 0 || !group.critic) continue;
    const values = await group.critic.bootstrapValues(own);
    own.forEach(({ record }, index) => {
      record.bootstrap = at(values, index, 'value');
    });
  }
  return open.map(({ apart }) => apart);
}
