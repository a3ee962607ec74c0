/** The model card of an exported adapter: what the Hub reads of it, and how to load it. A document for files, so not in the catalogue. */
import type { RunSet } from '../../../state/runs/types.ts';

export interface CardOf {
  readonly role: string;
  /** Folder of the adapter in the export, such as `adapters/planner`. */
  readonly folder: string;
  /** Folder of its base in the export, and what that is called. */
  readonly base: string;
  readonly baseName: string;
  /** Why PEFT cannot load it onto that base, where it cannot. */
  readonly fused?: string;
  /** Completed iterations; null of an adapter that the run started from. */
  readonly iteration: number | null;
}

/** Markdown with the YAML head of a model card. */
export function adapterCard({ document }: Pick<RunSet, 'document'>, { role, folder, base, baseName, fused, iteration }: CardOf): string {
  const { name, training } = document;
  const when = iteration === null ? 'as it was before' : `after ${iteration} iterations of`;
  return `---
base_model: ${base}
library_name: peft
pipeline_tag: text-generation
tags:
- lora
- multi-agent
- reinforcement-learning
---
# ${role}

The LoRA adapter of the agent “${role}” of the team “${name}”, ${when} multi-agent reinforcement fine-tuning
(${training.algorithm}, seed ${training.seed}) with MARFT Workbench. It goes with the base “${baseName}”, the folder \`${base}/\` of the export it
lies in${fused === undefined ? loading(folder) : `.\n\n${fused}\n`}`;
}

const loading = (folder: string): string => `, from where

\`\`\`python
from peft import AutoPeftModelForCausalLM

model = AutoPeftModelForCausalLM.from_pretrained("${folder}")
\`\`\`

loads both. The README of the export says how the whole team is loaded.
`;
