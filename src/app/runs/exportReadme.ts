/** The README that goes into an export: what is in it and how to load it. A document for files, so not in the catalogue. */
import type { RunSet } from '../../stores/runs/types.ts';

/** Markdown for the export of `run`; `rollout` is the iteration whose episodes are in it, if any. */
export function exportReadme(run: RunSet, rollout: number | null): string {
  const roles = run.document.team.agents.map(({ role }) => role);
  const first = roles[0] ?? 'agent';
  const loadOthers = roles
    .slice(1)
    .map((role) => `model.load_adapter("adapters/${role}", adapter_name="${role}")\n`)
    .join('');
  const edges = run.document.team.edges.map(({ from, to }) => `${from} → ${to}`).join(', ') || 'none';
  return `# ${run.document.name}

A team of language-model agents trained with MARFT Workbench by multi-agent reinforcement fine-tuning.

- Agents: ${roles.join(', ')}; who sees whom: ${edges}
- Base model: \`${run.document.team.base}\`, the same frozen weights for all agents
- Iterations: ${run.iteration}; adapters after iteration ${run.checkpoint?.iteration ?? 0}; seed ${run.document.training.seed}

## What is where

| path | content |
| --- | --- |
| \`base/\` | the base model, a Hugging Face folder |
| \`adapters/<role>/\` | one LoRA adapter per agent, in PEFT's format |
| \`project.json\` | the project: team, prompts, environment and settings; the workbench opens it |
| \`run.json\` | how it was run: seed, backend |
| \`metrics.jsonl\`, \`timing.jsonl\` | one line per iteration |
${rollout === null ? '' : `| \`rollouts/${rollout}.jsonl\` | the episodes of iteration ${rollout}, one per line, with all token ids and numbers |\n`}
## Loading it

\`\`\`python
# pip install torch transformers peft
${rollout === null ? '' : 'import json\n'}import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("base")
base = AutoModelForCausalLM.from_pretrained("base")
model = PeftModel.from_pretrained(base, "adapters/${first}", adapter_name="${first}")
${loadOthers}
${rollout === null ? `model.set_adapter("${first}")\n` : replay(rollout)}\`\`\`
`;
}

/** Feeds a recorded prompt, token for token, to the agent that saw it. */
function replay(rollout: number): string {
  return `# The first message of a recorded episode, said again (greedily) from exactly the tokens the agent saw.
with open("rollouts/${rollout}.jsonl") as file:
    message = json.loads(file.readline())["messages"][0]
model.set_adapter(message["role"])
prompt = torch.tensor([message["prompt_ids"]])
end = tokenizer.convert_tokens_to_ids("<|im_end|>")
said = model.generate(input_ids=prompt, do_sample=False, max_new_tokens=64, eos_token_id=end)
print(tokenizer.decode(said[0, prompt.shape[1]:]))
`;
}
