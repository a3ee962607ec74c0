/** Seeded random cases and the small team, tokenizer and generator that the core's tests share. */
import { agentSchema, teamSchema } from '../../../../src/core/document/schema.ts';
import type { TeamSettings } from '../../../../src/core/document/schema.ts';
import type { GeneratedMessage, GenerationRequest } from '../../../../src/core/episode/machine.ts';
import { keyFor, permutation, uniformAt } from '../../../../src/core/random/streams.ts';
import type { PromptTokens } from '../../../../src/core/tokenizer/promptTokens.ts';

/** Uniform numbers in order, for making cases. */
export class Cases {
  private counter = 0;
  private readonly key;
  constructor(seed: number) {
    this.key = keyFor(seed, 999);
  }
  uniform(low = 0, high = 1): number {
    return low + (high - low) * uniformAt(this.key, this.counter++);
  }
  integer(low: number, high: number): number {
    return Math.floor(this.uniform(low, high + 1));
  }
  array(length: number, low: number, high: number): Float64Array {
    return Float64Array.from({ length }, () => this.uniform(low, high));
  }
}

export function teamOf(
  roles: readonly string[],
  edges: readonly (readonly [string, string])[],
  context: TeamSettings['context'] = 'ancestors',
): TeamSettings {
  return teamSchema.parse({
    agents: roles.map((role) => agentSchema.parse({ role })),
    edges: edges.map(([from, to]) => ({ from, to })),
    context,
  });
}

/** Random edges among `a0` … without a cycle; the order of the list says nothing about them. */
export function randomEdges(seed: number, agents: number): { from: string; to: string }[] {
  const cases = new Cases(seed + 1e6);
  const rank = permutation(keyFor(seed, 998), agents);
  const density = cases.uniform(0, 0.7);
  const edges: { from: string; to: string }[] = [];
  for (let a = 0; a < agents; a++)
    for (let b = 0; b < agents; b++) if (rank[a]! < rank[b]! && cases.uniform() < density) edges.push({ from: `a${a}`, to: `a${b}` });
  return edges;
}

/** A random acyclic team of `a0` … of up to eight. */
export function randomTeam(seed: number): TeamSettings {
  const n = new Cases(seed).integer(1, 8);
  const context = (['ancestors', 'parents', 'prefix'] as const)[seed % 3]!;
  return teamOf(
    Array.from({ length: n }, (_, i) => `a${i}`),
    randomEdges(seed, n).map(({ from, to }) => [from, to]),
    context,
  );
}

/** One id per character, from 10 up; two special tokens and the line break below. */
const idsOf = (text: string): number[] => Array.from(text, (c) => (c === '\n' ? 3 : 10 + (c.codePointAt(0) ?? 0)));
export const tokens: PromptTokens = { encode: idsOf, encodeStretch: (parts) => parts.map(idsOf), start: [1], end: 2 };

/** Ids back to readable text, the inverse of {@link tokens}. */
export function shown(ids: readonly number[]): string {
  return ids.map((id) => (id === 1 ? '<' : id === 2 ? '>' : id === 3 ? '\n' : String.fromCodePoint(id - 10))).join('');
}

/** A message of `text` with made-up numbers. */
export function messageFor(
  request: GenerationRequest,
  text = `${request.role}${request.turn}`,
  finishReason: 'stop' | 'length' = 'stop',
): GeneratedMessage {
  const responseIds = [...tokens.encode(text), ...(finishReason === 'stop' ? [tokens.end] : [])];
  return {
    responseIds,
    logprobs: responseIds.map(() => -0.5),
    entropies: responseIds.map(() => 0.7),
    finishReason,
    text,
    adapterVersion: 0,
  };
}
