/** The README that goes into an export: what is in it and how to load it. A document for files, so not in the catalogue. */
import { baseNameOf } from '../../../../core/document/bases.ts';
import { START_ADAPTERS } from '../../../../core/formats/runs/rundir.ts';
import { formNote } from '../../../../core/formats/exports/adapterCard.ts';
import type { ToldBase } from '../../../../core/formats/exports/exportedBase.ts';
import { markdownCode, markdownText } from '../../../../core/formats/exports/markdownText.ts';
import { quotedLine } from '../../../../core/formats/exports/shellText.ts';
import type { RunSet } from '../../../state/runs/types.ts';

/** Folder of the best checkpoint's adapters, beside that of the newest one's. */
export const BEST_ADAPTERS = 'adapters-best';

/** Markdown for the export of `run`; `bases` are its bases by name, `rollout` is the iteration whose episodes are in it, if any; `checkpoints` those of its whole checkpoints in it; `called` the run's own name, if it has one; `branches` whether some are in it. */
export function exportReadme(
  run: RunSet,
  bases: ReadonlyMap<string, ToldBase>,
  rollout: number | null,
  checkpoints: readonly number[] = [],
  called = '',
  branches = false,
): string {
  const { team, training, name } = run.document;
  const roles = team.agents.map(({ role }) => role);
  const edges = team.edges.map(({ from, to }) => `${from} → ${to}`).join(', ') || 'none';
  const several = bases.size > 1;
  return `# ${markdownText(name)}

A team of language-model agents trained with MARFT Workbench by multi-agent reinforcement fine-tuning.

- Agents: ${roles.join(', ')}; who sees whom: ${edges}
${several ? '- Base models: several, all frozen; the table below says which agent stands on which' : `- Base model: ${markdownCode([...bases.keys()].join())}, the same frozen weights for all agents`}
${called === '' ? '' : `- Run: ${markdownText(called)}\n`}- Trained by ${training.algorithm} with credit \`${training.credit.strategy}\`
- Iterations: ${run.iteration}; adapters after iteration ${run.checkpoint?.iteration ?? 0}; seed ${training.seed}
${bestLine(run)}${several ? `\n${baseTable(run, bases)}` : ''}
## What is where

| path | content |
| --- | --- |
${[...bases].map(([base, { folder }]) => `| \`${folder}/\` | the base model${several ? ` ${markdownText(base)}` : ''}, a Hugging Face folder |\n`).join('')}| \`adapters/<role>/\` | one LoRA adapter per agent, in PEFT's format |
${bestIsOlder(run) ? `| \`${BEST_ADAPTERS}/<role>/\` | the same after iteration ${run.best?.iteration}, the best one |\n` : ''}${run.startedFrom ? `| \`${START_ADAPTERS}/<role>/\` | what it started from: \`npm run train -- FOLDER/project.json --adapters FOLDER/${START_ADAPTERS}\` in a clone of the workbench, with the path of this folder for \`FOLDER\` |\n` : ''}| \`project.json\` | the project: team, prompts, environment and settings; the workbench opens it |
| \`run.json\` | how it was run: seed, backend |
| \`metrics.jsonl\`, \`timing.jsonl\` | one line per iteration |
| \`checksums.jsonl\` | the SHA-256 of each line of \`metrics.jsonl\` |
${rollout === null ? '' : `| \`rollouts/${rollout}.jsonl\` | the episodes of iteration ${rollout}, one per line, with all token ids and numbers |\n`}${checkpoints.length === 0 ? '' : `| \`checkpoints/steps_<n>/\` | checkpoints after iteration ${checkpoints.join(', ')}: adapters, critic, optimiser and state |\n`}${branches ? '| `branches/<id>.jsonl` | what was tried with its episodes: the change first, then the continuations without it and with it, a line each as in `rollouts/` |\n' : ''}
## Loading it

${[...bases.values()].flatMap((base) => (base.form === undefined ? [] : [`${formNote(base)}\n\n`])).join('')}${[...bases.values()].flatMap(({ folder, fused }) => (fused === undefined ? [] : [`\`${folder}/\`: ${fused}\n\n`])).join('')}\`\`\`python
# pip install torch transformers peft
${rollout === null ? '' : 'import json\n'}import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer

${several ? loadSeveral(run, bases) : loadOne(roles)}
${rollout === null ? lastLine(roles[0] ?? 'agent', several) : replay(rollout, bases)}\`\`\`
${goingOn(run, checkpoints)}`;
}

/** Whether the best checkpoint is another one than the newest. */
function bestIsOlder({ best, checkpoint }: RunSet): boolean {
  return best !== null && best.iteration !== checkpoint?.iteration;
}

function bestLine(run: RunSet): string {
  if (!run.best) return '';
  const { iteration, metric, value } = run.best;
  const where = bestIsOlder(run) ? `its adapters are in \`${BEST_ADAPTERS}/\`` : 'the same adapters';
  return `- Best: after iteration ${iteration} (${markdownCode(metric)} ${Number(value.toPrecision(4))}); ${where}\n`;
}

/** Which adapter goes with which base. */
function baseTable(run: RunSet, bases: ReadonlyMap<string, ToldBase>): string {
  const rows = run.document.team.agents.map((agent) => {
    const { folder = '' } = bases.get(baseNameOf(run.document, agent)) ?? {};
    return `| ${agent.role} | \`adapters/${agent.role}/\` | \`${folder}/\` |\n`;
  });
  return `| agent | adapter | goes with the base |\n| --- | --- | --- |\n${rows.join('')}`;
}

function loadOne(roles: readonly string[]): string {
  const first = roles[0] ?? 'agent';
  const loadOthers = roles
    .slice(1)
    .map((role) => `model.load_adapter("adapters/${role}", adapter_name="${role}")\n`)
    .join('');
  return `tokenizer = AutoTokenizer.from_pretrained("base")
base = AutoModelForCausalLM.from_pretrained("base")
model = PeftModel.from_pretrained(base, "adapters/${first}", adapter_name="${first}")
${loadOthers}`;
}

/** One model and one tokenizer per base, each with the adapters of the agents that stand on it. */
function loadSeveral(run: RunSet, bases: ReadonlyMap<string, ToldBase>): string {
  const lines = run.document.team.agents.map(
    (agent) => `    "${agent.role}": "${bases.get(baseNameOf(run.document, agent))?.folder ?? ''}",\n`,
  );
  return `# The folder of the base each agent stands on.
bases = {
${lines.join('')}}
models, tokenizers = {}, {}
for role, base in bases.items():
    adapter = f"adapters/{role}"
    if base in models:
        models[base].load_adapter(adapter, adapter_name=role)
    else:
        tokenizers[base] = AutoTokenizer.from_pretrained(base)
        models[base] = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(base), adapter, adapter_name=role)
`;
}

function lastLine(role: string, several: boolean): string {
  return several
    ? `model, tokenizer = models[bases["${role}"]], tokenizers[bases["${role}"]]\nmodel.set_adapter("${role}")\n`
    : `model.set_adapter("${role}")\n`;
}

/** Feeds a recorded prompt, token for token, to the agent that saw it. */
function replay(rollout: number, bases: ReadonlyMap<string, ToldBase>): string {
  const several = bases.size > 1;
  const ends = [...bases.values()].map(({ folder, end }) => `"${folder}": ${JSON.stringify(end)}`).join(', ');
  const [only] = bases.values();
  return `# The first message of a recorded episode, said again (greedily) from exactly the tokens the agent saw.
with open("rollouts/${rollout}.jsonl") as file:
    message = json.loads(file.readline())["messages"][0]
${several ? 'base = bases[message["role"]]\nmodel, tokenizer = models[base], tokenizers[base]\n' : ''}model.set_adapter(message["role"])
prompt = torch.tensor([message["prompt_ids"]])
end = tokenizer.convert_tokens_to_ids(${several ? `{${ends}}[base]` : JSON.stringify(only?.end ?? '')})
said = model.generate(input_ids=prompt, attention_mask=torch.ones_like(prompt), do_sample=False, max_new_tokens=64, eos_token_id=end)
print(tokenizer.decode(said[0, prompt.shape[1]:]))
`;
}

/** How the run is gone on with, where it has a checkpoint to go on from. */
function goingOn({ document, iteration }: RunSet, checkpoints: readonly number[]): string {
  if (checkpoints.length === 0) return '';
  const { training, environment } = document;
  const more = iteration < training.iterations ? '' : ` --iterations ${training.iterations + 10}`;
  const data = environment.dataset ? ` --data ${quotedLine(environment.dataset.name)}` : '';
  return `
## Going on with it

In the workbench’s page, drop this folder or the zip it came in: it becomes a run that this browser keeps, and *Go on* trains it further.
In the terminal, from a clone of the workbench, with the path of this folder for \`FOLDER\`:

\`\`\`sh
npm run train -- --out FOLDER --resume${more}${data}
\`\`\`

goes on from the newest checkpoint, with the base that lies here, and writes into this folder.
`;
}
