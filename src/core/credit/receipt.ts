/**
 * The learning receipt of an iteration: which tokens its update pushed and which way, how their log-probabilities moved, and
 * what kept the others where they were. It is read from what the update wrote into the records (`MessageReceipt`), the
 * iteration's row of metrics and the project; nothing is computed by a model here. docs/credit.md, “Learning receipt”.
 */
import { at, look, orElse } from '../at.ts';
import { scoresOtherwise } from '../compat/scoresOtherwise.ts';
import { agentIsFrozen, needsCritic } from '../document/derived.ts';
import { baseNameOf } from '../document/bases.ts';
import type { AgentSettings, ProjectDocument } from '../document/schema.ts';
import type { EpisodeRecord, MessageReceipt } from '../episode/records.ts';
import { lossWeights, type MaskSettings } from '../objectives/masks.ts';
import type { MetricsRow } from '../metricsRow.ts';

/**
 * What became of a token. `reinforced` and `weakened` were pushed; the others were not, or not for long:
 *
 * - `undone`, `rolled_back`: pushed, but the gate took the steps back, or the team went back to its best;
 * - `clipped`: the clip took its gradient in every step; `gated`: the KL gate refused every step it was in;
 * - `zero_advantage`: it went as expected, so there was nothing to push;
 * - `dropped`: the loss left it out (a weight above the cap, the M2 threshold, too little entropy), or its log-ratio was held at ±20;
 * - `masked`: left out of the loss, as messages that ran into their token limit and thoughts may be;
 * - `left_out`: in no minibatch (the epochs were stopped early, or R1's compat switch dropped what was left over);
 * - `not_learner`: another agent learnt in this iteration; `warm_up`: only the critic did; `frozen`: its adapter never learns.
 */
export const FATES = [
  'reinforced',
  'weakened',
  'clipped',
  'zero_advantage',
  'gated',
  'undone',
  'rolled_back',
  'dropped',
  'masked',
  'left_out',
  'not_learner',
  'warm_up',
  'frozen',
] as const;
export type Fate = (typeof FATES)[number];

export interface TokenReceipt {
  readonly role: string;
  /** The episode's number, the message's index in it, the token's index in its response. */
  readonly episode: number;
  readonly message: number;
  readonly token: number;
  readonly fate: Fate;
  /** −∂loss/∂log π summed over the steps taken; 0 where nothing was pushed. */
  readonly push: number;
  /** log π after the last step less log π when it was sampled, nats; exactly 0 where the adapter was not to change. */
  readonly delta: number;
  /** Share of the steps in which a clip took its gradient. */
  readonly clipped: number;
}

/** Why no step of an agent stands. */
export type Stop = 'frozen' | 'warm_up' | 'not_learner' | 'gated' | 'undone' | 'rolled_back' | 'silent';

/** How an iteration's update ended for one agent. */
export interface Ending {
  readonly role: string;
  /** Optimiser steps of its adapter that stand. */
  readonly steps: number;
  /** Steps that the gate refused. */
  readonly skipped: number;
  /** Steps that the gate took back. */
  readonly undone: number;
  /** Null where steps stand. */
  readonly reason: Stop | null;
}

/** What became of the tokens pushed one way. */
export interface Moved {
  readonly tokens: number;
  /** Mean Δ log π, nats; null without tokens. */
  readonly delta: number | null;
}

export interface AgentReceipt {
  readonly role: string;
  readonly ending: Ending;
  readonly tokens: number;
  readonly fates: Readonly<Record<Fate, number>>;
  /** Pushed up, and down, whether or not the steps were taken back afterwards. */
  readonly up: Moved;
  readonly down: Moved;
  /** All tokens that were not pushed: what the update did to them on the side. */
  readonly still: Moved;
  /** Cosine between push and Δ log π over the pushed tokens; null where none was pushed or none moved. */
  readonly cosine: number | null;
  /** Which way the pushed tokens went; null where none was pushed. */
  readonly went: Went | null;
  /** Tokens that lost at least one step to a clip. */
  readonly everClipped: number;
  /** Null where the two cannot be compared: for a part of an iteration, with lag, with compat switches that score otherwise; and without steps. */
  readonly gain: Gain | null;
}

/** Shares of the pushed tokens; they sum to 1. */
export interface Went {
  /** The way they were pushed, and the other way, by more than `STILL`. */
  readonly asPushed: number;
  readonly against: number;
  /** Hardly anywhere: as a rule they were all but certain already. */
  readonly still: number;
}

/** Nats; below it a sign says nothing. */
export const STILL = 1e-4;

/** What an adapter's steps gained on the objective, to first order: by gradients and parameters, and by the tokens' Δ log π. */
export interface Gain {
  readonly predicted: number;
  /** Σ push · Δ log π over the tokens of all agents that share the adapter. */
  readonly actual: number;
}

/** Less than half of what was predicted. */
export const fellShort = ({ predicted, actual }: Gain): boolean => predicted > 0 && actual < predicted / 2;

export interface IterationReceipt {
  readonly agents: readonly AgentReceipt[];
  readonly tokens: readonly TokenReceipt[];
  /** How many of them were pushed, and the way those went. */
  readonly pushed: number;
  readonly went: Went | null;
  /** The steps that were left were not taken because the KL had passed `earlyStopKl`. */
  readonly stoppedEarly: boolean;
}

export interface ReceiptQuestion {
  readonly document: ProjectDocument;
  readonly iteration: number;
  /** The iteration's metrics; undefined where they are not here. */
  readonly row: MetricsRow | undefined;
  /** All of the iteration that are here. */
  readonly episodes: readonly EpisodeRecord[];
  /** The number of the one episode it shall be of; of all where absent. */
  readonly only?: number;
}

/** Null where the iteration was recorded before updates wrote receipts. */
export function learningReceipt(question: ReceiptQuestion): IterationReceipt | null {
  const { document, row, episodes, only } = question;
  if (!hasReceipts(episodes, row)) return null;
  const stops = new Map(document.team.agents.map(({ role }) => [role, stillBecause(question, role)] as const));
  const tokens = episodes
    .filter(({ episode }) => only === undefined || episode === only)
    .flatMap((record) => tokensOf(record, (role) => look(stops, role, 'agent'), document.training));
  const all = new Sums();
  const byRole = new Map(document.team.agents.map(({ role }) => [role, new Sums()] as const));
  for (const token of tokens) {
    all.add(token);
    byRole.get(token.role)?.add(token);
  }
  return {
    tokens,
    pushed: all.pushed,
    went: all.went,
    agents: [...byRole].map(([role, sums]) => ({
      role,
      ending: endingOf(question, role),
      tokens: sums.tokens,
      fates: sums.fates,
      up: sums.moved('up'),
      down: sums.moved('down'),
      still: sums.moved('still'),
      cosine: sums.cosine,
      went: sums.went,
      everClipped: sums.everClipped,
      gain: gainOf(question, role, byRole),
    })),
    stoppedEarly: orElse(row?.['guard/early_stop'], 0) > 0,
  };
}

/** Whether the iteration's update wrote receipts; with nobody learning, its metrics tell. */
export function hasReceipts(episodes: readonly EpisodeRecord[], row: MetricsRow | undefined): boolean {
  if (episodes.some(({ messages }) => messages.some(({ receipt }) => receipt))) return true;
  return Object.keys(row ?? {}).some((name) => /^actor\/.+\/steps$/.test(name));
}

/** Why an agent's messages have no receipt. */
function stillBecause({ document, iteration, episodes }: ReceiptQuestion, role: string): Fate {
  const { training, team } = document;
  const agent = team.agents.find((candidate) => candidate.role === role);
  if (agent && agentIsFrozen(document, agent)) return 'frozen';
  if (needsCritic(training) && iteration <= training.critic.warmup) return 'warm_up';
  const learnt = episodes.some(({ messages }) => messages.some((message) => message.role === role && learntFrom(message.receipt)));
  return training.rotation.interval > 0 && !learnt ? 'not_learner' : 'left_out';
}

const learntFrom = (receipt: MessageReceipt | undefined): boolean => receipt !== undefined && !receipt.left_out;

function tokensOf({ episode, messages }: EpisodeRecord, stillOf: (role: string) => Fate, training: MaskSettings): TokenReceipt[] {
  return messages.flatMap((own, message) => {
    const { role, response_ids, logprobs, receipt } = own;
    const still = stillOf(role);
    const weights = lossWeights(own, training);
    const learns = !['frozen', 'warm_up', 'not_learner'].includes(still) || (receipt && !receipt.left_out);
    return response_ids.map(
      (_, token): TokenReceipt => ({
        role,
        episode,
        message,
        token,
        // With a shared adapter a message moves that nothing was learnt from.
        fate: learns && weights[token] === 0 ? 'masked' : !receipt || receipt.left_out ? still : fateOf(receipt, token),
        push: receipt ? at(receipt.push, token, 'push') : 0,
        delta: receipt ? at(receipt.updated_logprobs, token, 'log-probability') - at(logprobs, token, 'log-probability') : 0,
        clipped: receipt ? at(receipt.clipped, token, 'share') : 0,
      }),
    );
  });
}

function fateOf({ push, clipped, normalized_advantages: advantages, gated, undone }: MessageReceipt, token: number): Fate {
  const pushed = at(push, token, 'push');
  if (pushed !== 0 && undone) return undone === 'rollback' ? 'rolled_back' : 'undone';
  if (pushed !== 0) return pushed > 0 ? 'reinforced' : 'weakened';
  if (at(clipped, token, 'share') > 0) return 'clipped';
  if (gated) return 'gated';
  return advantages[token] === 0 ? 'zero_advantage' : 'dropped';
}

function endingOf(question: ReceiptQuestion, role: string): Ending {
  const { document, row, episodes } = question;
  const metric = (name: string): number => orElse(row?.[`actor/${role}/${name}`], 0);
  const receipts = episodes.flatMap(({ messages }) =>
    messages.flatMap((message) => (message.role === role && message.receipt ? message.receipt : [])),
  );
  const takesBack = document.training.klGateAction === 'undo';
  const ending = {
    role,
    steps: metric('steps'),
    skipped: takesBack ? 0 : metric('skipped'),
    undone: takesBack ? metric('skipped') : 0,
  };
  const spoke = episodes.some(({ messages }) => messages.some((message) => message.role === role));
  const reason = (): Stop | null => {
    if (!spoke) return 'silent';
    if (receipts.some(({ undone }) => undone === 'rollback')) return 'rolled_back';
    if (ending.steps > 0) return null;
    if (ending.undone > 0) return 'undone';
    if (ending.skipped > 0) return 'gated';
    const still = stillBecause(question, role);
    return still === 'frozen' || still === 'warm_up' || still === 'not_learner' ? still : null;
  };
  return { ...ending, reason: reason() };
}

/** The agents that have one adapter with `role`, itself included. */
function sharingWith({ team }: ProjectDocument, role: string): readonly string[] {
  const own = team.agents.find((agent) => agent.role === role);
  if (!own || own.adapter.group === '') return [role];
  const same = (agent: AgentSettings) =>
    agent.adapter.group === own.adapter.group && baseNameOf({ team }, agent) === baseNameOf({ team }, own);
  return team.agents.filter(same).map((agent) => agent.role);
}

/** Null too where Σ push · Δ log π is not what was predicted: of other episodes, updates or log-probabilities. */
function gainOf(question: ReceiptQuestion, role: string, byRole: ReadonlyMap<string, Sums>): Gain | null {
  const { document, row, only } = question;
  const predicted = row?.[`actor/${role}/predicted_gain`];
  if (predicted === undefined || only !== undefined || !measuresTheSteps(question)) return null;
  return { predicted, actual: sharingWith(document, role).reduce((sum, other) => sum + look(byRole, other, 'agent').gained, 0) };
}

/** Whether the Δ log π at hand are those of all tokens, of this update alone, and of what its objective was differentiated by. */
function measuresTheSteps({ document: { training }, episodes }: ReceiptQuestion): boolean {
  if (episodes.length !== training.episodes || training.lag > 0) return false;
  return !episodes.some(({ messages }) => messages.some((message) => scoresOtherwise(message, training.compat)));
}

/** Sums over tokens; an iteration may have many, so they are gone through once. */
class Sums {
  readonly fates = Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>;
  tokens = 0;
  everClipped = 0;
  /** Tokens and Σ Δ log π: pushed up, pushed down, not pushed. */
  readonly #moved = { up: [0, 0], down: [0, 0], still: [0, 0] } satisfies Record<string, [number, number]>;
  #asPushed = 0;
  #against = 0;
  /** Over the pushed tokens. */
  #dot = 0;
  #pushSquared = 0;
  #deltaSquared = 0;

  add({ fate, push, delta, clipped }: TokenReceipt): void {
    this.tokens += 1;
    this.fates[fate] += 1;
    if (clipped > 0) this.everClipped += 1;
    const moved = this.#moved[push > 0 ? 'up' : push < 0 ? 'down' : 'still'];
    moved[0] += 1;
    moved[1] += delta;
    if (push === 0) return;
    const along = Math.sign(push) * delta;
    if (along > STILL) this.#asPushed += 1;
    if (along < -STILL) this.#against += 1;
    this.#dot += push * delta;
    this.#pushSquared += push * push;
    this.#deltaSquared += delta * delta;
  }

  get pushed(): number {
    return this.#moved.up[0] + this.#moved.down[0];
  }

  get went(): Went | null {
    const { pushed } = this;
    if (pushed === 0) return null;
    return {
      asPushed: this.#asPushed / pushed,
      against: this.#against / pushed,
      still: (pushed - this.#asPushed - this.#against) / pushed,
    };
  }

  get gained(): number {
    return this.#dot;
  }

  get cosine(): number | null {
    const lengths = Math.sqrt(this.#pushSquared * this.#deltaSquared);
    return lengths === 0 ? null : this.#dot / lengths;
  }

  moved(way: 'up' | 'down' | 'still'): Moved {
    const [tokens, delta] = this.#moved[way];
    return { tokens, delta: tokens === 0 ? null : delta / tokens };
  }
}
