/** `rl.toml` for prime-rl and `eval.toml` for verifiers. Names of keys as in the versions of `TARGET`. */
import { baseNameOf } from '../../../document/bases.ts';
import { usesGroups, usesRunningMeans } from '../../../document/derived.ts';
import type { ProjectDocument } from '../../../document/schema.ts';
import { parseHubName } from '../../models/hub/hubName.ts';
import { speaksAt } from '../../../team/turns.ts';
import { packageName, TARGET } from './input.ts';
import { plainLine, quoted } from './python.ts';

/** A number of TOML that is not taken for an integer. */
const float = (value: number): string => (Number.isInteger(value) ? `${value}.0` : `${value}`);

/** What prime-rl is to make advantages with: its group's mean where the project compares groups, else a running mean for each seat. */
export const algorithmOf = ({ training }: ProjectDocument): 'grpo' | 'rae' =>
  usesGroups(training) && training.groupSize > 1 ? 'grpo' : 'rae';

export const groupOf = (document: ProjectDocument): number => (algorithmOf(document) === 'grpo' ? document.training.groupSize : 1);

/** prime-rl counts messages, each a trace of its own: those of an iteration's episodes with one turn, in whole groups. */
export function batchOf(document: ProjectDocument): number {
  const { team, training } = document;
  const speakers = team.orchestration !== 'static' ? 1 : team.agents.filter((agent) => speaksAt(agent, 0)).length;
  const group = groupOf(document);
  return Math.max(1, Math.ceil((training.episodes * Math.max(1, speakers)) / group)) * group;
}

/** The one temperature that is trained with. */
export const temperatureOf = ({ team }: ProjectDocument): number => team.agents[0]?.sampling.temperature ?? 1;

function modelLines(document: ProjectDocument, key: string): string {
  const [agent] = document.team.agents;
  const base = agent ? baseNameOf(document, agent) : document.team.base;
  const hub = parseHubName(base);
  return hub
    ? `${key} = ${quoted(hub.id)}${hub.revision === null ? '' : `\n# The project names revision ${hub.revision} of it.`}`
    : `# The project’s base is not on the Hub: put the path of its Hugging Face folder here. An exported run has it, as base/.\n${key} = ${quoted(base)}`;
}

function schedulerLines({ schedule, learningRate, iterations }: ProjectDocument['training']): string {
  const { kind, warmup, final } = schedule;
  const warm = Math.min(warmup, iterations - 1);
  const last = `min_lr = ${float(final * learningRate)}`;
  if (kind === 'cosine') return `\n[trainer.scheduler]\ntype = "cosine"\nwarmup_steps = ${warm}\n${last}\n`;
  if (kind === 'linear')
    return `\n[trainer.scheduler]\ntype = "linear"\nwarmup_steps = ${warm}\ndecay_steps = ${iterations - warm}\n${last}\n`;
  return warm > 0 ? `\n[trainer.scheduler]\ntype = "linear"\nwarmup_steps = ${warm}\ndecay_steps = 0\n` : '';
}

export function rlToml(document: ProjectDocument): string {
  const { team, training } = document;
  const id = quoted(packageName(document));
  const { optimizer, maxGradNorm, evaluateEvery, evaluateEpisodes, checkpointEvery } = training;
  const adapter = team.agents[0]?.adapter;
  const onHub = parseHubName(team.base) !== null;
  const longest = Math.max(...team.agents.map(({ sampling }) => sampling.maxNewTokens));
  return `# ${plainLine(document.name)} on prime-rl ${TARGET.primeRl.version} (commit ${TARGET.primeRl.commit}):
#
#     uv run rl @ rl.toml
#
# NOT RUN BY US: it needs GPUs. One policy is trained, shared by all seats. MAPPING.md says where every setting of the project went.
max_steps = ${training.iterations}
# Tokens of the longest prompt with its message; the workbench sets no limit on a prompt.
seq_len = ${Math.max(2048, 2 ** Math.ceil(Math.log2(longest * 2)))}

[model]
${modelLines(document, 'name')}

[ckpt]
interval = ${checkpointEvery}

[orchestrator]
# Messages of a step: ${training.episodes} episodes of one turn. Raise it where episodes have more turns.
batch_size = ${batchOf(document)}
group_size = ${groupOf(document)}

[orchestrator.algo]
# ${algorithmOf(document) === 'grpo' ? 'A message’s reward less the mean over all messages of its group.' : 'A message’s reward less a running mean of its seat’s rewards. prime-rl has no critic.'}
type = ${quoted(algorithmOf(document))}
${usesRunningMeans(training) ? `decay = ${float(training.baselineDecay)}\n` : ''}
[orchestrator.renderer]
# "auto" knows models of the Hub by name; "default" takes any folder’s chat template.
name = ${quoted(onHub ? 'auto' : 'default')}

[orchestrator.train.sampling]
temperature = ${float(temperatureOf(document))}
max_completion_tokens = ${longest}

[[orchestrator.train.source]]
name = ${id}

[orchestrator.train.source.env.taskset]
id = ${id}
split = "train"
${
  evaluateEvery > 0
    ? `
[orchestrator.eval]
interval = ${evaluateEvery}
num_examples = ${evaluateEpisodes}

[orchestrator.eval.sampling]
temperature = ${training.evaluateGreedy ? '0.0' : float(temperatureOf(document))}
max_completion_tokens = ${longest}

[[orchestrator.eval.source]]
name = ${quoted(`${packageName(document)}_test`)}

[orchestrator.eval.source.env.taskset]
id = ${id}
split = "test"
`
    : ''
}
[trainer.model.lora]
# Of the first agent: there is one adapter for all.
rank = ${adapter?.rank ?? 16}
alpha = ${float(adapter?.alpha ?? 32)}
target_modules = [${(adapter?.targets ?? []).map(quoted).join(', ')}]

[trainer.optim]
lr = ${float(training.learningRate)}
weight_decay = ${float(optimizer.weightDecay)}
betas1 = ${float(optimizer.beta1)}
betas2 = ${float(optimizer.beta2)}
max_norm = ${maxGradNorm > 0 ? float(maxGradNorm) : '"None"'}
${schedulerLines(training)}
[inference]
`;
}

export function evalToml(document: ProjectDocument): string {
  const { evaluateEpisodes, evaluateGreedy } = document.training;
  return `# ${plainLine(document.name)} evaluated by verifiers ${TARGET.verifiers.version} (commit ${TARGET.verifiers.commit}):
#
#     uv run eval @ eval.toml
#
# client.base_url is any server of chat completions; all seats are played by its one model.
${modelLines(document, 'model')}
num_tasks = ${Math.max(1, evaluateEpisodes)}
push = false

[client]
base_url = "http://127.0.0.1:8000/v1"

[sampling]
temperature = ${evaluateGreedy ? '0.0' : float(temperatureOf(document))}

[env.taskset]
id = ${quoted(packageName(document))}
split = "test"
`;
}
