/** The model card (README.md) of a base made here: data, steps, loss, seed, and what it is for. */
import type { ModelConfig } from '../../src/core/formats/models/model-config.ts';
import { modelTensorShapes } from '../../src/core/formats/models/model-config.ts';

/** How the weights came to be. */
export interface MadeFacts {
  readonly seed: number;
  readonly stages: readonly { readonly rows: number; readonly tokens: number; readonly steps: number }[];
  /** Mean weighted cross-entropy of the last 200 steps, nats; a card has four decimals of it. */
  readonly loss: number;
  readonly backend: string;
}

export interface CardFacts extends MadeFacts {
  readonly name: string;
  readonly config: ModelConfig;
  readonly ships: 'F32' | 'BF16';
  /** Of the recipe's team, untrained; `episodes` of each. */
  readonly accuracy: { readonly train: number; readonly test: number; readonly greedy: number; readonly episodes: number };
  readonly about: CardText;
}

/** What a card says of a recipe. */
export interface CardText {
  /** What it does, in a sentence, and what it knows nothing beyond. */
  readonly does: string;
  readonly knows: string;
  /** The file that makes the rows. */
  readonly generator: string;
  /** The team that is measured, such as `planner → solver`. */
  readonly team: string;
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

export function modelCard(facts: CardFacts): string {
  const { name, seed, stages, loss, backend, config, ships, accuracy, about } = facts;
  const sum = (what: keyof (typeof stages)[number]) => stages.map((stage) => stage[what].toLocaleString('en')).join(' + ');
  const parameters = [...modelTensorShapes(config).values()].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);
  return `---
license: mit
library_name: transformers
pipeline_tag: text-generation
---
# ${name}

A tiny language model (${parameters.toLocaleString('en')} parameters, \`LlamaForCausalLM\`) for multi-agent reinforcement fine-tuning in a browser.
${about.does} about as well as a careless pupil: the right behaviour is among what it does, and reinforcement learning can sharpen it.

| | |
|---|---|
| architecture | ${config.layers} layers, width ${config.hiddenSize}, ${config.heads} heads, feed-forward ${config.intermediateSize}, vocabulary ${config.vocabularySize}, context ${config.maxPositionEmbeddings} |
| weights | ${ships === 'F32' ? 'float32' : 'trained in float32, rounded to bfloat16; to be computed in float32'} |
| data | ${sum('rows')} synthetic rows, ${sum('tokens')} tokens; one row is one message of one agent (the generator is \`${about.generator}\`) |
| training | ${sum('steps')} steps, AdamW, on ${backend} |
| loss | ${loss.toFixed(4)} nats per weighted token over the last 200 steps |
| seed | ${seed} |
| accuracy before reinforcement learning | ${about.team} on ${accuracy.episodes} problems: ${percent(accuracy.train)} of the train split, ${percent(accuracy.test)} of the test split (sampled, temperature 1), ${percent(accuracy.greedy)} greedy |

Rebuild it with \`npm run make-base -- --preset ${name}\`. It knows nothing but ${about.knows} and is of no use outside the workbench.
`;
}

/** What {@link modelCard} wrote of the making of a base; null where `card` is no such text. */
export function madeFacts(card: string): MadeFacts | null {
  const numbers = (pattern: RegExp) =>
    (pattern.exec(card)?.[1] ?? '').split(' + ').map((text) => Number(text.replaceAll(',', '') || Number.NaN));
  const backend = /^\| training \| .* steps, AdamW, on (\S+) \|$/m.exec(card)?.[1];
  const rows = numbers(/^\| data \| ([\d,+ ]+) synthetic rows/m);
  const tokens = numbers(/^\| data \| .* rows, ([\d,+ ]+) tokens/m);
  const steps = numbers(/^\| training \| ([\d,+ ]+) steps/m);
  const [seed = Number.NaN] = numbers(/^\| seed \| (\d+) \|$/m);
  const [loss = Number.NaN] = numbers(/^\| loss \| ([\d.]+) nats/m);
  if (backend === undefined || [...rows, ...tokens, ...steps, seed, loss].some(Number.isNaN)) return null;
  if (tokens.length !== rows.length || steps.length !== rows.length) return null;
  return { seed, stages: rows.map((count, at) => ({ rows: count, tokens: tokens[at] ?? 0, steps: steps[at] ?? 0 })), loss, backend };
}
