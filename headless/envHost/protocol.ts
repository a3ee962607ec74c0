/**
 * What a host of episodes and whoever asks it say to each other: one JSON object a line, over standard input and output. A request has
 * one or more calls, answered in their order; several requests may be under way, and an answer carries the `id` of its request.
 *
 *     host    {"protocol":1,"hello":{…}}                                            once, when the environment is loaded
 *     caller  {"protocol":1,"id":1,"calls":[{"do":"open","split":"train","index":0,"episode":7}]}
 *     host    {"protocol":1,"id":1,"answers":[{"ok":{"episode":"e1","asks":[…],"end":null}}]}
 *     caller  {"protocol":1,"id":2,"calls":[{"do":"say","episode":"e1","said":[{"index":0,"text":"…","finish":"stop"}]}]}
 *     host    {"protocol":1,"id":2,"answers":[{"ok":{"episode":"e1","asks":[],"end":{…}}}]}
 */
import { z } from 'zod';
import type { EnvironmentInfo } from '../../src/core/environment/contract.ts';
import type { Fault } from '../../src/core/faults.ts';
import type { Json } from '../../src/core/json.ts';
import type { ChatMessage } from '../../src/core/tokenizer/conversation.ts';

/** Raised whenever a line of one side would not be understood by the other's older code. */
export const PROTOCOL = 1;

/** What one request may hold. */
export const HOST_LIMITS = { lineBytes: 16 * 1024 * 1024, calls: 4096, episodes: 16_384, text: 1024 * 1024 } as const;

const number = z.int().min(0).max(4_294_967_295);

const saidSchema = z.strictObject({
  /** Of the ask that it answers. */
  index: number,
  text: z.string().max(HOST_LIMITS.text),
  /** What a model thought before it answered; others never read it, the environment does. */
  thought: z.string().max(HOST_LIMITS.text).optional(),
  /** `length` where the message was cut off at its limit. */
  finish: z.enum(['stop', 'length']).default('stop'),
});
export type Said = z.infer<typeof saidSchema>;

const callSchema = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('open'),
    split: z.enum(['train', 'test']),
    /** Of the problem, as `problems.jsonl` has it. */
    index: number,
    /** Key what the environment draws in a step: the same pair draws the same. */
    iteration: number.default(0),
    episode: number.default(0),
  }),
  /** Answers every ask that is open, at once. */
  z.strictObject({ do: z.literal('say'), episode: z.string().max(32), said: z.array(saidSchema).min(1).max(1024) }),
  /** Drops an episode that is not played to its end. */
  z.strictObject({ do: z.literal('close'), episode: z.string().max(32) }),
]);
export type Call = z.infer<typeof callSchema>;

export const requestSchema = z.strictObject({
  protocol: z.literal(PROTOCOL),
  id: z.int(),
  calls: z.array(callSchema).min(1).max(HOST_LIMITS.calls),
});

/** Somebody is to speak now. */
export interface Ask {
  /** Of the message in the episode, from 0. */
  readonly index: number;
  readonly role: string;
  readonly turn: number;
  readonly messages: readonly ChatMessage[];
}

export interface End {
  readonly terminated: boolean;
  readonly turns: number;
  /** What the team was paid over the episode. */
  readonly reward: number;
  /** What each role was paid over the episode. */
  readonly rewards: Readonly<Record<string, number>>;
  /** Every message with what it is to be trained on: its own pay where the project pays messages one by one, else its role's. */
  readonly messages: readonly { readonly index: number; readonly role: string; readonly turn: number; readonly reward: number }[];
  readonly skills: Readonly<Record<string, number>>;
  readonly info: Readonly<Record<string, Json>>;
}

/** How an episode stands: who is to speak, or how it ended. */
export interface Standing {
  readonly episode: string;
  readonly asks: readonly Ask[];
  readonly end: End | null;
}

/** To other people's programs a fault is its code and its sentences. */
export type ToldFault = Pick<Fault, 'code' | 'message' | 'hint' | 'place'>;
export type Answer = { readonly ok: Standing | null } | { readonly fault: ToldFault };

export interface Hello {
  readonly project: string;
  /** In the order of the team. */
  readonly roles: readonly string[];
  readonly environment: Pick<EnvironmentInfo, 'name' | 'splits' | 'skills'>;
  readonly limits: typeof HOST_LIMITS;
}
