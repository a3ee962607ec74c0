/**
 * The team for SII-MARFT (github.com/SII-MARFT/MARFT), as far as its configuration goes: the part of its YAML that is about the team, and a
 * stub of a reward. Keys as in its `examples/marft/*.yaml` at commit 29b184c. It was never run by us.
 */
import { baseNames } from '../../../document/bases.ts';
import type { ProjectDocument } from '../../../document/schema.ts';
import { exportProfiles } from '../../../editing/profiles.ts';
import { seenBy, speakingOrder } from '../../../team/graph.ts';
import { presentTeam } from '../../../team/presentation.ts';
import { parseHubName } from '../../models/hub/hubName.ts';
import { plainLine } from './python.ts';

/** A string of YAML: JSON's are, but for what YAML does not print. */
const string = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function teamYaml(document: ProjectDocument): string {
  const { team, training } = document;
  const order = speakingOrder(team);
  const { profiles } = presentTeam(team, training.compat);
  const agents = order.flatMap((index) => team.agents[index] ?? []);
  const chain = order.every((agent, at) => seenBy(team, agent).length === at);
  const roles = agents.map(
    ({ role, label, sampling }, at) => `    ${string(role)}:
      name: ${string(role)}
      system_prompt: ${string(profiles[order[at] ?? 0] || role)}
      description: ${string(label || role)}
      max_new_tokens: ${sampling.maxNewTokens}
      temperature: ${sampling.temperature}
      top_p: ${sampling.topP}`,
  );
  const edges = team.edges.map(({ from, to }) => `      - [${string(from)}, ${string(to)}]`).join('\n');
  const graph = chain
    ? '  graph_type: sequential'
    : `  graph_type: custom
  graph_config:
    nodes:
${agents.map(({ role }) => `      - {id: ${string(role)}, role_name: ${string(role)}}`).join('\n')}
    edges:${edges === '' ? ' []' : `\n${edges}`}`;
  return `multi_agent:
${graph}
  orchestration_mode: ${team.orchestration === 'routed' ? 'static # a router opens its connections here; there nobody does' : team.orchestration}
  max_steps: ${team.orchestrator.maxSteps}
  role_names: [${agents.map(({ role }) => string(role)).join(', ')}]
  role_configs:
${roles.join('\n')}
  use_multi_lora: true
  # One adapter for each agent, as here; true trains one for all.
  shared_lora: false
  lora_name_prefix: agent
  credit_strategy: ${training.credit.strategy}
  credit_discount: ${training.credit.discount}
  reward_sharing: true
  shared_policy: true`;
}

function yamlFile(document: ProjectDocument): string {
  const { training, team } = document;
  const [base = team.base] = baseNames(document);
  const adapter = team.agents[0]?.adapter;
  return `# ${plainLine(document.name)} for SII-MARFT, commit 29b184c. NOT RUN BY US: a beginning to edit, not a configuration that is known to work.
#
# Merge it over one of its examples/marft/*_marft_*agent.yaml, which have cluster, allocation, saver and loggers. What differs there:
# - Its workflow plays one turn. The environment of the project, in TypeScript, does not run there: reward.py is a stub to fill in, and the
#   problems are a data set of yours. Its entry scripts name their reward function themselves; name this one in its place.
# - System prompts of all roles but the first never reach a model there; only the description does.
# - Agents read one growing sequence of tokens, whatever the graph says.
seed: ${training.seed}

${teamYaml(document)}

gconfig:
  n_samples: ${training.groupSize}
  max_new_tokens: ${Math.max(...team.agents.map(({ sampling }) => sampling.maxNewTokens))}
  temperature: ${team.agents[0]?.sampling.temperature ?? 1}

actor:
  path: ${string(parseHubName(base)?.id ?? base)}
  eps_clip: ${training.clip}
  kl_ctl: ${training.klCoef}
  kl_estimator: ${training.klEstimator}
  reward_scaling: ${training.reward.scale}
  reward_bias: ${training.reward.bias}
  ppo_n_minibatches: ${training.minibatches}
  use_decoupled_loss: ${training.decoupled.enabled}
  behav_imp_weight_cap: ${training.decoupled.weightCap}
  use_lora: true
  lora_rank: ${adapter?.rank ?? 16}
  lora_alpha: ${adapter?.alpha ?? 32}
  optimizer:
    lr: ${training.learningRate}
    weight_decay: ${training.optimizer.weightDecay}
    beta1: ${training.optimizer.beta1}
    beta2: ${training.optimizer.beta2}
    eps: ${training.optimizer.epsilon}
    gradient_clipping: ${training.maxGradNorm}

train_dataset:
  batch_size: ${training.episodes}
`;
}

const REWARD = `"""A reward for SII-MARFT in AReaL's form. A STUB, not run by us: the environment of the project is TypeScript and does not run there."""


def team_reward_fn(prompt: str, completions: str, prompt_ids: list[int], completion_ids: list[int], **data) -> float:
    """What the team earns. \`completions\` is all that was said behind the first prompt; \`data\` has the columns of the data set."""
    raise NotImplementedError("write what the environment of the project (project.json, environment.source) pays in its step()")
`;

/** Files by their names: YAML, the profiles as the first MARFT reads them, a stub of a reward. */
export function siiMarftFiles(document: ProjectDocument): Readonly<Record<string, string>> {
  return {
    'sii-marft.yaml': yamlFile(document),
    'profiles.json': `${JSON.stringify(exportProfiles(document).profiles, null, 2)}\n`,
    'reward.py': REWARD,
  };
}
