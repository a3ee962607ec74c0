/**
 * One episode as a pure state machine: no I/O, no clock. It says what may be generated now, takes messages back in any
 * order, says when the environment must step, and leaves a record. Whoever drives it batches the requests of many episodes.
 *
 *     ready → deliver → (all spoke) toStep → stepped → ready … → finished → record
 */
import type { TeamSettings } from '../document/schema.ts';
import type { Json, PerRole, RandomKey, ResetResult, Split, SpokenMessage, StepRequest, StepResult } from '../environment/contract.ts';
import { keyFor, STREAMS } from '../random/streams.ts';
import { composePrompt } from '../team/compose.ts';
import type { ComposedPrompt, PromptTokens, PromptTurn } from '../team/compose.ts';
import { dependencies, speakingOrder } from '../team/graph.ts';
import { messageRecord } from './generation.ts';
import type { GeneratedMessage, GenerationRequest } from './generation.ts';
import { checkObservation, checkReward, observationOf, observationText, rewardOf, teamReward } from './perRole.ts';
import type { EpisodeRecord } from './records.ts';

export type { GeneratedMessage, GenerationRequest } from './generation.ts';

export interface EpisodeSettings {
  readonly iteration: number;
  readonly episode: number;
  readonly split: Split;
  readonly problemIndex: number;
  readonly group: number;
  readonly team: TeamSettings;
  readonly seed: number;
  readonly tokens: PromptTokens;
  /** Most turns; the episode is truncated after the last one unless the environment ended it. */
  readonly horizon: number;
  /** Number of the continuation, when an episode is rolled on from a fork; 0 otherwise. */
  readonly branch?: number;
  /** Evaluation episodes draw from streams of their own, so that evaluating changes no training. */
  readonly evaluation?: boolean;
  /** What the environment's `reset` gave. */
  readonly first: ResetResult;
  /** Agent indices in speaking order; computed from the team when absent. */
  readonly agentOrder?: readonly number[];
}

interface Spoken {
  readonly request: GenerationRequest;
  readonly message: GeneratedMessage;
}

interface Turn {
  readonly observation: PerRole<string>;
  readonly handedOut: Set<number>;
  /** By agent index. */
  readonly spoken: Map<number, Spoken>;
  steppedOut: boolean;
  transition: string;
}

/** The key of the environment's randomness at a `step`; `call` is turn + 1. (`reset` is keyed by the problem alone.) */
export function environmentKey(
  at: {
    readonly seed: number;
    readonly iteration: number;
    readonly episode: number;
    readonly branch?: number;
    readonly evaluation?: boolean;
  },
  call: number,
): RandomKey {
  return keyFor(
    at.seed,
    at.evaluation ? STREAMS.evaluationEnvironment : STREAMS.environment,
    at.iteration,
    at.episode,
    at.branch ?? 0,
    call,
  );
}

export class Episode {
  readonly settings: EpisodeSettings;
  private readonly order: readonly number[];
  /** Place of every agent in the speaking order. */
  private readonly place: ReadonlyMap<number, number>;
  /** Rows of 𝒟 by agent index. */
  private readonly sees: readonly (readonly number[])[];
  private readonly turns: Turn[];
  private readonly paid: PerRole<number>[] = [];
  private state: Json;
  private ending: 'terminated' | 'truncated' | null = null;
  private last: StepResult | null = null;

  constructor(settings: EpisodeSettings) {
    this.settings = settings;
    this.order = settings.agentOrder ?? speakingOrder(settings.team);
    this.place = new Map(this.order.map((agent, place) => [agent, place]));
    this.sees = dependencies(settings.team);
    this.turns = [this.newTurn(settings.first.observation)];
    this.state = settings.first.state;
  }

  get finished(): boolean {
    return this.ending !== null;
  }

  /** The turn being spoken, from 0; after the end, the last one. */
  get turn(): number {
    return this.turns.length - 1 - (this.finished ? 1 : 0);
  }

  /** Requests of all agents that can speak now; each is handed out once. Parallel agents come together. */
  ready(): GenerationRequest[] {
    if (this.finished) return [];
    const turn = this.currentTurn();
    const free = this.order.filter((agent) => !turn.handedOut.has(agent) && this.visible(agent).every((seen) => turn.spoken.has(seen)));
    for (const agent of free) turn.handedOut.add(agent);
    return free.map((agent) => this.request(agent));
  }

  /** Takes the message generated for `request`. */
  deliver(request: GenerationRequest, message: GeneratedMessage): void {
    const turn = this.currentTurn();
    const { agentIndex, role } = request;
    if (
      this.finished ||
      request.episode !== this.settings.episode ||
      request.turn !== this.turn ||
      !turn.handedOut.has(agentIndex) ||
      turn.spoken.has(agentIndex)
    ) {
      throw new Error(`Episode ${this.settings.episode} did not wait for this message of ${role} (turn ${request.turn}).`);
    }
    const length = message.responseIds.length;
    if (length === 0 || message.logprobs.length !== length || message.entropies.length !== length) {
      throw new Error(
        `The message of ${role} has ${length} tokens, ${message.logprobs.length} log-probabilities and ${message.entropies.length} entropies.`,
      );
    }
    turn.spoken.set(agentIndex, { request, message });
  }

  /** What the environment must step with once everybody spoke: all messages so far, in speaking order. Handed out once. */
  toStep(): StepRequest | null {
    const turn = this.currentTurn();
    if (this.finished || turn.steppedOut || turn.spoken.size < this.order.length) return null;
    turn.steppedOut = true;
    return { state: this.state, messages: this.spokenMessages(), randomKey: environmentKey(this.settings, this.turn + 1) };
  }

  /** Takes the environment's answer, and its text between turns (empty for none). */
  stepped(result: StepResult, transition: string): void {
    const turn = this.currentTurn();
    if (this.finished || !turn.steppedOut) throw new Error(`Episode ${this.settings.episode} did not wait for a step.`);
    checkReward(result.reward, this.roles());
    this.paid.push(result.reward);
    this.state = result.state;
    this.last = result;
    turn.transition = transition;
    if (result.terminated) this.ending = 'terminated';
    else if (result.truncated || this.turns.length >= this.settings.horizon) this.ending = 'truncated';
    // Kept after the end too: what a truncated episode would have gone on with.
    this.turns.push(this.newTurn(result.observation));
  }

  /** The prompt whose value stands for the rest of a truncated episode: the first speaker's, one turn later. */
  bootstrapPrompt(): ComposedPrompt | null {
    const first = this.order[0];
    return this.ending === 'truncated' && first !== undefined ? this.compose(first) : null;
  }

  /** The state of the environment after the last step; JSON. */
  currentState(): Json {
    return this.state;
  }

  /** What the episode leaves behind; reference, values and credit are empty until they are computed. */
  record(): EpisodeRecord {
    const { iteration, episode, seed, split, problemIndex, group, first } = this.settings;
    const roles = this.roles();
    const total = (role: string) => this.paid.reduce<number>((sum, reward) => sum + rewardOf(reward, role), 0);
    return {
      iteration,
      episode,
      seed,
      split,
      problem_index: problemIndex,
      group,
      problem: observationText(first.observation),
      reward: this.paid.reduce<number>((sum, reward) => sum + teamReward(reward, roles), 0),
      rewards: Object.fromEntries(roles.map((role) => [role, total(role)])),
      turn_rewards: [...this.paid],
      terminated: this.ending === 'terminated',
      truncated: this.ending === 'truncated',
      bootstrap: 0,
      ...(this.last?.skills ? { skills: this.last.skills } : {}),
      ...(this.last?.info ? { info: this.last.info } : {}),
      messages: this.turns.flatMap((turn) => this.inOrder(turn).map(({ request, message }) => messageRecord(request, message))),
    };
  }

  private roles(): string[] {
    return this.settings.team.agents.map((agent) => agent.role);
  }

  private newTurn(observation: PerRole<string>): Turn {
    checkObservation(observation, this.roles());
    return {
      observation,
      handedOut: new Set(),
      spoken: new Map(),
      steppedOut: false,
      transition: '',
    };
  }

  private currentTurn(): Turn {
    const turn = this.turns.at(-1);
    if (!turn) throw new Error('An episode has at least one turn.');
    return turn;
  }

  private visible(agent: number): readonly number[] {
    return this.sees[agent] ?? [];
  }

  private inOrder(turn: Turn): Spoken[] {
    return this.order.flatMap((agent) => turn.spoken.get(agent) ?? []);
  }

  private spokenMessages(): SpokenMessage[] {
    return this.turns
      .flatMap((turn) => this.inOrder(turn))
      .map(({ request, message }) => ({ role: request.role, text: message.text, turn: request.turn }));
  }

  private request(agentIndex: number): GenerationRequest {
    const { iteration, episode, seed, branch = 0, evaluation } = this.settings;
    const agent = this.agent(agentIndex);
    // Everybody speaks once a turn, so agent and turn give the place in the record whatever order messages arrive in.
    const base = this.turn * this.order.length;
    const earlier = Array.from({ length: base }, (_, index) => index);
    const prompt = this.compose(agentIndex);
    return {
      episode,
      role: agent.role,
      agentIndex,
      turn: this.turn,
      call: this.turn,
      promptIds: prompt.ids,
      segments: prompt.segments,
      sees: [...earlier, ...this.visible(agentIndex).map((seen) => base + (this.place.get(seen) ?? 0))],
      key: keyFor(seed, evaluation ? STREAMS.evaluation : STREAMS.sampling, iteration, episode, branch, agentIndex, this.turn),
      sampling: agent.sampling,
    };
  }

  /** Earlier turns in full (they are common knowledge), of the current one what 𝒟 lets the agent see. */
  private compose(agentIndex: number): ComposedPrompt {
    const agent = this.agent(agentIndex);
    const current = this.turns.length - 1;
    const visible = new Set(this.visible(agentIndex));
    const turns = this.turns.map((turn, index): PromptTurn => {
      const messages = this.inOrder(turn)
        .filter(({ request }) => index < current || visible.has(request.agentIndex))
        .map(({ request, message }) => ({ role: request.role, ids: message.responseIds }));
      return { observation: observationOf(turn.observation, agent.role), messages, transition: turn.transition };
    });
    return composePrompt({ tokens: this.settings.tokens, agent, turns });
  }

  private agent(index: number) {
    const agent = this.settings.team.agents[index];
    if (!agent) throw new RangeError(`There is no agent ${index}.`);
    return agent;
  }
}
