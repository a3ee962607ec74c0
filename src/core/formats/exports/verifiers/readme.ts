/** The README of a package for verifiers. A document for files, so not in the catalogue. */
import type { ProjectDocument } from '../../../document/schema.ts';
import { packageName, type ProblemLine, TARGET } from './input.ts';
import { markdownText } from '../markdownText.ts';
import { losses } from './refusals.ts';

export function readmeFile(document: ProjectDocument, problems: readonly ProblemLine[]): string {
  const name = packageName(document);
  const count = (split: string) => problems.filter((line) => line.split === split).length;
  const lost = losses(document).length;
  const { verifiers, primeRl } = TARGET;
  return `# ${markdownText(document.name)}, as an environment of verifiers

A team of MARFT Workbench with one seat for each of its ${document.team.agents.length} agents, for [verifiers](https://github.com/PrimeIntellect-ai/verifiers) and
[prime-rl](https://github.com/PrimeIntellect-ai/prime-rl).

**It trains one shared policy.** In the workbench each agent has an adapter of its own; here all seats are played by the model of the run, and what
any of them learns changes all of them.${lost === 0 ? '' : ` **${lost} more ${lost === 1 ? 'thing is' : 'things are'} left behind**, of what the project asks for.`} \`MAPPING.md\` says where every setting went.

Written for verifiers ${verifiers.version} (commit \`${verifiers.commit}\`), the one that prime-rl ${primeRl.version} (commit \`${primeRl.commit}\`) holds. Newer
versions of either were not tried.

## Evaluate it

Needs [Node](https://nodejs.org) 20.19 or newer, as \`node\`, and Python 3.11 to 3.13 with verifiers. \`base_url\` in \`eval.toml\` is any server of chat completions.

\`\`\`sh
pip install "verifiers @ git+https://github.com/PrimeIntellect-ai/verifiers@${verifiers.commit}" -e .
python -c "from verifiers.v1.cli.eval.main import main; main()" @ eval.toml
\`\`\`

In a project of uv that is \`uv run eval @ eval.toml\`.

## Train it

In a checkout of prime-rl at the commit above, with its own environment and at least two GPUs:

\`\`\`sh
uv pip install -e PATH/OF/THIS/FOLDER
uv run rl @ PATH/OF/THIS/FOLDER/rl.toml
\`\`\`

Training was not run by us. Evaluating was: verifiers’ own runner with packages like this one, on a CPU, against a server that answers from a script.

## What is in it

| path | what it is |
| --- | --- |
| \`${name}/taskset.py\`, \`problems.jsonl\` | the problems: ${count('train')} to train on, ${count('test')} to test on |
| \`${name}/env.py\`, \`seats.py\` | \`vf.Env.run\`: calls the seats in the order that the host tells, and records the rewards that it tells |
| \`${name}/harness.py\` | what plays a seat: one chat completion with the messages as they are |
| \`${name}/host.py\`, \`env_host.mjs\` | our code in Node, behind lines of JSON: who speaks when, what each reads, what the environment says and pays. One file; nothing is installed. The environment runs in a sandbox with limits on work and memory |
| \`${name}/project.json\` | the project |
| \`rl.toml\`, \`eval.toml\` | configurations of prime-rl and verifiers |
| \`MAPPING.md\` | what is lost, and where every setting went |
| \`sii-marft/\` | the team’s part of a configuration for SII-MARFT, with a stub of a reward. Not run by us |

## How an episode becomes training data

A message is a trace: its prompt is the messages that were shown, and only what was said is trained on. Its reward is ${
    document.training.credit.strategy === 'per_step'
      ? 'what the environment’s `stepReward` says of it'
      : 'what its role was paid over the whole episode'
  }. \`trace.info["marft"]\` has role, turn, the number that keys the environment’s chance, and what every role earned.
`;
}
