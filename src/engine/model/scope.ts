/** Several base models on one engine: each one's parameters carry the name of its scope, adapters and heads their own names. */
import type { HostTensor } from '../../core/formats/safetensors.ts';

/** A base parameter's name on an engine, such as `standard:model.norm.weight`; without a scope the file's own. */
export function scopedName({ scope = '' }: { readonly scope?: string }, name: string): string {
  return scope === '' ? name : `${scope}:${name}`;
}

/** A base's weights (named as in its file) under the names by which plans of `config` read them. */
export function scopedWeights<T extends HostTensor>(config: { readonly scope?: string }, weights: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...weights].map(([name, tensor]) => [scopedName(config, name), tensor]));
}
