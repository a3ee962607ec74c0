/** The model card of an exported adapter: what the Hub reads of it, and how to load it. A document for files, so not in the catalogue. */
import type { ProjectDocument } from '../../document/schema.ts';
import type { ToldBase } from './exportedBase.ts';
import { markdownText } from './markdownText.ts';

export interface CardOf {
  readonly role: string;
  /** Folder of the adapter in the export, such as `adapters/planner`. */
  readonly folder: string;
  /** Its base in the export, and what that is called. */
  readonly base: ToldBase;
  readonly baseName: string;
  /** Completed iterations; null of an adapter that the run started from. */
  readonly iteration: number | null;
}

/** Markdown with the YAML head of a model card. */
export function adapterCard(
  { document }: { readonly document: ProjectDocument },
  { role, folder, base, baseName, iteration }: CardOf,
): string {
  const { name, training } = document;
  const when = iteration === null ? 'as it was before' : `after ${iteration} iterations of`;
  return `---
base_model: ${base.folder}
library_name: peft
pipeline_tag: text-generation
tags:
- lora
- multi-agent
- reinforcement-learning
---
# ${role}

The LoRA adapter of the agent “${role}” of the team “${markdownText(name)}”, ${when} multi-agent reinforcement fine-tuning
(${training.algorithm}, seed ${training.seed}) with MARFT Workbench. It goes with the base “${markdownText(baseName)}”, the folder \`${base.folder}/\` of the export it
lies in${base.fused === undefined ? loading(folder) : `.\n\n${base.fused}\n`}${base.form === undefined ? '' : `\n${formNote(base)}\n`}`;
}

/** How the base was held in training, and what that means for whoever loads it; a paragraph of Markdown. */
export function formNote({ folder, form, sha256, dequantised }: ToldBase): string {
  const trained = `The team was trained on this base held in ${form}`;
  if (!dequantised) {
    return `${trained} (SHA-256 of the base: \`${sha256}\`). \`${folder}/\` is the original, whose numbers are others: what it computes with the
adapters differs from what was trained. An export with the dequantised base has the numbers of the training.`;
  }
  const again = dequantised.repacks
    ? `Held in ${form} again they are the same, so that the run goes on from here exactly.`
    : `Held in ${form} again some of them are others: a run that goes on from here begins on slightly other numbers.`;
  return `${trained}, and \`${folder}/\` holds the very numbers (SHA-256 \`${sha256}\`; of the original \`${dequantised.sha256}\`).
${again} Load it as float32, which is what its config asks for.`;
}

const loading = (folder: string): string => `, from where

\`\`\`python
from peft import AutoPeftModelForCausalLM

model = AutoPeftModelForCausalLM.from_pretrained("${folder}")
\`\`\`

loads both. The README of the export says how the whole team is loaded.
`;
