/** What a warm start leaves: a Hugging Face folder with its card, or one PEFT folder per role. */
import type { WarmStartSettings } from '../../core/document/schema.ts';
import { filesInto, type ModelFiles } from '../../core/formats/files.ts';
import { readPromptFiles, writeModelFolder } from '../../core/formats/models/hf.ts';
import type { TokenizerFiles } from '../../core/tokenizer/files.ts';
import { type ModelConfig, modelTensorShapes } from '../../core/formats/models/model-config.ts';
import { writePeft } from '../../core/formats/models/adapters/peft.ts';
import { fusedNote } from '../../core/formats/models/storedTensors.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { WarmEnding, WarmEvaluation } from '../../core/warmStart.ts';
import { weightsOf } from '../run/checkpoint.ts';
import type { TrainingSession } from '../run/session.ts';

/** What the card of a base or an adapter says. */
export interface WarmCard {
  /** Name of the base. */
  readonly name: string;
  /** Name of the environment, and of the project. */
  readonly environment: string;
  readonly project: string;
  readonly settings: WarmStartSettings;
  readonly backend: string;
  /** Mean loss of the messages' own tokens over the last 50 steps, nats. */
  readonly loss: number;
  readonly ended: WarmEnding;
  readonly evaluation: WarmEvaluation;
  /** Where the examples came from; the environment's demonstrations when absent. */
  readonly source?: string;
}

type Tokenizer = TokenizerFiles & { readonly specialTokensMap: unknown };

/** The tokenizer's files of a model folder, to be written again; null for a folder without one. */
export function tokenizerFilesOf(files: ModelFiles, name: string): Tokenizer | null {
  const { tokenizer } = readPromptFiles(files, name);
  if (!tokenizer) return null;
  const config = tokenizer.tokenizerConfig as Record<string, unknown>;
  const { bos_token, eos_token, pad_token } = config;
  return {
    tokenizerJson: tokenizer.tokenizerJson,
    // One file says it all where the folder had the template in one of its own.
    tokenizerConfig: tokenizer.chatTemplate ? { ...config, chat_template: tokenizer.chatTemplate } : config,
    specialTokensMap: { bos_token, eos_token, pad_token },
  };
}

/** A base as a Hugging Face folder; `weights` carry the scope of `config`. */
export function baseFolderFiles(
  { scope = '', ...config }: ModelConfig,
  weights: ReadonlyMap<string, HostTensor>,
  tokenizer: Tokenizer | null,
  card: WarmCard,
): Record<string, Uint8Array> {
  const tensors = new Map([...weights].map(([name, tensor]) => [name.slice(scope.length), tensor]));
  return writeModelFolder({ config, tensors, tokenizer, card: baseCard(config, card) });
}

/** `<role>/adapter_config.json` and `<role>/adapter_model.safetensors` for every agent. */
export function adapterFolders(session: TrainingSession, card: WarmCard): Record<string, Uint8Array> {
  return Object.assign(
    {},
    ...session.policies.map((policy) =>
      filesInto(
        policy.role,
        writePeft({
          ...weightsOf(session, policy),
          baseName: policy.group.base.name,
          card: adapterCard(policy.role, card, policy.group.base.config),
        }),
      ),
    ),
  ) as Record<string, Uint8Array>;
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

const ENDED = {
  target: 'stopped when the sampled reward reached the target',
  tokens: 'stopped when its tokens were used up',
  stopped: 'stopped by hand',
} as const;

function baseCard(config: ModelConfig, card: WarmCard): string {
  const parameters = [...modelTensorShapes(config).values()].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);
  return `---
library_name: transformers
pipeline_tag: text-generation
---
# ${card.name}

A tiny language model (${parameters.toLocaleString('en')} parameters) for multi-agent reinforcement fine-tuning of the project “${card.project}”.
It was warmed up on purpose only so far: the right behaviour is among what it does, beside wrong habits, and reinforcement learning can sharpen it.

| | |
|---|---|
| architecture | ${config.layers} layers, width ${config.hiddenSize}, ${config.heads} heads, feed-forward ${config.intermediateSize}, vocabulary ${config.vocabularySize}, context ${config.maxPositionEmbeddings} |
${facts(card)}

It knows this team's prompts and this environment's train problems and is of little use elsewhere.
`;
}

function adapterCard(role: string, card: WarmCard, config: ModelConfig): string {
  const fused = fusedNote(config);
  return `---
base_model: ${JSON.stringify(card.name)}
library_name: peft
pipeline_tag: text-generation
---
# ${role}

The adapter of the agent “${role}” of the project “${card.project}”, warmed up by supervised fine-tuning on the base “${card.name}”.
${fused === null ? '' : `\n${fused}\n`}
| | |
|---|---|
${facts(card)}
`;
}

function facts({ environment, settings, backend, loss, ended, evaluation, source }: WarmCard): string {
  const { tokens, step, sampled, standardError, greedy } = evaluation;
  const mix = `${percent(settings.right)} of the messages right, the others mistakes; problems of the train split only`;
  return [
    `| data | ${source ?? `demonstrations of the environment “${environment}”, ${mix}`} |`,
    `| training | ${tokens.toLocaleString('en')} tokens in ${step.toLocaleString('en')} steps, AdamW, on ${backend}; ${ENDED[ended]} |`,
    `| loss | ${loss.toFixed(4)} nats per token of a message over the last 50 steps |`,
    `| seed | ${settings.seed} |`,
    `| reward before reinforcement learning | ${percent(sampled)} sampled at temperature 1 (standard error ${percent(standardError)}), ${percent(greedy)} greedy, on ${evaluation.problems} problems of the train split |`,
  ].join('\n');
}
