/**
 * One episode as a pure state machine: no I/O, no clock. It says what may be generated now, takes messages back in any
 * order, says when the environment must step, and leaves a record. The loop that drives it is `play.ts`.
 * Who may speak is the orchestration's business (`orchestration.ts`), what an agent reads the prompt's (`prompt.ts`).
 *
 *     ready → deliver → (all spoke) toStep → stepped → ready … → finished → record
 */
import { readInTraining, trainsLinearly } from '../compat/linearTraining.ts';
import type { TeamSettings } from '../document/schema.ts';
import type { Compat, CriticReads } from '../document/trainingSchema.ts';
import type {
  ChosenGraph,
  PerRole,
  ResetResult,
  Split,
  SpokenMessage,
  StepRequest,
  StepResult,
  ToolRequest,
} from '../environment/contract.ts';
import { at } from '../at.ts';
import { environmentKey } from '../environment/start.ts';
import type { Json } from '../json.ts';
import { keyFor, normals, STREAMS } from '../random/streams.ts';
import { hasClocks } from '../team/clock.ts';
import type { ComposedPrompt } from '../team/compose.ts';
import { speaksAt } from '../team/turns.ts';
import type { PromptTokens } from '../tokenizer/promptTokens.ts';
import { checkChosen } from '../team/chosen.ts';
import { presentTeam } from '../team/presentation.ts';
import { stops } from '../team/stopping.ts';
import { clockedOrchestration } from './clockedOrchestration.ts';
import { criticPrompt } from './criticPrompt.ts';
import { clockedSampling, finishOf, messageRecord, timesOf } from './generation.ts';
import type { GeneratedMessage, GenerationRequest } from './generation.ts';
import { orchestrationOf } from './orchestration.ts';
import type { Orchestration, Said } from './orchestration.ts';
import { checkObservation, checkReward, observationText, rewardOf, teamReward } from './perRole.ts';
import { endingOf, type Playable } from './play.ts';
import { answerOf, promptFor, statePrompt, thoughtsOf } from './prompt.ts';
import type { PromptSettings } from './prompt.ts';
import type { EpisodeRecord, MessageRecord } from './records.ts';
import { transcriptOf } from './transcript.ts';
import { asSpoken, isComplete, newTurn, spokenIn } from './turn.ts';
import type { PlayedTurn, Turn } from './turn.ts';

/** Where an episode that is played on left the one it came from: from message `from` on it drew the numbers of continuation `branch`. */
export interface Fork {
  readonly from: number;
  readonly branch: number;
}

export type { GeneratedMessage, GenerationRequest } from './generation.ts';

export interface EpisodeSettings {
  readonly iteration: number;
  readonly episode: number;
  readonly split: Split;
  readonly problemIndex: number;
  readonly group: number;
  readonly team: TeamSettings;
  readonly seed: number;
  /**
   * Tokenizer of each agent's base, by agent index. Agents that get the same object read one another's sampled ids; the others read
   * the text, encoded anew.
   */
  readonly tokensOf: (agentIndex: number) => PromptTokens;
  /** Most turns; the episode is truncated after the last one unless the environment ended it. */
  readonly horizon: number;
  /** Number of the continuation, when an episode is rolled on from a fork; 0 otherwise. */
  readonly branch?: number;
  /** Index of the first message that is the branch's own; the messages and steps before it are those of branch 0. */
  readonly branchFrom?: number;
  /** Continuations that the messages before it are of, ascending, where they are no recording's. */
  readonly forks?: readonly Fork[];
  /** Evaluation episodes draw from streams of their own, so that evaluating changes no training. */
  readonly evaluation?: boolean;
  /** What the environment's `reset` gave. */
  readonly first: ResetResult;
  /** What a critic reads of the episode, beside what agents do; `speaker` where nothing is said. */
  readonly criticReads?: CriticReads;
  /** The hidden state it begins in, for that critic alone. */
  readonly hidden?: string;
  /** Compat switches; `r1_raw_bootstrap`, `r3_first_system_prompt`, `r3_linear_transcript` and `r3_linear_training` concern an episode. */
  readonly compat?: readonly Compat[];
}

/** The state behind the end of a truncated episode, as a prompt. */
export interface Bootstrap {
  readonly prompt: ComposedPrompt;
  /** Who would read it: the first speaker of the next turn. */
  readonly agent: number;
  /** Whether `critic.reads` makes it another than the speaker's. */
  readonly apart: boolean;
}

/** What credit is to know of a message, beside what was said. */
export type Notes = Pick<MessageRecord, 'tree_values' | 'counterfactual'>;

export class Episode implements Playable<GenerationRequest> {
  readonly settings: EpisodeSettings;
  private readonly prompts: PromptSettings;
  private readonly orchestration: Orchestration;
  private readonly turns: Turn[] = [];
  private readonly paid: PerRole<number>[] = [];
  private readonly messageRewards: number[] = [];
  private state: Json;
  private noted: readonly Notes[] = [];
  private ending: 'terminated' | 'truncated' | null = null;
  private last: StepResult | null = null;

  constructor(settings: EpisodeSettings) {
    const { team, tokensOf, compat = [] } = settings;
    this.settings = settings;
    const view = presentTeam(team, compat);
    const transcript = transcriptOf(compat);
    this.prompts = { team: transcript === 'branches' ? team : { ...team, history: 'all' }, view, tokensOf };
    this.orchestration = hasClocks(team)
      ? clockedOrchestration(team, view, (turn, agent, index) => this.drawFor(turn, agent, index))
      : orchestrationOf(team, view, transcript);
    this.state = settings.first.state;
    this.beginTurn(settings.first, settings.hidden);
  }

  get finished(): boolean {
    return this.ending !== null;
  }

  /** Whether somebody decided that the episode ends behind the turn being spoken. */
  get stopped(): boolean {
    return this.saidIn(this.currentTurn()).some(({ agent, text }) => stops(this.settings.team.agents[agent], text));
  }

  /** The turn being spoken, from 0; after the end, the last one. */
  get turn(): number {
    return this.turns.length - 1 - (this.finished ? 1 : 0);
  }

  /** Requests of all agents that can speak now; each is handed out once. Parallel agents come together. */
  ready(): GenerationRequest[] {
    if (this.finished) return [];
    const { slots, handedOut, spoken } = this.currentTurn();
    const free = slots.flatMap(({ sees }, slotIndex) =>
      !handedOut.has(slotIndex) && sees.every((seen) => spoken.has(seen)) ? slotIndex : [],
    );
    for (const slotIndex of free) handedOut.add(slotIndex);
    return free.map((slotIndex) => this.request(slotIndex));
  }

  /**
   * By agent index, the agents it still waits for in this turn: those it sees that have not spoken, or, with an orchestrator,
   * the one that could call it or is called. Empty where it speaks, has spoken for good, or is not to speak.
   */
  waits(): number[][] {
    const { team } = this.settings;
    if (this.finished) return team.agents.map(() => []);
    const { slots, handedOut, spoken } = this.currentTurn();
    const isSpeaking = (slotIndex: number) => handedOut.has(slotIndex) && !spoken.has(slotIndex);
    const speaking = slots.flatMap(({ agent }, slotIndex) => (isSpeaking(slotIndex) ? agent : []));
    const leader = team.orchestration === 'dynamic' ? team.agents.findIndex(({ role }) => role === team.orchestrator.role) : -1;
    return team.agents.map((_, agent) => {
      if (speaking.includes(agent)) return [];
      const slot = slots.find((candidate, slotIndex) => candidate.agent === agent && !handedOut.has(slotIndex));
      if (slot) return [...new Set(slot.sees.flatMap((seen) => (spoken.has(seen) ? [] : (slots[seen]?.agent ?? []))))];
      // With clocks it is not known before whether it is to speak.
      if (leader < 0) return this.onDuty(agent) && !slots.some((slot) => slot.agent === agent) ? speaking : [];
      return agent === leader ? speaking : [leader];
    });
  }

  /** Whether an agent is on duty in the turn being spoken. */
  onDuty(agentIndex: number): boolean {
    const agent = this.settings.team.agents[agentIndex];
    return agent !== undefined && speaksAt(agent, this.turn, this.graphOf(this.currentTurn(), this.turn));
  }

  /** Takes the message generated for `request`. */
  deliver(request: GenerationRequest, message: GeneratedMessage): void {
    const turn = this.currentTurn();
    const { agentIndex, role } = request;
    const slotIndex = request.index - turn.first;
    if (
      this.finished ||
      request.episode !== this.settings.episode ||
      request.turn !== this.turn ||
      turn.slots[slotIndex]?.agent !== agentIndex ||
      !turn.handedOut.has(slotIndex) ||
      turn.spoken.has(slotIndex)
    ) {
      throw new Error(`Episode ${this.settings.episode} did not wait for this message of ${role} (turn ${request.turn}).`);
    }
    const length = message.responseIds.length;
    // A server tells no entropies.
    const told = message.entropies.length;
    if (length === 0 || message.logprobs.length !== length || (told !== 0 && told !== length)) {
      throw new Error(`The message of ${role} has ${length} tokens, ${message.logprobs.length} log-probabilities and ${told} entropies.`);
    }
    turn.spoken.set(slotIndex, { request, message: { ...message, finishReason: finishOf(request, message) } });
    if (isComplete(turn)) turn.slots.push(...this.orchestration.follow(this.turn, this.saidIn(turn), turn.chosen));
  }

  /** What the environment must step with once everybody spoke: all messages so far, in speaking order. Handed out once. */
  toStep(): StepRequest | null {
    const turn = this.currentTurn();
    if (this.finished || turn.steppedOut || !isComplete(turn)) return null;
    turn.steppedOut = true;
    const branch = this.branchAt(turn.first + turn.slots.length - 1);
    return { state: this.state, messages: this.spokenMessages(), randomKey: environmentKey({ ...this.settings, branch }, this.turn + 1) };
  }

  /**
   * Takes the environment's answer, its text between turns (empty for none), with per-step credit what each message of the turn earned, and
   * for a critic that reads it the hidden state behind the turn.
   */
  stepped(result: StepResult, transition: string, messageRewards?: readonly number[], hidden?: string): void {
    const turn = this.currentTurn();
    if (this.finished || !turn.steppedOut) throw new Error(`Episode ${this.settings.episode} did not wait for a step.`);
    checkReward(result.reward, this.roles());
    this.paid.push(result.reward);
    if (messageRewards) this.messageRewards.push(...messageRewards);
    this.state = result.state;
    this.last = result;
    turn.transition = transition;
    const ending = endingOf(result, this.turns.length, this.settings.horizon);
    // Begun after the end too: what a truncated episode would have gone on with.
    this.beginTurn(result, hidden);
    this.ending = ending === 'horizon' ? 'truncated' : ending;
  }

  /** What stands for the rest of a truncated episode: what the critic reads before the next turn's first speaker; null when it is no truncated one. */
  bootstrap(): Bootstrap | null {
    if (this.ending !== 'truncated') return null;
    const { criticReads = 'speaker', compat } = this.settings;
    // Where the next turn had nobody on duty, its observation is read by the first of the list.
    const slot = this.currentTurn().slots[0] ?? { agent: 0, sees: [], introduction: '' };
    const own = compat?.includes('r1_raw_bootstrap')
      ? statePrompt(this.prompts, this.turns, slot.agent)
      : promptFor(this.prompts, this.turns, slot).prompt;
    if (criticReads === 'speaker') return { prompt: own, agent: slot.agent, apart: false };
    const prompt = criticPrompt(this.prompts, this.turns, slot, this.currentTurn().first, criticReads);
    return { prompt, agent: slot.agent, apart: !alike(prompt.ids, own.ids) };
  }

  /** What the environment is asked where the message of `request` calls a tool for the `nth` time: it knows what was said before this turn, and what its speaker sees. */
  toolRequest({ agentIndex, role, call: spoken, turn, index, sees }: GenerationRequest, call: string, nth: number): ToolRequest {
    const { seed, iteration, episode, evaluation } = this.settings;
    const messages = this.turns
      .flatMap(spokenIn)
      .filter(({ request }) => request.turn < turn || sees.includes(request.index))
      .map(asSpoken);
    const randomKey = keyFor(seed, STREAMS.tool, evaluation ? 1 : 0, iteration, episode, this.branchAt(index), agentIndex, spoken, nth);
    return { state: this.state, role, call, messages, randomKey };
  }

  /** The prompt of {@link bootstrap}. */
  bootstrapPrompt(): ComposedPrompt | null {
    return this.bootstrap()?.prompt ?? null;
  }

  /** The state of the environment after the last step; JSON. */
  currentState(): Json {
    return this.state;
  }

  /** Takes what was found out about its messages by playing on or saying them anew; the record then holds it. */
  note(notes: readonly Notes[]): void {
    this.noted = notes;
  }

  /** What the episode leaves behind; reference, values and credit are empty until they are computed. */
  record(): EpisodeRecord {
    const { iteration, episode, seed, split, problemIndex, group, first } = this.settings;
    const roles = this.roles();
    const total = (role: string) => this.paid.reduce<number>((sum, reward) => sum + rewardOf(reward, role), 0);
    const routing = this.orchestration.count(
      this.turns.slice(0, this.turn + 1).map((turn) => ({ said: this.saidIn(turn), chosen: turn.chosen })),
    );
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
      ...(this.messageRewards.length > 0 ? { step_rewards: [...this.messageRewards] } : {}),
      terminated: this.ending === 'terminated',
      truncated: this.ending === 'truncated',
      bootstrap: 0,
      ...this.hiddenStates(),
      ...this.chosenGraphs(),
      ...(this.last?.skills ? { skills: this.last.skills } : {}),
      ...(this.last?.info ? { info: this.last.info } : {}),
      ...(routing ? { routing } : {}),
      messages: this.turns.flatMap(spokenIn).map(({ request, message }) => {
        const thoughts = thoughtsOf({ request, message }, this.settings.tokensOf);
        const trained = this.trainingPrompt(request);
        const valued = this.valuedPrompt(request, trained ?? request.promptIds);
        const spoken = messageRecord(request, message, { trained, valued }, thoughts);
        return { ...spoken, ...this.noted[request.index] };
      }),
    };
  }

  /** All that was said so far, in speaking order. */
  spokenMessages(): SpokenMessage[] {
    return this.turns.flatMap(spokenIn).map(asSpoken);
  }

  /** What everybody read and said, turn by turn. */
  playedTurns(): PlayedTurn[] {
    return this.turns.slice(0, this.turn + 1).map((turn) => ({
      observation: turn.observation,
      messages: spokenIn(turn).map(({ request: { role }, message: { text } }) => ({ role, text })),
      transition: turn.transition,
    }));
  }

  /** Which continuation's randomness the message at `index`, or the step behind it, draws from. */
  private branchAt(index: number): number {
    const { branch = 0, branchFrom = 0, forks = [] } = this.settings;
    return index < branchFrom ? (forks.findLast(({ from }) => from <= index)?.branch ?? 0) : branch;
  }

  private roles(): string[] {
    return this.settings.team.agents.map((agent) => agent.role);
  }

  /** What was said in a turn to all, thoughts left out: in these nobody is called. */
  private saidIn(turn: Turn): Said[] {
    return spokenIn(turn).map((spoken) => {
      const { arrived } = timesOf(spoken.request, spoken.message);
      return { agent: spoken.request.agentIndex, text: answerOf(spoken, this.settings.tokensOf), arrived };
    });
  }

  /**
   * A standard normal number for the pace of whoever might begin the `index`-th message of `turn`: of the continuation that the message
   * before it is of, so that whatever is said in a message's place is said at its pace, and a replay has the arrivals of what it replays.
   */
  private drawFor(turn: number, agent: number, index: number): number {
    const { seed, iteration, episode, evaluation } = this.settings;
    const first = this.turns.slice(0, turn).reduce((sum, { slots }) => sum + slots.length, 0);
    const branch = this.branchAt(first + index - 1);
    return at(normals(keyFor(seed, STREAMS.clock, evaluation ? 1 : 0, iteration, episode, branch, agent, turn), 1), 0);
  }

  private beginTurn({ observation, dependencies: chosen }: Pick<ResetResult, 'observation' | 'dependencies'>, hidden?: string): void {
    checkObservation(observation, this.roles());
    checkChosen(this.settings.team, this.turns.length, chosen);
    const before = this.turns.at(-1);
    const first = before ? before.first + before.slots.length : 0;
    this.turns.push(newTurn(observation, first, this.orchestration.open(this.turns.length, chosen), hidden, chosen));
  }

  /** The hidden states that a critic was told. Behind an end that is none a turn was begun that nobody values. */
  private hiddenStates(): Pick<EpisodeRecord, 'hidden_states'> {
    const turns = this.ending === 'terminated' ? this.turns.slice(0, -1) : this.turns;
    const hidden = turns.map((turn) => turn.hidden);
    return this.settings.criticReads === 'state' && hidden.some((text) => text !== '') ? { hidden_states: hidden } : {};
  }

  /** The graphs of the turns that were played, where the environment or a router chose any. */
  private chosenGraphs(): Pick<EpisodeRecord, 'dependencies'> {
    const chosen = this.turns.slice(0, this.turn + 1).map((turn, number): ChosenGraph | null => this.graphOf(turn, number) ?? null);
    return chosen.some((graph) => graph) ? { dependencies: chosen } : {};
  }

  /** The graph that holds in a turn as far as it was spoken; undefined: the team's own. */
  private graphOf(turn: Turn, number: number): ChosenGraph | undefined {
    return this.orchestration.graph?.(number, this.saidIn(turn), turn.chosen) ?? turn.chosen;
  }

  private currentTurn(): Turn {
    const turn = this.turns.at(-1);
    if (!turn) throw new Error('An episode has at least one turn.');
    return turn;
  }

  /** The prompt a message is trained under, once the turn is over; null where that is the one it was sampled from. */
  private trainingPrompt({ turn: number, index, sees }: GenerationRequest): readonly number[] | null {
    const { compat = [], evaluation } = this.settings;
    const turn = this.turns[number];
    if (evaluation || !turn || !trainsLinearly(compat)) return null;
    const slotIndex = index - turn.first;
    const slot = turn.slots[slotIndex];
    if (!slot || sees.filter((seen) => seen >= turn.first).length === slotIndex) return null;
    // As it was while the turn was spoken: the environment had not answered yet.
    const turns = [...this.turns.slice(0, number), { ...turn, transition: '' }];
    return promptFor(this.prompts, turns, { ...slot, sees: readInTraining(slotIndex) }).prompt.ids;
  }

  /** What the critic reads before a message, once it was said; null where that is `prompt`. */
  private valuedPrompt({ turn, index }: GenerationRequest, prompt: readonly number[]): readonly number[] | null {
    const { criticReads = 'speaker', evaluation } = this.settings;
    const spoken = this.turns[turn];
    const slot = spoken?.slots[index - spoken.first];
    if (criticReads === 'speaker' || evaluation || !slot) return null;
    const { ids } = criticPrompt(this.prompts, this.turns.slice(0, turn + 1), slot, index, criticReads);
    return alike(ids, prompt) ? null : ids;
  }

  private request(slotIndex: number): GenerationRequest {
    const { iteration, episode, seed, evaluation, team } = this.settings;
    const turn = this.currentTurn();
    const slot = turn.slots[slotIndex];
    const agent = slot && team.agents[slot.agent];
    if (!agent) throw new RangeError(`Turn ${this.turn} has no agent at slot ${slotIndex}.`);
    const call = this.turns.flatMap(spokenIn).filter(({ request }) => request.agentIndex === slot.agent).length;
    const { prompt, sees } = promptFor(this.prompts, this.turns, slot);
    const branch = this.branchAt(turn.first + slotIndex);
    return {
      episode,
      role: agent.role,
      agentIndex: slot.agent,
      turn: this.turn,
      call,
      index: turn.first + slotIndex,
      promptIds: prompt.ids,
      segments: prompt.segments,
      sees,
      key: keyFor(seed, evaluation ? STREAMS.evaluation : STREAMS.sampling, iteration, episode, branch, slot.agent, call),
      ...clockedSampling(agent.sampling, slot.timing),
    };
  }
}

const alike = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((id, at) => id === others[at]);
