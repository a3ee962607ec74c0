/** What kinds of critics differ in: how the values of messages are computed and differentiated. */
import type { DecisionLevel } from '../../core/document/derived.ts';
import type { MessageRecord } from '../../core/episode/records.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';

export interface CriticMessage {
  readonly record: MessageRecord;
  /** Index of its agent in the document. */
  readonly agent: number;
}

/**
 * Messages whose values are asked for. Values are flat over their decisions: at token level one per response token, of
 * the state before it, seen from the token under which it is predicted; at message level one per message, of the state
 * under its last prompt token.
 */
export interface CriticBatch {
  readonly messages: readonly CriticMessage[];
  /** Frozen-base features under every response token of these messages, [tokens, D]; read by `shared` and `multi_head` alone. */
  readonly hidden: Float32Array;
}

/** A prompt nobody has answered. */
export interface OpenPrompt {
  readonly ids: readonly number[];
  readonly agent: number;
}

/** Values that can be differentiated with the parameters they were computed with. */
export interface ValuePass {
  readonly values: Float32Array;
  /** Gradients of the parameters, for ∂L/∂values; one that is missing is zero. Call once. */
  gradients(dValues: Float32Array): Promise<Map<string, Float32Array>>;
  /** Frees what the pass has kept; harmless when repeated. */
  dispose(): void;
}

export interface ValueModel {
  initialParameters(): ReadonlyMap<string, HostTensor>;
  values(batch: CriticBatch): Promise<Float32Array>;
  /** Values of the states that the prompts end in. */
  bootstrapValues(prompts: readonly OpenPrompt[]): Promise<Float32Array>;
  open(batch: CriticBatch): Promise<ValuePass>;
}

/** How many decisions a message has. */
export const decisionCount = (level: DecisionLevel, { record }: CriticMessage): number =>
  level === 'message' ? 1 : record.response_ids.length;

/** Where an agent's own is among what the agents of one base have. */
export function indexOfAgent(agents: readonly number[], agent: number): number {
  const index = agents.indexOf(agent);
  if (index < 0) throw new RangeError(`agent ${agent} is not among the critic's agents ${agents.join(', ')}`);
  return index;
}
