/**
 * Files that start a server of the Tinker protocol for a job. Command lines and settings are those of the projects' own
 * documentation at the commits named here; a file says of itself whether we have run it.
 */
import { baseNameOf } from '../../../document/bases.ts';
import { quoted } from '../shellText.ts';
import type { JobBase, JobInput } from './input.ts';

/** Kinds of server that a job brings files for, the largest first. */
export const SERVER_KINDS = ['skyrl-megatron', 'skyrl-jax', 'open-rl'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

export const SERVERS = {
  'skyrl-megatron': { title: 'SkyRL with Megatron on Ray', script: 'servers/skyrl-megatron.sh', port: 8000 },
  'skyrl-jax': { title: 'SkyRL with JAX', script: 'servers/skyrl-jax.sh', port: 8000 },
  'open-rl': { title: 'open-rl', script: 'servers/open-rl.sh', port: 9003 },
} as const satisfies Record<ServerKind, { readonly title: string; readonly script: string; readonly port: number }>;

const SKYRL = { url: 'https://github.com/NovaSky-AI/SkyRL', commit: 'a956457' } as const;
const OPEN_RL = { url: 'https://github.com/gke-labs/open-rl', commit: 'bfc0f09' } as const;

/** What the server calls a base that is started by these files. */
export const servedName = (base: JobBase): string => (base.lies === 'hub' ? base.id : linkName(base.name));

const linkName = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'base';

/** Adapters that the server holds: the team's, one that is never stepped as the reference, and those of the probe. */
function adaptersIn({ document }: JobInput): number {
  const own = document.team.agents.map((agent) => `${baseNameOf(document, agent)} ${agent.adapter.group || ` ${agent.role}`}`);
  return new Set(own).size + 4;
}

/** Largest rank that is asked, or has the same scale where α is fixed. */
function largestRank({ document, servers }: JobInput): number {
  const alphas = servers.flatMap(({ fixedAlpha }) => fixedAlpha ?? []);
  const ranks = document.team.agents.flatMap(({ adapter: { rank, alpha } }) => [
    rank,
    ...alphas.map((fixed) => Math.ceil((fixed * rank) / alpha)),
  ]);
  return Math.max(...ranks);
}

/** Scripts and configurations by path. */
export function serverFiles(input: JobInput): Record<string, string> {
  const [base] = input.bases;
  if (!base) throw new Error('serverFiles: a project stands on one base at least');
  return {
    [SERVERS['skyrl-megatron'].script]: megatron(input, base),
    [SERVERS['skyrl-jax'].script]: jax(input, base),
    [SERVERS['open-rl'].script]: openRl(base),
    'servers/megatron.json': `${JSON.stringify(megatronSettings(input), null, 2)}\n`,
    'ray-job.sh': rayJob(),
    'skypilot.yaml': skyPilot(),
    Dockerfile: dockerfile(),
  };
}

const UNTESTED = '# UNTESTED: written from the documentation of what it starts. We have not run this file.';
const PARTLY = '# The server command was run on a CPU with a small base at the commit below; this script as a whole was not.';
const RUN = '# Run on a CPU with a small base at the commit below, with a checkout and packages that were there before.';

const head = (title: string, tested: string): string => `#!/bin/sh
# ${title}. It checks no token: it listens on this machine alone, and should stay behind a tunnel (ssh -L).
${tested}
set -eu
job=$(cd "$(dirname "$0")/.." && pwd)
`;

const checkout = (folder: string, { url, commit }: { readonly url: string; readonly commit: string }): string => `
# Needs git, and uv (https://docs.astral.sh/uv/), which fetches Python 3.12.
[ -d "$job/${folder}" ] || git clone ${url} "$job/${folder}"
git -C "$job/${folder}" checkout --quiet ${commit}
`;

/** Names the base as the server is to have it: a folder of the job by a link in the server's folder, whose name is what clients call it. */
function named(base: JobBase, folder: string): string {
  const name = quoted(servedName(base));
  return base.lies === 'hub'
    ? `cd "$job/${folder}"\nbase=\${BASE:-${name}}\n`
    : `cd "$job/${folder}"\nln -sfn "$job/${base.folder}" ${name}\nbase=\${BASE:-${name}}\n`;
}

/** Settings of SkyRL's Megatron backend; the script fills in nodes and GPUs. */
function megatronSettings(input: JobInput): Record<string, unknown> {
  const adapters = adaptersIn(input);
  return {
    strategy: 'megatron',
    'trainer.placement.policy_num_nodes': 1,
    'trainer.placement.policy_num_gpus_per_node': 8,
    'trainer.placement.colocate_all': false,
    'trainer.logprobs_chunk_size': null,
    'generator.inference_engine.num_engines': 8,
    'trainer.policy.megatron_config.lora_config.merge_lora': false,
    'trainer.policy.model.lora.max_loras': adapters,
    'trainer.policy.model.lora.max_cpu_loras': adapters,
  };
}

function megatron(_: JobInput, base: JobBase): string {
  // Ray's workers have folders of their own, so a folder is named in full; it must be on a disk that all nodes see.
  const name = base.lies === 'hub' ? quoted(base.id) : `"$job/${base.folder}"`;
  return `${head('Starts SkyRL with Megatron and vLLM on Ray', UNTESTED)}# Needs CUDA 13. Nodes and GPUs are in servers/megatron.json: training and sampling take 8 GPUs each as it is.
# RAY_ADDRESS names a cluster that is running; without, this machine is the cluster.
${checkout('SkyRL', SKYRL)}
cd "$job/SkyRL"
base=\${BASE:-${name}}
exec uv run --extra tinker --extra megatron -m skyrl.tinker.api --host 127.0.0.1 --port "\${PORT:-${SERVERS['skyrl-megatron'].port}}" \\
  --checkpoints-base "$job/SkyRL-files" --base-model "$base" --backend megatron --backend-config "$(cat "$job/servers/megatron.json")"
`;
}

function jax(input: JobInput, base: JobBase): string {
  const settings = {
    max_lora_adapters: adaptersIn(input),
    max_lora_rank: largestRank(input),
    train_micro_batch_size: 32,
    sample_max_num_sequences: 32,
  };
  return `${head('Starts SkyRL with JAX', RUN)}# JAX compiles once for each shape of a batch: the first iterations take long.
${checkout('SkyRL', SKYRL)}
${named(base, 'SkyRL')}export JAX_PLATFORMS="\${JAX_PLATFORMS:-cpu}"   # JAX_PLATFORMS=cuda for a GPU, which also needs another build of JAX
exec uv run --extra tinker --extra jax -m skyrl.tinker.api --host 127.0.0.1 --port "\${PORT:-${SERVERS['skyrl-jax'].port}}" \\
  --checkpoints-base "$job/SkyRL-files" --base-model "$base" --backend jax --backend-config '${JSON.stringify(settings)}'
`;
}

const openRl = (
  base: JobBase,
): string => `${head('Starts open-rl: one process that trains and samples', PARTLY)}${checkout('open-rl', OPEN_RL)}
mkdir -p "$job/open-rl-files"
${named(base, 'open-rl/src/server')}export BASE_MODEL="$base" SAMPLING_BACKEND=torch OPEN_RL_TMP_DIR="$job/open-rl-files"
exec uv run --extra cpu python -m uvicorn gateway:app --host 127.0.0.1 --port "\${PORT:-${SERVERS['open-rl'].port}}"
`;

const rayJob = (): string => `#!/bin/sh
${UNTESTED}
# Starts the server on a Ray cluster that is running: RAY_ADDRESS=http://HEAD:8265 sh ray-job.sh
# The folder of the job, our terminal left out, is sent along; the server then listens on the head node, port 8000 of 127.0.0.1.
set -eu
cd "$(dirname "$0")"
exec ray job submit --address "\${RAY_ADDRESS:?}" --no-wait \\
  --runtime-env-json '{"working_dir": ".", "excludes": ["terminal.tgz", "terminal", "run"]}' -- sh servers/skyrl-megatron.sh
`;

const skyPilot = (): string => `${UNTESTED}
# sky launch -c marft skypilot.yaml ; then: ssh -L 8000:127.0.0.1:8000 marft
name: marft
num_nodes: 1
resources:
  accelerators: H100:8
workdir: .
setup: |
  curl -LsSf https://astral.sh/uv/install.sh | sh
run: |
  export PATH="$HOME/.local/bin:$PATH"
  # 8 GPUs: half of them train, half sample. On several nodes Ray is started by SkyPilot; the first node serves.
  sed -i 's/"trainer.placement.policy_num_gpus_per_node": 8/"trainer.placement.policy_num_gpus_per_node": 4/; s/num_engines": 8/num_engines": 4/' servers/megatron.json
  [ "$SKYPILOT_NODE_RANK" != 0 ] || sh servers/skyrl-megatron.sh
`;

const dockerfile = (): string => `${UNTESTED}
# Our terminal as an image: docker build -t marft-terminal . && docker run --network host -v "$PWD:/job" marft-terminal \\
#   npm run train -- /job/project.json --engine tinker --url http://127.0.0.1:8000 --out /job/run
FROM node:22-slim
WORKDIR /opt
COPY terminal.tgz .
RUN tar xzf terminal.tgz && cd terminal && npm ci --omit=dev
WORKDIR /opt/terminal
`;
