/** Several base models on one engine: a scope before the names of each one's parameters; adapters and heads have names of their own. */
import type { Parameter } from '../contracts/executor.ts';

/** A base parameter's name on an engine, such as `standard:model.norm.weight`; without a scope the file's own. */
export const scopedName = ({ scope = '' }: { readonly scope?: string }, name: string): string => scope + name;

/** A base's weights (named as in its file) under the names by which plans of `config` read them. */
export function scopedWeights(config: { readonly scope?: string }, weights: ReadonlyMap<string, Parameter>): Map<string, Parameter> {
  return new Map([...weights].map(([name, tensor]) => [scopedName(config, name), tensor]));
}
