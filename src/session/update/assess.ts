/**
 * What a rollout needs before credit: one pass of each frozen base over its agents' messages gives the reference
 * log-probabilities (for the KL) and the features critics read, so KL monitoring and values cost one forward pass together.
 */
import { at, look } from '../../core/at.ts';
import { needsCritic } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Episode } from '../../core/episode/machine.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import type { Engine } from '../../engine/engine.ts';
import { scoreSequences } from '../../engine/train/score.ts';
import type { BaseGroup } from '../team/baseGroup.ts';
import { type PlacedMessage, placeMessages, sequenceOf } from '../play/batch.ts';
import { checkLength } from '../play/rollout.ts';

/** The messages of one base's agents. */
export interface GroupMessages {
  readonly group: BaseGroup;
  readonly placed: readonly PlacedMessage[];
  /** Frozen-base features under every response token of `placed`, [tokens, D]; empty when no critic reads them. */
  readonly hidden: Float32Array;
  /** Where a message's rows begin in `hidden`. */
  offsetOf(placed: PlacedMessage): number;
}

export interface Assessed {
  readonly records: EpisodeRecord[];
  /** By episode. */
  readonly episodes: readonly PlacedMessage[][];
  readonly groups: readonly GroupMessages[];
}

/** Fills `ref_logprobs`, `values` and `bootstrap` of the episodes' records. */
export async function assess(
  engine: Engine,
  groups: readonly BaseGroup[],
  document: ProjectDocument,
  episodes: readonly Episode[],
): Promise<Assessed> {
  const records = episodes.map((episode) => episode.record());
  const placed = placeMessages(document, records);
  const assessed = await Promise.all(groups.map((group) => assessGroup(engine, group, document, placed.flat())));
  await bootstrap(groups, document, episodes, records);
  return { records, episodes: placed, groups: assessed };
}

async function assessGroup(
  engine: Engine,
  group: BaseGroup,
  document: ProjectDocument,
  all: readonly PlacedMessage[],
): Promise<GroupMessages> {
  const placed = all.filter(({ agent }) => group.agents.includes(agent));
  const features = needsCritic(document.training) && document.training.critic.kind !== 'lora';
  const { config } = group.base;
  // What is trained on may be longer than what was sampled from.
  for (const { message } of placed)
    if (message.training_prompt_ids) checkLength(group.base, message.role, message.training_prompt_ids.length, message.response_ids.length);
  const scores = await scoreSequences(
    engine,
    config,
    [],
    placed.map(({ message }) => sequenceOf(message, -1, document.training.compat)),
    { hidden: features },
  );
  const offsets = new Map<PlacedMessage, number>();
  let at = 0;
  for (const item of placed) {
    offsets.set(item, at);
    const end = at + item.message.response_ids.length;
    item.message.ref_logprobs = Array.from(scores.logprobs.subarray(at, end));
    at = end;
  }
  if (group.critic) {
    const values = await group.critic.values({
      messages: placed.map(({ message, agent }) => ({ record: message, agent })),
      hidden: scores.hidden,
    });
    spread(values, placed);
  }
  return { group, placed, hidden: scores.hidden, offsetOf: (item) => look(offsets, item, 'message') };
}

/** Values, one per decision, to their messages: as many as each has tokens, or one each. */
function spread(values: Float32Array, placed: readonly PlacedMessage[]): void {
  const perMessage = values.length === placed.length;
  let at = 0;
  for (const { message } of placed) {
    const end = at + (perMessage ? 1 : message.response_ids.length);
    message.values = Array.from(values.subarray(at, end));
    at = end;
  }
}

/** The value of the state a truncated episode would have gone on from; 0 where it terminated. */
async function bootstrap(
  groups: readonly BaseGroup[],
  document: ProjectDocument,
  episodes: readonly Episode[],
  records: readonly EpisodeRecord[],
): Promise<void> {
  // Without a critic nothing reads these prompts, so they may be as long as they like.
  if (!needsCritic(document.training)) return;
  const open = episodes.flatMap((episode, index) => {
    const next = episode.bootstrap();
    if (!next) return [];
    const record = at(records, index, 'record');
    const group = groups.find(({ agents }) => agents.includes(next.agent));
    if (!group) throw new Error(`agent ${next.agent} stands on no base`);
    checkLength(group.base, at(document.team.agents, next.agent, 'agent').role, next.prompt.ids.length, 0);
    return [{ ids: next.prompt.ids, agent: next.agent, record, group }];
  });
  for (const group of groups) {
    const own = open.filter((item) => item.group === group);
    if (own.length === 0 || !group.critic) continue;
    const values = await group.critic.bootstrapValues(own);
    own.forEach(({ record }, index) => {
      record.bootstrap = at(values, index, 'value');
    });
  }
}
