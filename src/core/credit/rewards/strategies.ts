/**
 * Credit strategies (R3, marft-spec §12.2): to which messages an episode's payments go. A payment lands on the last token
 * of the message that earned it, and so in the decision that sampled this token. (R3 indexes decisions one earlier and
 * puts the reward where its mask ignores it: compat `r3_lost_token_rewards`, in `tokenRewards.ts`.)
 *
 * - `equal`: the team's reward of a turn goes to the turn's last message; GAE does the rest.
 * - `step_discount`: each message of the turn is paid R·d^(messages that came after it in the turn).
 * - `per_step`: each message is paid what the environment's `stepReward` says of it.
 *
 * Where a turn is paid per role, role i's amount is ownShare·own + (1 − ownShare)·mean over all agents, and only its own
 * messages receive it. A role that was silent in the turn receives it at what it said last; one that has not spoken in the
 * episode yet has no token to learn from and is not paid.
 */
import { at } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { MessageRecord } from '../../episode/records.ts';
import type { Payment } from './payments.ts';

/** What each message is paid, [messages]; `agents` is the size of the team. */
export function paidPerMessage(
  messages: readonly Pick<MessageRecord, 'role' | 'turn'>[],
  payments: readonly Payment[],
  { strategy, discount, ownShare }: TrainingSettings['credit'],
  agents: number,
): number[] {
  const paid = messages.map(() => 0);
  const pay = (message: number, amount: number) => {
    paid[message] = at(paid, message, 'message') + amount;
  };
  for (const payment of payments) {
    if (payment.message !== null) {
      pay(payment.message, payment.amount);
      continue;
    }
    const amount = payment.to === null ? payment.amount : mixed(payment, payments, ownShare, agents);
    const last = messages.findLastIndex(({ turn }) => turn <= payment.turn);
    const earners = earnersOf(messages, payment);
    if (strategy === 'equal') earners.splice(0, earners.length - 1);
    for (const message of earners) pay(message, strategy === 'equal' ? amount : amount * discount ** (last - message));
  }
  return paid;
}

function mixed({ turn, amount }: Payment, payments: readonly Payment[], ownShare: number, agents: number): number {
  const total = payments.reduce((sum, other) => (other.turn === turn && other.to !== null ? sum + other.amount : sum), 0);
  return ownShare * amount + (1 - ownShare) * (total / agents);
}

/** The messages of the turn by whom it pays, in speaking order. */
function earnersOf(messages: readonly Pick<MessageRecord, 'role' | 'turn'>[], { to, turn }: Payment): number[] {
  const earners = messages.flatMap((message, index) => (message.turn === turn && (to === null || message.role === to) ? [index] : []));
  if (earners.length > 0) return earners;
  if (to === null) throw new Error(`The reward of turn ${turn} has no token to go to.`);
  const before = messages.findLastIndex((message) => message.turn < turn && message.role === to);
  return before < 0 ? [] : [before];
}
