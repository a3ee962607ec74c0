/**
 * What an update does to each token, collected while it happens: the objective's derivatives, which every pass computes
 * anyway, and the log-probabilities after the last step, which the guards need anyway (docs/credit.md, learning receipt).
 */
import { at, orElse } from '../../core/at.ts';
import { FIRST_RATIO_TOLERANCE } from '../../core/credit/firstRatio.ts';
import type { EpisodeRecord, MessageReceipt } from '../../core/episode/records.ts';
import type { BaseGroup } from '../policy/baseGroup.ts';
import type { BatchMessage } from '../play/batch.ts';
import type { UpdateStats } from './updateStats.ts';

/** One minibatch of one base in which messages of `agents`, who have one adapter, took part; flat over the response tokens of `batched`. */
export interface Pass {
  readonly batched: readonly BatchMessage[];
  readonly agents: readonly number[];
  readonly dLogprobs: ArrayLike<number>;
  readonly clipped: ArrayLike<number>;
  readonly advantages: ArrayLike<number>;
}

interface Passes {
  taken: number;
  held: number;
}

export class Receipts {
  /** Flat over all response tokens of the rollout; sums over the steps taken, of the advantages over the refused ones too. */
  readonly #push: Float64Array;
  readonly #clipped: Float64Array;
  readonly #advantages: Float64Array;
  readonly #updated: Float64Array;
  readonly #passes = new Map<BatchMessage, Passes>();
  /** Deviations from ratio 1 of messages whose first pass had one. */
  readonly #firstRatios = new Map<BatchMessage, number>();
  /** Agents with whose messages an adapter was stepped. */
  readonly #stepped = new Set<number>();

  constructor(records: readonly EpisodeRecord[]) {
    const tokens = records.reduce(
      (sum, { messages }) => sum + messages.reduce((total, { response_ids }) => total + response_ids.length, 0),
      0,
    );
    this.#push = new Float64Array(tokens);
    this.#clipped = new Float64Array(tokens);
    this.#advantages = new Float64Array(tokens);
    this.#updated = new Float64Array(tokens);
  }

  /** What a step was asked with; `held`: the gate refused it. */
  pass({ batched, agents, dLogprobs, clipped, advantages }: Pass, held: boolean): void {
    let from = 0;
    for (const item of batched) {
      const { agent, start, message } = item;
      const first = from;
      from += message.response_ids.length;
      if (!agents.includes(agent)) continue;
      const passes = orElse(this.#passes.get(item), { taken: 0, held: 0 });
      this.#passes.set(item, passes);
      if (held) passes.held += 1;
      else passes.taken += 1;
      for (let t = 0; t < message.response_ids.length; t += 1) {
        this.#advantages[start + t] = (this.#advantages[start + t] ?? 0) + (advantages[first + t] ?? 0);
        if (held) continue;
        this.#push[start + t] = (this.#push[start + t] ?? 0) - (dLogprobs[first + t] ?? 0);
        this.#clipped[start + t] = (this.#clipped[start + t] ?? 0) + (clipped[first + t] ?? 0);
      }
      if (!held) this.#stepped.add(agent);
    }
  }

  /** How far the ratio of a message's tokens is from 1, at the most, before the first step. */
  firstRatio(item: BatchMessage, deviation: number): void {
    if (deviation > FIRST_RATIO_TOLERANCE) this.#firstRatios.set(item, deviation);
  }

  /** Log-probabilities after the last step, flat over the tokens of `batched`. */
  measured(batched: readonly BatchMessage[], logprobs: Float32Array): void {
    let from = 0;
    for (const { start, message } of batched) {
      const end = from + message.response_ids.length;
      this.#updated.set(logprobs.subarray(from, end), start);
      from = end;
    }
  }

  /** Gives the messages of one base their receipts: those whose adapter was stepped, or would have been but for the gate. */
  write(batched: readonly BatchMessage[], group: BaseGroup, stats: UpdateStats): void {
    for (const item of batched) {
      const { agents } = group.adapter(item.agent);
      const passes = this.#passes.get(item);
      if (!passes && !agents.some((agent) => this.#stepped.has(agent))) continue;
      item.message.receipt = this.#receipt(
        item,
        passes,
        agents.some((agent) => stats.wasUndone(agent)),
      );
    }
  }

  #receipt(item: BatchMessage, passes: Passes = { taken: 0, held: 0 }, undone: boolean): MessageReceipt {
    const { start, message } = item;
    const { taken, held } = passes;
    const first = this.#firstRatios.get(item);
    const own = (values: Float64Array, write: (value: number) => number) => listOf(values, start, message.response_ids.length, write);
    return {
      updated_logprobs: own(this.#updated, millionths),
      push: own(this.#push, significant),
      clipped: own(this.#clipped, (sum) => (taken === 0 ? 0 : significant(sum / taken))),
      normalized_advantages: own(this.#advantages, (sum) => significant(sum / Math.max(1, taken + held))),
      ...(held > 0 ? { gated: held } : {}),
      ...(taken + held === 0 ? { left_out: true } : {}),
      ...(undone ? { undone: 'kl_gate' } : {}),
      ...(first === undefined ? {} : { first_ratio_deviation: first }),
    };
  }
}

/** What is written of `count` values from `start` on; neighbours are often the same, and are written once. */
function listOf(values: Float64Array, start: number, count: number, write: (value: number) => number): number[] {
  const list: number[] = [];
  let [last, written] = [Number.NaN, Number.NaN];
  for (let t = start; t < start + count; t += 1) {
    const value = at(values, t, 'value');
    if (value !== last) [last, written] = [value, write(value)];
    list.push(written);
  }
  return list;
}

/** Notes in the receipts that the team went back to an earlier one after this update. */
export function noteRollback(records: readonly EpisodeRecord[]): void {
  for (const { messages } of records) {
    for (const message of messages) if (message.receipt) message.receipt = { ...message.receipt, undone: 'rollback' };
  }
}

// Fewer digits, for the size of the files. Neither gives −0, which JSON would not give back.

/** To a millionth of a nat, finer than two ways of scoring agree. */
const millionths = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** To about six digits. */
function significant(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return 0;
  const unit = 10 ** (5 - Math.floor(Math.log10(Math.abs(value))));
  return Math.round(value * unit) / unit;
}
