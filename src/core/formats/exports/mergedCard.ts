/** The model card of a merged model: which base it took, and what that means. A document for files, so not in the catalogue. */
import type { ProjectDocument } from '../../document/schema.ts';
import type { WeightForm } from '../../weights/packed.ts';
import { markdownText } from './markdownText.ts';

export interface MergedOf {
  readonly role: string;
  /** What the project calls the base, and its fingerprint as its folder stores it. */
  readonly base: string;
  readonly baseSha256: string;
  /** How the run held it. */
  readonly form: WeightForm;
  /** Which numbers of it were taken. */
  readonly took: 'stored' | 'dequantised';
  /** Completed iterations. */
  readonly iteration: number;
  readonly rank: number;
  readonly alpha: number;
}

/** What was taken of the base, in a sentence or two. */
export function tookNote({ base, form, took }: Pick<MergedOf, 'base' | 'form' | 'took'>): string {
  if (form === 'f32') return `The base is “${base}” as its folder stores it, on which the agent was trained.`;
  return took === 'stored'
    ? `The base is “${base}” as its folder stores it. The agent was trained on it held in ${form}: those are other numbers, so this model computes something else than what was trained.`
    : `The base is “${base}” with the numbers that it stood for in ${form}, on which the agent was trained.`;
}

/** Markdown with the YAML head of a model card. */
export function mergedCard({ name, training }: Pick<ProjectDocument, 'name' | 'training'>, of: MergedOf): string {
  const { role, base, baseSha256, iteration, rank, alpha } = of;
  return `---
library_name: transformers
pipeline_tag: text-generation
tags:
- multi-agent
- reinforcement-learning
---
# ${role}

The agent “${role}” of the team “${markdownText(name)}”, after ${iteration} iterations of multi-agent reinforcement fine-tuning (${training.algorithm}, seed
${training.seed}) with MARFT Workbench: “${markdownText(base)}” with the agent’s LoRA adapter (rank ${rank}, alpha ${alpha}) merged into it, as float32.

${tookNote({ ...of, base: markdownText(base) })}

SHA-256 of the base as its folder stores it (the workbench’s own: configuration and weights): \`${baseSha256}\`.
`;
}
