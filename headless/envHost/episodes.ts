/**
 * Episodes played by somebody else's models: the machine and the loop of training (`core/episode`), of which every message is asked for
 * and waited for. What asks for one another's answers at about the same time reaches the sandbox as one batch.
 */
import { clockSchema, type ProjectDocument, type TeamSettings } from '../../src/core/document/schema.ts';
import type { EnvironmentHost, ResetRequest, ResetResult } from '../../src/core/environment/contract.ts';
import { resetRequest } from '../../src/core/environment/start.ts';
import { Episode, type GenerationRequest } from '../../src/core/episode/machine.ts';
import { endTurns, playEpisode, type SpokenTurn, together, type TurnEnd } from '../../src/core/episode/play.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { ProblemLine } from '../../src/core/formats/exports/verifiers/input.ts';
import type { PromptTokens } from '../../src/core/tokenizer/promptTokens.ts';
import { envHostFaults } from '../../src/words/words.ts';
import { markTokens, messagesOf, spokenBy } from './marks.ts';
import { type Ask, type Call, type End, HOST_LIMITS, type Said, type Standing } from './protocol.ts';

/** An ask that was handed out, and what to do with its answer. */
interface Open {
  readonly request: GenerationRequest;
  hear(said: Said): void;
}

/** Both ends of a promise. */
function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The rest of the present task, in which everything that follows from one answer is asked. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

class Played {
  readonly #episode: Episode;
  readonly #open = new Map<number, Open>();
  readonly #over: Promise<void>;
  #asked = deferred<void>();

  constructor(episode: Episode, step: (spoken: SpokenTurn) => Promise<TurnEnd>) {
    this.#episode = episode;
    this.#over = playEpisode(episode, { speak: (request) => this.#speak(request), step });
    // Whoever waits for the standing hears of it.
    this.#over.catch(() => undefined);
  }

  /** Waits until somebody is to speak, or the episode is over. Throws what ended it badly. */
  async standing(episode: string): Promise<Standing> {
    await Promise.race([this.#asked.promise, this.#over]);
    await settled();
    if (this.#episode.finished) await this.#over;
    return {
      episode,
      asks: [...this.#open.values()].map(({ request }) => askOf(request)),
      end: this.#episode.finished ? this.#end() : null,
    };
  }

  /** Answers all that is open, and nothing else; throws `E_HOST_SAID`. */
  say(said: readonly Said[]): void {
    const indices = new Set(said.map(({ index }) => index));
    const waits = [...this.#open.keys()];
    if (indices.size !== said.length || indices.size !== waits.length || waits.some((index) => !indices.has(index)))
      throw new FaultError(fault(envHostFaults, 'E_HOST_SAID', { said: said.map(({ index }) => index), waits }));
    const open = new Map(this.#open);
    this.#open.clear();
    this.#asked = deferred();
    for (const message of said) open.get(message.index)?.hear(message);
  }

  #speak(request: GenerationRequest): Promise<void> {
    return new Promise((resolve) => {
      const hear = (said: Said) => {
        this.#episode.deliver(request, spokenBy(said));
        resolve();
      };
      this.#open.set(request.index, { request, hear });
      this.#asked.resolve();
    });
  }

  #end(): End {
    const {
      terminated,
      turn_rewards: turns,
      reward,
      rewards,
      step_rewards: earned,
      messages,
      skills = {},
      info = {},
    } = this.#episode.record();
    return {
      terminated: terminated === true,
      turns: turns.length,
      reward,
      rewards,
      messages: messages.map(({ role, turn }, index) => ({ index, role, turn, reward: earned?.[index] ?? rewards[role] ?? reward })),
      skills,
      info,
    };
  }
}

const askOf = ({ index, role, turn, promptIds }: GenerationRequest): Ask => ({ index, role, turn, messages: messagesOf(promptIds) });

/** The team in which every message is there at once: how many tokens one has, nobody knows here. */
const withoutClocks = (team: TeamSettings): TeamSettings => ({
  ...team,
  agents: team.agents.map((agent) => ({ ...agent, clock: clockSchema.parse({}) })),
});

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

/**
 * Asks for many at once; where that fails, for each by itself, so that only those fail that must. Hooks are functions of what they are
 * given, so asking again asks the same.
 */
function apart<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  const each = async (questions: readonly Question[]): Promise<Outcome<Answer>[]> => {
    try {
      return (await ask(questions)).map((value) => ({ value }));
    } catch (error) {
      if (questions.length === 1) return [{ error }];
      const outcomes: Outcome<Answer>[] = [];
      for (const question of questions) outcomes.push(...(await each([question])));
      return outcomes;
    }
  };
  const gathered = together(each, settled);
  return async (question) => {
    const outcome = await gathered(question);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}

export class Episodes {
  readonly #document: ProjectDocument;
  readonly #problems: ReadonlyMap<string, ProblemLine>;
  readonly #tokens: PromptTokens;
  readonly #reset: (request: ResetRequest) => Promise<ResetResult>;
  readonly #step: (spoken: SpokenTurn) => Promise<TurnEnd>;
  readonly #playing = new Map<string, Played>();
  #opened = 0;

  /** `environment` has the document's module loaded. `hasSystem`: whether prompts may begin with a system message. */
  constructor(document: ProjectDocument, problems: readonly ProblemLine[], environment: EnvironmentHost, hasSystem = true) {
    const { team, training } = document;
    this.#document = document;
    this.#problems = new Map(problems.map((line) => [keyOf(line), line]));
    this.#tokens = markTokens(hasSystem);
    const paid = training.credit.strategy === 'per_step' ? team.agents.map(({ role }) => role) : undefined;
    this.#reset = apart((requests) => environment.reset(requests));
    this.#step = apart((turns) => endTurns(environment, turns, { paid }));
  }

  /** Carries one call out; throws a `FaultError` for everything that a caller can cause. */
  async answer(call: Call): Promise<Standing | null> {
    switch (call.do) {
      case 'open':
        return this.#open(call);
      case 'say': {
        const played = this.#found(call.episode);
        played.say(call.said);
        return this.#standing(call.episode, played);
      }
      case 'close':
        this.#found(call.episode);
        this.#playing.delete(call.episode);
        return null;
    }
  }

  async #open({ split, index, iteration, episode }: Call & { readonly do: 'open' }): Promise<Standing> {
    if (this.#playing.size >= HOST_LIMITS.episodes)
      throw new FaultError(fault(envHostFaults, 'E_HOST_EPISODES', { most: HOST_LIMITS.episodes }));
    const line = this.#problems.get(keyOf({ split, index }));
    if (!line) throw new FaultError(fault(envHostFaults, 'E_HOST_PROBLEM', { split, index }));
    const { team, training } = this.#document;
    const name = `e${(this.#opened += 1)}`;
    const { seed, horizon, compat } = training;
    const first = await this.#reset(resetRequest({ seed, split, index, ...(line.problem !== undefined && { problem: line.problem }) }));
    const machine = new Episode({
      ...{ iteration, episode, split, problemIndex: index, group: 0, team: withoutClocks(team), seed, horizon, compat, first },
      tokensOf: () => this.#tokens,
      evaluation: split === 'test',
    });
    const played = new Played(machine, this.#step);
    this.#playing.set(name, played);
    return this.#standing(name, played);
  }

  async #standing(name: string, played: Played): Promise<Standing> {
    try {
      const standing = await played.standing(name);
      if (standing.end) this.#playing.delete(name);
      return standing;
    } catch (error) {
      this.#playing.delete(name);
      throw error;
    }
  }

  #found(episode: string): Played {
    const played = this.#playing.get(episode);
    if (!played) throw new FaultError(fault(envHostFaults, 'E_HOST_EPISODE', { episode }));
    return played;
  }
}

const keyOf = ({ split, index }: Pick<ProblemLine, 'split' | 'index'>): string => `${split} ${index}`;
