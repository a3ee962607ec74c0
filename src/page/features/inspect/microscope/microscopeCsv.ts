/** What the microscope shows, as numbers: one row for each term of an advantage; without one, the channel token by token. */
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import type { BatchCredit } from '../../../state/reading/batchCredit.ts';
import { csvText } from '../../../../core/formats/csv.ts';
import { type Decision, decisionAt } from './microscope.ts';
import { channelOf, type Channel } from '../../../state/reading/tokens.ts';

/** All terms of the advantage of `decision`, in the order of time; messages and tokens count from 0 as in the rollout files. */
export function termsCsv(credit: BatchCredit, record: EpisodeRecord, decisions: readonly Decision[], decision: Decision): string {
  const { terms } = credit.explain(record, { message: decision.message, token: decision.token });
  const rows = terms.map((term) => {
    const of = 'at' in term ? decisionAt(decisions, term.at) : undefined;
    const cells = [term.kind, of?.role, of?.message, of?.token];
    if (term.kind === 'td_error') return [...cells, term.weight, term.delta, term.reward, term.gamma, term.next, term.value, term.amount];
    if (term.kind === 'reward') return [...cells, term.discount / term.scale, null, term.reward, null, null, null, term.amount];
    if (term.kind === 'tree' || term.kind === 'worth') return [...cells, null, null, null, null, null, term.value, term.amount];
    return [...cells, 1 / term.scale, null, null, null, null, term.mean, term.amount];
  });
  return csvText([['term', 'role', 'message', 'token', 'weight', 'td_error', 'reward', 'gamma', 'next_value', 'value', 'amount'], ...rows]);
}

/** Where a channel's own name would not say which of two numbers it is. */
const COLUMNS: Readonly<Partial<Record<Channel, string>>> = { normalized: 'advantage_as_trained', advantage: 'advantage_raw' };

export function channelCsv(credit: BatchCredit, record: EpisodeRecord, channel: Channel): string {
  const { values } = channelOf(credit, record, channel);
  const rows = record.messages.flatMap(({ role, response_ids: ids }, message) =>
    ids.map((id, token) => [message, role, token, id, values[message]?.[token]]),
  );
  return csvText([['message', 'role', 'token', 'id', COLUMNS[channel] ?? channel], ...rows]);
}
