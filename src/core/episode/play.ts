/**
 * The loop that plays an episode, whoever plays it: agents speak as soon as they may, the environment steps once all have,
 * until the end. Hooks find the words and ask the environment; what is asked of it at the end of a turn, and when the
 * episode ends, is said here alone:
 *
 *     step → transition and privileged, unless it terminated → stepReward, where messages are paid one by one
 *
 * Where an agent ended the episode, the environment judges that turn and the answer counts as terminated, whatever it says of it.
 * `transition` is asked behind a turn that was cut off too, by the environment or by the horizon: the critic values what
 * would have been read next. `privileged` is asked only where a critic reads it.
 */
import { at } from '../at.ts';
import type { EnvironmentHost, StepRequest, StepResult } from '../environment/contract.ts';
import { teamReward } from './perRole.ts';

/** A turn in which everybody has spoken; `turn` counts from 0. */
export interface SpokenTurn {
  readonly turn: number;
  readonly request: StepRequest;
  /** Whether an agent ended the episode in it. */
  readonly stopped: boolean;
}

/** What the environment said at the end of a turn. */
export interface TurnEnd {
  readonly result: StepResult;
  /** Text between this turn and the next; empty for none. */
  readonly transition: string;
  /** Where messages are paid one by one: what each message of the turn earned. */
  readonly rewards?: readonly number[];
  /** Where a critic reads it: the hidden state that the next turn begins in; absent where nothing comes after. */
  readonly hidden?: string;
}

/** What is asked at the end of a turn beside what always is. */
export interface TurnWishes {
  /** Roles of the team, where messages are paid one by one. */
  readonly paid?: readonly string[];
  /** Where a critic reads the hidden state: what tells it. */
  readonly privileged?: EnvironmentHost['privileged'];
}

/** What the loop plays: the state machine of a team, or one that needs no prompts. */
export interface Playable<Request> {
  /** Nobody speaks any more and nothing steps. */
  readonly finished: boolean;
  /** The turn being spoken, from 0. */
  readonly turn: number;
  /** Whether an agent ended the episode in the turn being spoken. */
  readonly stopped: boolean;
  /** Who may speak now; each is handed out once, and nobody after the end. */
  ready(): readonly Request[];
  /** What the environment is to step with, once everybody has spoken. */
  toStep(): StepRequest | null;
  stepped(result: StepResult, transition: string, rewards?: readonly number[], hidden?: string): void;
}

export interface PlayHooks<Request> {
  /** Finds the words and delivers them to the episode. */
  speak(request: Request): Promise<void>;
  /** Asks the environment; {@link endTurns} does for many episodes in one call. */
  step(spoken: SpokenTurn): Promise<TurnEnd>;
}

/** Plays one episode to its end. Agents that may speak at the same time do; nobody waits for other episodes. */
export async function playEpisode<Request>(episode: Playable<Request>, { speak, step }: PlayHooks<Request>): Promise<void> {
  const say = async (request: Request): Promise<void> => {
    await speak(request);
    await sayAll();
  };
  const sayAll = (): Promise<void> => allOrFirstFailure(episode.ready().map(say));
  for (await sayAll(); !episode.finished; await sayAll()) {
    const { turn, stopped } = episode;
    const request = episode.toStep();
    if (!request) throw new Error('an episode neither speaks nor steps');
    const { result, transition, rewards, hidden } = await step({ turn, request, stopped });
    episode.stepped(result, transition, rewards, hidden);
  }
}

/** Waits for all, so that nothing runs on behind a failure, then throws the first. */
export async function allOrFirstFailure(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/** Asks the environment what follows the turns of several episodes. */
export async function endTurns(
  host: Pick<EnvironmentHost, 'step' | 'transition' | 'stepReward'>,
  turns: readonly SpokenTurn[],
  { paid, privileged }: TurnWishes = {},
): Promise<TurnEnd[]> {
  const results = await host.step(turns.map(({ request }) => request));
  const ends = turns.map(({ turn, stopped, request: { messages } }, index) => {
    const answer = at(results, index, 'answer to step');
    return { turn, messages, result: stopped ? { ...answer, terminated: true, truncated: false } : answer };
  });
  const going = ends.filter(({ result }) => !result.terminated);
  const texts = going.length > 0 ? await host.transition(going.map(({ result: { state }, messages }) => ({ state, messages }))) : [];
  const textOf = new Map(going.map((end, index) => [end, at(texts, index, 'answer to transition')]));
  const states = going.length > 0 ? await privileged?.(going.map(({ result: { state } }) => state)) : undefined;
  const hiddenOf = new Map(states ? going.map((end, index) => [end, at(states, index, 'answer to privileged')]) : []);
  // A turn in which nobody spoke has nothing to be paid for.
  const rated = paid ? ends.filter(({ turn, messages }) => messages.at(-1)?.turn === turn) : [];
  const requests = rated.map(({ result: { state, reward }, messages }) => ({
    state,
    messages,
    teamReward: teamReward(reward, paid ?? []),
  }));
  const rewards = requests.length > 0 ? await host.stepReward(requests) : [];
  const rewardsOf = new Map(rated.map((end, index) => [end, at(rewards, index, 'answer to stepReward')]));
  return ends.map((end) => {
    const hidden = hiddenOf.get(end);
    return {
      result: end.result,
      transition: textOf.get(end) ?? '',
      ...(paid ? { rewards: rewardsOf.get(end) ?? [] } : {}),
      ...(hidden === undefined ? {} : { hidden }),
    };
  });
}

/** How an episode ends with its turn number `turns`, counted from 1; null where it goes on. */
export function endingOf(
  { terminated, truncated }: Pick<StepResult, 'terminated' | 'truncated'>,
  turns: number,
  horizon: number,
): 'terminated' | 'truncated' | 'horizon' | null {
  if (terminated) return 'terminated';
  if (truncated) return 'truncated';
  return turns >= horizon ? 'horizon' : null;
}

/**
 * Gathers what is asked one by one, at about the same time, into calls of `ask`, because a round trip to the sandbox costs
 * more than a step. A call is sent off `soon` after its first question, by default once all that were answered together have asked again.
 */
export function together<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  soon: () => Promise<void> = () => Promise.resolve(),
): (question: Question) => Promise<Answer> {
  let waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  const send = async (): Promise<void> => {
    const sent = waiting;
    waiting = [];
    try {
      const answers = await ask(sent.map(({ question }) => question));
      sent.forEach(({ resolve }, index) => resolve(at(answers, index, 'answer to question')));
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) void soon().then(send);
    });
}
