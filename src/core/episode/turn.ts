/** One turn of an episode as it grows: what is to be said in it, and what was. */
import type { ChosenGraph, PerRole, SpokenMessage } from '../environment/contract.ts';
import { type GeneratedMessage, type GenerationRequest, timesOf } from './generation.ts';
import type { Slot } from './orchestration.ts';

export interface Spoken {
  readonly request: GenerationRequest;
  readonly message: GeneratedMessage;
}

export interface Turn {
  readonly observation: PerRole<string>;
  /** Index in the record of its first message. */
  readonly first: number;
  /** In serial order; grows where an orchestrator decides. */
  readonly slots: Slot[];
  /** Indices of the slots that were asked for. */
  readonly handedOut: Set<number>;
  /** By slot. */
  readonly spoken: Map<number, Spoken>;
  steppedOut: boolean;
  transition: string;
  /** The hidden state it begins in, for a critic that reads it alone; empty for none. */
  readonly hidden: string;
  /** The graph that the environment chose for it; absent where it is the team's. */
  readonly chosen?: ChosenGraph | undefined;
}

/** What was read and said in a turn, as texts; a line of them is what a warm start reads (`formats/runs/episodes.ts`). */
export interface PlayedTurn {
  readonly observation: PerRole<string>;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** What the environment says behind it; empty for nothing. */
  readonly transition: string;
}

export function newTurn(observation: PerRole<string>, first: number, slots: readonly Slot[], hidden = '', chosen?: ChosenGraph): Turn {
  return {
    observation,
    first,
    slots: [...slots],
    handedOut: new Set(),
    spoken: new Map(),
    steppedOut: false,
    transition: '',
    hidden,
    chosen,
  };
}

/** What was said so far, in serial order. */
export function spokenIn(turn: Turn): Spoken[] {
  return turn.slots.flatMap((_, slotIndex) => turn.spoken.get(slotIndex) ?? []);
}

/** Whether all slots have spoken. */
export function isComplete(turn: Turn): boolean {
  return turn.spoken.size === turn.slots.length;
}

/** What was said, as the environment hears it. */
export const asSpoken = ({ request, message }: Spoken): SpokenMessage => ({
  role: request.role,
  text: message.text,
  turn: request.turn,
  ...timesOf(request, message),
});
