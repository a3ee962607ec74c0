/**
 * Credit strategies (R3, marft-spec §12.2): to which messages an episode's payments go. A payment lands on the last token
 * of the message that earned it, and so in the decision that sampled this token. (R3 indexes decisions one earlier and
 * puts the reward where its mask ignores it: compat `r3_lost_token_rewards`, in `tokenRewards.ts`.)
 *
 * - `equal`: the team's reward of a turn goes to the turn's last message; GAE does the rest. It goes to where a chain ends its turn, so
 *   where there are several (`credit.chain`) each has it whole: every agent at what it said last, or every message that nobody hears.
 * - `step_discount`: each message of the turn is paid R·d^(messages that came after it in the turn).
 * - `per_step`: each message is paid what the environment's `stepReward` says of it.
 *
 * Where a turn is paid per role, role i's amount is ownShare·own + (1 − ownShare)·mean over all agents, and only its own
 * messages receive it. A role that was silent in the turn receives it at what it said last; one that has not spoken in the
 * episode yet has no token to learn from and is not paid.
 */
import { at } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import { type ChainKind, type Heard, unheardIn } from './successors.ts';
import type { Payment } from './payments.ts';

/** What each message is paid, [messages]; `agents` is the size of the team. */
export function paidPerMessage(
  messages: readonly Heard[],
  payments: readonly Payment[],
  { strategy, discount, ownShare, chain }: TrainingSettings['credit'],
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
    if (strategy === 'equal') for (const message of endsOf(messages, payment, chain)) pay(message, amount);
    else for (const message of earnersOf(messages, payment)) pay(message, amount * discount ** (last - message));
  }
  return paid;
}

/** Where the turn's chains end, of all or of the role it pays: the last message, what every agent said last by then, or what nobody hears. */
function endsOf(messages: readonly Heard[], payment: Payment, chain: ChainKind): number[] {
  if (payment.to !== null || chain === 'serial') return earnersOf(messages, payment).slice(-1);
  if (chain === 'listener') return unheardIn(messages, payment.turn);
  const spoken = messages.filter((message) => message.turn <= payment.turn);
  return [...new Set(spoken.map(({ role }) => role))].map((role) => spoken.findLastIndex((message) => message.role === role));
}

function mixed({ turn, amount }: Payment, payments: readonly Payment[], ownShare: number, agents: number): number {
  const total = payments.reduce((sum, other) => (other.turn === turn && other.to !== null ? sum + other.amount : sum), 0);
  return ownShare * amount + (1 - ownShare) * (total / agents);
}

/** The messages of the turn by whom it pays, in speaking order. */
function earnersOf(messages: readonly Heard[], { to, turn }: Payment): number[] {
  const earners = messages.flatMap((message, index) => (message.turn === turn && (to === null || message.role === to) ? [index] : []));
  if (earners.length > 0) return earners;
  if (to === null) throw new Error(`The reward of turn ${turn} has no token to go to.`);
  const before = messages.findLastIndex((message) => message.turn < turn && message.role === to);
  return before < 0 ? [] : [before];
}
