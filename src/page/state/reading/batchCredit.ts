/**
 * The credit of one iteration's episodes, recomputed as far as what is on the page allows: where advantages come from, one-step
 * errors, normalised advantages. What cannot be told is said, never guessed.
 */
import {
  comparesEpisodes,
  type DecisionRef,
  explainer,
  type Explainer,
  type Explanation,
  type RecursionStep,
} from '../../../core/credit/explain.ts';
import { wasHeldAgainst } from '../../../core/credit/advantages/alternatives.ts';
import { wasPlayedOn } from '../../../core/credit/advantages/tree.ts';
import { minibatchesIn } from '../../../core/credit/advantages/minibatches.ts';
import { advantageNormalizer } from '../../../core/credit/advantages/normalizeAdvantages.ts';
import {
  decisionLevel,
  type DecisionLevel,
  needsCritic,
  normalization,
  usesAlternatives,
  usesTree,
} from '../../../core/document/derived.ts';
import type { TrainingSettings } from '../../../core/document/schema.ts';
import { distils, teacherAlone } from '../../../core/document/teachers.ts';
import type { EpisodeRecord, MessageReceipt, MessageRecord } from '../../../core/episode/records.ts';
import { distilled, teacherShare, type TeacherShare } from '../../../core/objectives/distillation.ts';
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import type { RunSet } from '../runs/types.ts';

/** Why a number is not there; `null` where it is. */
export type Absence = 'imported' | 'textsAlone' | 'noReceipt' | 'noCritic' | 'noReference' | 'notWhole' | 'stale' | 'tooMany';

/** One number per response token, by message; and why there are none. */
export interface ByToken {
  readonly values: readonly ArrayLike<number>[];
  readonly absence: Absence | null;
  /** Recomputed here from the whole batch instead of recorded by the update. */
  readonly recomputed: boolean;
}

/** What a token whose agent has a teacher was trained on: the reward's normalised advantage, or 0, and the teacher's share. */
export interface Taught {
  readonly share: TeacherShare;
  /** Whether the teacher's share is all. */
  readonly alone: boolean;
  /** The reward's part, normalised anew from the batch and not taken from what the update says; null where that cannot be. */
  readonly reward: number | null;
  /** Both together; null where the reward's is not known. */
  readonly sum: number | null;
  /** What the update says it used; null where it wrote nothing down of this message. */
  readonly recorded: number | null;
  /** Whether they are the same; null where one is not known. */
  readonly agrees: boolean | null;
}

/** How far the sum may lie from what the update wrote down, relative to 1 + its magnitude: it writes six digits. */
const TAUGHT_AGREEMENT = 1e-4;

/** Most tokens of a batch whose normalised advantages are recomputed: more would hold up the page. */
const RECOMPUTED_TOKENS = 60_000;

export class BatchCredit {
  readonly level: DecisionLevel;
  /** Whether all episodes of the iteration are here. */
  readonly whole: boolean;
  /** Whether the estimator compares episodes, so that it can be recomputed from the whole batch only. */
  readonly compares: boolean;
  /** Whether advantages are carried back from decision to decision. */
  readonly recursive: boolean;

  /** `klCoef`: the weight of the KL that was in force, where it is adapted. */
  constructor(
    readonly records: readonly EpisodeRecord[],
    readonly training: TrainingSettings,
    readonly klCoef?: number,
    /** Of a run that something else trained: its settings are not known, so that nothing is recomputed by ours. */
    readonly imported = false,
  ) {
    this.level = decisionLevel(training);
    this.whole = imported || records.length === training.episodes;
    this.compares = !imported && comparesEpisodes(training);
    this.recursive = !imported && needsCritic(training) && !usesAlternatives(training);
  }

  /** Why no advantage of an episode can be explained; null where it can. */
  unexplained(record: EpisodeRecord): 'imported' | 'noTreeValues' | null {
    if (this.imported) return 'imported';
    const told = usesAlternatives(this.training) ? wasHeldAgainst(record) : !usesTree(this.training) || wasPlayedOn(record);
    return told ? null : 'noTreeValues';
  }

  /** Throws where it is {@link unexplained}. */
  explain(record: EpisodeRecord, ref: DecisionRef): Explanation {
    const { explainer: of, index } = this.#explainerOf(record);
    return of.explain(index, ref);
  }

  /** Its last decision first; null where no critic is used. */
  recursion(record: EpisodeRecord): readonly RecursionStep[] | null {
    if (this.imported) return null;
    if (this.#recursion?.record === record) return this.#recursion.steps;
    const { explainer: of, index } = this.#explainerOf(record);
    const steps = of.recursion(index);
    this.#recursion = { record, steps };
    return steps;
  }
  #recursion: { readonly record: EpisodeRecord; readonly steps: readonly RecursionStep[] | null } | undefined;

  /** δ of every token; at message level every token has its message's. */
  tdErrors(record: EpisodeRecord): ByToken {
    const steps = this.recursion(record)?.toReversed();
    if (!steps) return absent(record, this.imported ? 'imported' : 'noCritic');
    let decision = 0;
    const values = record.messages.map(({ response_ids: ids }) => {
      const start = decision;
      decision += this.level === 'token' ? ids.length : 1;
      return ids.map((_, token) => steps[this.level === 'token' ? start + token : start]?.delta ?? Number.NaN);
    });
    return { values, absence: null, recomputed: true };
  }

  /**
   * As the objective used them: of the update's own receipt, else recomputed with the same normaliser over the same minibatches,
   * the mean over the epochs.
   */
  normalized(record: EpisodeRecord): ByToken {
    if (record.messages.some(({ receipt }) => receipt))
      return ofReceipts(record, (receipt) => ofSteps(receipt, receipt.normalized_advantages));
    const reward = this.#ofReward(record);
    if (reward.absence || !distils(this.training)) return reward;
    const values = record.messages.map((message, index) =>
      distilled(Float64Array.from(reward.values[index] ?? []), message, this.training.distillation),
    );
    return { ...reward, values };
  }

  /** Of a token whose agent has a teacher; null where it has none. */
  taught(record: EpisodeRecord, { message, token }: DecisionRef): Taught | null {
    const said = record.messages[message];
    const share = said && !this.imported ? teacherShare(said, token, this.training.distillation) : null;
    if (!said || !share) return null;
    const alone = teacherAlone(this.training);
    const reward = alone ? 0 : this.#rewardAt(record, message, token);
    const sum = reward === null ? null : reward + share.amount;
    const recorded = said.receipt && !said.receipt.left_out ? (said.receipt.normalized_advantages[token] ?? null) : null;
    const agrees = sum === null || recorded === null ? null : Math.abs(sum - recorded) <= TAUGHT_AGREEMENT * (1 + Math.abs(recorded));
    return { share, alone, reward, sum, recorded, agrees };
  }

  #rewardAt(record: EpisodeRecord, message: number, token: number): number | null {
    const { mean, std } = normalization(this.training);
    // Minibatches that were cut off are not in the update's mean, and which these were is not recorded.
    if (this.training.earlyStopKl > 0 && (mean === 'minibatch' || std === 'minibatch')) return null;
    const { values, absence } = this.#ofReward(record);
    return absence ? null : (values[message]?.[token] ?? null);
  }

  /** Normalised anew, without what teachers add. */
  #ofReward(record: EpisodeRecord): ByToken {
    const absence = this.#cannotNormalize();
    if (absence) return absent(record, absence);
    this.#normalized ??= this.#normalize();
    const normalized = this.#normalized;
    return { values: record.messages.map((message) => normalized.get(message) ?? []), absence: null, recomputed: true };
  }
  #normalized: ReadonlyMap<MessageRecord, Float64Array> | undefined;

  #cannotNormalize(): Absence | null {
    if (this.imported) return 'imported';
    const { compat } = this.training;
    if (compat.includes('r1_stale_advantages')) return 'stale';
    const { mean, std } = normalization(this.training);
    if (!this.whole && (mean !== 'none' || std !== 'none')) return 'notWhole';
    const tokens = this.records.reduce(
      (sum, { messages }) => sum + messages.reduce((all, { response_ids: ids }) => all + ids.length, 0),
      0,
    );
    return tokens > RECOMPUTED_TOKENS ? 'tooMany' : null;
  }

  #normalize(): ReadonlyMap<MessageRecord, Float64Array> {
    const { training } = this;
    // The order of the batch, which is what minibatches are indices into.
    const records = this.records.toSorted((a, b) => a.episode - b.episode);
    const normalizer = advantageNormalizer(records, training);
    const sums = new Map<MessageRecord, Float64Array>();
    const counts = new Map<MessageRecord, number>();
    for (let epoch = 0; epoch < training.epochs; epoch += 1) {
      for (const chosen of minibatchesIn(training, records[0]?.iteration ?? 0, epoch, records.length)) {
        const flat = normalizer(chosen);
        let at = 0;
        for (const message of chosen.flatMap((episode) => records[episode]?.messages ?? [])) {
          const sum = sums.get(message) ?? new Float64Array(message.advantages.length);
          sum.forEach((value, token) => (sum[token] = value + (flat[at + token] ?? Number.NaN)));
          at += sum.length;
          sums.set(message, sum);
          counts.set(message, (counts.get(message) ?? 0) + 1);
        }
      }
    }
    for (const [message, sum] of sums) sum.forEach((value, token) => (sum[token] = value / (counts.get(message) ?? 1)));
    return sums;
  }

  /** Where episodes are independent, one alone is explained: a batch may be large. */
  #explainerOf(record: EpisodeRecord): { readonly explainer: Explainer; readonly index: number } {
    const indexMatters = this.training.compat.includes('r1_previous_turn_mask');
    const options = this.klCoef === undefined ? {} : { klCoef: this.klCoef };
    if (this.compares || indexMatters) {
      this.#sorted ??= this.records.toSorted((a, b) => a.episode - b.episode);
      this.#all ??= explainer(this.#sorted, this.training, options);
      return { explainer: this.#all, index: this.#sorted.indexOf(record) };
    }
    if (this.#own?.record !== record) this.#own = { record, explainer: explainer([record], this.training, options) };
    return { explainer: this.#own.explainer, index: 0 };
  }
  #sorted: readonly EpisodeRecord[] | undefined;
  #all: Explainer | undefined;
  #own: { readonly record: EpisodeRecord; readonly explainer: Explainer } | undefined;

  /** The episode of a {@link Explanation}'s index into the batch. */
  episodeAt(index: number): EpisodeRecord | undefined {
    return this.#sorted?.[index];
  }
}

/** The credit of the episodes of `iteration` that are here. */
export function batchCredit(
  run: Pick<RunSet, 'document' | 'metrics' | 'info'>,
  iteration: number,
  episodes: readonly EpisodeRecord[],
): BatchCredit {
  return new BatchCredit(episodes, run.document.training, klCoefOf(run, iteration), importInfoOf(run.info) !== null);
}

/** The weight of the KL in force in an iteration: as it was measured, else the settings' own. */
export function klCoefOf({ document, metrics }: Pick<RunSet, 'document' | 'metrics'>, iteration: number): number {
  return metrics.find((row) => row['iteration'] === iteration)?.['actor/kl_coef'] ?? document.training.klCoef;
}

/** What the update wrote down; NaN for messages it learnt nothing from. */
export function ofReceipts(record: EpisodeRecord, pick: (receipt: MessageReceipt, message: MessageRecord) => readonly number[]): ByToken {
  if (!record.messages.some(({ receipt }) => receipt)) return absent(record, 'noReceipt');
  const values = record.messages.map((message) =>
    message.receipt ? pick(message.receipt, message) : message.response_ids.map(() => Number.NaN),
  );
  return { values, absence: null, recomputed: false };
}

/** What is of an update's steps; a message that was in none has nothing, whatever stands there. */
export function ofSteps({ left_out: leftOut }: MessageReceipt, values: readonly number[]): readonly number[] {
  return leftOut ? values.map(() => Number.NaN) : values;
}

function absent(record: EpisodeRecord, absence: Absence): ByToken {
  return { values: record.messages.map(({ response_ids: ids }) => ids.map(() => Number.NaN)), absence, recomputed: false };
}
