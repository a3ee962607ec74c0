/**
 * What the critic says of other messages in the place of those that were said (COMA). Q of a message is the critic's value at its last
 * token, of a state that holds all the message's words but the closing token; the critic learns the rewards still to come from there on.
 */
import { at } from '../../core/at.ts';
import { needsCritic, usesAlternatives } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { MessageRecord } from '../../core/episode/records.ts';
import type { BaseGroup } from '../policy/baseGroup.ts';
import { type BatchMessage, valuedSequence } from '../play/batch.ts';
import { checkLength } from '../play/rollout.ts';

/** Sampled tokens of other messages that are valued at one time. */
const TOGETHER = 16_384;

/** Fills the worths in `counterfactual` of the messages, whose own values are known. Does nothing where no critic is asked. */
export async function valueAlternatives(
  groups: readonly BaseGroup[],
  { training }: ProjectDocument,
  batched: readonly BatchMessage[],
): Promise<void> {
  if (!usesAlternatives(training) || !needsCritic(training)) return;
  for (const group of groups) {
    const own = batched.filter(({ agent }) => group.agents.includes(agent));
    const asked = own.flatMap(({ message, agent }) =>
      othersOf(message).map(({ response_ids }) => ({ record: { ...bare(message), response_ids }, agent })),
    );
    const values = await lastValues(group, training, asked);
    let next = 0;
    for (const { message } of own) {
      const worthOf = (value: number): Readonly<Record<string, number>> => ({ [message.role]: value });
      message.counterfactual = {
        worth: worthOf(at(message.values, message.values.length - 1, 'value')),
        others: othersOf(message).map((other) => ({ ...other, worth: worthOf(at(values, next++, 'value')) })),
      };
    }
  }
}

type Asked = { readonly record: MessageRecord; readonly agent: number };

function othersOf({ role, counterfactual }: MessageRecord) {
  if (!counterfactual) throw new Error(`nothing stands in the place of a message of ${role}`);
  return counterfactual.others;
}

/** A message without what is only true of its own response: the tokens that were kept in sampling it, and what tools answered. */
export function bare({ kept: _, tools: __, ...message }: MessageRecord): MessageRecord {
  return message;
}

/** One value each. */
async function lastValues(group: BaseGroup, training: ProjectDocument['training'], asked: readonly Asked[]): Promise<number[]> {
  const found: number[] = [];
  for (let first = 0; first < asked.length; ) {
    let [end, tokens] = [first, 0];
    do tokens += at(asked, end++).record.response_ids.length;
    while (end < asked.length && tokens < TOGETHER);
    const part = asked.slice(first, end);
    // Another message may be longer than the one that was said, and stands behind what the critic reads.
    for (const { record } of part)
      if (record.critic_prompt_ids) checkLength(group.base, record.role, record.critic_prompt_ids.length, record.response_ids.length, true);
    const sequences = part.map(({ record }) => valuedSequence(record));
    const { hidden } =
      training.critic.kind === 'lora' ? { hidden: new Float32Array() } : await group.trainer.scoreReferences(sequences, { hidden: true });
    if (!group.critic) throw new Error(`the base ${group.base.name} has no critic`);
    const values = await group.critic.values({ messages: part, hidden });
    let before = 0;
    for (const { record } of part) {
      before += record.response_ids.length;
      found.push(at(values, before - 1, 'value'));
    }
    first = end;
  }
  return found;
}
