/**
 * An episode of which only the texts matter, for the same loop as a team's: who speaks is known, but nobody reads a prompt
 * and there are no tokens. For trying an environment.
 */
import type { Playable } from '../episode/play.ts';
import { endingOf } from '../episode/play.ts';
import { teamReward } from '../episode/perRole.ts';
import type { Json } from '../json.ts';
import type { RandomKey } from '../random/threefry.ts';
import type { ChosenGraph, PerRole, ResetResult, SpokenMessage, StepRequest, StepResult } from '../environment/contract.ts';

export interface TeamSpeakers {
  readonly roles: readonly string[];
  /** Who speaks after what was said in this turn, by the graph that was chosen for it if any; null when it is over. */
  next(turn: number, said: readonly Pick<SpokenMessage, 'role' | 'text'>[], chosen?: ChosenGraph): string | null;
  /** Throws where the team cannot play the graph that the environment chose. */
  check?(turn: number, chosen: ChosenGraph | undefined): void;
  /** Whether a message that was said ends the episode behind its turn; where it is left out none does. */
  stops?(said: Pick<SpokenMessage, 'role' | 'text'>): boolean;
}

export interface TextTurn {
  readonly observation: PerRole<string>;
  /** In speaking order; `earned` by itself, where the environment says so (`stepReward`). */
  readonly messages: readonly { readonly role: string; readonly text: string; readonly earned?: number }[];
  /** Once everybody on duty has spoken. */
  readonly result: StepResult | null;
  /** What the environment says behind the turn; empty for nothing. */
  readonly transition: string;
  /** The graph that the environment chose for it; absent where it is the team's. */
  readonly chosen?: ChosenGraph;
}

/** What an episode has come to; JSON. */
export interface TextEpisodeSoFar {
  readonly state: Json;
  /** The last one is being spoken, unless the episode has ended. */
  readonly turns: readonly TextTurn[];
  /** Who ended it: the environment, or the horizon. */
  readonly ending: 'terminated' | 'truncated' | 'horizon' | null;
  /** Sum over the turns of what the team was paid (the mean over the roles where each was paid). */
  readonly reward: number;
}

const begun = ({ observation, dependencies: chosen }: Pick<ResetResult, 'observation' | 'dependencies'>): TextTurn => ({
  observation,
  messages: [],
  result: null,
  transition: '',
  ...(chosen && { chosen }),
});

/** What an episode is before anybody spoke. */
export const opened = ({ state, ...first }: ResetResult): TextEpisodeSoFar => ({
  state,
  turns: [begun(first)],
  ending: null,
  reward: 0,
});

/** A request is the role that is to speak. */
export class TextEpisode implements Playable<string> {
  constructor(
    /** What it has come to; another object after each message and step. */
    public sofar: TextEpisodeSoFar,
    private readonly speakers: TeamSpeakers,
    private readonly horizon: number,
    /** Key of the environment's randomness at the step of a turn, from 0. */
    private readonly keyOf: (turn: number) => RandomKey,
  ) {}

  get finished(): boolean {
    return this.sofar.ending !== null;
  }

  get turn(): number {
    return this.sofar.turns.length - 1;
  }

  get stopped(): boolean {
    return this.present().messages.some((message) => this.speakers.stops?.(message) ?? false);
  }

  /** Role of who speaks next; null where nobody does. */
  get next(): string | null {
    const { messages, chosen } = this.present();
    return this.sofar.ending === null ? this.speakers.next(this.turn, messages, chosen) : null;
  }

  /** All messages so far, in speaking order. */
  messages(): SpokenMessage[] {
    return this.sofar.turns.flatMap(({ messages }, turn) => messages.map(({ role, text }) => ({ role, text, turn })));
  }

  ready(): string[] {
    return this.next === null ? [] : [this.next];
  }

  deliver(role: string, text: string): void {
    if (role !== this.next) throw new Error(`it is not ${role} who is to speak`);
    const turn = this.present();
    this.change({ ...turn, messages: [...turn.messages, { role, text }] });
  }

  toStep(): StepRequest | null {
    if (this.sofar.ending !== null || this.next !== null) return null;
    return { state: this.sofar.state, messages: this.messages(), randomKey: this.keyOf(this.turn) };
  }

  stepped(result: StepResult, transition: string, rewards: readonly number[] = []): void {
    const { roles } = this.speakers;
    const turn = this.present();
    const messages = turn.messages.map((message, index) => {
      const earned = rewards[index];
      return earned === undefined ? message : { ...message, earned };
    });
    this.change({ ...turn, messages, result, transition });
    const { state } = result;
    const ending = endingOf(result, this.turn + 1, this.horizon);
    const { turns, reward } = this.sofar;
    this.sofar = {
      state,
      turns: ending === null ? [...turns, begun(result)] : turns,
      ending,
      reward: reward + teamReward(result.reward, roles),
    };
  }

  private present(): TextTurn {
    const turn = this.sofar.turns.at(-1);
    if (!turn) throw new Error('an episode has at least one turn');
    return turn;
  }

  /** Puts `turn` in the place of the present one. */
  private change(turn: TextTurn): void {
    this.sofar = { ...this.sofar, turns: [...this.sofar.turns.slice(0, -1), turn] };
  }
}
